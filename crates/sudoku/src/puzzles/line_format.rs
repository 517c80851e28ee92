//! Line format: 81 cells or 729 pencil marks per line, followed by a tag.

use std::borrow::Cow;
use std::ops::Range;

use super::puzzle_record::record_in_usual_signs;
use super::{
    PuzzleRecord, PuzzleReject, RejectReason, UnreadRecord, is_blank_or_comment, lossy_text,
    next_line, numbered_lines, reject_at,
};
use crate::{CELLS, Puzzle, Repeats};
use countless_text::{Expect, TextFault, line_end_within};

/// Bytes of text whose lines are counted at once.
const COUNTED_BYTES: usize = 4096;

/// End of the first record of `text`, or `None` if it may go on.
pub fn record_end(text: &[u8], at_end: bool) -> Option<usize> {
    next_line(text, at_end).map(|(_, end)| end)
}

/// Number and length in bytes of the whole lines at the start of `text`: at most `most` lines, and
/// no more after `full` bytes.
pub fn measure(text: &[u8], most: usize, full: usize) -> (usize, usize) {
    let (mut lines, mut length, mut at) = (0, 0, 0);
    // To count the lines of a block takes a fraction of the time of a search for the end of each.
    for block in text[..full.min(text.len())].chunks(COUNTED_BYTES) {
        let more = memchr::memchr_iter(b'\n', block).count();
        if lines + more > most {
            break;
        }
        lines += more;
        length = memchr::memrchr(b'\n', block).map_or(length, |feed| at + feed + 1);
        at += block.len();
    }
    while lines < most
        && length < full
        && let Some(feed) = memchr::memchr(b'\n', &text[at..])
    {
        lines += 1;
        at += feed + 1;
        length = at;
    }
    (lines, length)
}

/// Line that is neither blank nor a comment.
#[derive(Clone, Copy)]
struct PuzzleLine<'a> {
    number: u64,
    bytes: &'a [u8],
    /// Line as text, if the whole chunk is UTF-8.
    utf8: Option<&'a str>,
}

impl<'a> PuzzleLine<'a> {
    /// Text of some bytes, if it is known without a check.
    #[inline]
    fn known_text(self, range: Range<usize>) -> Option<&'a str> {
        self.utf8?.get(range)
    }
}

/// Visits the records of whole lines; the first is line `first`.
pub fn parse(text: &[u8], first: u64, repeats: Repeats, mut visit: impl FnMut(PuzzleRecord<'_>)) {
    // One check of all lines takes a fraction of the time of a check of each.
    let utf8 = std::str::from_utf8(text).ok();
    let (mut number, mut at) = (first, 0);
    loop {
        // Nearly every line of a valid file has 81 cells and nothing else.
        while let Some(b'\n') = text.get(at + CELLS)
            && let bytes = &text[at..at + CELLS]
            && let Ok(grid) = repeats.parse(bytes)
            && let Some(cells) = utf8.and_then(|text| text.get(at..at + CELLS))
        {
            let puzzle = Ok(Puzzle::Grid(grid));
            visit(UnreadRecord::of(number, bytes).read(puzzle, Cow::Borrowed(cells), None));
            number += 1;
            at += CELLS + 1;
        }
        let Some((bytes, length)) = next_line(&text[at..], true) else {
            break;
        };
        if !is_blank_or_comment(bytes) {
            let utf8 = utf8.and_then(|text| text.get(at..at + bytes.len()));
            let line = PuzzleLine {
                number,
                bytes,
                utf8,
            };
            visit(record(line, repeats));
        }
        number += 1;
        at += length;
    }
}

/// Visits the records of whole lines without reading their puzzles; the first is line `first`.
pub fn visit_unread(text: &[u8], first: u64, mut visit: impl FnMut(UnreadRecord<'_>)) {
    for (number, line) in numbered_lines(text, first) {
        if !is_blank_or_comment(line) {
            // A tab may be an empty cell.
            let at = line.iter().position(|&byte| byte != b' ').unwrap_or(0);
            visit(UnreadRecord {
                text: &line[at..],
                offset: at,
                ..UnreadRecord::of(number, line)
            });
        }
    }
}

/// True if a line looks like a puzzle, perhaps a damaged one.
pub fn looks_like_puzzle(line: &[u8]) -> bool {
    let (cells, _) = split(line.trim_ascii_start());
    let good = cells
        .iter()
        .filter(|&&byte| crate::parse_cell(byte).is_some());
    cells.len() > CELLS / 2 && good.count() > cells.len() / 2
}

/// Reads a line.
#[inline]
fn record(line: PuzzleLine<'_>, repeats: Repeats) -> PuzzleRecord<'_> {
    // Most other lines have 81 cells, then nothing or a separator.
    if let Some((cells, rest)) = line.bytes.split_at_checked(CELLS)
        && rest.first().is_none_or(|&byte| is_separator(byte))
        && let Ok(grid) = repeats.parse(cells)
    {
        return with_tag(line, 0..CELLS, Ok(Puzzle::Grid(grid)));
    }
    let indent = line.bytes.len() - line.bytes.trim_ascii_start().len();
    let (cells, _) = split(&line.bytes[indent..]);
    let puzzle = Puzzle::parse(cells, repeats).map_err(|error| {
        let (offset, reason) = (
            indent + error.position - 1,
            RejectReason::Cells(error.fault),
        );
        reject_at(line.bytes, line.number, offset, reason)
    });
    if puzzle.is_err()
        && let Some(record) = record_of_separated_cells(line, indent, repeats)
    {
        return record;
    }
    with_tag(line, indent..indent + cells.len(), puzzle)
}

/// Reads a line with separators between its cells, or with cells of several bytes. Returns `None` if
/// it has fewer than half of the cells.
#[cold]
fn record_of_separated_cells(
    line: PuzzleLine<'_>,
    indent: usize,
    repeats: Repeats,
) -> Option<PuzzleRecord<'_>> {
    let (token, _) = split(&line.bytes[indent..]);
    let is_whole = token.len() > CELLS / 2 || token.len() == line.bytes.len() - indent;
    if is_whole && token.is_ascii() {
        return None;
    }
    let raw = UnreadRecord::of(line.number, line.bytes);
    let record = record_in_usual_signs(&raw, Expect::Digits, repeats);
    let is_other = matches!(
        &record.puzzle,
        Err(PuzzleReject {
            reason: RejectReason::Text(TextFault::Cells { .. } | TextFault::Illegal(_))
                | RejectReason::NotUtf8,
            ..
        })
    );
    let fields = line
        .bytes
        .split(|byte| byte.is_ascii_whitespace() || b",;|".contains(byte));
    let is_short = fields.count() <= CELLS / 2 && !line.bytes[indent..].starts_with(b"[");
    (!is_other || !is_short).then_some(record)
}

/// True if a line is a puzzle with separators between its cells.
pub fn is_puzzle_of_separated_cells(line: &[u8]) -> bool {
    let indent = line.len() - line.trim_ascii_start().len();
    let line = PuzzleLine {
        number: 1,
        bytes: line,
        utf8: None,
    };
    record_of_separated_cells(line, indent, Repeats::Passed)
        .is_some_and(|record| record.puzzle.is_ok())
}

/// Adds the tag after the cells, or rejects the record if the tag is not UTF-8.
#[inline]
fn with_tag(
    line: PuzzleLine<'_>,
    cells: Range<usize>,
    mut puzzle: Result<Puzzle, PuzzleReject>,
) -> PuzzleRecord<'_> {
    let mut tag = None;
    let reject = |at, reason| Err(reject_at(line.bytes, line.number, cells.end + at, reason));
    let rest = line.known_text(cells.end..line.bytes.len());
    match rest.map_or_else(|| std::str::from_utf8(&line.bytes[cells.end..]), Ok) {
        Ok(rest) => {
            if let Some((at, fault)) = line_end_within(rest) {
                puzzle = puzzle.and(reject(at, RejectReason::Text(fault)));
            }
            let rest = rest.trim_matches(|c: char| c.is_ascii() && is_separator(c as u8));
            tag = Some(rest).filter(|tag| !tag.is_empty());
        }
        Err(error) => {
            puzzle = puzzle.and(reject(error.valid_up_to(), RejectReason::NotUtf8));
        }
    }
    let known = line.known_text(cells.clone());
    let text = known.map_or_else(|| lossy_text(&line.bytes[cells]), Cow::Borrowed);
    UnreadRecord::of(line.number, line.bytes).read(puzzle, text, tag)
}

/// Cells at the start of a line.
pub fn cells(line: &[u8]) -> &[u8] {
    split(line.trim_ascii_start()).0
}

/// Cells at the start of a line, and its tag with the separator.
pub fn cells_and_tag(line: &str) -> (&str, &str) {
    let line = line.trim_ascii();
    // Separators are ASCII.
    line.split_at(cells(line.as_bytes()).len())
}

/// Cells at the start of `text`, and the rest.
fn split(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|&byte| is_separator(byte));
    text.split_at(end.unwrap_or(text.len()))
}

/// True if a byte ends the cells of a line.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;:|/#".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_are_measured_as_one_by_one(
            lines in prop::collection::vec(0_usize..200, 0..300),
            rest in 0_usize..5000,
            most in 0_usize..300,
            full in 1_usize..30_000,
        ) {
            let mut text = Vec::new();
            for length in lines {
                text.resize(text.len() + length, b'.');
                text.push(b'\n');
            }
            text.resize(text.len() + rest, b'.');
            let (mut count, mut length) = (0, 0);
            while count < most && length < full {
                let Some(end) = record_end(&text[length..], false) else {
                    break;
                };
                (count, length) = (count + 1, length + end);
            }
            prop_assert_eq!(measure(&text, most, full), (count, length));
        }
    }
}
