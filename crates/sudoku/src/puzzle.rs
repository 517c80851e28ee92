//! A puzzle as read: a grid of clues, which may break the rules, or pencil marks, which list the
//! candidates of each cell. 81 characters are converted with an exact error; sudokus of other sizes
//! are recognised for its message.

use std::array;
use std::fmt;
use std::str::FromStr;

use super::Cell;
use super::grid::{CELLS, Conflict, Grid};
use countless_text::{Outline, TextFault};

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
        let marks = PencilMarks::parse(text).map_err(|error| other_size(text).unwrap_or(error))?;
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
        parse_digits(text.as_bytes()).map(Self)
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
    pub fn of(cells: [u16; CELLS]) -> Self {
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
            return Err(fault.at(place + 1));
        }
        if text.len() == MARKS_LEN {
            return Ok(Self(marks));
        }
        Err(GridFault::Marks(text.len()).at(text.len().min(MARKS_LEN) + 1))
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

impl GridFault {
    /// Returns the error of this fault at a position, from 1.
    fn at(self, position: usize) -> GridError {
        let fault = self;
        GridError { position, fault }
    }
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

/// True for a byte that stands for an empty cell, as `0` does.
#[inline(always)]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b'.' | b'*' | b'_' | b'-' | b'x' | b'X')
}

/// Returns the digit of a byte, 0 for an empty cell; `None` for any other character.
pub fn parse_cell(byte: u8) -> Option<u8> {
    match byte.wrapping_sub(b'0') {
        digit @ 0..=9 => Some(digit),
        _ => is_blank(byte).then_some(0),
    }
}

/// Kinds of signs among cells that are read in sixteen lanes. Each byte is a mask.
struct SignKinds {
    /// Lanes with cells alone.
    cells: [u8; Self::LANES],
    /// Lanes with a `0`, and those with another sign for an empty cell.
    zeros: [u8; Self::LANES],
    blanks: [u8; Self::LANES],
}

impl SignKinds {
    const LANES: usize = 16;

    const NONE: Self = Self {
        cells: [0xff; Self::LANES],
        zeros: [0; Self::LANES],
        blanks: [0; Self::LANES],
    };

    /// Reads at most sixteen cells.
    #[inline(always)]
    fn read<const N: usize>(&mut self, text: &[u8; N], digits: &mut [u8; N]) {
        // Masks instead of a table or branches: the compiler makes vectors of them.
        let mask = |is_true| if is_true { 0xff } else { 0 };
        for lane in 0..N {
            let digit = text[lane].wrapping_sub(b'0');
            let (is_digit, is_blank) = (mask(digit <= 9), mask(is_blank(text[lane])));
            digits[lane] = digit & is_digit;
            self.cells[lane] &= is_digit | is_blank;
            self.zeros[lane] |= mask(digit == 0);
            self.blanks[lane] |= is_blank;
        }
    }

    fn are_cells(&self) -> bool {
        u128::from_ne_bytes(self.cells) == u128::MAX
    }

    /// True if both a `0` and another sign stand for empty cells.
    fn are_mixed(&self) -> bool {
        self.zeros != [0; Self::LANES] && self.blanks != [0; Self::LANES]
    }
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

/// Reads exactly 81 cells of a grid that may break the rules. Readers of files inline it.
#[inline]
fn parse_digits(text: &[u8]) -> Result<Grid, GridError> {
    if let Ok(text) = <&[u8; CELLS]>::try_from(text) {
        let (mut digits, mut kinds) = ([0; CELLS], SignKinds::NONE);
        let (blocks, last) = text.as_chunks();
        let (digit_blocks, last_digits) = digits.as_chunks_mut();
        for (block, digits) in blocks.iter().zip(digit_blocks) {
            kinds.read::<{ SignKinds::LANES }>(block, digits);
        }
        for (byte, digit) in last.iter().zip(last_digits) {
            kinds.read(array::from_ref(byte), array::from_mut(digit));
        }
        if kinds.are_cells() && (!kinds.are_mixed() || !has_unclear_zero(text)) {
            return Ok(Grid(digits));
        }
    }
    Err(fault_of(text))
}

/// True if a `0` may be the first digit, among cells where another sign stands for an empty one: no
/// cell has a 9, and no house has two zeros.
#[cold]
fn has_unclear_zero(text: &[u8; CELLS]) -> bool {
    let zeros = (0..CELLS).filter(|&cell| text[cell] == b'0');
    !text.contains(&b'9') && Outline::nine().may_be_equal(zeros)
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
            Some(at) => Err(GridFault::NoDigit(digits[at]).at(at + 1)),
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
    Err(GridFault::Repeated(conflict).at(conflict.cells.1.index() + 1))
}

/// Returns the first fault of a text that is not 81 cells.
#[cold]
fn fault_of(text: &[u8]) -> GridError {
    let length = text.len();
    if let Some(error) = other_size(text) {
        return error;
    }
    match text.iter().position(|&byte| parse_cell(byte).is_none()) {
        Some(at) => GridFault::Illegal(first_character(&text[at..])).at(at + 1),
        None if length == CELLS => {
            GridFault::Zero.at(1 + text.iter().position(|&byte| byte == b'0').unwrap_or(0))
        }
        None if length < CELLS => GridFault::TooShort(length).at(length + 1),
        None => GridFault::TooLong(length).at(CELLS + 1),
    }
}

/// Returns an error if `text` is a puzzle of another size.
#[cold]
pub(super) fn other_size(text: &[u8]) -> Option<GridError> {
    Some(GridFault::Size(side_of_line(text)?).at(1))
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
    let is_cell = |&byte: &u8| match parse_cell(byte) {
        Some(digit) => usize::from(digit) <= side,
        None => side > 9 && byte.is_ascii_alphabetic(),
    };
    line.iter().all(is_cell).then_some(side)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use countless_text::{CellValues, Expect, Signs, read};

    #[test]
    fn every_byte_in_every_cell_is_read_as_by_itself() {
        for cell in 0..CELLS {
            for byte in 0..=u8::MAX {
                let mut text = [b'9'; CELLS];
                text[cell] = byte;
                match (parse_digits(&text), parse_cell(byte)) {
                    (Ok(grid), Some(digit)) => {
                        let mut expected = [9; CELLS];
                        expected[cell] = digit;
                        assert_eq!(grid.digits(), &expected);
                    }
                    (Err(error), None) => assert_eq!(error.position, cell + 1),
                    (found, expected) => panic!("{byte} in {cell}: {found:?} {expected:?}"),
                }
            }
        }
    }

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
