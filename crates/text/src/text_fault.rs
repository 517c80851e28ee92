//! Faults of the text of a puzzle.

use std::fmt;

/// A fault of the text of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextFault {
    /// A wrong number of cells.
    Cells {
        /// Number of cells of the text.
        found: usize,
        /// Number of cells of the puzzle.
        expected: usize,
    },
    /// A wrong number of cells in a row.
    Row {
        /// Number of cells of the row in the text.
        found: usize,
        /// Number of cells of the row in the puzzle.
        expected: usize,
    },
    /// A wrong number of rows.
    Rows {
        /// Number of rows of the text.
        found: usize,
        /// Number of rows of the puzzle.
        expected: usize,
    },
    /// A character that is not a cell.
    Illegal(char),
    /// A digit larger than the digits of the puzzle.
    Large {
        /// The digit.
        found: u32,
        /// Number of digits of the puzzle.
        digits: usize,
    },
    /// A field that is not a cell.
    Word(String),
    /// A digit outside the cells of the puzzle.
    Hole(char),
    /// `-1` beside another sign for a blank.
    MinusOne,
    /// `0` that may be a blank or the first digit.
    Zero {
        /// Number of digits of the puzzle.
        digits: usize,
    },
    /// Two readings that fit but differ, mostly by spaces that may be blanks.
    Ambiguous,
    /// Bars between other cells than in other rows.
    Bars,
    /// A second kind of separator between fields.
    Separator(char),
    /// A malformed list.
    List(&'static str),
    /// Text after the puzzle in a field of a table.
    After(String),
    /// A carriage return or a form feed within a line.
    LineEnd(char),
    /// Candidates where only digits are supported.
    Candidates,
    /// The text is not UTF-8.
    NotUtf8,
}

/// Least number of rows of a puzzle of another size. A smaller square is more likely a part of a
/// puzzle.
const LEAST_SIDE: usize = 4;

impl TextFault {
    /// True if the text may be a whole puzzle of another size.
    pub fn is_other_size(&self) -> bool {
        let &Self::Cells { found, expected } = self else {
            return false;
        };
        let side = found.isqrt();
        found != expected && side >= LEAST_SIDE && side * side == found
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells { found, expected } => write!(f, "expected {expected} cells, found {found}"),
            Self::Row { found, expected } => {
                write!(f, "expected {expected} cells in a row, found {found}")
            }
            Self::Rows { found, expected } => {
                write!(f, "expected {expected} rows in a grid, found {found}")
            }
            Self::Illegal(found) => write!(f, "{found:?} is neither a digit nor a blank"),
            Self::Large { found, digits } => write!(f, "the digit {found} is too large: expected 1 to {digits}"),
            Self::Word(found) => write!(f, "{found:?} is neither a digit nor a blank"),
            Self::Hole(found) => write!(f, "{found:?} where the puzzle has no cell"),
            Self::MinusOne => f.write_str("-1 beside another sign for a blank"),
            Self::Zero { digits } => write!(
                f,
                "0 may be a blank or the first of {digits} digits\n\
                 hint: --symbols {} reads it as a digit, --symbols {} as a blank",
                digits_from(0, *digits),
                digits_from(1, *digits)
            ),
            Self::Ambiguous => f.write_str("its spaces can be read as blanks in two ways"),
            Self::Bars => f.write_str("its bars are between other cells than those of other rows"),
            Self::Separator(found) => {
                write!(f, "{found:?} beside another separator of fields")
            }
            Self::List(reason) => f.write_str(reason),
            Self::After(found) => write!(f, "expected nothing after the puzzle, found {found:?}"),
            Self::LineEnd(found) => write!(f, "{found:?} within a line: lines end with \\n or \\r\\n"),
            Self::Candidates => {
                f.write_str("a grid of candidates; those are read of 9×9 only, unless --format-in says otherwise")
            }
            Self::NotUtf8 => f.write_str("not UTF-8 text"),
        }
    }
}

/// Finds a carriage return, a form feed or a vertical tab within a line: two lines of a file with
/// mixed line ends. The end of `line` may have such characters, but not its start.
pub fn line_end_within(line: &str) -> Option<TextFaultAt> {
    let ends = |c: char| matches!(c, '\r' | '\x0b' | '\x0c');
    let at = line.trim_end().find(ends)?;
    let found = line[at..].chars().next()?;
    Some((at, TextFault::LineEnd(found)))
}

/// Byte offset in the text, and the fault there.
pub type TextFaultAt = (usize, TextFault);

/// Signs in the order of ranges such as `0-F` or `1-G`.
pub(super) const ORDER: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The symbols of `digits` digits, where the first is the symbol of `first`.
pub(super) fn digits_from(first: usize, digits: usize) -> String {
    ORDER.chars().skip(first).take(digits).collect()
}
