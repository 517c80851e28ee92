//! Sets of clues.

use std::fmt;

use super::grid::{CELLS, Cell};

/// Set of clues of a puzzle, by cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clues(u128);

impl Clues {
    /// Creates the set of the cells with their bit set.
    pub const fn of(cells: u128) -> Self {
        Self(cells)
    }

    /// Number of clues.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Cells in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| self.0 >> cell.index() & 1 == 1)
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    /// Clues that are not in `others`.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Numbers of the cells, in ascending order.
    pub fn cells(self) -> impl Iterator<Item = usize> + Clone {
        (0..CELLS).filter(move |cell| self.0 >> cell & 1 == 1)
    }
}

impl fmt::Display for Clues {
    /// Writes the cells: `r1c4 r5c6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cell) in self.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{cell}")?;
        }
        Ok(())
    }
}
