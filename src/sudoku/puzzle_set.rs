//! Puzzles that are solved side by side.

use super::lanes::{Lanes, Outcome};
use super::{Grid, PencilMarks, Puzzle};
use crate::simd::Kernel;

/// Some puzzles, and then what was found of them; its memory is reused.
#[derive(Debug, Default)]
pub struct PuzzleSet {
    /// The grids, and their outcomes.
    grids: Vec<Grid>,
    outcomes: Vec<Outcome>,
    /// The puzzles in pencil marks, and their outcomes.
    pencilled: Vec<PencilMarks>,
    pencilled_outcomes: Vec<Outcome>,
    pub lanes: Lanes,
}

/// Which puzzle of a set.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Grid(usize),
    Pencilled(usize),
}

impl PuzzleSet {
    pub fn clear(&mut self) {
        self.grids.clear();
        self.pencilled.clear();
    }

    /// Adds a puzzle, and says where.
    pub fn add(&mut self, puzzle: &Puzzle) -> Place {
        match puzzle {
            Puzzle::Grid(grid) => {
                self.grids.push(*grid);
                Place::Grid(self.grids.len() - 1)
            }
            Puzzle::Pencilled(marks) => {
                self.pencilled.push(**marks);
                Place::Pencilled(self.pencilled.len() - 1)
            }
        }
    }

    /// Solves all, looking for up to `limit` solutions of each.
    pub fn solve(&mut self, kernel: Kernel, limit: u64) {
        let (grids, outcomes) = (&self.grids, &mut self.outcomes);
        self.lanes.solve(kernel, grids, limit, outcomes);
        let (pencilled, outcomes) = (&self.pencilled, &mut self.pencilled_outcomes);
        self.lanes.solve_marks(kernel, pencilled, limit, outcomes);
    }

    pub fn marks(&self, place: Place) -> PencilMarks {
        match place {
            Place::Grid(index) => (&self.grids[index]).into(),
            Place::Pencilled(index) => self.pencilled[index],
        }
    }

    /// The puzzle, if it is a grid.
    pub fn grid(&self, place: Place) -> Option<&Grid> {
        match place {
            Place::Grid(index) => Some(&self.grids[index]),
            Place::Pencilled(_) => None,
        }
    }

    /// What was found of a puzzle.
    pub fn outcome(&self, place: Place) -> &Outcome {
        match place {
            Place::Grid(index) => &self.outcomes[index],
            Place::Pencilled(index) => &self.pencilled_outcomes[index],
        }
    }
}
