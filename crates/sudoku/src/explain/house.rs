//! Houses by kind and number.

use std::fmt;

use super::super::grid::Cell;
use serde::{Serialize, Serializer};

/// Kind of a house, or of another group of cells that hold different digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// Cells side by side.
    Row,
    /// Cells one below the other.
    Column,
    /// Rectangle of cells.
    Box,
    /// Cells of the same letter.
    Region,
    /// Cells from corner to corner.
    Diagonal,
    /// Square of cells between the boxes.
    Window,
    /// Cells that hold every digit because the windows do.
    Implied,
    /// Cells with a known sum.
    Cage,
}

impl HouseKind {
    /// True for a row, a column or a diagonal.
    pub const fn is_line(self) -> bool {
        matches!(self, Self::Row | Self::Column | Self::Diagonal)
    }

    /// Plural of the kind: `rows`.
    pub(super) const fn plural(self) -> &'static str {
        match self {
            Self::Row => "rows",
            Self::Column => "columns",
            Self::Box => "boxes",
            Self::Region => "regions",
            Self::Diagonal => "diagonals",
            Self::Window => "windows",
            Self::Implied => "the cells beside windows",
            Self::Cage => "cages",
        }
    }
}

impl fmt::Display for HouseKind {
    /// Writes the kind in words: `row`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Box => "box",
            Self::Region => "region",
            Self::Diagonal => "diagonal",
            Self::Window => "window",
            Self::Implied => "the cells beside window",
            Self::Cage => "cage",
        })
    }
}

/// House of a puzzle, or a cage.
///
/// Serializes as its name: `row 1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct House {
    /// Kind of the house.
    pub kind: HouseKind,
    /// Number among the houses of its kind, from 1.
    pub number: usize,
    /// Cells of the house.
    pub cells: Vec<Cell>,
}

impl fmt::Display for House {
    /// Writes kind and number: `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, number, .. } = self;
        write!(f, "{kind} {number}")
    }
}

impl Serialize for House {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
