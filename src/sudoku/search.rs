//! Depth-first search for the solutions of one grid: deduce, guess, deduce.
//!
//! The search keeps its own stack of candidates and allocates nothing while it runs.
//! A guess splits in two: the digit goes into the cell, or it does not; the second
//! half waits on the stack. So the stack is never deeper than the grid has cells.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::candidates::Candidates;
use super::grid::{CELLS, Grid};

/// The search looks at the stop flag once in so many steps.
const STEPS_PER_POLL: u32 = 1024;

/// Finds the solutions of one grid after another.
///
/// ```
/// use countless::sudoku::{Grid, Solver};
///
/// let grid: Grid =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let mut solver = Solver::new();
/// assert_eq!(solver.count(&grid, u128::MAX), 1);
/// // Without the 4 in its corner it has more; two are enough to know.
/// assert_eq!(solver.count(&grid.with(0, 0), 2), 2);
/// # Ok::<(), countless::sudoku::GridError>(())
/// ```
#[derive(Debug)]
pub struct Solver<'stop> {
    stack: Vec<Candidates>,
    stop: Option<&'stop AtomicBool>,
}

/// Where to guess: which cell, and which digit, from 0, to try first.
type Guess = fn(&Candidates) -> Option<(usize, usize)>;

impl Solver<'_> {
    /// A solver that runs to the end.
    pub fn new() -> Self {
        Self {
            stack: Vec::with_capacity(CELLS),
            stop: None,
        }
    }
}

impl Default for Solver<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'stop> Solver<'stop> {
    /// A solver that gives up soon after `stop` becomes true.
    ///
    /// It then returns what it has found so far; the caller asks `stop` whether that
    /// is all.
    pub fn with_stop(stop: &'stop AtomicBool) -> Self {
        Self {
            stop: Some(stop),
            ..Self::new()
        }
    }

    /// Counts the solutions of `grid`, but not beyond `limit`.
    pub fn count(&mut self, grid: &Grid, limit: u128) -> u128 {
        let mut found = 0;
        if limit > 0 {
            self.search(grid, Candidates::smallest_open, |_| {
                found += 1;
                if found == limit {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        }
        found
    }

    /// Gives up to `limit` solutions of `grid` to `sink`, which may end the search.
    ///
    /// They come in the order in which the fastest search finds them: always the same,
    /// but no particular one. Returns their number.
    pub fn solve(
        &mut self,
        grid: &Grid,
        limit: u64,
        sink: &mut impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> u64 {
        self.give(grid, Candidates::smallest_open, limit, sink)
    }

    /// As [`Solver::solve`], in lexicographic order of the 81 digits.
    ///
    /// Guesses go to the first open cell rather than the smallest, which takes more of
    /// them on hard puzzles and makes no difference on puzzles with many solutions.
    pub fn list(
        &mut self,
        grid: &Grid,
        limit: u64,
        sink: &mut impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> u64 {
        self.give(grid, Candidates::first_open, limit, sink)
    }

    fn give(
        &mut self,
        grid: &Grid,
        guess: Guess,
        limit: u64,
        sink: &mut impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> u64 {
        let mut found = 0;
        if limit > 0 {
            self.search(grid, guess, |solution| {
                found += 1;
                let flow = sink(&solution.to_grid());
                if found == limit {
                    ControlFlow::Break(())
                } else {
                    flow
                }
            });
        }
        found
    }

    /// Visits every solution of `grid`, until `visit` breaks or the stop flag is set.
    fn search(
        &mut self,
        grid: &Grid,
        guess: Guess,
        mut visit: impl FnMut(&Candidates) -> ControlFlow<()>,
    ) {
        self.stack.clear();
        let mut current = Candidates::new(grid);
        let mut steps = 0_u32;
        loop {
            steps += 1;
            if steps == STEPS_PER_POLL {
                steps = 0;
                if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                    return;
                }
            }
            if current.propagate() {
                if let Some((cell, digit)) = guess(&current) {
                    let mut otherwise = current;
                    otherwise.exclude(cell, digit);
                    self.stack.push(otherwise);
                    current.assign(cell, digit);
                    continue;
                }
                if visit(&current).is_break() {
                    return;
                }
            }
            match self.stack.pop() {
                Some(next) => current = next,
                None => return,
            }
        }
    }
}

/// Cuts a grid into grids that share its solutions between them.
///
/// Each solution of `grid` is a solution of exactly one part, and the parts come in
/// lexicographic order of their solutions. The first open cells of the grid are filled
/// in every way that deduction does not refute, one cell more at a time, until there
/// are `wanted` parts or nothing is left to cut: without a solution, there may be none.
/// The same grid and number give the same parts on every machine.
pub fn split(grid: &Grid, wanted: usize) -> Vec<Grid> {
    let mut root = Candidates::new(grid);
    let mut parts = Vec::from_iter(root.propagate().then_some(root));
    while parts.len() < wanted && !parts.iter().all(Candidates::is_complete) {
        parts = parts.into_iter().flat_map(cut).collect();
    }
    parts.into_iter().map(Candidates::to_grid).collect()
}

/// The ways to fill the first open cell that deduction does not refute, in order.
fn cut(part: Candidates) -> Vec<Candidates> {
    let Some((cell, _)) = part.first_open() else {
        return vec![part];
    };
    let ways = part.candidates(cell).map(|digit| {
        let mut way = part;
        way.assign(cell, digit);
        way.propagate().then_some(way)
    });
    ways.flatten().collect()
}
