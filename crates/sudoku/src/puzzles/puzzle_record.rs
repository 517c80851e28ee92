//! Records of an input, each a puzzle or the reason why it is rejected, and chunks of records that are
//! not yet read.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{lossy_text, reject_at};
use crate::{GridFault, PencilMarks, Puzzle, Repeats};
use countless_engine::{Diagnostic, Error};
use countless_text::{
    CellValues, Expect, Outline, Signs, TextFault, TextFaultAt, joined_rows, line_end_within, read,
};

/// Record of an input.
#[derive(Debug)]
#[non_exhaustive]
pub struct PuzzleRecord<'a> {
    /// First line of the record, from 1.
    pub line: u64,
    /// Puzzle, or reject.
    pub puzzle: Result<Puzzle, PuzzleReject>,
    /// Text of the puzzle; for a reject, the whole text of the record.
    pub text: Cow<'a, str>,
    /// Text after the puzzle on its line, or the title above a grid of nine lines.
    pub tag: Option<&'a str>,
    /// Solution that the input gives, not parsed.
    pub solution: Option<&'a str>,
    /// All fields of the row, if the input has columns.
    pub fields: &'a [Cow<'a, str>],
    /// Record as in the input, without the end of its last line.
    pub row: &'a [u8],
}

/// Record of an input before its puzzle is read.
#[derive(Debug)]
pub struct UnreadRecord<'a> {
    /// First line of the record, from 1.
    pub line: u64,
    /// Text of the puzzle, and perhaps a tag after it.
    pub text: &'a [u8],
    /// Start of the text in `row`, in bytes.
    pub offset: usize,
    /// Reject, if the record cannot be a puzzle with any text.
    pub reject: Option<PuzzleReject>,
    /// Title above the puzzle.
    pub tag: Option<&'a str>,
    /// Solution that the input gives, not parsed.
    pub solution: Option<&'a str>,
    /// All fields of the row, if the input has columns.
    pub fields: &'a [Cow<'a, str>],
    /// Record as in the input, without the end of its last line.
    pub row: &'a [u8],
}

/// Parser of 9×9 puzzles that are not written as 81 characters.
#[derive(Clone, Copy, Debug)]
pub struct RecordParser<'a> {
    /// Characters of digits and empty cells.
    pub signs: &'a Signs,
    /// Expected contents: digits, candidates or either.
    pub expect: Expect,
    /// Treatment of a digit twice in a house.
    pub repeats: Repeats,
}

/// Puzzle of a text, with its text in tables and its tag.
#[derive(Debug)]
pub struct PuzzleAndTag<'a> {
    /// Puzzle.
    pub puzzle: Puzzle,
    /// Text of the puzzle in a table.
    pub text: Cow<'a, str>,
    /// Text after the puzzle.
    pub tag: Option<&'a str>,
}

impl<'a> UnreadRecord<'a> {
    /// Creates the record of a puzzle and nothing else.
    #[inline]
    pub(super) fn of(line: u64, row: &'a [u8]) -> Self {
        Self {
            line,
            text: row,
            offset: 0,
            reject: None,
            tag: None,
            solution: None,
            fields: &[],
            row,
        }
    }

    /// Returns the record with its puzzle.
    #[inline]
    pub(super) fn read(
        &self,
        puzzle: Result<Puzzle, PuzzleReject>,
        text: Cow<'a, str>,
        tag: Option<&'a str>,
    ) -> PuzzleRecord<'a> {
        PuzzleRecord {
            line: self.line,
            puzzle,
            text,
            tag,
            solution: self.solution,
            fields: self.fields,
            row: self.row,
        }
    }

    /// Returns the text in one line, for a record that is not a puzzle.
    pub fn reject_text(&self) -> Cow<'a, str> {
        match std::str::from_utf8(self.text) {
            Ok(text) if text.contains('\n') => Cow::Owned(joined_rows(text)),
            _ => lossy_text(self.text),
        }
    }

    /// Returns the fault of `tag`, the text after the puzzle: a field of a table has a puzzle and
    /// nothing else, and a line has one.
    pub fn fault_after(&self, tag: &str) -> Option<TextFaultAt> {
        if !self.fields.is_empty() {
            let at = tag.as_ptr().addr().checked_sub(self.text.as_ptr().addr());
            return Some((at?, TextFault::After(tag.to_owned())));
        }
        let text = std::str::from_utf8(self.text).ok()?;
        let line = text.trim_start();
        let (at, fault) = line_end_within(line).filter(|_| !line.contains('\n'))?;
        Some((text.len() - line.len() + at, fault))
    }
}

impl RecordParser<'_> {
    /// Reads a puzzle that may be drawn, or written with separators.
    ///
    /// # Errors
    ///
    /// The offset in the text, and the reason why it is not a puzzle.
    pub fn puzzle(self, text: &str) -> Result<PuzzleAndTag<'_>, (usize, RejectReason)> {
        let fault = |(at, fault): TextFaultAt| (at, RejectReason::Text(fault));
        if let Some(marks) = self.signs.pencil_marks(text).map_err(fault)? {
            let puzzle = Puzzle::try_from(marks.as_bytes());
            let puzzle = puzzle.map_err(|error| (0, RejectReason::Cells(error.fault)))?;
            let tag = text.trim().split_once(char::is_whitespace);
            return Ok(PuzzleAndTag {
                puzzle,
                text: Cow::Owned(marks),
                tag: tag.map(|(_, tag)| tag.trim_start()),
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
        let bad = |bad| raw.read(Err(bad), raw.reject_text(), raw.tag);
        if let Some(reason) = &raw.reject {
            return bad(reason.clone());
        }
        let found = match std::str::from_utf8(raw.text) {
            Ok(text) => self.puzzle(text),
            Err(error) => Err((error.valid_up_to(), RejectReason::NotUtf8)),
        };
        match found {
            Ok(found) => match found.tag.and_then(|tag| raw.fault_after(tag)) {
                None => raw.read(Ok(found.puzzle), found.text, found.tag.or(raw.tag)),
                Some((at, fault)) => bad(reject_at(
                    raw.row,
                    raw.line,
                    raw.offset + at,
                    RejectReason::Text(fault),
                )),
            },
            Err((at, reason)) => bad(reject_at(raw.row, raw.line, raw.offset + at, reason)),
        }
    }
}

/// Reads a record in the usual signs.
pub(super) fn record_in_usual_signs<'a>(
    raw: &UnreadRecord<'a>,
    expect: Expect,
    repeats: Repeats,
) -> PuzzleRecord<'a> {
    let signs = &Signs::default();
    let parser = RecordParser {
        signs,
        expect,
        repeats,
    };
    parser.record(raw)
}

/// Record that is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {reason}")]
#[non_exhaustive]
pub struct PuzzleReject {
    /// Line of the fault, from 1.
    pub line: u64,
    /// Column of the fault in characters, from 1.
    pub column: usize,
    /// Reason for the reject.
    pub reason: RejectReason,
}

impl PuzzleReject {
    /// Creates the reject of a record.
    pub fn new(line: u64, column: usize, reason: RejectReason) -> Self {
        Self {
            line,
            column,
            reason,
        }
    }

    /// Returns the diagnostic for the record `row` of the input `name`.
    pub fn diagnostic(self, name: &Arc<str>, row: &[u8]) -> Diagnostic {
        Diagnostic {
            input: Arc::clone(name),
            line: self.line,
            column: self.column,
            is_common: match &self.reason {
                RejectReason::Cells(fault) => matches!(fault, GridFault::Size(_) | GridFault::Zero),
                RejectReason::Text(fault) => matches!(fault, TextFault::Zero { .. }),
                _ => false,
            },
            reason: self.reason.to_string(),
            row: row.to_vec(),
        }
    }

    /// Returns the error for the input `name`.
    pub fn in_input(self, name: &str) -> Error {
        Error::parse(name, self.line, self.column, self.reason.to_string())
    }
}

/// Reason why a record is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RejectReason {
    /// The cells do not form a grid.
    Cells(GridFault),
    /// The text does not form a puzzle.
    Text(TextFault),
    /// The record does not follow its format, or lacks a field.
    Format(String),
    /// The puzzle is in pencil marks where only grids are accepted.
    Pencilled,
    /// The text is not UTF-8.
    NotUtf8,
}

impl fmt::Display for RejectReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(fault) => fault.fmt(f),
            Self::Text(fault) => fault.fmt(f),
            Self::Format(reason) => f.write_str(reason),
            Self::Pencilled => f.write_str("in pencil marks, where only grids are taken"),
            Self::NotUtf8 => f.write_str("not UTF-8 text"),
        }
    }
}

/// Whole records of an input, not yet read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PuzzleChunk {
    /// Number among all chunks, from 0.
    pub index: u64,
    /// Number of the input, from 0.
    pub input: usize,
    /// First line of the chunk, from 1.
    pub line: u64,
    /// Text of the chunk.
    pub bytes: Vec<u8>,
    /// Number of the first record among those of all inputs, from 0, once it is known.
    pub records_before: u64,
}
