//! What one record of an input holds, or what is wrong with it.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::{GridFault, PencilMarks, Puzzle, Repeats};
use countless_engine::{Diagnostic, Error};
use countless_text::{
    CellValues, Expect, Outline, Signs, TextFault, TextFaultAt, joined_rows, read,
};

use super::{lossy_text, reject_at};

/// One puzzle of an input, good or bad.
#[derive(Debug)]
pub struct PuzzleRecord<'a> {
    /// The line on which it starts, from 1.
    pub line: u64,
    /// The puzzle, or what is wrong.
    pub puzzle: Result<Puzzle, PuzzleReject>,
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
pub struct UnreadRecord<'a> {
    /// The line on which it starts, from 1.
    pub line: u64,
    /// What stands in the place of a puzzle, and perhaps a tag behind it.
    pub text: &'a [u8],
    /// Where in `row` that begins.
    pub offset: usize,
    /// Why it cannot be a puzzle, whatever its text.
    pub reject: Option<PuzzleReject>,
    /// The title above it.
    pub tag: Option<&'a str>,
    /// The solution that the input claims, unread.
    pub solution: Option<&'a str>,
    /// All fields of the row, if the input has columns.
    pub fields: &'a [Cow<'a, str>],
    /// All of it as it stands in the input, but for the end of its last line.
    pub row: &'a [u8],
}

/// How the puzzles of nine by nine cells are read whose cells are not 81 characters.
#[derive(Clone, Copy, Debug)]
pub struct RecordParser<'a> {
    /// The characters of digits and blanks.
    pub signs: &'a Signs,
    /// Digits, candidates or either.
    pub expect: Expect,
    /// Whether a digit may stand twice in a house.
    pub repeats: Repeats,
}

/// A puzzle of a text, as it is written in tables, and its tag.
pub(super) struct PuzzleAndTag<'a> {
    pub puzzle: Puzzle,
    pub text: Cow<'a, str>,
    pub tag: Option<&'a str>,
}

impl RecordParser<'_> {
    /// Reads a puzzle that may be drawn, or between separators.
    pub(super) fn puzzle(self, text: &str) -> Result<PuzzleAndTag<'_>, (usize, RejectReason)> {
        let fault = |(at, fault): TextFaultAt| (at, RejectReason::Text(fault));
        if !self.signs.is_usual()
            && let Some(marks) = self.signs.pencil_marks(text).map_err(fault)?
        {
            let puzzle = Puzzle::try_from(marks.as_bytes());
            let puzzle = puzzle.map_err(|error| (0, RejectReason::Cells(error.fault)))?;
            return Ok(PuzzleAndTag {
                puzzle,
                text: Cow::Owned(marks),
                tag: None,
            });
        }
        let read = read(text, Outline::nine(), self.signs, self.expect).map_err(fault)?;
        let puzzle = match &read.cells {
            CellValues::Candidates(cells) => {
                let mut marks = [0; 81];
                marks.copy_from_slice(cells);
                Puzzle::Pencilled(Box::new(PencilMarks::of(marks)))
            }
            CellValues::Digits(digits) => {
                let cells: Vec<u8> = digits.iter().map(|digit| b'0' + digit).collect();
                let grid = self.repeats.parse(&cells).map_err(|error| {
                    let place = read.places.get(error.position - 1);
                    (
                        place.copied().unwrap_or(0),
                        RejectReason::Cells(error.fault),
                    )
                })?;
                Puzzle::Grid(grid)
            }
        };
        Ok(PuzzleAndTag {
            text: match read.text {
                Some(text) => Cow::Borrowed(text),
                None => Cow::Owned(puzzle.to_string()),
            },
            puzzle,
            tag: read.tag,
        })
    }

    /// Reads a record.
    pub(super) fn record<'a>(self, raw: &UnreadRecord<'a>) -> PuzzleRecord<'a> {
        let of = |puzzle, text, tag| PuzzleRecord {
            line: raw.line,
            puzzle,
            text,
            tag,
            solution: raw.solution,
            fields: raw.fields,
            row: raw.row,
        };
        let bad = |bad| {
            let text = match std::str::from_utf8(raw.text) {
                Ok(utf8) if utf8.contains('\n') => Cow::Owned(joined_rows(utf8)),
                _ => lossy_text(raw.text),
            };
            of(Err(bad), text, raw.tag)
        };
        if let Some(reason) = &raw.reject {
            return bad(reason.clone());
        }
        let found = match std::str::from_utf8(raw.text) {
            Ok(text) => self.puzzle(text),
            Err(error) => Err((error.valid_up_to(), RejectReason::NotUtf8)),
        };
        match found {
            Ok(found) => of(Ok(found.puzzle), found.text, found.tag.or(raw.tag)),
            Err((at, reason)) => bad(reject_at(raw.row, raw.line, raw.offset + at, reason)),
        }
    }
}

/// A record that is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {reason}")]
pub struct PuzzleReject {
    /// The line of the fault, from 1.
    pub line: u64,
    /// The column of the fault in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: RejectReason,
}

impl PuzzleReject {
    pub(super) fn new(line: u64, column: usize, reason: RejectReason) -> Self {
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
            is_common: matches!(self.reason, RejectReason::Cells(GridFault::Size(_))),
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RejectReason {
    /// The cells are not those of a grid.
    Cells(GridFault),
    /// The text is not that of a puzzle.
    Text(TextFault),
    /// The record is not one of its format.
    Format(String),
    /// The line is not an object of JSON, or has not the key.
    Json(String),
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

impl fmt::Display for RejectReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(fault) => fault.fmt(f),
            Self::Text(fault) => fault.fmt(f),
            Self::Format(reason) | Self::Json(reason) => f.write_str(reason),
            Self::Fields { found, expected } => {
                write!(f, "expected {expected} fields, found {found}")
            }
            Self::Pencilled => f.write_str("in pencil marks, where only grids are taken"),
            Self::NotUtf8 => f.write_str("not UTF-8 text"),
        }
    }
}
