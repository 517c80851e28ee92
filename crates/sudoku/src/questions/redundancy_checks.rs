//! Redundancy checks of clues, for many puzzles side by side.
//!
//! A clue of a puzzle with one solution is redundant if no other digit in its cell gives a
//! solution. A search for that is cheaper than one for two solutions without the clue.

use std::sync::atomic::AtomicBool;

use crate::lanes::{Budget, Lanes, SolveOutcome};
use crate::{Grid, PencilMarks};
use countless_simd::Kernel;

/// Clues of several puzzles that may be redundant.
#[derive(Debug, Default)]
pub struct RedundancyChecks {
    marks: Vec<PencilMarks>,
    /// Number of the puzzle and cell of each clue.
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

    /// Calls `found` with each clue, with true if it is redundant, and with the nodes of the check.
    /// Each check has a budget of `most` nodes, and counts more than that if it was given up.
    /// Without a budget, only redundant clues are passed, with 0 nodes. Returns false if `stop`
    /// ended the checks early.
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

    /// Calls `found` with each redundant clue.
    pub fn run(&mut self, kernel: Kernel, lanes: &mut Lanes, mut found: impl FnMut(usize, usize)) {
        lanes.solve_marks(kernel, &self.marks, 1, &mut self.outcomes);
        for (&(puzzle, cell), outcome) in self.clues.iter().zip(&self.outcomes) {
            if outcome.solutions == 0 {
                found(puzzle, cell);
            }
        }
    }
}
