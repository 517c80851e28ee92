//! Search for several solutions of each puzzle.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Lanes;
use super::goal::{EarlyBranching, Goal};
use super::search_loop::GoalTask;
use crate::{Grid, PencilMarks};
use countless_simd::{Kernel, dispatch};

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
            any_finished: false,
            stop,
        };
        let run = GoalTask {
            memory: &mut self.memory,
            goal: &mut goal,
        };
        dispatch(kernel, run)
    }
}

struct FindGoal<'a, F> {
    puzzles: &'a [PencilMarks],
    /// Number of solutions of each puzzle that are still wanted.
    left: Vec<u32>,
    sink: F,
    any_finished: bool,
    stop: &'a AtomicBool,
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
        self.any_finished |= *left == 0;
        wanted
    }

    fn deliver(&mut self, root: usize, solution: &Grid) {
        (self.sink)(root, solution);
    }

    fn wants(&self, root: usize) -> bool {
        self.left[root] > 0
    }

    fn take_finished(&mut self) -> bool {
        std::mem::take(&mut self.any_finished)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
