//! Some clues of a puzzle.

use std::fmt;

use crate::{CELLS, Cell};

/// Some clues of a puzzle, by their cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clues(u128);

impl Clues {
    /// Those in the cells whose bits are set.
    pub const fn of(cells: u128) -> Self {
        Self(cells)
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cells, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| self.0 >> cell.index() & 1 == 1)
    }

    /// Adds a cell.
    pub(super) fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    /// Those that are not among others.
    pub(super) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The numbers of the cells.
    pub(super) fn cells(self) -> impl Iterator<Item = usize> + Clone {
        (0..CELLS).filter(move |cell| self.0 >> cell & 1 == 1)
    }
}

impl fmt::Display for Clues {
    /// `r1c4 r5c6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cell) in self.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{cell}")?;
        }
        Ok(())
    }
}
