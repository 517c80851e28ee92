//! Exact counts of all solutions.
//!
//! The search branches in stacks only. Once every minicolumn (the column of a box) has three
//! digits, the three bands are independent, and their numbers of fillings are multiplied. Most
//! solutions are never visited.

use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Lanes;
use super::band_fills::{BandCache, BandCandidates};
use super::choose_branches::WAYS;
use super::lane_grids::{LaneCells, PLACE};
use super::lane_search::Goal;
use super::lister::consistent_marks;
use super::schedule::GoalTask;
use super::solve_goal::{Budget, BudgetGoal};
use crate::PencilMarks;
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, Simd, dispatch};

impl Lanes {
    /// Counts the solutions of every puzzle exactly.
    ///
    /// `counts` is cleared and then holds one number per puzzle, in their order. One puzzle is
    /// enough to keep all lanes busy. Once `stop` is set, the search ends early and returns false;
    /// the numbers are then lower bounds.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use countless_simd::Kernel;
    /// use countless_sudoku::Grid;
    /// use countless_sudoku::lanes::Lanes;
    ///
    /// let five_rows = "123456789456789123789123456234567891567891234";
    /// let puzzle: Grid = format!("{five_rows:.<81}").parse()?;
    /// let mut counts = Vec::new();
    /// Lanes::new().count(Kernel::best(), &[(&puzzle).into()], &AtomicBool::new(false), &mut counts);
    /// assert_eq!(counts, [3000]);
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    pub fn count(
        &mut self,
        kernel: Kernel,
        puzzles: &[PencilMarks],
        stop: &AtomicBool,
        counts: &mut Vec<u128>,
    ) -> bool {
        self.count_up_to(kernel, puzzles, u128::MAX, stop, counts)
    }

    /// Counts the solutions of every puzzle as [`count`](Self::count) does, up to `limit`.
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    pub fn count_up_to(
        &mut self,
        kernel: Kernel,
        puzzles: &[PencilMarks],
        limit: u128,
        stop: &AtomicBool,
        counts: &mut Vec<u128>,
    ) -> bool {
        counts.clear();
        counts.resize(puzzles.len(), 0);
        let puzzles = upright(puzzles);
        self.residue = Residue::default();
        let mut goal = CountGoal {
            puzzles: &puzzles,
            counts,
            residue: &mut self.residue,
            limit,
            any_finished: false,
            stop,
            band_cache: &mut self.band_cache,
        };
        let run = GoalTask {
            memory: &mut self.memory,
            goal: &mut goal,
        };
        dispatch(kernel, run)
    }

    /// Counts the solutions of every puzzle as [`count_up_to`](Self::count_up_to) does, each within
    /// a budget. The number of an abandoned puzzle is meaningless.
    ///
    /// The number of nodes of a puzzle depends neither on the kernel nor on the other puzzles.
    ///
    /// # Panics
    ///
    /// If the machine lacks the kernel.
    pub fn count_within(
        &mut self,
        kernel: Kernel,
        puzzles: &[PencilMarks],
        limit: u128,
        budget: Budget<'_>,
        stop: &AtomicBool,
        counts: &mut Vec<u128>,
    ) -> bool {
        counts.clear();
        counts.resize(puzzles.len(), 0);
        let each = puzzles
            .iter()
            .flat_map(|puzzle| upright(slice::from_ref(puzzle)));
        let puzzles: Vec<PencilMarks> = each.collect();
        let goal = CountGoal {
            puzzles: &puzzles,
            counts,
            residue: &mut self.residue,
            limit,
            any_finished: false,
            stop,
            band_cache: &mut self.band_cache,
        };
        let run = GoalTask {
            memory: &mut self.memory,
            goal: &mut BudgetGoal::new(goal, budget, stop),
        };
        dispatch(kernel, run)
    }

    /// Counts the solutions of one puzzle up to `limit`, [`u64::MAX`] for all. Returns their number
    /// and its residue, or `None` if `stop` was set before the end.
    ///
    /// The residue of all solutions is computed independently of their number.
    pub fn count_one(
        &mut self,
        kernel: Kernel,
        puzzle: &PencilMarks,
        limit: u64,
        stop: &AtomicBool,
    ) -> Option<(u128, Residue)> {
        let all = limit == u64::MAX;
        let limit = if all { u128::MAX } else { limit.into() };
        let mut counts = Vec::with_capacity(1);
        let done = self.count_up_to(kernel, slice::from_ref(puzzle), limit, stop, &mut counts);
        let residue = if all {
            self.residue
        } else {
            Residue::of(counts[0])
        };
        done.then(|| (counts[0], residue))
    }

    /// Residue of the sum of the numbers of the last [`count_up_to`](Self::count_up_to), if none
    /// reached its limit. It is computed independently of them.
    pub fn residue(&self) -> Residue {
        self.residue
    }
}

/// Returns the puzzles, or all their transposes if these have a lower maximum of `spread_count`.
fn upright(puzzles: &[PencilMarks]) -> Vec<PencilMarks> {
    let transposes: Vec<_> = puzzles.iter().map(transpose).collect();
    let freest = |puzzles: &[PencilMarks]| puzzles.iter().map(spread_count).fold(0.0, f64::max);
    if freest(&transposes) < freest(puzzles) {
        transposes
    } else {
        puzzles.to_vec()
    }
}

/// Returns the puzzle with rows and columns exchanged.
fn transpose(puzzle: &PencilMarks) -> PencilMarks {
    PencilMarks(std::array::from_fn(|cell| {
        puzzle.cells()[cell % 9 * 9 + cell / 9]
    }))
}

/// Number of ways to place every digit in every stack, if all were independent.
fn spread_count(puzzle: &PencilMarks) -> f64 {
    // For each digit, the possible columns in each box, one bit each.
    let mut columns = [[0_u8; 9]; 9];
    for (&(b, i), fitting) in PLACE.iter().zip(consistent_marks(puzzle)) {
        for digit in (0..9).filter(|digit| fitting >> digit & 1 != 0) {
            columns[digit][b] |= 1 << (i % 3);
        }
    }
    let mut freedom = 1.0;
    for boxes in columns {
        for stack in 0..3 {
            let is_free = |way: &&[usize; 3]| {
                (0..3).all(|band| boxes[3 * band + stack] >> way[band] & 1 != 0)
            };
            freedom *= WAYS.iter().filter(is_free).count() as f64;
        }
    }
    freedom
}

struct CountGoal<'a> {
    puzzles: &'a [PencilMarks],
    counts: &'a mut [u128],
    residue: &'a mut Residue,
    limit: u128,
    /// True if a puzzle has reached the limit since the last call of `take_finished`.
    any_finished: bool,
    stop: &'a AtomicBool,
    band_cache: &'a mut BandCache,
}

impl CountGoal<'_> {
    fn add(&mut self, root: usize, number: u128) {
        self.counts[root] = self.limit.min(self.counts[root] + number);
        self.any_finished |= self.counts[root] == self.limit;
    }
}

impl Goal for CountGoal<'_> {
    type Root = PencilMarks;
    const STACKS_ONLY: bool = true;

    fn roots(&self) -> &[PencilMarks] {
        self.puzzles
    }

    fn record_solution(&mut self, root: usize) -> bool {
        self.add(root, 1);
        *self.residue += Residue::of(1);
        false
    }

    #[inline(always)]
    fn take_settled<S: Simd>(&mut self, simd: S, root: usize, cells: &LaneCells, lane: usize) {
        let (mut product, mut residue) = (1, Residue::of(1));
        for band in 0..3 {
            let fills = self
                .band_cache
                .fills(simd, &BandCandidates::of(cells, lane, band));
            product *= u128::from(fills);
            residue = residue.times(fills);
        }
        self.add(root, product);
        *self.residue += residue;
    }

    fn wants(&self, root: usize) -> bool {
        self.counts[root] < self.limit
    }

    fn take_finished(&mut self) -> bool {
        std::mem::take(&mut self.any_finished)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
