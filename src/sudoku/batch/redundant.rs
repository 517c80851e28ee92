//! Tests of clues, of many puzzles side by side.
//!
//! A clue of a puzzle with one solution can be left out if there is no solution with another
//! digit in its cell: to look for that takes less than to look for two solutions without it.

use crate::simd::Kernel;
use crate::sudoku::lanes::{Lanes, Outcome};
use crate::sudoku::{Grid, PencilMarks};

/// Clues that may be redundant, of several puzzles.
#[derive(Debug, Default)]
pub(super) struct Tests {
    marks: Vec<PencilMarks>,
    /// The puzzle and the cell of each.
    which: Vec<(usize, usize)>,
    outcomes: Vec<Outcome>,
}

impl Tests {
    pub fn clear(&mut self) {
        self.marks.clear();
        self.which.clear();
    }

    /// Adds some clues of a puzzle with one solution.
    pub fn add(&mut self, puzzle: usize, grid: &Grid, cells: impl Iterator<Item = usize>) {
        let marks = PencilMarks::from(grid);
        for cell in cells {
            self.marks.push(marks.with_other(cell));
            self.which.push((puzzle, cell));
        }
    }

    /// Calls `found` with each clue that is redundant.
    pub fn run(&mut self, kernel: Kernel, lanes: &mut Lanes, mut found: impl FnMut(usize, usize)) {
        lanes.solve_marks(kernel, &self.marks, 1, &mut self.outcomes);
        for (&(puzzle, cell), outcome) in self.which.iter().zip(&self.outcomes) {
            if outcome.solutions == 0 {
                found(puzzle, cell);
            }
        }
    }
}
