//! Puzzles of any layout, and the count of their solutions without kernels: by a search that shares
//! no code with the lanes, so that it checks their results.

use super::digits::single_digits;
use super::shape::Shape;
use countless_engine::{Error, Run};
use countless_sudoku::{
    ExplainerTrace, Grid, Layout, Puzzle, Rating, Solver, SolvingState, Status, Step, TableLayout,
    Trace, TraceEnd, TraceOptions,
};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Puzzle of any layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyPuzzle {
    /// Classic puzzle.
    Classic(Puzzle),
    /// Puzzle of another layout.
    Variant(VariantPuzzle),
}

/// Puzzle of a layout other than the classic one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantPuzzle {
    /// Its shape, with its own regions and cages.
    pub shape: Arc<Shape>,
    /// Its digits, row by row. Empty cells are 0.
    pub digits: Vec<u8>,
}

impl AnyPuzzle {
    /// Returns the layout and rules.
    pub fn shape(&self) -> Arc<Shape> {
        match self {
            Self::Classic(_) => Shape::classic(),
            Self::Variant(puzzle) => Arc::clone(&puzzle.shape),
        }
    }

    /// Returns the status, and the digits of one of the solutions, which are empty for a puzzle
    /// without a solution.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled.
    pub fn solve(&self, run: &Run) -> Result<(Status, Vec<u8>), Error> {
        let puzzle = match self {
            Self::Classic(puzzle) => puzzle,
            Self::Variant(puzzle) => return puzzle.shape.solve(&puzzle.digits, run),
        };
        Ok(puzzle.marks().solve().into_digits())
    }

    /// Prepares the explanation of the puzzle, without a first step.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled.
    pub fn explain(&self, options: TraceOptions, run: &Run) -> Result<Explanation, Error> {
        Ok(match self {
            Self::Classic(puzzle) => Explanation::Classic(Box::new(Trace::of(puzzle, options))),
            Self::Variant(VariantPuzzle { shape, digits }) => {
                Explanation::Variant(Box::new(shape.explain(digits, options, run)?))
            }
        })
    }

    /// Rates the puzzle. Returns `None` unless it has exactly one solution.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled.
    pub fn rate(&self, run: &Run) -> Result<Option<Rating>, Error> {
        match self {
            Self::Classic(puzzle) => Ok(puzzle.rate()),
            Self::Variant(puzzle) => puzzle.shape.rate(&puzzle.digits, run),
        }
    }
}

/// Iterator over the steps that solve a puzzle of any layout.
#[derive(Debug)]
pub enum Explanation {
    /// Steps of a classic puzzle.
    Classic(Box<Trace>),
    /// Steps of a puzzle of another layout.
    Variant(Box<Trace<TableLayout>>),
    /// Steps of Sudoku Explainer for a classic puzzle.
    Explainer(Box<ExplainerTrace>),
}

/// Evaluates an expression for any explanation.
macro_rules! of_any {
    ($this:expr, $trace:ident => $value:expr) => {
        match $this {
            Self::Classic($trace) => $value,
            Self::Variant($trace) => $value,
            Self::Explainer($trace) => $value,
        }
    };
}

impl Explanation {
    /// Returns the end of the explanation, or `None` if another step may follow.
    pub fn end(&self) -> Option<TraceEnd> {
        of_any!(self, trace => trace.end())
    }

    /// Returns whether the puzzle has exactly one solution.
    pub fn is_unique(&self) -> bool {
        of_any!(self, trace => trace.is_unique())
    }

    /// Returns the candidates of each cell so far, one bit per digit. A solved cell has one bit.
    pub fn candidates(&self) -> Vec<u32> {
        of_any!(self, trace => trace.possible())
    }

    /// Returns the digit of each cell that is solved so far, and 0 for the other cells.
    pub fn digits(&self) -> Vec<u8> {
        single_digits(&self.candidates())
    }
}

impl Iterator for Explanation {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        of_any!(self, trace => trace.next())
    }
}

impl From<Puzzle> for AnyPuzzle {
    fn from(puzzle: Puzzle) -> Self {
        Self::Classic(puzzle)
    }
}

impl From<Grid> for AnyPuzzle {
    fn from(grid: Grid) -> Self {
        Self::Classic(grid.into())
    }
}

impl fmt::Display for AnyPuzzle {
    /// Writes the symbols of all cells, or the pencil marks, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classic(puzzle) => puzzle.fmt(f),
            Self::Variant(puzzle) => f.write_str(&puzzle.shape.write(&puzzle.digits)),
        }
    }
}

/// Counts of solutions that share no code with the kernels.
#[derive(Debug)]
pub(super) struct PlainCounts<'a> {
    stop: &'a AtomicBool,
    solver: Solver<'a>,
    /// Search of the last shape.
    search: Option<(Arc<Shape>, PlainSearch)>,
}

impl<'a> PlainCounts<'a> {
    /// Creates counts that end early once `stop` is set.
    pub fn new(stop: &'a AtomicBool) -> Self {
        Self {
            stop,
            solver: Solver::with_stop(stop),
            search: None,
        }
    }

    /// Returns the largest number of solutions of puzzles of a shape that are visited one by one.
    pub fn most_visited(shape: &Shape) -> u128 {
        if shape.is_classic() { 1 << 24 } else { 1 << 20 }
    }

    /// Counts the solutions of a puzzle up to a limit.
    pub fn count(&mut self, puzzle: &AnyPuzzle, limit: u128) -> u128 {
        let VariantPuzzle { shape, digits } = match puzzle {
            AnyPuzzle::Classic(puzzle) => return self.solver.count(puzzle.marks(), limit),
            AnyPuzzle::Variant(puzzle) => puzzle,
        };
        self.search.take_if(|(other, _)| !Arc::ptr_eq(other, shape));
        let new = || (Arc::clone(shape), PlainSearch::new(shape));
        let (_, search) = self.search.get_or_insert_with(new);
        search.count(digits, limit, || self.stop.load(Ordering::Relaxed))
    }
}

/// Depth-first search of puzzles of one shape, with singles and cages.
#[derive(Debug)]
pub struct PlainSearch {
    layout: TableLayout,
    /// Open nodes; the last one is searched next.
    open_nodes: Vec<SolvingState<TableLayout>>,
}

impl PlainSearch {
    /// Creates a search of puzzles of a shape, including its cages.
    pub fn new(shape: &Shape) -> Self {
        Self {
            layout: shape
                .layout(<TableLayout>::new)
                .with_cages(shape.cages.for_techniques()),
            open_nodes: Vec::new(),
        }
    }

    /// Counts the solutions of a puzzle, in which 0 is an empty cell. Stops at `limit` solutions,
    /// or when `stopped` returns true.
    pub fn count(&mut self, puzzle: &[u8], limit: u128, stopped: impl Fn() -> bool) -> u128 {
        self.open_nodes.clear();
        self.open_nodes
            .push(SolvingState::new(self.layout.clone(), puzzle.to_vec()));
        let mut solutions = 0;
        while let Some(mut state) = self.open_nodes.pop() {
            if solutions >= limit || stopped() {
                break;
            }
            if !propagate(&mut state) {
                continue;
            }
            let Some((cell, digit)) = state.branch_candidate() else {
                solutions += 1;
                continue;
            };
            let mut without = state.clone();
            without.remove(digit, cell);
            state.place(cell, digit);
            self.open_nodes.extend([without, state]);
        }
        solutions
    }
}

/// Solves singles and removes candidates that cages exclude. Returns false after a contradiction.
fn propagate(state: &mut SolvingState<TableLayout>) -> bool {
    loop {
        while let Some((cell, digit)) = state.single() {
            state.place(cell, digit);
        }
        if state.is_contradictory() {
            return false;
        }
        let layout = state.layout.clone();
        let mut changed = false;
        for cage in layout.cages() {
            let Some(left) = cage.possible_digits(|cell| state.possible(cell.into())) else {
                return false;
            };
            for (&cell, left) in cage.cells.iter().zip(left) {
                let gone = state.candidates_of(cell.into()) & !left;
                for digit in (0..layout.digits()).filter(|digit| gone >> digit & 1 != 0) {
                    state.remove(digit, cell.into());
                    changed = true;
                }
            }
        }
        if !changed {
            return true;
        }
    }
}
