//! Grid format: puzzles of several lines, plain or drawn, one below the other. It includes .sdk
//! files and grids of candidates.
//!
//! ```text
//!     53..7....      +-------+-------+-------+     #DA puzzle     [[5, 3, 0, 0, 7, 0, 0, 0, 0],
//!     6..195...      | 5 3 . | . 7 . | . . . |     [Puzzle]        [6, 0, 0, 1, 9, 5, 0, 0, 0],
//!     .98....6.      | 6 . . | 1 9 5 | . . . |     53..7....       …
//!     …              …                             …
//! ```
//!
//! Blank lines separate puzzles, and may also separate the bands of one. A line of words above a
//! puzzle is its tag. Sections of .sdk files such as `[State]` hold the state of a game: their rows
//! are skipped. Titles of digits and one other sign are rows of a grid with an unknown sign for empty
//! cells, if they have the length of a row and fill a grid. Only whole lines are classified here;
//! [`text`](countless_text) reads them.

use std::sync::Arc;

use super::{UnreadRecord, is_puzzle, next_line};
use countless_text::{Expect, LineKind, LineRules, Outline, Signs, line_kind, lists};

/// Format of puzzles with several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridFormat {
    pub outline: Arc<Outline>,
    pub signs: Arc<Signs>,
    pub expect: Expect,
    /// True if a line of dashes is a row of empty cells, and not part of the drawing.
    pub dash_is_cell: bool,
    /// True if spaces are empty cells, so that a line of them is a row.
    pub is_spaced: bool,
}

/// Block of lines with at most as many rows as a puzzle.
#[derive(Default)]
struct GridBlock<'a> {
    /// End of the block in its text, in bytes.
    end: usize,
    /// Start of its first row and end of its last row.
    start: usize,
    last_end: usize,
    title: Option<&'a [u8]>,
    /// Line of its first row, from 0, and its number of rows.
    line: u64,
    rows: usize,
}

/// Titles that look like rows, one below the other. As many of them as a grid has rows are a grid
/// with an unknown sign for blanks.
#[derive(Clone, Copy, Default)]
struct RowLikeTitles<'a> {
    start: usize,
    line: u64,
    rows: usize,
    /// Title above them.
    title: Option<&'a [u8]>,
}

impl GridFormat {
    /// Detects grids in an input that starts with `head`, if at least one puzzle can be read.
    pub fn detect(
        head: &[u8],
        outline: &Arc<Outline>,
        signs: &Arc<Signs>,
        expect: Expect,
    ) -> Option<Self> {
        let mut best: Option<(usize, Self)> = None;
        for (dash_is_cell, is_spaced) in [(false, false), (true, false), (false, true)] {
            let grids = Self {
                outline: Arc::clone(outline),
                signs: Arc::clone(signs),
                expect,
                dash_is_cell,
                is_spaced,
            };
            let mut good = 0;
            grids.visit_unread(head, 1, |raw| {
                let is_drawn = raw.text.contains(&b'\n');
                good += usize::from(is_drawn && grids.can_be_read(raw.text));
            });
            if good > best.as_ref().map_or(0, |(most, _)| *most) {
                best = Some((good, grids));
            }
        }
        best.map(|(_, grids)| grids)
    }

    /// Returns the format, although no puzzle can be read, if most lines can only be rows.
    pub fn if_mostly_rows<'a>(mut self, lines: impl Iterator<Item = &'a [u8]>) -> Option<Self> {
        self.dash_is_cell = false;
        let (mut rows, mut others) = (0, 0);
        for line in lines {
            match self.line_kind(line) {
                LineKind::Row | LineKind::Section { .. } | LineKind::List => rows += 1,
                LineKind::Title => others += 1,
                LineKind::Blank | LineKind::Comment | LineKind::Border | LineKind::BarsOnly => {}
            }
        }
        (rows > others).then_some(self)
    }

    fn can_be_read(&self, text: &[u8]) -> bool {
        is_puzzle(text, &self.outline, &self.signs, self.expect)
    }

    fn rules(&self) -> LineRules<'_> {
        LineRules::new(&self.outline, &self.signs, self.expect).dash_is_cell(self.dash_is_cell)
    }

    /// Returns the kind of a line.
    fn line_kind(&self, line: &[u8]) -> LineKind {
        let found = line_kind(&String::from_utf8_lossy(line), self.rules());
        match found {
            LineKind::BarsOnly if self.is_spaced => LineKind::Row,
            LineKind::BarsOnly => LineKind::Border,
            LineKind::Blank if self.is_spaced && !line.is_empty() => LineKind::Row,
            found => found,
        }
    }

    /// True if a line is a puzzle by itself, valid or not: it has many more cells than a row.
    fn is_whole(&self, line: &[u8]) -> bool {
        let least = (2 * self.outline.side() + 1).max(self.outline.cells() / 2);
        if line.len() < least {
            return false;
        }
        let line = String::from_utf8_lossy(line);
        let mut words = line.split(|c: char| c.is_whitespace() || ",;|│".contains(c));
        let commas = line
            .bytes()
            .filter(|&byte| byte == b',' || byte == b';')
            .count();
        commas + 1 >= least || words.any(|word| word.chars().count() >= least)
    }

    /// True if a line has as many characters as a row has cells, all of them digits or one other sign.
    fn is_row_like(&self, line: &[u8]) -> bool {
        let is_digit = |c: char| {
            c == '.' || c.is_ascii_digit() || self.outline.digits() > 9 && c.is_ascii_uppercase()
        };
        let line = String::from_utf8_lossy(line);
        let (mut cells, mut blank) = (0, None);
        for c in line.chars() {
            if c.is_whitespace() || ",;|│".contains(c) {
                continue;
            }
            cells += 1;
            if !is_digit(c) && *blank.get_or_insert(c) != c {
                return false;
            }
        }
        cells == self.outline.side()
    }

    /// True if a line has fewer than half of the cells of a row.
    fn is_short(&self, line: &[u8]) -> bool {
        let is_content = |c: &char| !c.is_whitespace();
        let content = String::from_utf8_lossy(line)
            .chars()
            .filter(is_content)
            .count();
        !self.is_spaced && content > 0 && 2 * content < self.outline.side()
    }

    /// End of the first record of `text`, or `None` if it may go on.
    pub fn record_end(&self, text: &[u8], at_end: bool) -> Option<usize> {
        self.next_block(text, at_end).map(|block| block.end)
    }

    /// Returns whether the records of the first `length` bytes of `text` are the same without the
    /// text after them. `None` if more text is needed to know.
    ///
    /// If spaces are empty cells, the lines after a grid decide whether empty lines are its rows.
    pub fn is_complete(&self, text: &[u8], length: usize, at_end: bool) -> Option<bool> {
        let mut start = 0;
        while self.is_spaced && start < length {
            let end = self.record_end(&text[start..], at_end)?;
            if self.record_end(&text[start..length], true) != Some(end) {
                return Some(false);
            }
            start += end;
        }
        Some(true)
    }

    /// Visits the records of whole blocks; the first block starts on line `first`.
    pub fn visit_unread(
        &self,
        mut text: &[u8],
        first: u64,
        mut visit: impl FnMut(UnreadRecord<'_>),
    ) {
        let mut line = first;
        while let Some(block) = self.next_block(text, true) {
            if block.rows > 0 {
                let row = &text[block.start..block.last_end];
                let title = block
                    .title
                    .and_then(|title| std::str::from_utf8(title).ok());
                visit(UnreadRecord {
                    tag: title.map(str::trim).filter(|title| !title.is_empty()),
                    ..UnreadRecord::of(line + block.line, row)
                });
            }
            let (done, rest) = text.split_at(block.end);
            line += memchr::memchr_iter(b'\n', done).count() as u64;
            text = rest;
        }
    }

    /// Block at the start of `text`, or `None` if it may go on.
    fn next_block<'a>(&self, text: &'a [u8], at_end: bool) -> Option<GridBlock<'a>> {
        let mut block = GridBlock::default();
        let mut row_like = RowLikeTitles::default();
        let (mut passed_over, mut number) = (0, 0);
        let (side, band) = (self.outline.side(), self.outline.box_rows());
        while let Some((line, length)) = next_line(&text[block.end..], at_end) {
            let after = block.end + length;
            let kind = self.line_kind(line);
            let is_whole = matches!(kind, LineKind::Row | LineKind::List | LineKind::Title)
                && self.is_whole(line);
            match kind {
                _ if is_whole && passed_over == 0 => {
                    if block.rows == 0 {
                        block.add(number, block.end, line.len());
                        block.end = after;
                    }
                    return Some(block);
                }
                LineKind::List if block.rows == 0 => {
                    let end = lists::lists_end(&text[block.end..], &self.outline, at_end)?;
                    let lists = text[block.end..][..end].trim_ascii_end();
                    block.add(number, block.end, lists.len());
                    block.end += end;
                    return Some(block);
                }
                LineKind::List => return Some(block),
                // The line may be a number above a drawing.
                LineKind::Row if block.rows == 0 && self.is_short(line) => {
                    let (below, _) =
                        next_line(&text[after..], at_end).or(at_end.then_some((b"", 0)))?;
                    if self.line_kind(below) == LineKind::Border {
                        block.title = Some(line);
                    } else if passed_over > 0 {
                        passed_over -= 1;
                    } else {
                        block.add(number, block.end, line.len());
                    }
                }
                LineKind::Row if passed_over == 0 => {
                    if self.is_spaced && block.rows == 0 {
                        return self.spaced_block(text, at_end, block, number);
                    }
                    block.add(number, block.end, line.len());
                    if block.rows == side {
                        block.end = after;
                        return Some(block);
                    }
                }
                LineKind::Blank if block.rows > 0 => {
                    // If a blank line is between two bands of rows, they may belong to one puzzle.
                    let is_band = band > 1 && block.rows.is_multiple_of(band);
                    if !is_band || self.rows_ahead(&text[after..], at_end)? != band {
                        block.end = after;
                        return Some(block);
                    }
                }
                LineKind::Section { .. } | LineKind::Title if block.rows > 0 => return Some(block),
                LineKind::Section { is_puzzle } => passed_over = if is_puzzle { 0 } else { side },
                LineKind::Title if passed_over > 0 => {
                    passed_over -= usize::from(self.is_row_like(line));
                }
                LineKind::Title => {
                    if !self.is_row_like(line) {
                        row_like = RowLikeTitles::default();
                    } else if row_like.rows == 0 {
                        let (start, line, title) = (block.end, number, block.title);
                        row_like = RowLikeTitles {
                            start,
                            line,
                            rows: 1,
                            title,
                        };
                    } else {
                        row_like.rows += 1;
                    }
                    block.title = Some(line);
                    if row_like.rows == side {
                        let length = block.end + line.len() - row_like.start;
                        block.add(row_like.line, row_like.start, length);
                        (block.title, block.rows, block.end) = (row_like.title, side, after);
                        return Some(block);
                    }
                }
                LineKind::Comment => block.title = description(line).or(block.title),
                LineKind::Row => passed_over -= 1,
                LineKind::Blank | LineKind::Border | LineKind::BarsOnly => {}
            }
            block.end = after;
            number += 1;
        }
        (at_end && block.end > 0).then_some(block)
    }

    /// Number of rows that follow before something else; at most one more than a band has.
    fn rows_ahead(&self, text: &[u8], at_end: bool) -> Option<usize> {
        let (mut start, mut rows) = (0, 0);
        while rows <= self.outline.box_rows() {
            let Some((line, length)) = next_line(&text[start..], at_end) else {
                return at_end.then_some(rows);
            };
            start += length;
            match self.line_kind(line) {
                LineKind::Row if self.is_whole(line) => break,
                LineKind::Row => rows += 1,
                LineKind::Border => {}
                LineKind::Blank if rows == 0 => {}
                _ => break,
            }
        }
        Some(rows)
    }

    /// Returns the block with its first row at the end of `block`. An empty line in it may be a row
    /// that has lost its spaces.
    fn spaced_block<'a>(
        &self,
        text: &'a [u8],
        at_end: bool,
        mut block: GridBlock<'a>,
        first: u64,
    ) -> Option<GridBlock<'a>> {
        let (side, band) = (self.outline.side(), self.outline.box_rows().max(1));
        let banded = side + side / band - 1;
        // One line more than the longest grid has, to see its end.
        let wanted = banded + 1;
        let mut lines: Vec<(usize, usize, bool)> = Vec::new();
        let mut end = block.end;
        while lines.len() < wanted {
            let Some((line, length)) = next_line(&text[end..], at_end) else {
                if !at_end {
                    return None;
                }
                break;
            };
            if !matches!(self.line_kind(line), LineKind::Comment | LineKind::Border) {
                lines.push((end, line.len(), line.is_empty()));
            }
            end += length;
        }
        let is_empty = |at: usize| lines.get(at).is_none_or(|line| line.2);
        let run = (0..lines.len()).take_while(|&at| !is_empty(at)).count();
        let is_gap = |at: usize| at == banded || at % (band + 1) == band;
        let is_banded = band > 1 && (0..=banded).all(|at| is_empty(at) == is_gap(at));
        // An empty line may be a row that has lost its spaces, if nothing else can be meant.
        let is_alone = (side..wanted).all(is_empty) && !is_empty(side - 1);
        let last = if run >= side || is_alone {
            side - 1
        } else if is_banded {
            banded - 1
        } else {
            run.max(1) - 1
        };
        let (offset, length, _) = lines[last];
        block.add(first, block.end, offset + length - block.end);
        block.rows = last + 1;
        block.end = offset + next_line(&text[offset..], true).map_or(0, |(_, length)| length);
        Some(block)
    }
}

impl GridBlock<'_> {
    /// Adds a row of this length that begins at `start`, on the line with this number.
    fn add(&mut self, number: u64, start: usize, length: usize) {
        if self.rows == 0 {
            (self.line, self.start) = (number, start);
        }
        self.last_end = start + length;
        self.rows += 1;
    }
}

/// Description in a comment of an .sdk file: `#D` and a text.
fn description(comment: &[u8]) -> Option<&[u8]> {
    comment.trim_ascii_start().strip_prefix(b"#D")
}
