//! Cells that hold every digit.

use std::fmt;

use countless_sudoku::HouseKind;

/// Cells that hold every digit once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeHouse {
    /// What it is.
    pub kind: HouseKind,
    /// Its number among those of its kind, from 1.
    pub number: usize,
    /// Its cells, in ascending order.
    pub cells: Vec<u16>,
}

impl fmt::Display for ShapeHouse {
    /// `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)
    }
}
