//! Reading sudokus from text in many formats, in memory that does not grow with the input.
//!
//! ```text
//! input ──▶ ChunkReader ──▶ PuzzleChunk ──▶ PuzzleFormat::parse ──▶ PuzzleRecord, …
//!           one thread: cuts                any thread: reads
//!           between records                 grids, tags, columns
//! ```
//!
//! The format is detected from the head of the input, or given by name. Puzzles may be lines, grids
//! of lines, rows of a table, JSON objects and others. An input is always cut into the same chunks,
//! from a file or from a pipe.
//!
//! Blank lines and comments are skipped. Everything else becomes a [`PuzzleRecord`] with a puzzle,
//! or with a [`PuzzleReject`] that says what is wrong and where: no line is ever dropped.
//! [`Inputs`] reads several inputs as one.
//!
//! ```
//! use countless_sudoku::puzzles::{ReadOptions, InputOrigin, Inputs};
//!
//! let text = "\
//! ## two puzzles, of which the second is too short
//! 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... first
//! 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...
//! ";
//! let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
//! let mut seen = Vec::new();
//! Inputs::open(vec![origin], ReadOptions::new())?.visit(|_, record| {
//!     seen.push((record.line, record.tag.map(str::to_owned), record.puzzle));
//! })?;
//! assert_eq!(seen.len(), 2);
//! assert_eq!((seen[0].0, seen[0].1.as_deref()), (2, Some("first")));
//! let bad = seen[1].2.as_ref().unwrap_err();
//! assert_eq!(bad.to_string(), "3:79: expected 81 cells, found 78");
//! # Ok::<(), countless_engine::Error>(())
//! ```

use std::borrow::Cow;

use countless_table::records::place_of;
use countless_text::{Expect, Outline, Signs, fits};

mod format_detection;
mod grid_format;
pub(crate) mod input_format;
pub(crate) mod input_origin;
pub(crate) mod line_format;
pub(crate) mod other_programs;
pub(crate) mod puzzle_format;
pub(crate) mod puzzle_inputs;
pub(crate) mod puzzle_record;
pub(crate) mod puzzle_size;
mod table_format;
mod unknown_format;

pub use input_format::{InputFormat, ReadOptions, UnknownFormat};
pub use input_origin::{InputOrigin, InputOrigins, OpenedInput};
pub use line_format::cells_and_tag;
pub use puzzle_format::{PuzzleFormat, text_chunk};
pub use puzzle_inputs::{ChunkReader, Inputs};
pub use puzzle_record::{
    PuzzleAndTag, PuzzleChunk, PuzzleRecord, PuzzleReject, RecordParser, RejectReason, UnreadRecord,
};
pub use puzzle_size::other_size;
pub use table_format::PUZZLE_NAMES as COLUMNS;

/// First line of `text` and the start of the next, or `None` if the line may go on.
///
/// The line comes without its line feed or carriage return.
pub fn next_line(text: &[u8], at_end: bool) -> Option<(&[u8], usize)> {
    match memchr::memchr(b'\n', text) {
        Some(feed) => Some((without_carriage_return(&text[..feed]), feed + 1)),
        None if at_end && !text.is_empty() => Some((without_carriage_return(text), text.len())),
        None => None,
    }
}

/// Lines of `text` with their numbers, from `first`.
fn numbered_lines(text: &[u8], first: u64) -> impl Iterator<Item = (u64, &[u8])> {
    let mut rest = text;
    (first..).map_while(move |number| {
        let (line, next) = next_line(rest, true)?;
        rest = &rest[next..];
        Some((number, line))
    })
}

/// Text after a number of lines.
fn after_lines(mut text: &[u8], lines: usize) -> &[u8] {
    for _ in 0..lines {
        text = next_line(text, true).map_or(&[], |(_, length)| &text[length..]);
    }
    text
}

/// True if the bytes are the text of a puzzle.
fn is_puzzle(text: &[u8], outline: &Outline, signs: &Signs, expect: Expect) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| fits(text, outline, signs, expect))
}

fn without_carriage_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// True if a line is blank, or a comment that starts with `#` or `//`.
pub fn is_blank_or_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.is_empty() || line.starts_with(b"#") || line.starts_with(b"//")
}

/// Converts bytes to text, with a replacement character for bytes that are not UTF-8.
fn lossy_text(bytes: &[u8]) -> Cow<'_, str> {
    // The check comes first because it is fast on plain ASCII.
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}

/// Column, in characters from 1, of the byte at `offset` in `line`.
fn column(line: &[u8], offset: usize) -> usize {
    place_of(line, offset).1
}

/// Rejects a row that starts on line `line`, at the byte at `offset`.
#[cold]
fn reject_at(row: &[u8], line: u64, offset: usize, reason: RejectReason) -> PuzzleReject {
    let (below, column) = place_of(row, offset);
    PuzzleReject::new(line + below - 1, column, reason)
}
