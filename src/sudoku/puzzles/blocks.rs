//! Grids of nine lines, plain or drawn, one below the other; .sdk files among them.
//!
//! ```text
//!     53..7....      +-------+-------+-------+     #DA puzzle
//!     6..195...      | 5 3 . | . 7 . | . . . |     [Puzzle]
//!     .98....6.      | 6 . . | 1 9 5 | . . . |     53..7....
//!     …              …                             …
//! ```
//!
//! Blank lines separate grids, but may also separate the three bands of one. A line of
//! words above a grid is its tag. Sections of .sdk files other than `[Puzzle]` hold the
//! state of a game: their nine rows are passed over.

use std::borrow::Cow;

use super::joined::Joined;
use super::{Reason, Record, is_silent, next_line};
use crate::sudoku;

/// The rows of a grid.
const ROWS: usize = 9;

/// How lines of a grid are told from lines around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// Whether `-` is a blank cell; else it is part of the drawing.
    pub dash_is_cell: bool,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Blank,
    Comment,
    /// The head of a section of an .sdk file.
    Section {
        is_puzzle: bool,
    },
    /// Part of the drawing.
    Border,
    /// Words.
    Title,
    Row,
}

impl Blocks {
    /// Whether a line is a row of nine cells, if dashes are cells or not.
    pub fn is_good_row(self, line: &[u8]) -> bool {
        self.count(line) == (ROWS, ROWS)
    }

    /// Whether a line can only be one of a grid of nine lines.
    pub fn is_sure(self, line: &[u8]) -> bool {
        matches!(self.kind(line), Kind::Section { .. }) || self.is_good_row(line)
    }

    /// How many cells there are, and how many characters that are no drawing.
    fn count(self, line: &[u8]) -> (usize, usize) {
        let (mut cells, mut all) = (0, 0);
        for (_, content) in self.contents(line) {
            cells += usize::from(content.is_ok());
            all += 1;
        }
        (cells, all)
    }

    /// The cells of a line and their offsets: a digit, or a character that is none.
    fn contents(self, line: &[u8]) -> impl Iterator<Item = (usize, Result<u8, char>)> {
        let text = line.utf8_chunks().flat_map(|chunk| {
            let bad = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
            let good = chunk.valid().chars().map(|c| (c, c.len_utf8()));
            good.chain(bad.map(|c| (c, chunk.invalid().len())))
        });
        let placed = text.scan(0, |offset, (c, length)| {
            *offset += length;
            Some((*offset - length, c))
        });
        placed.filter_map(move |(offset, c)| {
            if self.is_drawing(c) {
                return None;
            }
            let cell = u8::try_from(c).ok().and_then(sudoku::cell);
            Some((offset, cell.ok_or(c)))
        })
    }

    /// Whether a character is no cell but part of the drawing.
    fn is_drawing(self, c: char) -> bool {
        match c {
            '-' => !self.dash_is_cell,
            // The last: the block of characters for drawing boxes.
            '|'
            | '+'
            | '!'
            | ':'
            | '='
            | ','
            | ';'
            | '['
            | ']'
            | '('
            | ')'
            | '{'
            | '}'
            | '\u{2500}'..='\u{257f}' => true,
            _ => c.is_whitespace(),
        }
    }

    fn kind(self, line: &[u8]) -> Kind {
        let text = line.trim_ascii();
        if text.is_empty() {
            return Kind::Blank;
        }
        if is_silent(text) {
            return Kind::Comment;
        }
        if let Some(name) = text
            .strip_prefix(b"[")
            .and_then(|text| text.strip_suffix(b"]"))
            && name.iter().all(u8::is_ascii_alphabetic)
            && !name.is_empty()
        {
            return Kind::Section {
                is_puzzle: name.eq_ignore_ascii_case(b"puzzle"),
            };
        }
        match self.count(text) {
            (ROWS, ROWS) => Kind::Row,
            _ if self.is_border(text) => Kind::Border,
            (cells, all) if 2 * cells > all => Kind::Row,
            _ => Kind::Title,
        }
    }

    /// Whether a line that is no row only draws, perhaps with cells as in `*-----*`.
    fn is_border(self, text: &[u8]) -> bool {
        let text = String::from_utf8_lossy(text);
        let draws = text.contains("---")
            || text
                .chars()
                .any(|c| self.is_drawing(c) && !c.is_whitespace());
        draws && !text.contains(char::is_alphanumeric)
    }

    /// Where the first record of `text` ends, if it ends.
    pub fn record_end(self, text: &[u8], at_end: bool) -> Option<usize> {
        self.next(text, at_end).map(|block| block.end)
    }

    /// Visits the records of whole blocks, of which the first starts on line `first`.
    pub fn parse(self, mut text: &[u8], first: u64, mut visit: impl FnMut(Record<'_>)) {
        let mut line = first;
        while let Some(block) = self.next(text, true) {
            if !block.rows.is_empty() {
                visit(self.record(&block, line, &text[block.start..block.stop]));
            }
            let (done, rest) = text.split_at(block.end);
            line += memchr::memchr_iter(b'\n', done).count() as u64;
            text = rest;
        }
    }

    /// The block at the start of `text`; `None` if it may go on.
    fn next(self, text: &[u8], at_end: bool) -> Option<Block<'_>> {
        let mut block = Block::default();
        let mut passed_over = 0;
        let mut number = 0;
        while let Some((line, length)) = next_line(&text[block.end..], at_end) {
            let after = block.end + length;
            match self.kind(line) {
                Kind::Row if passed_over == 0 => {
                    if block.rows.is_empty() {
                        block.start = block.end;
                    }
                    block.stop = block.end + line.len();
                    block.rows.push((number, line));
                    if block.rows.len() == ROWS {
                        block.end = after;
                        return Some(block);
                    }
                }
                Kind::Blank if !block.rows.is_empty() => {
                    // Three rows, a blank line and three rows may be bands of one grid.
                    let is_band = block.rows.len().is_multiple_of(3);
                    if !is_band || self.run_length(&text[after..], at_end)? != 3 {
                        block.end = after;
                        return Some(block);
                    }
                }
                Kind::Section { .. } | Kind::Title if !block.rows.is_empty() => return Some(block),
                Kind::Section { is_puzzle } => passed_over = if is_puzzle { 0 } else { ROWS },
                Kind::Title => block.title = Some(line),
                Kind::Comment => block.title = description(line).or(block.title),
                Kind::Row => passed_over -= 1,
                Kind::Blank | Kind::Border => {}
            }
            block.end = after;
            number += 1;
        }
        (at_end && block.end > 0).then_some(block)
    }

    /// How many rows follow before something else, but no more than four.
    fn run_length(self, text: &[u8], at_end: bool) -> Option<usize> {
        let (mut start, mut rows) = (0, 0);
        while rows < 4 {
            let Some((line, length)) = next_line(&text[start..], at_end) else {
                return at_end.then_some(rows);
            };
            start += length;
            match self.kind(line) {
                Kind::Row => rows += 1,
                Kind::Border => {}
                Kind::Blank if rows == 0 => {}
                _ => break,
            }
        }
        Some(rows)
    }

    /// Reads a block that has rows; the text it was cut from starts on line `first`.
    fn record<'a>(self, block: &Block<'a>, first: u64, row: &'a [u8]) -> Record<'a> {
        let mut cells = Joined::new();
        for &(number, line) in &block.rows {
            let (number, before) = (first + number, cells.len());
            for (offset, cell) in self.contents(line) {
                cells.push(line, number, offset, cell);
            }
            let length = cells.len() - before;
            if length != ROWS {
                let end = line.trim_ascii_end().len();
                cells.blame(line, number, end, Reason::RowLength(length));
            }
        }
        let start = first + block.rows[0].0;
        let title = block
            .title
            .and_then(|title| std::str::from_utf8(title).ok());
        Record {
            line: start,
            puzzle: cells.puzzle(start, block.rows.len()),
            text: Cow::Owned(cells.text),
            tag: title.map(str::trim).filter(|title| !title.is_empty()),
            solution: None,
            fields: &[],
            row,
        }
    }
}

/// The description in a comment of an .sdk file, `#D` and text.
fn description(comment: &[u8]) -> Option<&[u8]> {
    comment.trim_ascii_start().strip_prefix(b"#D")
}

/// Some lines, at most nine of them rows.
#[derive(Default)]
struct Block<'a> {
    /// Where the block ends in the text it was cut from.
    end: usize,
    /// Where its first row begins and its last one ends.
    start: usize,
    stop: usize,
    title: Option<&'a [u8]>,
    /// The rows with their line numbers, from 0.
    rows: Vec<(u64, &'a [u8])>,
}
