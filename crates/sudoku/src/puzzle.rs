//! A puzzle as read: a grid of clues, or pencil marks.

use std::fmt;
use std::str::FromStr;

use super::grid::{CELLS, Grid};
use super::parse::{GridError, Repeats, other_size};
use super::pencil::{MARKS_LEN, PencilMarks};

/// A grid of clues, or pencil marks.
///
/// ```
/// use countless_sudoku::Puzzle;
///
/// let blank = ".".repeat(81);
/// assert!(matches!(blank.parse()?, Puzzle::Grid(_)));
/// assert!(matches!("123456789".repeat(81).parse()?, Puzzle::Pencilled(_)));
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Puzzle {
    /// Clues and empty cells.
    Grid(Grid),
    /// The candidates of each cell.
    Pencilled(Box<PencilMarks>),
}

impl Puzzle {
    /// Returns the grid, or `None` for a puzzle in pencil marks.
    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Self::Grid(grid) => Some(grid),
            Self::Pencilled(_) => None,
        }
    }

    /// Returns the candidates of each cell.
    pub fn marks(&self) -> PencilMarks {
        match self {
            Self::Grid(grid) => grid.into(),
            Self::Pencilled(marks) => **marks,
        }
    }

    /// Reads 81 characters of a grid, or 729 of pencil marks.
    ///
    /// # Errors
    ///
    /// The first fault in the text.
    #[inline]
    pub(super) fn parse(text: &[u8], repeats: Repeats) -> Result<Self, GridError> {
        // A length nearer to 81 than to 729 is an error in a grid.
        if text.len() < usize::midpoint(CELLS, MARKS_LEN) {
            return repeats.parse(text).map(Self::Grid);
        }
        let marks = PencilMarks::parse(text);
        let marks = marks.map_err(|error| other_size(text).unwrap_or(error))?;
        Ok(Self::Pencilled(Box::new(marks)))
    }
}

impl From<Grid> for Puzzle {
    fn from(grid: Grid) -> Self {
        Self::Grid(grid)
    }
}

impl FromStr for Puzzle {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        Self::parse(text.as_bytes(), Repeats::Refused)
    }
}

impl TryFrom<&[u8]> for Puzzle {
    type Error = GridError;

    /// Reads a puzzle as [`FromStr`] does, from text that need not be UTF-8.
    fn try_from(text: &[u8]) -> Result<Self, GridError> {
        Self::parse(text, Repeats::Refused)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid(grid) => grid.fmt(f),
            Self::Pencilled(marks) => marks.fmt(f),
        }
    }
}
