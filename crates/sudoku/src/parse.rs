//! Conversion of 81 characters to a grid, with an exact error. Sudokus of other sizes are
//! recognised for its message.

use std::fmt;
use std::str::FromStr;

use super::grid::{CELLS, Conflict, Grid};
use countless_text::{Outline, TextFault};

/// Error in the text of a grid, with the position of the faulty character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {position}: {fault}")]
#[non_exhaustive]
pub struct GridError {
    /// Position of the faulty byte, counted from 1; one past the end if some are missing.
    pub position: usize,
    /// The fault.
    pub fault: GridFault,
}

/// Fault in the text of a grid or in its digits.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridFault {
    /// Number of characters, below 81.
    TooShort(usize),
    /// Number of characters, above 81.
    TooLong(usize),
    /// Number of rows and columns of a puzzle that is not 9×9.
    Size(usize),
    /// A character that is neither a digit nor an empty cell.
    Illegal(char),
    /// A `0` beside another sign for an empty cell. It may be an empty cell or the first of nine
    /// digits.
    Zero,
    /// A number above 9.
    NoDigit(u8),
    /// Number of characters of pencil marks; 729 are expected.
    Marks(usize),
    /// A digit at the position of another among the pencil marks of a cell.
    Misplaced {
        /// The digit that was read.
        found: u8,
        /// The only digit that this position may hold.
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
            Self::Zero => TextFault::Zero { digits: 9 }.fmt(f),
            Self::NoDigit(found) => write!(f, "{found} is not a digit from 0 to 9"),
            Self::Marks(found) => write!(f, "expected 729 pencil marks, found {found}"),
            Self::Misplaced { found, expected } => {
                write!(f, "pencil mark {found} in the place of {expected}")
            }
            Self::Repeated(conflict) => conflict.fmt(f),
        }
    }
}

/// Result of `digit` for a byte that is neither a digit nor an empty cell.
const NO_CELL: u8 = 0xff;

/// Returns the digit of a byte, 0 for an empty cell, or `NO_CELL`.
#[inline(always)]
fn digit(byte: u8) -> u8 {
    // Comparisons and masks instead of a table: inlined, they run on sixteen bytes at once.
    let digit = byte.wrapping_sub(b'0');
    let is_blank = matches!(byte, b'.' | b'*' | b'_' | b'-' | b'x' | b'X');
    let other = if is_blank { 0 } else { NO_CELL };
    if digit <= 9 { digit } else { other }
}

/// Returns the digit of a byte, 0 for an empty cell; `None` for any other character.
pub fn parse_cell(byte: u8) -> Option<u8> {
    Some(digit(byte)).filter(|&digit| digit != NO_CELL)
}

/// Treatment of a grid with equal digits in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// The grid is an error.
    Refused,
    /// The grid is read; a search finds no solution of it.
    Passed,
}

impl Repeats {
    /// Reads exactly 81 cells.
    ///
    /// # Errors
    ///
    /// The first illegal character, else a wrong length, else two equal digits in a house unless
    /// they pass.
    #[inline]
    pub fn parse(self, text: &[u8]) -> Result<Grid, GridError> {
        match self {
            Self::Refused => parse_grid(text),
            Self::Passed => parse_digits(text),
        }
    }
}

/// Reads exactly 81 cells of a grid that keeps the rules.
///
/// # Errors
///
/// The first illegal character, else a wrong length, else two equal digits in a house.
pub fn parse_grid(text: &[u8]) -> Result<Grid, GridError> {
    parse_digits(text).and_then(check_rules)
}

/// Reads exactly 81 cells of a grid that may break the rules.
fn parse_digits(text: &[u8]) -> Result<Grid, GridError> {
    if let Ok(text) = <&[u8; CELLS]>::try_from(text) {
        let mut digits = [0; CELLS];
        let mut largest = 0;
        for (cell, &byte) in digits.iter_mut().zip(text) {
            *cell = digit(byte);
            largest = largest.max(*cell);
        }
        if largest == 9 || largest != NO_CELL && !has_unclear_zero(text) {
            return Ok(Grid(digits));
        }
    }
    Err(fault_of(text))
}

/// True if a `0` may be an empty cell or the first digit, in cells without a 9: another sign stands
/// for an empty cell, too, and no house has two zeros.
fn has_unclear_zero(text: &[u8; CELLS]) -> bool {
    let is_other_blank = |&byte: &u8| digit(byte) == 0 && byte != b'0';
    let zeros = (0..CELLS).filter(|&cell| text[cell] == b'0');
    text.contains(&b'0') && text.iter().any(is_other_blank) && Outline::nine().may_be_equal(zeros)
}

impl TryFrom<&[u8; CELLS]> for Grid {
    type Error = GridError;

    /// Makes a grid of digits that keep the rules, 0 for an empty cell.
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

    /// Reads exactly 81 characters: digits, and `.` `0` `*` `_` `-` `x` `X` for an empty cell. A `0`
    /// beside another sign for an empty cell is refused if it may be the first digit: without a 9,
    /// and with at most one 0 in each house.
    fn from_str(text: &str) -> Result<Self, GridError> {
        parse_grid(text.as_bytes())
    }
}

/// Returns the grid, or an error if it breaks the rules.
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

/// Returns the first fault of a text that is not 81 cells.
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
        None if length == CELLS => GridError {
            position: 1 + text.iter().position(|&byte| byte == b'0').unwrap_or(0),
            fault: GridFault::Zero,
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

/// Returns an error if `text` is a puzzle of another size.
#[cold]
pub(super) fn other_size(text: &[u8]) -> Option<GridError> {
    let fault = GridFault::Size(side_of_line(text)?);
    Some(GridError { position: 1, fault })
}

/// Returns the character at the start of `text`, or � if it is not UTF-8.
pub(super) fn first_character(text: &[u8]) -> char {
    let first = text.utf8_chunks().next();
    let valid = first.and_then(|chunk| chunk.valid().chars().next());
    valid.unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Number of rows of the printed sizes other than nine.
const SIDES: [usize; 8] = [4, 6, 8, 10, 12, 15, 16, 25];

/// Returns the number of rows of a puzzle of another size, from a line with all of its cells.
pub(super) fn side_of_line(line: &[u8]) -> Option<usize> {
    let side = SIDES.into_iter().find(|side| side * side == line.len())?;
    has_digits(line, side).then_some(side)
}

/// True if all characters are empty cells or digits of a puzzle with `side` rows.
fn has_digits(cells: &[u8], side: usize) -> bool {
    let is_digit = |byte: &u8| match byte {
        b'.' | b'*' | b'_' | b'-' | b'0' | b'x' | b'X' => true,
        b'1'..=b'9' => side > 9 || usize::from(byte - b'0') <= side,
        _ => side > 9 && byte.is_ascii_alphabetic(),
    };
    cells.iter().all(is_digit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use countless_text::{CellValues, Expect, Signs, read};

    proptest! {
        #[test]
        fn zeros_are_read_as_in_every_other_text(
            cells in prop::collection::vec(
                prop_oneof![8 => Just('.'), 1 => Just('0'), 4 => (b'1'..=b'8').prop_map(char::from)],
                CELLS,
            ),
            blank in prop::sample::select(vec!['.', '-', 'x', '0']),
            has_nine: bool,
        ) {
            let text: String = cells
                .into_iter()
                .map(|c| match c {
                    '.' => blank,
                    '8' if has_nine => '9',
                    c => c,
                })
                .collect();
            let expected = read(&text, Outline::nine(), &Signs::default(), Expect::Digits);
            match (parse_digits(text.as_bytes()), expected) {
                (Ok(grid), Ok(read)) => {
                    prop_assert_eq!(read.cells, CellValues::Digits(grid.digits().to_vec()));
                }
                (Err(error), Err((at, fault))) => {
                    prop_assert_eq!(error, GridError { position: at + 1, fault: GridFault::Zero });
                    prop_assert_eq!(fault, TextFault::Zero { digits: 9 });
                }
                (found, expected) => prop_assert!(false, "{found:?} {expected:?}"),
            }
        }
    }
}

#[cfg(test)]
mod other_sizes_tests {
    use super::*;

    #[test]
    fn lines_of_other_sizes_are_known() {
        assert_eq!(side_of_line("1...".repeat(4).as_bytes()), Some(4));
        assert_eq!(side_of_line("5...".repeat(4).as_bytes()), None);
        assert_eq!(side_of_line("..3.6.".repeat(6).as_bytes()), Some(6));
        assert_eq!(side_of_line("1..G".repeat(64).as_bytes()), Some(16));
        assert_eq!(side_of_line(".".repeat(81).as_bytes()), None);
    }
}
