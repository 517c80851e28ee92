//! Houses of a shape.

use std::fmt;

use countless_sudoku::HouseKind;

/// House: cells that hold every digit once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeHouse {
    /// Kind of the house.
    pub kind: HouseKind,
    /// Number of the house among those of its kind, from 1.
    pub number: usize,
    /// Cells of the house, in ascending order.
    pub cells: Vec<u16>,
}

impl fmt::Display for ShapeHouse {
    /// Formats the house, such as `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)
    }
}
