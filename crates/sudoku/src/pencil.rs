//! Pencil marks: a puzzle that lists the candidates of each cell.

use std::fmt;
use std::str::FromStr;

use super::Cell;
use super::grid::{CELLS, Grid};
use super::parse::{GridError, GridFault, first_character, parse_cell};

/// Number of characters of a puzzle in pencil marks.
pub const MARKS_LEN: usize = 9 * CELLS;

/// Candidates of each cell, bit 0 for the digit 1.
///
/// The text form has nine characters for each cell, 729 in all: the digit for a candidate, and the
/// character of an empty cell for any other digit. tdoku (Dillon 2019) reads this form, too. A
/// [`Grid`] is the special case in which a cell has one candidate or all nine.
///
/// ```
/// use countless_sudoku::PencilMarks;
///
/// let text = "12.......".to_owned() + &"123456789".repeat(80);
/// let marks: PencilMarks = text.parse()?;
/// assert!(marks.allows(1, 1, 2) && !marks.allows(1, 1, 3));
/// assert_eq!(marks.to_string(), text);
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PencilMarks(pub(super) [u16; CELLS]);

/// All nine digits, bit 0 for the digit 1.
const ALL_DIGITS: u16 = 0x1FF;

impl PencilMarks {
    /// Makes pencil marks of these digits, bit 0 for a 1. Higher bits than 8 are dropped.
    pub(super) fn of(cells: [u16; CELLS]) -> Self {
        Self(cells.map(|digits| digits & ALL_DIGITS))
    }

    /// Returns the candidates of each cell, row by row.
    pub fn cells(&self) -> &[u16; CELLS] {
        &self.0
    }

    /// Returns the grid of clues if each cell has one candidate or all nine.
    pub fn as_grid(&self) -> Option<Grid> {
        let digit = |digits: u16| match digits {
            ALL_DIGITS => Some(0),
            digits if digits.is_power_of_two() => Some(digits.trailing_zeros() as u8 + 1),
            _ => None,
        };
        let mut grid = Grid::BLANK;
        for (cell, &digits) in grid.0.iter_mut().zip(&self.0) {
            *cell = digit(digits)?;
        }
        Some(grid)
    }

    /// True if the digit is a candidate of the cell in a row and a column, both from 1.
    ///
    /// # Panics
    ///
    /// If the row or the column is not from 1 to 9.
    pub fn allows(&self, row: usize, column: usize, digit: u8) -> bool {
        self.has(Cell::new(row, column).index(), digit)
    }

    /// True if the digit is a candidate of the cell with this index.
    pub fn has(&self, cell: usize, digit: u8) -> bool {
        (1..=9).contains(&digit) && self.0[cell] >> (digit - 1) & 1 == 1
    }

    /// Returns the puzzle with the candidates of one cell replaced by all other digits.
    #[must_use]
    pub fn with_other_digits(mut self, cell: usize) -> Self {
        self.0[cell] ^= ALL_DIGITS;
        self
    }

    /// Reads 729 characters.
    ///
    /// # Errors
    ///
    /// The first character that is neither an empty cell nor the digit of its position, else a
    /// wrong length.
    pub(super) fn parse(text: &[u8]) -> Result<Self, GridError> {
        let mut marks = [0; CELLS];
        for (place, &byte) in text.iter().enumerate().take(MARKS_LEN) {
            let expected = (place % 9) as u8 + 1;
            let fault = match parse_cell(byte) {
                Some(0) => continue,
                Some(digit) if digit == expected => {
                    marks[place / 9] |= 1 << (digit - 1);
                    continue;
                }
                Some(found) => GridFault::Misplaced { found, expected },
                None => GridFault::Illegal(first_character(&text[place..])),
            };
            return Err(GridError {
                position: place + 1,
                fault,
            });
        }
        if text.len() == MARKS_LEN {
            return Ok(Self(marks));
        }
        Err(GridError {
            position: text.len().min(MARKS_LEN) + 1,
            fault: GridFault::Marks(text.len()),
        })
    }
}

impl From<&Grid> for PencilMarks {
    /// Makes a clue the only candidate of its cell. An empty cell has all nine.
    fn from(grid: &Grid) -> Self {
        Self(grid.digits().map(|digit| match digit {
            0 => ALL_DIGITS,
            _ => 1 << (digit - 1),
        }))
    }
}

impl FromStr for PencilMarks {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        Self::parse(text.as_bytes())
    }
}

impl fmt::Display for PencilMarks {
    /// Writes 729 characters, `.` for a digit that is not a candidate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..CELLS {
            for digit in 1..=9 {
                if self.has(cell, digit) {
                    write!(f, "{digit}")?;
                } else {
                    f.write_str(".")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for PencilMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PencilMarks({self})")
    }
}
