//! Houses by kind and number.

use std::fmt;

use serde::{Serialize, Serializer};

use super::super::cell::Cell;

/// The kind of a house, or of another group of cells that hold different digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseKind {
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
    /// Cells of a known sum.
    Cage,
}

impl HouseKind {
    /// True for a line, which crosses boxes.
    pub const fn is_line(self) -> bool {
        matches!(self, Self::Row | Self::Column | Self::Diagonal)
    }

    /// Several houses of this kind: `rows`.
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
    /// `row`.
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

/// A house of a puzzle, or a cage.
///
/// As JSON it is its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct House {
    /// What it is.
    pub kind: HouseKind,
    /// Its number among those of its kind, from 1.
    pub number: usize,
    /// Its cells.
    pub cells: Vec<Cell>,
}

impl fmt::Display for House {
    /// `row 1`.
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
