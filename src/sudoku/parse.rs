//! From 81 characters to a grid, saying exactly what is wrong with them if anything is.

use std::fmt;
use std::str::FromStr;

use super::grid::{CELLS, Conflict, Grid};

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
    /// A character that is neither a digit nor a blank.
    Illegal(char),
    /// Two equal digits in a row, column or box.
    Repeated(Conflict),
}

impl fmt::Display for GridFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort(found) => write!(f, "too short: {found} instead of 81 cells"),
            Self::TooLong(found) => write!(f, "too long: {found} instead of 81 cells"),
            Self::Illegal(found) => write!(f, "{found:?} is neither a digit nor a blank"),
            Self::Repeated(conflict) => conflict.fmt(f),
        }
    }
}

/// Stands in [`DIGIT`] for a character that is no cell.
const NO_CELL: u8 = 0xff;

/// What each byte means as a cell.
const DIGIT: [u8; 256] = {
    let mut digit = [NO_CELL; 256];
    let mut byte = 0;
    while byte <= 9 {
        digit[b'0' as usize + byte] = byte as u8;
        byte += 1;
    }
    let blanks = b".*_-xX";
    let mut i = 0;
    while i < blanks.len() {
        digit[blanks[i] as usize] = 0;
        i += 1;
    }
    digit
};

/// The digit that a byte stands for, 0 for a blank, or `None` if it is no cell.
pub fn cell(byte: u8) -> Option<u8> {
    let digit = DIGIT[byte as usize];
    (digit != NO_CELL).then_some(digit)
}

/// Reads exactly 81 cells.
///
/// # Errors
///
/// The first illegal character, else a wrong length, else two equal digits in a unit.
pub fn cells(text: &[u8]) -> Result<Grid, GridError> {
    if let Ok(text) = <&[u8; CELLS]>::try_from(text) {
        let mut worst = 0;
        let grid = Grid(text.map(|byte| {
            let digit = DIGIT[byte as usize];
            worst |= digit;
            digit
        }));
        if worst != NO_CELL {
            return check(grid);
        }
    }
    Err(refuse(text))
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads exactly 81 characters: digits, and `.` `0` `*` `_` `-` `x` `X` for a blank.
    fn from_str(text: &str) -> Result<Self, GridError> {
        cells(text.as_bytes())
    }
}

/// The grid, unless it breaks the rules.
fn check(grid: Grid) -> Result<Grid, GridError> {
    if grid.is_consistent() {
        return Ok(grid);
    }
    let conflict = grid
        .conflict()
        .expect("an inconsistent grid has a conflict");
    Err(GridError {
        position: conflict.cells.1 + 1,
        fault: GridFault::Repeated(conflict),
    })
}

/// Says why `text` is not 81 cells.
#[cold]
fn refuse(text: &[u8]) -> GridError {
    let length = text.len();
    match text.iter().position(|&byte| cell(byte).is_none()) {
        Some(at) => GridError {
            position: at + 1,
            fault: GridFault::Illegal(character(&text[at..])),
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

/// The character at the start of `text`, or � if it is not UTF-8.
fn character(text: &[u8]) -> char {
    let first = text.utf8_chunks().next();
    let valid = first.and_then(|chunk| chunk.valid().chars().next());
    valid.unwrap_or(char::REPLACEMENT_CHARACTER)
}
