//! Solutions of a batch of puzzles, up to a limit for each.

use std::sync::atomic::AtomicBool;

use super::Lanes;
use super::budget_goal::{Budget, BudgetGoal};
use super::goal::{EarlyBranching, Goal};
use super::search_loop::GoalTask;
use super::transpose::RootPuzzle;
use crate::{Grid, PencilMarks};
use countless_simd::{Kernel, dispatch};

/// Solutions of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolveOutcome {
    /// Number of solutions, up to the limit.
    pub solutions: u64,
    /// One solution; the empty grid if none was found. The choice among several may depend on the
    /// kernel and on the other puzzles.
    pub solution: Grid,
}

impl SolveOutcome {
    const NONE: Self = Self {
        solutions: 0,
        solution: Grid::BLANK,
    };
}

impl Lanes {
    /// Solves every puzzle, up to `limit` solutions.
    ///
    /// `outcomes` is cleared and then holds one outcome per puzzle, in their order. A limit of 2
    /// shows which puzzles have a unique solution. Contradictory givens are not an error: the
    /// puzzle has no solution.
    ///
    /// ```
    /// use countless_simd::Kernel;
    /// use countless_sudoku::{Grid, lanes::Lanes};
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
        outcomes: &mut Vec<SolveOutcome>,
    ) {
        self.solve_roots(kernel, puzzles, limit, outcomes);
    }

    /// Solves puzzles in pencil marks as [`solve`](Self::solve) solves grids.
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel or `limit` is 0.
    pub fn solve_marks(
        &mut self,
        kernel: Kernel,
        puzzles: &[PencilMarks],
        limit: u64,
        outcomes: &mut Vec<SolveOutcome>,
    ) {
        self.solve_roots(kernel, puzzles, limit, outcomes);
    }

    /// Solves puzzles in pencil marks as [`solve_marks`](Self::solve_marks) does, each within a
    /// budget. The outcome of an abandoned puzzle is meaningless. Once `stop` is set, the search
    /// ends early and returns false.
    ///
    /// The number of nodes of a puzzle depends neither on the kernel nor on the other puzzles.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use countless_simd::Kernel;
    /// use countless_sudoku::{Grid, lanes::{Budget, Lanes}};
    ///
    /// let hard: Grid =
    ///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
    /// let (mut outcomes, mut nodes, stop) = (Vec::new(), Vec::new(), AtomicBool::new(false));
    /// let budget = Budget { most: 1, nodes: &mut nodes };
    /// let puzzles = [(&hard).into()];
    /// Lanes::new().solve_within(Kernel::best(), &puzzles, 2, budget, &stop, &mut outcomes);
    /// assert!(nodes[0] > 1); // abandoned
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel or `limit` is 0.
    pub fn solve_within(
        &mut self,
        kernel: Kernel,
        puzzles: &[PencilMarks],
        limit: u64,
        budget: Budget<'_>,
        stop: &AtomicBool,
        outcomes: &mut Vec<SolveOutcome>,
    ) -> bool {
        let goal = SolveGoal::new(puzzles, limit, outcomes);
        let run = GoalTask {
            memory: &mut self.memory,
            goal: &mut BudgetGoal::new(goal, budget, stop),
        };
        dispatch(kernel, run)
    }

    fn solve_roots<R: RootPuzzle>(
        &mut self,
        kernel: Kernel,
        puzzles: &[R],
        limit: u64,
        outcomes: &mut Vec<SolveOutcome>,
    ) {
        let mut goal = SolveGoal::new(puzzles, limit, outcomes);
        dispatch(
            kernel,
            GoalTask {
                memory: &mut self.memory,
                goal: &mut goal,
            },
        );
    }
}

struct SolveGoal<'a, R> {
    puzzles: &'a [R],
    limit: u64,
    outcomes: &'a mut [SolveOutcome],
    any_finished: bool,
}

impl<'a, R> SolveGoal<'a, R> {
    fn new(puzzles: &'a [R], limit: u64, outcomes: &'a mut Vec<SolveOutcome>) -> Self {
        assert!(limit > 0, "a limit of 0 asks nothing");
        outcomes.clear();
        outcomes.resize(puzzles.len(), SolveOutcome::NONE);
        Self {
            puzzles,
            limit,
            outcomes,
            any_finished: false,
        }
    }
}

impl<R: RootPuzzle> Goal for SolveGoal<'_, R> {
    type Root = R;
    const EARLY_BRANCHING: EarlyBranching = EarlyBranching::WhereItPays;

    fn roots(&self) -> &[R] {
        self.puzzles
    }

    fn record_solution(&mut self, root: usize) -> bool {
        let solutions = &mut self.outcomes[root].solutions;
        let first = *solutions == 0;
        *solutions = (*solutions + 1).min(self.limit);
        self.any_finished |= *solutions == self.limit;
        first
    }

    fn deliver(&mut self, root: usize, solution: &Grid) {
        self.outcomes[root].solution = *solution;
    }

    fn wants(&self, root: usize) -> bool {
        self.outcomes[root].solutions < self.limit
    }

    fn take_finished(&mut self) -> bool {
        std::mem::take(&mut self.any_finished)
    }
}
