//! Solving, counting and listing a grid in one call, and the status of a puzzle: none, one or several
//! solutions, or a reason why that is unknown.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::ControlFlow::Continue;
use std::sync::atomic::AtomicBool;

use super::explain::{
    Level, Rating, Trace, TraceOptions, level_unique, rate_unique, rate_unique_marks,
};
use super::lanes::{Lanes, Lister, SolveOutcome};
use super::map_grids::map_grids;
use super::{Enumerate, Grid, PencilMarks, Puzzle, Solver};
use countless_engine::{Error, Outcome, Run};
use countless_simd::Kernel;
use serde::Serialize;

/// Number of grids that the lanes of one thread solve side by side.
const BATCH_LEN: usize = 1024;

/// Number of solutions of a puzzle, as a status. It serializes as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has several solutions.
    Multiple,
    /// The puzzle has no solution.
    None,
    /// The record cannot be read, or its clues contradict each other.
    Invalid,
    /// The search was given up.
    Unknown,
}

impl Status {
    /// Returns the status for a number of solutions, counted up to at least two.
    pub fn of(solutions: u64) -> Self {
        match solutions {
            0 => Self::None,
            1 => Self::Unique,
            _ => Self::Multiple,
        }
    }

    /// Returns the status for a count, where `None` is a count that was given up.
    pub fn of_count(solutions: Option<u128>) -> Self {
        solutions.map_or(Self::Unknown, |number| Self::of(number.min(2) as u64))
    }

    /// Returns the number of solutions, where 2 stands for several; 0 if it is unknown.
    pub const fn solutions(self) -> u128 {
        match self {
            Self::Unique => 1,
            Self::Multiple => 2,
            Self::None | Self::Invalid | Self::Unknown => 0,
        }
    }

    /// Returns the word in the column `status`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Invalid => "invalid",
            Self::Unknown => "unknown",
        }
    }
}

/// Solutions of a puzzle, up to two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solved {
    /// The only solution.
    Unique(Grid),
    /// Two of several solutions, the same two in every run.
    Multiple(Grid, Grid),
    /// No solution.
    None,
}

impl Solved {
    /// Returns the solution, if it is the only one.
    pub fn unique(self) -> Option<Grid> {
        match self {
            Self::Unique(solution) => Some(solution),
            Self::Multiple(..) | Self::None => None,
        }
    }

    /// Returns the status, and the digits of a solution, which are empty without one.
    ///
    /// ```
    /// use countless_sudoku::{Grid, Status};
    ///
    /// let (status, digits) = Grid::BLANK.solve().into_digits();
    /// assert_eq!((status, digits.len()), (Status::Multiple, 81));
    /// ```
    pub fn into_digits(self) -> (Status, Vec<u8>) {
        match self {
            Self::Unique(solution) => (Status::Unique, solution.digits().to_vec()),
            Self::Multiple(one, _) => (Status::Multiple, one.digits().to_vec()),
            Self::None => (Status::None, Vec::new()),
        }
    }
}

/// Solves grids side by side, on the threads of a run. The answers are in the order of the grids.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{Grid, Solved, solve_all};
///
/// let grid: Grid =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let grids = [grid, Grid::BLANK, Grid::BLANK.with(1, 1, 5).with(1, 2, 5)];
/// let solved = solve_all(&grids, &Run::new())?;
/// assert!(matches!(solved[0], Solved::Unique(solution) if solution.is_solved()));
/// assert!(matches!(solved[1], Solved::Multiple(one, other) if one != other));
/// assert_eq!(solved[2], Solved::None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error::Interrupted`] if the run was cancelled, [`Error::Threads`] if the threads cannot be
/// started.
pub fn solve_all(grids: &[Grid], run: &Run) -> Result<Vec<Solved>, Error> {
    let scratch = || (Lanes::new(), Vec::new(), Solver::new());
    map_grids(grids, BATCH_LEN, run, scratch, |scratch, grids| {
        let (lanes, outcomes, solver) = scratch;
        lanes.solve(run.kernel_used(), grids, 2, outcomes);
        let found = grids.iter().zip(outcomes);
        let solved = |(grid, found): (&Grid, &mut SolveOutcome)| match found.solutions {
            0 => Solved::None,
            1 => Solved::Unique(found.solution),
            _ => find_two(solver, &grid.into()),
        };
        found.map(solved).collect()
    })
}

/// Finds up to two solutions.
fn find_two(solver: &mut Solver, puzzle: &PencilMarks) -> Solved {
    let (mut first, mut second) = (None, None);
    solver.solve(*puzzle, 2, &mut |solution: &Grid| {
        second = first.replace(*solution);
        Continue(())
    });
    match (first, second) {
        (Some(last), Some(first)) => Solved::Multiple(first, last),
        (Some(solution), None) => Solved::Unique(solution),
        (None, _) => Solved::None,
    }
}

impl PencilMarks {
    /// Finds up to two solutions, see [`Grid::solve`].
    pub fn solve(&self) -> Solved {
        find_two(&mut Solver::new(), self)
    }

    /// Counts the solutions, see [`Grid::count`].
    ///
    /// # Errors
    ///
    /// The errors of [`Run::count`].
    pub fn count(&self, run: &Run) -> Result<Outcome, Error> {
        run.count(&Enumerate::new(Puzzle::Pencilled(Box::new(*self))))
    }

    /// Returns the solutions in lexicographic order, see [`Grid::solutions`].
    pub fn solutions(&self) -> PuzzleSolutions {
        let mut lister = Lister::default();
        lister.start(self);
        PuzzleSolutions {
            kernel: Kernel::best(),
            lanes: Box::default(),
            lister,
            next: 0,
        }
    }
}

impl Puzzle {
    /// Rates the difficulty for people; `None` unless the puzzle has exactly one solution.
    ///
    /// For pencil marks that are not a grid of clues, techniques that need a unique solution are
    /// left out, as by [`Trace::of`].
    pub fn rate(&self) -> Option<Rating> {
        let marks = self.marks();
        (Solver::new().count(marks, 2) == 1).then(|| rate_unique_marks(&marks))
    }
}

impl Grid {
    /// Finds up to two solutions, enough to show that a solution is unique.
    ///
    /// ```
    /// use countless_sudoku::{Grid, Solved};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// match grid.solve() {
    ///     Solved::Unique(solution) => assert_eq!(solution.at(1, 3), Some(4)),
    ///     Solved::Multiple(one, other) => panic!("it has several: {one}, {other}"),
    ///     Solved::None => panic!("it has none"),
    /// }
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    pub fn solve(&self) -> Solved {
        PencilMarks::from(self).solve()
    }

    /// Counts the solutions on the threads of a run, without a visit to most of them. An
    /// [`Enumerate`] with a ledger can be continued.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_sudoku::Grid;
    ///
    /// let five_rows = "123456789456789123789123456234567891567891234";
    /// let grid: Grid = format!("{five_rows:.<81}").parse()?;
    /// assert_eq!(grid.count(&Run::new())?.total.count, 3000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Run::count`].
    pub fn count(&self, run: &Run) -> Result<Outcome, Error> {
        run.count(&Enumerate::new(*self))
    }

    /// Returns the solutions in lexicographic order, found one batch at a time on the calling
    /// thread. The search ends when the iterator is dropped. [`Enumerate`] lists on all cores.
    ///
    /// ```
    /// use countless_sudoku::Grid;
    ///
    /// let mut solutions = Grid::BLANK.solutions();
    /// let first = solutions.next().expect("there are many");
    /// let second = solutions.next().expect("there are many");
    /// assert!(first.is_solved() && first < second);
    /// assert!(first.to_string().starts_with("123456789456789123"));
    /// ```
    pub fn solutions(&self) -> PuzzleSolutions {
        PencilMarks::from(self).solutions()
    }

    /// Returns the steps of a human solver with all techniques.
    ///
    /// ```
    /// use countless_sudoku::Grid;
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let step = grid.explain().nth(1).expect("there is a second step");
    /// assert!(step.text.starts_with("Hidden single: in box 7, 8 can only be in r8c2"));
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    pub fn explain(&self) -> Trace {
        Trace::new(self, TraceOptions::new())
    }

    /// Rates the difficulty for people; `None` unless the grid has exactly one solution.
    ///
    /// ```
    /// use countless_sudoku::{Grid, Level};
    ///
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// assert_eq!(grid.rate().map(|rating| rating.level()), Some(Level::Easy));
    /// assert_eq!(Grid::BLANK.rate(), None);
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    pub fn rate(&self) -> Option<Rating> {
        (Solver::new().count(self, 2) == 1).then(|| rate_unique(self))
    }

    /// Returns the level of the rating, sooner than [`rate`](Self::rate).
    ///
    /// ```
    /// use countless_sudoku::Grid;
    ///
    /// assert_eq!(Grid::BLANK.level(), None);
    /// ```
    pub fn level(&self) -> Option<Level> {
        self.solve().unique().map(|_| level_unique(self))
    }
}

/// Iterator over the solutions of a puzzle. Its memory does not grow with their number.
///
/// Made by [`Grid::solutions`].
pub struct PuzzleSolutions {
    kernel: Kernel,
    lanes: Box<Lanes>,
    lister: Lister,
    next: usize,
}

impl Iterator for PuzzleSolutions {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        if self.lister.get(self.next).is_none() {
            self.next = 0;
            let never = AtomicBool::new(false);
            self.lister.load_next(&mut self.lanes, self.kernel, &never);
        }
        let solution = self.lister.get(self.next).copied();
        self.next += 1;
        solution
    }
}

impl FusedIterator for PuzzleSolutions {}

impl fmt::Debug for PuzzleSolutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").finish_non_exhaustive()
    }
}
