//! A puzzle as read: a grid of clues, which may break the rules, or pencil marks, which list the
//! candidates of each cell.

use std::fmt;
use std::str::FromStr;

use super::Cell;
use super::grid::{CELLS, Grid};
use super::parse::{self, GridError, GridFault, Repeats, first_character, other_size, parse_cell};

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

/// A filled-in grid that may break the rules of sudoku.
///
/// ```
/// use countless_sudoku::Attempt;
///
/// let attempt: Attempt = ("55".to_owned() + &".".repeat(79)).parse()?;
/// assert_eq!(attempt.grid().clues(), 2);
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt(Grid);

impl Attempt {
    /// Returns the digits, row by row; 0 is an empty cell.
    pub fn grid(&self) -> &Grid {
        &self.0
    }
}

impl FromStr for Attempt {
    type Err = GridError;

    /// Reads 81 characters as a [`Grid`] does, but accepts equal digits in a house.
    fn from_str(text: &str) -> Result<Self, GridError> {
        match parse::parse_grid(text.as_bytes()) {
            Ok(grid) => Ok(Self(grid)),
            Err(GridError {
                fault: GridFault::Repeated(_),
                ..
            }) => {
                let mut digits = [0; CELLS];
                for (digit, &byte) in digits.iter_mut().zip(text.as_bytes()) {
                    *digit = parse::parse_cell(byte).unwrap_or_default();
                }
                Ok(Self(Grid(digits)))
            }
            Err(error) => Err(error),
        }
    }
}

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
