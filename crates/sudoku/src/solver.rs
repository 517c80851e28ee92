//! Depth-first search for the solutions of one grid, with propagation after each branch.
//!
//! The search keeps its own stack of candidates and does not allocate while it runs. A branch has
//! two sides: the digit goes into the cell, or it is removed. The second side is stacked. So the
//! stack is never deeper than the number of cells.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::grid::{CELLS, Grid};
use super::grid_candidates::Candidates;
use super::puzzle::PencilMarks;

/// Number of search steps (propagations) between two looks at the stop flag.
const STEPS_PER_POLL: u32 = 1024;

/// Finds the solutions of one grid after another.
///
/// ```
/// use countless_sudoku::Grid;
/// use countless_sudoku::Solver;
///
/// let grid: Grid =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let mut solver = Solver::new();
/// assert_eq!(solver.count(&grid, u128::MAX), 1);
/// // Without the 4 in its corner it has more than one solution.
/// assert_eq!(solver.count(&grid.with(1, 1, 0), 2), 2);
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Debug, Default)]
pub struct Solver<'stop> {
    stack: Vec<Candidates>,
    stop: Option<&'stop AtomicBool>,
}

/// Result that a search needs, which decides the branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The number of solutions.
    Count,
    /// Every solution, in any order.
    Visit,
    /// Every solution, in lexicographic order.
    VisitInOrder,
}

impl Solver<'_> {
    /// Makes a solver that runs to the end.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<'stop> Solver<'stop> {
    /// Makes a solver that stops soon after `stop` becomes true.
    ///
    /// It then returns the solutions found so far. Only `stop` shows that some may be missing.
    pub fn with_stop(stop: &'stop AtomicBool) -> Self {
        Self {
            stop: Some(stop),
            ..Self::default()
        }
    }

    /// Counts the solutions of a puzzle, up to `limit`.
    pub fn count(&mut self, puzzle: impl Into<PencilMarks>, limit: u128) -> u128 {
        let mut found = 0;
        if limit > 0 {
            self.search(&puzzle.into(), Aim::Count, |_, solutions| {
                found = limit.min(found + solutions);
                if found == limit {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        }
        found
    }

    /// Counts the solutions of a puzzle until `visit` breaks. It receives the number of solutions so
    /// far, often several times in a millisecond.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use countless_sudoku::{Grid, Solver};
    ///
    /// let (mut last, blank) = (0, Grid::BLANK);
    /// let found = Solver::new().count_while(&blank, &mut |found| {
    ///     last = found;
    ///     if found < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert!(found == last && found >= 1000);
    /// ```
    pub fn count_while(
        &mut self,
        puzzle: impl Into<PencilMarks>,
        visit: &mut dyn FnMut(u128) -> ControlFlow<()>,
    ) -> u128 {
        let mut found = 0;
        self.search(&puzzle.into(), Aim::Count, |_, solutions| {
            found += solutions;
            visit(found)
        });
        found
    }

    /// Passes up to `limit` solutions of a puzzle to `sink`, which may end the search.
    ///
    /// Returns their number. Their order is fixed, but it is that of the fastest search.
    pub fn solve(
        &mut self,
        puzzle: impl Into<PencilMarks>,
        limit: u64,
        sink: &mut impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> u64 {
        self.visit_solutions(&puzzle.into(), Aim::Visit, limit, sink)
    }

    /// Passes up to `limit` solutions to `sink`, in lexicographic order of the 81 digits.
    ///
    /// Returns their number. The search branches on the first unsolved cell, not on the smallest.
    /// This takes more branches on hard puzzles, and makes no difference if there are many
    /// solutions.
    pub fn list(
        &mut self,
        puzzle: impl Into<PencilMarks>,
        limit: u64,
        sink: &mut impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> u64 {
        self.visit_solutions(&puzzle.into(), Aim::VisitInOrder, limit, sink)
    }

    fn visit_solutions(
        &mut self,
        puzzle: &PencilMarks,
        aim: Aim,
        limit: u64,
        sink: &mut impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> u64 {
        let mut found = 0;
        if limit > 0 {
            self.search(puzzle, aim, |solution, _| {
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

    /// Visits every solution of a puzzle, until `visit` breaks or the stop flag is set.
    ///
    /// [`Aim::Count`] visits one solution for several and passes their number.
    fn search(
        &mut self,
        puzzle: &PencilMarks,
        aim: Aim,
        mut visit: impl FnMut(&Candidates, u128) -> ControlFlow<()>,
    ) {
        self.stack.clear();
        self.stack.reserve(CELLS);
        let mut current = Candidates::new(puzzle);
        let mut stands_for = 1;
        let (mut steps, mut dead_ends, mut visits) = (0_u32, 0_u64, 0_u64);
        loop {
            steps += 1;
            if steps == STEPS_PER_POLL {
                steps = 0;
                if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                    return;
                }
            }
            if current.propagate() {
                let pairs = current.bivalue_cells();
                let cell = match aim {
                    Aim::VisitInOrder => current.first_unsolved(),
                    // With more solutions than dead ends, choosing carefully costs more than it
                    // saves.
                    _ if dead_ends < visits => current.smallest_cells(pairs).first(),
                    _ => current.best_unsolved(pairs),
                };
                if let Some(cell) = cell {
                    let digit = current.candidates(cell).next().unwrap_or(0);
                    if aim == Aim::Count && current.all_unsolved_bivalue(pairs) {
                        stands_for *= 2;
                    } else {
                        let mut otherwise = current;
                        otherwise.exclude(cell, digit);
                        self.stack.push(otherwise);
                    }
                    current.assign(cell, digit);
                    continue;
                }
                visits += 1;
                if visit(&current, stands_for).is_break() {
                    return;
                }
            } else {
                dead_ends += 1;
            }
            stands_for = 1;
            match self.stack.pop() {
                Some(next) => current = next,
                None => return,
            }
        }
    }
}

/// Splits a puzzle into subtrees with disjoint solutions.
///
/// Each solution of the puzzle belongs to exactly one subtree. The subtrees come in lexicographic
/// order of their solutions. The first unsolved cell of each is filled with every digit that
/// propagation does not refute, until there are `wanted` subtrees or no unsolved cells. A puzzle
/// without a solution may have no subtrees. The result does not depend on the machine.
pub fn split(puzzle: &PencilMarks, wanted: usize) -> Vec<PencilMarks> {
    let mut root = Candidates::new(puzzle);
    let mut parts = Vec::from_iter(root.propagate().then_some(root));
    while parts.len() < wanted && !parts.iter().all(Candidates::is_complete) {
        parts = parts.into_iter().flat_map(fill_first_unsolved).collect();
    }
    parts.into_iter().map(Candidates::to_marks).collect()
}

/// Returns the subtrees that fill the first unsolved cell and are not refuted, in order.
fn fill_first_unsolved(part: Candidates) -> Vec<Candidates> {
    let Some(cell) = part.first_unsolved() else {
        return vec![part];
    };
    let ways = part.candidates(cell).map(|digit| {
        let mut way = part;
        way.assign(cell, digit);
        way.propagate().then_some(way)
    });
    ways.flatten().collect()
}
