//! Goals that search a batch of puzzles: their solutions up to a limit, several solutions of each,
//! or a limited number of nodes for each.

use std::sync::atomic::AtomicBool;

use super::Lanes;
use super::lane_grids::{LaneCells, RootPuzzle};
use super::lane_search::{EarlyBranching, Goal};
use super::schedule::search;
use crate::{Grid, PencilMarks};
use countless_simd::{Kernel, Simd};

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
        let mut goal = BudgetGoal::new(goal, budget);
        search(&mut self.memory, kernel, &mut goal, stop)
    }

    fn solve_roots<R: RootPuzzle>(
        &mut self,
        kernel: Kernel,
        puzzles: &[R],
        limit: u64,
        outcomes: &mut Vec<SolveOutcome>,
    ) {
        let mut goal = SolveGoal::new(puzzles, limit, outcomes);
        let never = AtomicBool::new(false);
        search(&mut self.memory, kernel, &mut goal, &never);
    }
}

struct SolveGoal<'a, R> {
    puzzles: &'a [R],
    limit: u64,
    outcomes: &'a mut [SolveOutcome],
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
        first
    }

    fn deliver(&mut self, root: usize, solution: &Grid) {
        self.outcomes[root].solution = *solution;
    }

    fn wants(&self, root: usize) -> bool {
        self.outcomes[root].solutions < self.limit
    }
}

impl Lanes {
    /// Passes up to `limit` different solutions of each puzzle to `sink`, in any order, with the
    /// index of the puzzle. The choice of solutions may depend on the kernel. Returns false if
    /// `stop` was set before the end.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use countless_simd::Kernel;
    /// use countless_sudoku::{Grid, lanes::Lanes};
    ///
    /// let mut numbers = Vec::new();
    /// let stop = AtomicBool::new(false);
    /// let puzzles = [(&Grid::BLANK).into(), (&Grid::BLANK.with(1, 1, 7)).into()];
    /// Lanes::new().find(Kernel::best(), &puzzles, 3, &stop, |number, grid| {
    ///     assert!(number == 0 || grid.at(1, 1) == Some(7));
    ///     numbers.push(number);
    /// });
    /// numbers.sort();
    /// assert_eq!(numbers, [0, 0, 0, 1, 1, 1]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    pub fn find(
        &mut self,
        kernel: Kernel,
        puzzles: &[PencilMarks],
        limit: u32,
        stop: &AtomicBool,
        sink: impl FnMut(usize, &Grid),
    ) -> bool {
        let mut goal = FindGoal {
            puzzles,
            left: vec![limit; puzzles.len()],
            sink,
        };
        search(&mut self.memory, kernel, &mut goal, stop)
    }
}

struct FindGoal<'a, F> {
    puzzles: &'a [PencilMarks],
    /// Number of solutions of each puzzle that are still wanted.
    left: Vec<u32>,
    sink: F,
}

impl<F: FnMut(usize, &Grid)> Goal for FindGoal<'_, F> {
    type Root = PencilMarks;
    const EARLY_BRANCHING: EarlyBranching = EarlyBranching::Always;

    fn roots(&self) -> &[PencilMarks] {
        self.puzzles
    }

    fn record_solution(&mut self, root: usize) -> bool {
        let left = &mut self.left[root];
        let wanted = *left > 0;
        *left -= u32::from(wanted);
        wanted
    }

    fn deliver(&mut self, root: usize, solution: &Grid) {
        (self.sink)(root, solution);
    }

    fn wants(&self, root: usize) -> bool {
        self.left[root] > 0
    }
}

/// Limit of nodes for each puzzle, and the nodes of each so far.
#[derive(Debug)]
pub struct Budget<'a> {
    /// Largest number of nodes of a puzzle. A puzzle that needs more is abandoned.
    pub most: u64,
    /// Number of nodes of each puzzle; more than `most` if it was abandoned.
    pub nodes: &'a mut Vec<u64>,
}

/// A goal with a budget for each puzzle.
pub(super) struct BudgetGoal<'a, G> {
    goal: G,
    budget: Budget<'a>,
}

impl<'a, G: Goal> BudgetGoal<'a, G> {
    /// Gives each puzzle of a goal a budget.
    pub fn new(goal: G, budget: Budget<'a>) -> Self {
        budget.nodes.clear();
        budget.nodes.resize(goal.roots().len(), 0);
        Self { goal, budget }
    }

    fn is_given_up(&self, root: usize) -> bool {
        self.budget.nodes[root] > self.budget.most
    }
}

impl<G: Goal> Goal for BudgetGoal<'_, G> {
    type Root = G::Root;
    const STACKS_ONLY: bool = G::STACKS_ONLY;
    const ONE_LANE_EACH: bool = true;

    fn roots(&self) -> &[G::Root] {
        self.goal.roots()
    }

    fn record_solution(&mut self, root: usize) -> bool {
        self.goal.record_solution(root)
    }

    fn deliver(&mut self, root: usize, solution: &Grid) {
        self.goal.deliver(root, solution);
    }

    fn record_branch(&mut self, root: usize) {
        self.budget.nodes[root] = self.budget.nodes[root].saturating_add(1);
    }

    #[inline(always)]
    fn take_settled<S: Simd>(&mut self, simd: S, root: usize, cells: &LaneCells, lane: usize) {
        self.goal.take_settled(simd, root, cells, lane);
    }

    fn wants(&self, root: usize) -> bool {
        !self.is_given_up(root) && self.goal.wants(root)
    }
}
