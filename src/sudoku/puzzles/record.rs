//! What one record of an input holds, or what is wrong with it.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::engine::Diagnostic;
use crate::error::Error;
use crate::sudoku::{GridFault, Puzzle};

/// One puzzle of an input, good or bad.
#[derive(Debug)]
pub struct Record<'a> {
    /// The line on which it starts, from 1.
    pub line: u64,
    /// The puzzle, or what is wrong.
    pub puzzle: Result<Puzzle, BadPuzzle>,
    /// The puzzle as it is written; of a bad one, all of its text.
    pub text: Cow<'a, str>,
    /// What follows the puzzle on its line, or the title above a grid of nine lines.
    pub tag: Option<&'a str>,
    /// The solution that the input claims, unread.
    pub solution: Option<&'a str>,
    /// All fields of the row, if the input has columns.
    pub fields: &'a [Cow<'a, str>],
    /// All of it as it stands in the input, but for the end of its last line.
    pub row: &'a [u8],
}

/// One record of an input, whose puzzle is still to be read.
#[derive(Debug)]
pub(crate) struct Raw<'a> {
    /// The line on which it starts, from 1.
    pub line: u64,
    /// What stands in the place of a puzzle, and perhaps a tag behind it.
    pub text: &'a [u8],
    /// Where in `row` that begins.
    pub at: usize,
    /// Why it cannot be a puzzle, whatever its text.
    pub bad: Option<BadPuzzle>,
    /// The solution that the input claims, unread.
    pub solution: Option<&'a str>,
    /// All fields of the row, if the input has columns.
    pub fields: &'a [Cow<'a, str>],
    /// All of it as it stands in the input, but for the end of its last line.
    pub row: &'a [u8],
}

/// A record that is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {reason}")]
pub struct BadPuzzle {
    /// The line of the fault, from 1.
    pub line: u64,
    /// The column of the fault in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: Reason,
}

impl BadPuzzle {
    pub(super) fn new(line: u64, column: usize, reason: Reason) -> Self {
        Self {
            line,
            column,
            reason,
        }
    }

    /// The same to be told of the record `row` of the input called `name`.
    pub fn diagnostic(self, name: &Arc<str>, row: &[u8]) -> Diagnostic {
        Diagnostic {
            input: Arc::clone(name),
            line: self.line,
            column: self.column,
            is_common: matches!(self.reason, Reason::Cells(GridFault::Size(_))),
            reason: self.reason.to_string(),
            row: row.to_vec(),
        }
    }

    /// The same as an error in the input called `name`.
    pub fn in_input(self, name: &str) -> Error {
        Error::Parse {
            name: name.to_owned(),
            line: self.line,
            column: self.column,
            reason: self.reason.to_string(),
        }
    }
}

/// Why a record is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The cells are not those of a grid.
    Cells(GridFault),
    /// A line of a grid has so many cells instead of nine.
    RowLength(usize),
    /// A grid has so many lines instead of nine.
    Rows(usize),
    /// A row has another number of fields than the header.
    Fields {
        /// Those of the row.
        found: usize,
        /// Those of the header.
        expected: usize,
    },
    /// It is in pencil marks where only grids are taken.
    Pencilled,
    /// The text is not UTF-8.
    NotUtf8,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(fault) => fault.fmt(f),
            Self::RowLength(found) => write!(f, "{found} instead of 9 cells in a row"),
            Self::Rows(found) => write!(f, "{found} instead of 9 rows in a grid"),
            Self::Fields { found, expected } => {
                write!(f, "{found} instead of {expected} fields")
            }
            Self::Pencilled => f.write_str("in pencil marks, where only grids are taken"),
            Self::NotUtf8 => f.write_str("not UTF-8 text"),
        }
    }
}
