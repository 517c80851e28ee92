//! A cell of a grid, by row and column.

use std::fmt;

use serde::{Serialize, Serializer};

use super::grid::CELLS;

/// A cell of a grid, or of a larger sudoku. Rows and columns count from 1.
///
/// ```
/// use countless_sudoku::Cell;
///
/// let cell = Cell::new(4, 7);
/// assert_eq!((cell.row(), cell.column()), (4, 7));
/// assert_eq!(cell.to_string(), "r4c7");
/// assert!(cell < Cell::new(5, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// Returns the cell in a row and a column.
    ///
    /// # Panics
    ///
    /// If the row or the column is not from 1 to 9.
    pub fn new(row: usize, column: usize) -> Self {
        let is_place = (1..=9).contains(&row) && (1..=9).contains(&column);
        assert!(is_place, "a grid has no row {row} or no column {column}");
        Self::in_layout(row, column)
    }

    /// Returns the cell in a row and a column, both from 1 to 255, of a layout that may be larger.
    pub fn in_layout(row: usize, column: usize) -> Self {
        Self {
            row: row as u8,
            column: column as u8,
        }
    }

    /// Returns every cell, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELLS).map(Self::from_index)
    }

    /// Row, from 1.
    pub fn row(self) -> usize {
        self.row.into()
    }

    /// Column, from 1.
    pub fn column(self) -> usize {
        self.column.into()
    }

    /// Returns the cell of a 9×9 grid with this index, from 0, row by row.
    pub fn from_index(index: usize) -> Self {
        Self::in_layout(index / 9 + 1, index % 9 + 1)
    }

    /// Index of the cell in a 9×9 grid, from 0, row by row.
    pub fn index(self) -> usize {
        9 * (self.row() - 1) + self.column() - 1
    }
}

impl fmt::Display for Cell {
    /// Writes the cell as `r1c1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("r{}c{}", self.row(), self.column()))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
