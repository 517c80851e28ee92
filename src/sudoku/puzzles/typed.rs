//! Grids of nine lines as people type them, in which a blank is a space or nothing at all.
//!
//! ```text
//!     53  7                5 3     7            5,3,,,7,,,,
//!     6  195               6     1 9 5          6,,,1,9,5,,,
//!      98    6               9 8         6      ,9,8,,,,,6,
//!     …                    …                    …
//! ```
//!
//! A grid that is separated by commas, as spreadsheets do, may stand in a single line, too.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::joined::Joined;
use super::{Reason, Record, is_silent, next_line, numbered_lines};
use crate::sudoku::{self, CELLS, GridFault};

/// The rows of a grid, and the cells of each.
const ROWS: usize = 9;

/// The lines of a grid whose bands are set apart by empty lines.
const BANDED: usize = 11;

/// How the cells of a line lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// At every so many characters; a space is a blank, and so is what is missing at the end.
    Spaced(usize),
    /// Nine between delimiters, of which two with nothing between them make a blank.
    Separated(u8),
    /// All 81 of them.
    SeparatedInLine(u8),
}

impl Typed {
    /// Recognises such grids in an input that starts with `head`.
    pub fn detect(head: &[u8]) -> Option<Self> {
        let lines = numbered_lines(head, 0).map(|(_, line)| line);
        let lines: Vec<&str> = lines
            .filter(|line| !is_comment(line) && !is_border(line))
            .skip_while(|line| line.is_empty())
            .take(ROWS)
            .map(std::str::from_utf8)
            .collect::<Result<_, _>>()
            .ok()?;
        for delimiter in *b",;\t" {
            let nothing = |line: &&str| line.split(char::from(delimiter)).any(is_blank);
            let each = |cells| move |line: &&str| is_separated(line, delimiter, cells);
            let first = lines.first().filter(|line| nothing(line));
            if first.is_some_and(each(CELLS)) {
                return Some(Self::SeparatedInLine(delimiter));
            }
            let mut full = lines.iter().filter(|line| !line.trim().is_empty());
            if lines.len() == ROWS && full.all(each(ROWS)) && lines.iter().any(nothing) {
                return Some(Self::Separated(delimiter));
            }
        }
        let spaced = |step| {
            let fits = |line: &&str| cells_of(line, step).is_some_and(|cells| cells <= ROWS);
            lines.len() == ROWS && lines.iter().all(fits) && lines.iter().any(has_space)
        };
        [1, 2]
            .into_iter()
            .find(|&step| spaced(step))
            .map(Self::Spaced)
    }

    /// Where the first record of `text` ends, if it ends.
    pub fn record_end(self, text: &[u8], at_end: bool) -> Option<usize> {
        self.next(text, at_end).map(|block| block.end)
    }

    /// Visits the records of whole grids, of which the first starts on line `first`.
    pub fn parse(self, mut text: &[u8], first: u64, mut visit: impl FnMut(Record<'_>)) {
        let mut line = first;
        while let Some(block) = self.next(text, true) {
            if let (Some(start), Some(last)) = (block.rows.first(), block.rows.last()) {
                let row = &text[start.offset..last.offset + last.text.len()];
                visit(self.record(&block.rows, line, row));
            }
            let (done, rest) = text.split_at(block.end);
            line += memchr::memchr_iter(b'\n', done).count() as u64;
            text = rest;
        }
    }

    /// The lines of the grid at the start of `text`; `None` if it may go on.
    fn next(self, text: &[u8], at_end: bool) -> Option<Block<'_>> {
        // One more than the longest grid has, to see how it ends.
        let wanted = if self.is_in_line() { 1 } else { BANDED + 1 };
        let (mut lines, mut end, mut number) = (Vec::new(), 0, 0);
        while lines.len() < wanted {
            let Some((line, length)) = next_line(&text[end..], at_end) else {
                if !at_end {
                    return None;
                }
                break;
            };
            let passed_over = is_comment(line) || is_border(line);
            // A line of spaces is a row of blanks, but none that is empty.
            if !(passed_over || line.is_empty() && lines.is_empty()) {
                let offset = end;
                lines.push(Line {
                    number,
                    offset,
                    text: line,
                });
            }
            end += length;
            number += 1;
        }
        if lines.is_empty() {
            let rows = Vec::new();
            return (end > 0).then_some(Block { rows, end });
        }
        let is_empty = |at: usize| lines.get(at).is_none_or(|line: &Line| line.text.is_empty());
        let run = (0..lines.len()).take_while(|&at| !is_empty(at)).count();
        let banded = (0..=BANDED).all(|at| is_empty(at) == matches!(at, 3 | 7 | BANDED));
        // An empty line may be a row whose spaces are gone, if nothing but this can be meant.
        let alone = (ROWS..wanted).all(is_empty) && !is_empty(ROWS - 1);
        let last = if self.is_in_line() {
            0
        } else if run >= ROWS || alone && matches!(self, Self::Spaced(_)) {
            ROWS - 1
        } else if banded {
            BANDED - 1
        } else {
            run - 1
        };
        let after = lines[last].offset;
        let end = after + next_line(&text[after..], true).map_or(0, |(_, length)| length);
        lines.truncate(last + 1);
        if banded {
            lines.retain(|line| !line.text.is_empty());
        }
        Some(Block { rows: lines, end })
    }

    fn is_in_line(self) -> bool {
        matches!(self, Self::SeparatedInLine(_))
    }

    /// Reads the rows of a grid; the text they were cut from starts on line `first`.
    fn record<'a>(self, rows: &[Line<'a>], first: u64, all: &'a [u8]) -> Record<'a> {
        let mut cells = Joined::new();
        for line in rows {
            let (text, number) = (line.text, first + line.number);
            let Ok(utf8) = std::str::from_utf8(text) else {
                cells.blame(text, number, 0, Reason::NotUtf8);
                continue;
            };
            let before = cells.len();
            self.cells(utf8, |offset, c| {
                let cell = match c {
                    ' ' => Ok(0),
                    c => u8::try_from(c).ok().and_then(sudoku::cell).ok_or(c),
                };
                cells.push(text, number, offset, cell);
            });
            let found = cells.len() - before;
            let fault = match found.cmp(&CELLS) {
                _ if !self.is_in_line() => (found != ROWS).then_some(Reason::RowLength(found)),
                Ordering::Less => Some(Reason::Cells(GridFault::TooShort(found))),
                Ordering::Greater => Some(Reason::Cells(GridFault::TooLong(found))),
                Ordering::Equal => None,
            };
            if let Some(fault) = fault {
                cells.blame(text, number, text.len(), fault);
            }
        }
        let start = first + rows.first().map_or(0, |row| row.number);
        Record {
            line: start,
            puzzle: cells.puzzle(start, rows.len()),
            text: Cow::Owned(cells.text),
            tag: None,
            solution: None,
            fields: &[],
            row: all,
        }
    }

    /// Visits the cells of a line, a space for a blank, and where they are.
    fn cells(self, line: &str, mut visit: impl FnMut(usize, char)) {
        match self {
            Self::Spaced(step) => {
                let mut found = 0;
                for (at, (offset, c)) in drawn(line).enumerate() {
                    if at % step == 0 && (found < ROWS || c != ' ') {
                        visit(offset, c);
                        found += 1;
                    }
                }
                (found..ROWS).for_each(|_| visit(line.len(), ' '));
            }
            Self::Separated(delimiter) | Self::SeparatedInLine(delimiter) => {
                let mut start = 0;
                for field in line.split(char::from(delimiter)) {
                    let quoted = |c: char| c == '"' || c == ' ';
                    let inner = field.trim_matches(quoted);
                    let offset = start + field.len() - field.trim_start_matches(quoted).len();
                    if inner.is_empty() {
                        visit(start, ' ');
                    }
                    for (at, c) in inner.char_indices() {
                        visit(offset + at, c);
                    }
                    start += field.len() + 1;
                }
            }
        }
    }
}

/// The lines of a grid, and where it ends in the text it was cut from.
struct Block<'a> {
    rows: Vec<Line<'a>>,
    end: usize,
}

/// A line, its number from 0 and where it starts.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: u64,
    offset: usize,
    text: &'a [u8],
}

/// The characters of a line that are no bars between boxes, and where they are.
fn drawn(line: &str) -> impl Iterator<Item = (usize, char)> {
    let is_bar = |c: char| matches!(c, '|' | '\u{2500}'..='\u{257f}');
    line.char_indices().filter(move |&(_, c)| !is_bar(c))
}

/// How many cells a line has at every so many characters; none if it has what is neither a
/// digit nor a space, or something between them.
fn cells_of(line: &str, step: usize) -> Option<usize> {
    let mut length = 0;
    for (at, (_, c)) in drawn(line.trim_end()).enumerate() {
        let is_cell = at % step == 0 && matches!(c, '1'..='9');
        if !is_cell && c != ' ' {
            return None;
        }
        length = at + 1;
    }
    Some(length.div_ceil(step))
}

fn has_space(line: &&str) -> bool {
    line.contains(' ') && !line.trim().is_empty()
}

/// Whether a field stands for a blank by having nothing in it.
fn is_blank(field: &str) -> bool {
    field.trim_matches(['"', ' ']).is_empty()
}

/// Whether there are so many fields, each a cell or nothing.
fn is_separated(line: &str, delimiter: u8, fields: usize) -> bool {
    let mut found = 0;
    for field in line.split(char::from(delimiter)) {
        let field = field.trim_matches(['"', ' ']).as_bytes();
        let is_cell = field.len() == 1 && sudoku::cell(field[0]).is_some();
        if !is_cell && !field.is_empty() {
            return false;
        }
        found += 1;
    }
    found == fields
}

fn is_comment(line: &[u8]) -> bool {
    is_silent(line) && !line.trim_ascii().is_empty()
}

/// Whether a line only draws: `------+-------+------`.
fn is_border(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let draws = |c: char| matches!(c, '-' | '+' | '=' | '|' | ' ' | '\u{2500}'..='\u{257f}');
    text.chars().all(draws) && text.chars().any(|c| c != ' ' && c != '|')
}
