//! Iterators that find solutions on demand.

use std::sync::{Mutex, MutexGuard, TryLockError};

use countless::queens::Placement;
use countless::sudoku::{self, Grid};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::queens::board;
use crate::sudoku::one;

/// Maximum number of solutions found at a time.
const BATCH: usize = 256;

/// Iterator that finds some solutions ahead.
struct Ahead<T> {
    rest: Box<dyn Iterator<Item = T> + Send>,
    /// Solutions found ahead, the next one last.
    found: Vec<T>,
    /// Number of solutions found at a time. It grows from 1.
    batch: usize,
}

impl<T: Send> Ahead<T> {
    fn new(all: impl Iterator<Item = T> + Send + 'static, limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX);
        let mut left = limit;
        let mut all = all;
        // Not `take`: a limit may be larger than `usize` on small machines.
        let rest = std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            all.next()
        });
        Self {
            rest: Box::new(rest),
            found: Vec::new(),
            batch: 1,
        }
    }

    fn next(&mut self, py: Python<'_>) -> Option<T> {
        if self.found.is_empty() {
            let (rest, found, batch) = (&mut self.rest, &mut self.found, self.batch);
            py.detach(|| {
                found.extend(rest.take(batch));
                found.reverse();
            });
            self.batch = (2 * batch).min(BATCH);
        }
        self.found.pop()
    }
}

/// Locks an iterator, or fails if another thread uses it. Waiting would be a deadlock: this thread
/// holds the lock of the interpreter, which the other thread needs.
fn lock<T>(mutex: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => {
            let reason = "another thread is using this iterator";
            Err(PyRuntimeError::new_err(reason))
        }
    }
}

/// Solutions of a sudoku, in lexicographic order.
#[pyclass(frozen, module = "countless._native")]
pub(crate) struct Grids {
    ahead: Mutex<Ahead<Grid>>,
    as_bytes: bool,
}

#[pymethods]
impl Grids {
    #[new]
    fn new(puzzle: &Bound<'_, PyAny>, limit: Option<u64>) -> PyResult<Self> {
        let all: sudoku::PuzzleSolutions = one(puzzle)?.marks().solutions();
        Ok(Self {
            ahead: Mutex::new(Ahead::new(all, limit)),
            as_bytes: puzzle.is_instance_of::<PyBytes>(),
        })
    }

    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(grid) = lock(&self.ahead)?.next(py) else {
            return Ok(None);
        };
        Ok(Some(if self.as_bytes {
            PyBytes::new(py, &grid.to_ascii(b'.')).into_any()
        } else {
            grid.to_string().into_pyobject(py)?.into_any()
        }))
    }
}

/// Solutions of a board, in lexicographic order.
#[pyclass(frozen, module = "countless._native")]
pub(crate) struct Placements {
    ahead: Mutex<Ahead<Placement>>,
    n: usize,
}

#[pymethods]
impl Placements {
    #[new]
    fn new(
        n: usize,
        columns: usize,
        queens: Vec<(usize, usize)>,
        blocked: Vec<(usize, usize)>,
        limit: Option<u64>,
    ) -> PyResult<Self> {
        let all = board(n, columns, &queens, &blocked)?.solutions();
        Ok(Self {
            ahead: Mutex::new(Ahead::new(all, limit)),
            n,
        })
    }

    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let next = lock(&self.ahead)?.next(py);
        next.map(|placement| PyTuple::new(py, placement.columns()))
            .transpose()
    }

    /// Returns the next solutions, at most `rows`, as the rows of an array.
    fn block<'py>(&self, py: Python<'py>, rows: usize) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let mut ahead = lock(&self.ahead)?;
        let (mut cells, mut found) = (Vec::new(), 0);
        while found < rows
            && let Some(placement) = ahead.next(py)
        {
            // Boards have up to 32 columns.
            cells.extend(placement.columns().iter().map(|&column| column as u8));
            found += 1;
            if found % BATCH == 0 {
                py.check_signals()?;
            }
        }
        PyArray1::from_vec(py, cells).reshape([found, self.n])
    }
}
