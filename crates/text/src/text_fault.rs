//! What can be wrong with the text of a puzzle.

use std::fmt;

/// What is wrong with the text of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// So many cells instead of those of the puzzle.
    Cells {
        /// Those of the text.
        found: usize,
        /// Those of the puzzle.
        expected: usize,
    },
    /// So many cells in a row.
    Row {
        /// Those of the text.
        found: usize,
        /// Those of the puzzle.
        expected: usize,
    },
    /// So many rows.
    Rows {
        /// Those of the text.
        found: usize,
        /// Those of the puzzle.
        expected: usize,
    },
    /// A character that is no cell.
    Illegal(char),
    /// A digit that the puzzle has not.
    Large {
        /// The digit.
        found: u32,
        /// How many there are.
        digits: usize,
    },
    /// A field that is no cell.
    Word(String),
    /// A digit where the puzzle has no cell.
    Hole(char),
    /// `-1` beside another sign for a blank.
    MinusOne,
    /// `0` that may be a blank or the first digit.
    Zero {
        /// How many digits there are.
        digits: usize,
    },
    /// Spaces that are blank cells in one reading, and other cells in the other.
    Ambiguous,
    /// Bars between other cells than in the rows around.
    Bars,
    /// Something between fields that is not what separates the others.
    Separator(char),
    /// A list that is not one.
    List(&'static str),
    /// Candidates where only digits are read.
    Candidates,
    /// The text is not UTF-8.
    NotUtf8,
}

/// Squares of fewer rows are more likely to be a part of a puzzle.
const LEAST_SIDE: usize = 4;

impl TextFault {
    /// Whether the text may be a whole puzzle of another size.
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
                 hint: --blank 0, or --symbols with all {digits} digits in order"
            ),
            Self::Ambiguous => f.write_str("its spaces can be read as blanks in two ways"),
            Self::Bars => f.write_str("its bars are between other cells than those of other rows"),
            Self::Separator(found) => {
                write!(f, "{found:?} beside another separator of fields")
            }
            Self::List(reason) => f.write_str(reason),
            Self::Candidates => {
                f.write_str("a grid of candidates; those are read of 9×9 only, unless --format-in says otherwise")
            }
            Self::NotUtf8 => f.write_str("not UTF-8 text"),
        }
    }
}

/// What is wrong, and with which byte of the text.
pub type TextFaultAt = (usize, TextFault);
