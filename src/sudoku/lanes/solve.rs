//! Solving a batch of puzzles.

use super::Lanes;
use super::goal::{Goal, Mark};
use super::path::Path;
use super::search::Run;
use super::transpose::Root;
use crate::simd::{Kernel, dispatch};
use crate::sudoku::{Grid, PencilMarks};

/// What was found of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of solutions, or the limit if there are more.
    pub solutions: u64,
    /// One solution, the same whatever the kernel, the limit and the other puzzles of
    /// the batch; blank if there is none.
    pub solution: Grid,
}

impl Outcome {
    const NONE: Self = Self {
        solutions: 0,
        solution: Grid::BLANK,
    };
}

impl Lanes {
    /// Solves every puzzle.
    ///
    /// `outcomes` is cleared and then holds one outcome per puzzle, in their order.
    /// A limit of 2 tells unique puzzles from others. Contradictory givens are no
    /// error: such a puzzle has no solution.
    ///
    /// ```
    /// use countless::{Kernel, sudoku::Grid, unstable::sudoku::Lanes};
    ///
    /// let mut outcomes = Vec::new();
    /// let puzzles = [Grid::BLANK, Grid::BLANK.with(1, 1, 1).with(1, 2, 1)];
    /// Lanes::new().solve(Kernel::best(), &puzzles, 2, &mut outcomes);
    /// assert_eq!(outcomes[0].solutions, 2); // or more
    /// assert_eq!(outcomes[1].solutions, 0);
    /// ```
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel or `limit` is 0.
    pub fn solve(
        &mut self,
        kernel: Kernel,
        puzzles: &[Grid],
        limit: u64,
        outcomes: &mut Vec<Outcome>,
    ) {
        self.solve_roots(kernel, puzzles, limit, outcomes);
    }

    /// Solves puzzles in pencil marks, otherwise like [`solve`](Self::solve).
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel or `limit` is 0.
    pub fn solve_marks(
        &mut self,
        kernel: Kernel,
        puzzles: &[PencilMarks],
        limit: u64,
        outcomes: &mut Vec<Outcome>,
    ) {
        self.solve_roots(kernel, puzzles, limit, outcomes);
    }

    fn solve_roots<R: Root>(
        &mut self,
        kernel: Kernel,
        puzzles: &[R],
        limit: u64,
        outcomes: &mut Vec<Outcome>,
    ) {
        assert!(limit > 0, "a limit of 0 asks nothing");
        outcomes.clear();
        outcomes.resize(puzzles.len(), Outcome::NONE);
        if self.firsts.len() < puzzles.len() {
            self.firsts.resize(puzzles.len(), Path::ROOT);
        }
        let mut goal = Solve {
            puzzles,
            limit,
            outcomes,
            firsts: &mut self.firsts,
            narrowed: false,
        };
        dispatch(
            kernel,
            Run {
                memory: &mut self.memory,
                goal: &mut goal,
            },
        );
    }
}

struct Solve<'a, R> {
    puzzles: &'a [R],
    limit: u64,
    outcomes: &'a mut [Outcome],
    /// The path to the first solution of each puzzle.
    firsts: &'a mut [Path],
    narrowed: bool,
}

impl<R: Root> Goal for Solve<'_, R> {
    type Root = R;
    type Mark = Path;

    fn roots(&self) -> &[R] {
        self.puzzles
    }

    fn found(&mut self, root: usize, path: &Path) -> bool {
        let solutions = &mut self.outcomes[root].solutions;
        let first = *solutions == 0 || *path < self.firsts[root];
        if first {
            self.firsts[root] = *path;
        }
        *solutions = (*solutions + 1).min(self.limit);
        self.narrowed |= *solutions == self.limit;
        first
    }

    fn deliver(&mut self, root: usize, solution: &Grid) {
        self.outcomes[root].solution = *solution;
    }

    fn wants(&self, root: usize, path: &Path) -> bool {
        self.outcomes[root].solutions < self.limit || *path < self.firsts[root]
    }

    fn narrowed(&mut self) -> bool {
        std::mem::take(&mut self.narrowed)
    }
}
