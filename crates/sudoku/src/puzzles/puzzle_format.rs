//! Format of an input, detected from its head or given by name, and texts in memory, such as pasted
//! ones.

use std::sync::Arc;

use super::format_detection::{FormatKind, InputHead};
use super::input_format::{InputFormat, ReadOptions};
use super::puzzle_record::RecordParser;
use super::table_format::{TableFormat, record};
use super::{PuzzleChunk, PuzzleRecord, UnreadRecord, after_lines, line_format};
use crate::Repeats;
use countless_engine::Error;
use countless_table::{BYTE_ORDER_MARK, LineEnds};
use countless_text::{Expect, Signs};

/// Format of the puzzles in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFormat {
    kind: FormatKind,
    signs: Arc<Signs>,
    expect: Expect,
}

impl PuzzleFormat {
    /// Detects the format of an input that starts with `head`.
    ///
    /// Also returns the number of lines before the first record.
    pub(super) fn detect(
        head: &[u8],
        options: &ReadOptions,
        name: &str,
    ) -> Result<(Self, usize), Error> {
        let head = InputHead::new(head, options, name);
        let (own, digits) = (options.signs.digits(), head.digits());
        if own > 0 && own != digits {
            return Err(Error::Impossible(format!(
                "--symbols has {own} symbols, where the puzzles have {digits} digits"
            )));
        }
        let expect = match options.format {
            Some(InputFormat::Candidates) => Expect::Candidates,
            Some(InputFormat::Grid | InputFormat::Sdk) => Expect::Digits,
            _ if options.outline.is_some() => Expect::Digits,
            _ => Expect::Any,
        };
        let kind = head.format(expect)?;
        let skipped = head.skipped(&kind);
        let expect = match &kind {
            FormatKind::Special(special) => special.expect(expect),
            _ => expect,
        };
        let layout = Self {
            kind,
            signs: Arc::clone(&options.signs),
            expect,
        };
        Ok((layout, skipped))
    }

    /// Number and length in bytes of the whole records at the start of `text`: at most `most`
    /// records, and no more after `full` bytes.
    pub(super) fn measure(
        &self,
        text: &[u8],
        at_end: bool,
        most: usize,
        full: usize,
    ) -> (usize, usize) {
        let (mut records, mut length) = match self.kind {
            FormatKind::Lines => line_format::measure(text, most, full),
            _ => (0, 0),
        };
        while records < most
            && length < full
            && let Some(end) = self.record_end(&text[length..], at_end)
        {
            (records, length) = (records + 1, length + end);
        }
        (records, length)
    }

    /// Number of lines of `text`, which are `records` whole records.
    pub(super) fn lines(&self, text: &[u8], records: usize) -> u64 {
        match self.kind {
            // Each line is a record, also if it is blank.
            FormatKind::Lines => records as u64,
            _ => memchr::memchr_iter(b'\n', text).count() as u64,
        }
    }

    /// Returns whether the records of the first `length` bytes of `text` are the same without the
    /// text after them. `None` if more text is needed to know.
    pub(super) fn is_complete(&self, text: &[u8], length: usize, at_end: bool) -> Option<bool> {
        match &self.kind {
            FormatKind::Grids(grids) => grids.is_complete(text, length, at_end),
            _ => Some(true),
        }
    }

    /// End of the first record of `text`, or `None` if it is not certain.
    fn record_end(&self, text: &[u8], at_end: bool) -> Option<usize> {
        match &self.kind {
            FormatKind::Lines => line_format::record_end(text, at_end),
            FormatKind::Grids(grids) => grids.record_end(text, at_end),
            FormatKind::Table(table) => table.records.record_end(text, at_end),
            FormatKind::Special(special) => special.record_end(text, at_end),
        }
    }

    /// Visits the records of a chunk in order.
    pub fn parse(&self, chunk: &PuzzleChunk, visit: impl FnMut(PuzzleRecord<'_>)) {
        self.read(chunk, Repeats::Refused, visit);
    }

    /// Visits the records of a chunk in order. `repeats` may accept grids with a digit twice in a
    /// house.
    pub fn read(
        &self,
        chunk: &PuzzleChunk,
        repeats: Repeats,
        mut visit: impl FnMut(PuzzleRecord<'_>),
    ) {
        let (text, first) = (&chunk.bytes[..], chunk.line);
        match &self.kind {
            FormatKind::Lines if self.signs.is_usual() => {
                line_format::parse(text, first, repeats, visit);
            }
            FormatKind::Table(table) if self.signs.is_usual() && table.is_plain() => {
                table.visit_unread(text, first, |raw| visit(record(&raw, repeats)));
            }
            // These formats are rare.
            _ => {
                let reading = RecordParser {
                    signs: &self.signs,
                    expect: self.expect,
                    repeats,
                };
                self.visit_unread(chunk, |raw| visit(reading.record(&raw)));
            }
        }
    }

    /// Visits the records of a chunk in order, without reading their puzzles.
    pub fn visit_unread(&self, chunk: &PuzzleChunk, visit: impl FnMut(UnreadRecord<'_>)) {
        self.kind.visit_unread(&chunk.bytes, chunk.line, visit);
    }

    /// Signs of digits and empty cells.
    pub fn signs(&self) -> &Signs {
        &self.signs
    }

    fn table(&self) -> Option<&TableFormat> {
        match &self.kind {
            FormatKind::Table(table) => Some(table),
            FormatKind::Lines | FormatKind::Grids(_) | FormatKind::Special(_) => None,
        }
    }

    /// Names of the columns: those in the header, or numbers from 1 without a header; empty for a
    /// format without columns. A [`PuzzleRecord`] has its fields in this order.
    pub fn columns(&self) -> &[String] {
        self.table().map_or(&[], |table| &table.records.names)
    }

    /// Number of the column with the puzzle, from 0.
    pub fn puzzle_column(&self) -> Option<usize> {
        self.table().map(|table| table.records.wanted)
    }

    /// True if a column, from 0, has numbers in the first records.
    pub fn has_numbers(&self, column: usize) -> bool {
        self.table()
            .is_some_and(|table| table.records.numbers[column])
    }

    /// Number of the column with the solution, from 0.
    pub fn solution_column(&self) -> Option<usize> {
        self.table().and_then(|table| table.solution)
    }
}

/// Returns the [format](super::InputFormat) of a text, and its records as one chunk, as
/// [`Inputs`](super::Inputs) reads them from a file. Errors call the text `name`.
///
/// ```
/// use countless_sudoku::puzzles::{ReadOptions, text_chunk};
///
/// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let text = format!("{puzzle} first\n4{puzzle}\n");
/// let (format, chunk) = text_chunk(&text, "text", &ReadOptions::new())?;
/// let mut tags = Vec::new();
/// format.parse(&chunk, |record| tags.push((record.tag.map(str::to_owned), record.puzzle.is_ok())));
/// assert_eq!(tags, [(Some("first".to_owned()), true), (None, false)]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] if the format is not known, or lacks the column of `options`.
pub fn text_chunk(
    text: &str,
    name: &str,
    options: &ReadOptions,
) -> Result<(PuzzleFormat, PuzzleChunk), Error> {
    let text = text.as_bytes();
    let mut bytes = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).to_vec();
    LineEnds::of(&bytes).make_feeds(&mut bytes);
    let (format, skipped) = PuzzleFormat::detect(&bytes, options, name)?;
    let chunk = PuzzleChunk {
        index: 0,
        input: 0,
        line: 1 + skipped as u64,
        bytes: after_lines(&bytes, skipped).to_vec(),
        records_before: 0,
    };
    Ok((format, chunk))
}
