//! Tests of clues, of many puzzles side by side.
//!
//! A clue of a puzzle with one solution can be left out if there is no solution with another
//! digit in its cell: to look for that takes less than to look for two solutions without it.

use std::sync::atomic::AtomicBool;

use crate::lanes::{Budget, Lanes, SolveOutcome};
use crate::{Grid, PencilMarks};
use countless_simd::Kernel;

/// Clues that may be redundant, of several puzzles.
#[derive(Debug, Default)]
pub struct RedundancyChecks {
    marks: Vec<PencilMarks>,
    /// The puzzle and the cell of each.
    clues: Vec<(usize, usize)>,
    outcomes: Vec<SolveOutcome>,
    nodes: Vec<u64>,
}

impl RedundancyChecks {
    pub fn clear(&mut self) {
        self.marks.clear();
        self.clues.clear();
    }

    /// Adds some clues of a puzzle with one solution.
    pub fn add(&mut self, puzzle: usize, grid: &Grid, cells: impl Iterator<Item = usize>) {
        let marks = PencilMarks::from(grid);
        for cell in cells {
            self.marks.push(marks.with_other_digits(cell));
            self.clues.push((puzzle, cell));
        }
    }

    /// Calls `found` with each clue, whether it is redundant, and the nodes of the test; each test
    /// has a budget of so many, if there is one, and takes more if it was given up. Once `stop` is set,
    /// it ends early and returns false.
    pub fn run_within(
        &mut self,
        kernel: Kernel,
        lanes: &mut Lanes,
        most: Option<u64>,
        stop: &AtomicBool,
        mut found: impl FnMut((usize, usize), bool, u64),
    ) -> bool {
        let Some(most) = most else {
            self.run(kernel, lanes, |puzzle, cell| found((puzzle, cell), true, 0));
            return true;
        };
        let budget = Budget {
            most,
            nodes: &mut self.nodes,
        };
        let done = lanes.solve_within(kernel, &self.marks, 1, budget, stop, &mut self.outcomes);
        let outcomes = self.outcomes.iter().zip(&self.nodes);
        for (&which, (outcome, &nodes)) in self.clues.iter().zip(outcomes) {
            found(which, outcome.solutions == 0, nodes);
        }
        done
    }

    /// Calls `found` with each clue that is redundant.
    pub fn run(&mut self, kernel: Kernel, lanes: &mut Lanes, mut found: impl FnMut(usize, usize)) {
        lanes.solve_marks(kernel, &self.marks, 1, &mut self.outcomes);
        for (&(puzzle, cell), outcome) in self.clues.iter().zip(&self.outcomes) {
            if outcome.solutions == 0 {
                found(puzzle, cell);
            }
        }
    }
}
