//! Grids of other shapes than nine by nine, drawn in lines, one below the other.
//!
//! Lines that only draw are passed over, as are blank ones between grids. A blank line or one of
//! words ends a grid that has too few rows. What the rows hold is not looked at: whoever knows
//! the shape does that.

use super::{Raw, is_silent, next_line};

/// Grids of so many rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(usize);

/// Where a grid lies in a text.
#[derive(Default)]
struct Block {
    /// Where what belongs to it ends.
    end: usize,
    /// Where its first row begins and its last one ends.
    start: usize,
    stop: usize,
    /// The line of its first row, from 0.
    line: u64,
    rows: usize,
}

impl Rows {
    /// Grids of so many rows, unless the first line has more cells than a row can have.
    pub fn detect<'a>(rows: usize, mut lines: impl Iterator<Item = &'a [u8]>) -> Option<Self> {
        let first = lines.find(|line| is_row(line));
        let cells = first.map_or(0, |line| {
            line.iter().filter(|byte| is_content(**byte)).count()
        });
        // Numbers of two digits make a row twice as long; a grid has more, but of one of two rows.
        let is_row = cells <= 2 * rows && cells < rows * rows;
        is_row.then_some(Self(rows))
    }

    /// Where the first record of `text` ends, if it ends.
    pub fn record_end(self, text: &[u8], at_end: bool) -> Option<usize> {
        self.next(text, at_end).map(|block| block.end)
    }

    /// Visits the records of whole grids, of which the first starts on line `first`.
    pub fn raw(self, mut text: &[u8], first: u64, mut visit: impl FnMut(Raw<'_>)) {
        let mut line = first;
        while let Some(block) = self.next(text, true) {
            if block.rows > 0 {
                let row = &text[block.start..block.stop];
                visit(Raw {
                    line: line + block.line,
                    text: row,
                    at: 0,
                    bad: None,
                    solution: None,
                    fields: &[],
                    row,
                });
            }
            let (done, rest) = text.split_at(block.end);
            line += memchr::memchr_iter(b'\n', done).count() as u64;
            text = rest;
        }
    }

    /// The grid at the start of `text`; `None` if it may go on.
    fn next(self, text: &[u8], at_end: bool) -> Option<Block> {
        let (mut block, mut number) = (Block::default(), 0);
        while let Some((line, length)) = next_line(&text[block.end..], at_end) {
            if is_row(line) {
                if block.rows == 0 {
                    (block.start, block.line) = (block.end, number);
                }
                block.rows += 1;
                block.stop = block.end + line.len();
            }
            block.end += length;
            let is_over = line.trim_ascii().is_empty() && block.rows > 0;
            if is_over || block.rows == self.0 {
                return Some(block);
            }
            number += 1;
        }
        (at_end && block.end > 0).then_some(block)
    }
}

/// Whether a line has cells, and not only a drawing or a comment.
pub(crate) fn is_row(line: &[u8]) -> bool {
    !is_silent(line) && line.iter().any(|&byte| is_content(byte))
}

/// Whether a byte is part of a cell.
fn is_content(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b".*_".contains(&byte)
}
