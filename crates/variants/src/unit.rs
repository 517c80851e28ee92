//! Cells that hold every digit.

use std::fmt;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// Cells side by side.
    Row,
    /// Cells one below the other.
    Column,
    /// A rectangle of cells.
    Box,
    /// Cells of the same letter.
    Region,
    /// Cells from corner to corner.
    Diagonal,
    /// A square between the boxes.
    Window,
    /// Cells that hold every digit because the windows do.
    Implied,
}

/// Cells that hold every digit once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeUnit {
    /// What it is.
    pub kind: UnitKind,
    /// Its number among those of its kind, from 1.
    pub number: usize,
    /// Its cells, in ascending order.
    pub cells: Vec<u16>,
}

impl fmt::Display for ShapeUnit {
    /// `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            UnitKind::Row => "row",
            UnitKind::Column => "column",
            UnitKind::Box => "box",
            UnitKind::Region => "region",
            UnitKind::Diagonal => "diagonal",
            UnitKind::Window => "window",
            UnitKind::Implied => "the cells beside window",
        };
        write!(f, "{kind} {}", self.number)
    }
}
