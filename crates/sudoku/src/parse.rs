//! From 81 characters to a grid, saying exactly what is wrong with them if anything is.

use std::fmt;
use std::str::FromStr;

use super::grid::{CELLS, Conflict, Grid};
use super::sizes;

/// Why characters are not a grid, and which of them is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {position}: {fault}")]
pub struct GridError {
    /// The offending byte, counted from 1; one past the end if some are missing.
    pub position: usize,
    /// What is wrong.
    pub fault: GridFault,
}

/// What can be wrong with the cells of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridFault {
    /// So many characters, where 81 are needed.
    TooShort(usize),
    /// So many characters, where 81 are needed.
    TooLong(usize),
    /// A puzzle of so many rows and columns instead of nine.
    Size(usize),
    /// A character that is neither a digit nor a blank.
    Illegal(char),
    /// A number that is no digit.
    NoDigit(u8),
    /// So many characters, where 729 are needed.
    Marks(usize),
    /// A digit in the place of another among the pencil marks of a cell.
    Misplaced {
        /// The digit that stands there.
        found: u8,
        /// The one that may.
        expected: u8,
    },
    /// Two equal digits in a row, column or box.
    Repeated(Conflict),
}

impl fmt::Display for GridFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort(found) | Self::TooLong(found) => {
                write!(f, "expected 81 cells, found {found}")
            }
            Self::Size(side) => write!(
                f,
                "a puzzle of {side}×{side} cells; expected 9×9: 81 cells, or 729 pencil marks"
            ),
            Self::Illegal(found) => write!(f, "{found:?} is neither a digit nor a blank"),
            Self::NoDigit(found) => write!(f, "{found} is not a digit from 0 to 9"),
            Self::Marks(found) => write!(f, "expected 729 pencil marks, found {found}"),
            Self::Misplaced { found, expected } => {
                write!(f, "pencil mark {found} in the place of {expected}")
            }
            Self::Repeated(conflict) => conflict.fmt(f),
        }
    }
}

/// Stands for a character that is no cell.
const NO_CELL: u8 = 0xff;

/// The digit that a byte stands for, 0 for a blank, or `NO_CELL`.
#[inline(always)]
fn digit(byte: u8) -> u8 {
    // Comparisons and masks, no table: sixteen bytes at a time where it is inlined.
    let digit = byte.wrapping_sub(b'0');
    let is_blank = matches!(byte, b'.' | b'*' | b'_' | b'-' | b'x' | b'X');
    let other = if is_blank { 0 } else { NO_CELL };
    if digit <= 9 { digit } else { other }
}

/// The digit that a byte stands for, 0 for a blank, or `None` if it is no cell.
pub fn parse_cell(byte: u8) -> Option<u8> {
    Some(digit(byte)).filter(|&digit| digit != NO_CELL)
}

/// What becomes of a grid that has a digit twice in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// It is refused.
    Refused,
    /// It is read as it is: to search it finds no solution either.
    Passed,
}

impl Repeats {
    /// Reads exactly 81 cells.
    ///
    /// # Errors
    ///
    /// The first illegal character, else a wrong length, else two equal digits in a unit, if they
    /// are refused.
    #[inline]
    pub fn parse(self, text: &[u8]) -> Result<Grid, GridError> {
        match self {
            Self::Refused => parse_grid(text),
            Self::Passed => parse_digits(text),
        }
    }
}

/// Reads exactly 81 cells.
///
/// # Errors
///
/// The first illegal character, else a wrong length, else two equal digits in a unit.
pub fn parse_grid(text: &[u8]) -> Result<Grid, GridError> {
    parse_digits(text).and_then(check_rules)
}

/// The same of cells that may break the rules.
fn parse_digits(text: &[u8]) -> Result<Grid, GridError> {
    if let Ok(text) = <&[u8; CELLS]>::try_from(text) {
        let mut digits = [0; CELLS];
        let mut all = 0;
        for (cell, &byte) in digits.iter_mut().zip(text) {
            *cell = digit(byte);
            all |= *cell;
        }
        if all != NO_CELL {
            return Ok(Grid(digits));
        }
    }
    Err(fault_of(text))
}

impl TryFrom<&[u8; CELLS]> for Grid {
    type Error = GridError;

    /// A grid of digits that keep the rules, 0 for a blank.
    ///
    /// ```
    /// use countless_sudoku::Grid;
    ///
    /// let mut digits = [0; 81];
    /// assert_eq!(Grid::try_from(&digits)?, Grid::BLANK);
    /// digits[80] = 10;
    /// let error = Grid::try_from(&digits).unwrap_err();
    /// assert_eq!(error.to_string(), "character 81: 10 is not a digit from 0 to 9");
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    fn try_from(digits: &[u8; CELLS]) -> Result<Self, GridError> {
        match digits.iter().position(|&digit| digit > 9) {
            None => check_rules(Grid(*digits)),
            Some(at) => Err(GridError {
                position: at + 1,
                fault: GridFault::NoDigit(digits[at]),
            }),
        }
    }
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads exactly 81 characters: digits, and `.` `0` `*` `_` `-` `x` `X` for a blank.
    fn from_str(text: &str) -> Result<Self, GridError> {
        parse_grid(text.as_bytes())
    }
}

/// The grid, unless it breaks the rules.
fn check_rules(grid: Grid) -> Result<Grid, GridError> {
    if grid.is_consistent() {
        return Ok(grid);
    }
    let conflict = grid
        .conflict()
        .expect("an inconsistent grid has a conflict");
    Err(GridError {
        position: conflict.cells.1.index() + 1,
        fault: GridFault::Repeated(conflict),
    })
}

/// Says why `text` is not 81 cells.
#[cold]
fn fault_of(text: &[u8]) -> GridError {
    let length = text.len();
    if let Some(error) = other_size(text) {
        return error;
    }
    match text.iter().position(|&byte| parse_cell(byte).is_none()) {
        Some(at) => GridError {
            position: at + 1,
            fault: GridFault::Illegal(first_character(&text[at..])),
        },
        None if length < CELLS => GridError {
            position: length + 1,
            fault: GridFault::TooShort(length),
        },
        None => GridError {
            position: CELLS + 1,
            fault: GridFault::TooLong(length),
        },
    }
}

/// Says so if `text` is a puzzle of another size.
#[cold]
pub(super) fn other_size(text: &[u8]) -> Option<GridError> {
    let fault = GridFault::Size(sizes::side_of_line(text)?);
    Some(GridError { position: 1, fault })
}

/// The character at the start of `text`, or � if it is not UTF-8.
pub(super) fn first_character(text: &[u8]) -> char {
    let first = text.utf8_chunks().next();
    let valid = first.and_then(|chunk| chunk.valid().chars().next());
    valid.unwrap_or(char::REPLACEMENT_CHARACTER)
}
