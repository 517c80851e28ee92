//! The cells of a grid, joined from its lines.

use super::{BadPuzzle, Reason, column};
use crate::sudoku::{self, CELLS, GridFault, Puzzle};

/// What has been read of a grid.
pub struct Joined<'a> {
    /// The cells as digits and dots, and whatever else stands in their places.
    pub text: String,
    /// The line of each cell, its number, and where in it the cell is.
    places: Vec<(&'a [u8], u64, usize)>,
    /// What is wrong first.
    bad: Option<BadPuzzle>,
}

impl<'a> Joined<'a> {
    pub fn new() -> Self {
        Self {
            text: String::with_capacity(CELLS),
            places: Vec::with_capacity(CELLS),
            bad: None,
        }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Appends a cell of a line: a digit, 0 for a blank, or what else stands there.
    pub fn push(&mut self, line: &'a [u8], number: u64, offset: usize, cell: Result<u8, char>) {
        self.text.push(match cell {
            Ok(0) => '.',
            Ok(digit) => char::from(b'0' + digit),
            Err(c) => c,
        });
        self.places.push((line, number, offset));
        if let Err(c) = cell {
            self.blame(line, number, offset, Reason::Cells(GridFault::Illegal(c)));
        }
    }

    /// Says what is wrong with a line.
    pub fn blame(&mut self, line: &[u8], number: u64, offset: usize, reason: Reason) {
        let bad = || BadPuzzle::new(number, column(line, offset), reason);
        self.bad.get_or_insert_with(bad);
    }

    /// The puzzle of all cells, which came from so many rows, the first of them on line `start`.
    pub fn puzzle(&self, start: u64, rows: usize) -> Result<Puzzle, BadPuzzle> {
        if let Some(bad) = self.bad {
            return Err(bad);
        }
        if self.len() != CELLS {
            return Err(BadPuzzle::new(start, 1, Reason::Rows(rows)));
        }
        let grid = sudoku::cells(self.text.as_bytes()).map_err(|error| {
            let (line, number, offset) = self.places[error.position - 1];
            BadPuzzle::new(number, column(line, offset), Reason::Cells(error.fault))
        })?;
        Ok(Puzzle::Grid(grid))
    }
}
