//! Queens on boards.

use countless::queens::{Board, classes, tally};
use pyo3::prelude::*;

use crate::error::exception;
use crate::watch::{How, watch};

/// Board with given queens and blocked squares.
pub fn board(
    n: usize,
    columns: usize,
    queens: &[(usize, usize)],
    blocked: &[(usize, usize)],
) -> PyResult<Board> {
    let board = Board::rectangle(n, columns).and_then(|board| board.with(queens, blocked));
    board.map_err(|error| exception(&error))
}

/// Counts the solutions of a board.
#[pyfunction]
pub fn queens_count(
    py: Python<'_>,
    n: usize,
    columns: usize,
    queens: Vec<(usize, usize)>,
    blocked: Vec<(usize, usize)>,
    how: How,
) -> PyResult<u128> {
    let board = board(n, columns, &queens, &blocked)?;
    watch(py, &how, |run, _| Ok(board.count(run)?.total.count))
}

/// Returns for each symmetry its name, the number of solutions, and the number of fundamental
/// solutions.
#[pyfunction]
pub fn queens_classes(
    py: Python<'_>,
    n: usize,
    how: How,
) -> PyResult<Vec<(&'static str, u128, u128)>> {
    let classes = watch(py, &how, |run, _| Ok(classes(n, run)?.total))?;
    let rows = classes.rows().into_iter();
    Ok(rows
        .map(|row| (row.symmetry, row.solutions, row.fundamental))
        .collect())
}

/// Counts the solutions with a queen on each square, row by row.
#[pyfunction]
pub fn queens_tally(py: Python<'_>, n: usize, how: How) -> PyResult<Vec<Vec<u128>>> {
    let table = watch(py, &how, |run, _| Ok(tally(n, run)?.total))?;
    Ok(table.rows().map(<[u128]>::to_vec).collect())
}
