//! Formats of other programs, with one puzzle per record.
//!
//! | file | record |
//! |---|---|
//! | `program_lines` | a line of a `HoDoKu` library: `:0702:9:53..7…:711 812:944:` |
//! | `program_lines` | an address with the digits in it: `https://…?bd=53007…` |
//! | `solo` | a game ID of Solo in Simon Tatham's collection: `3x3:a5b3c_1…` |
//! | `opensudoku` | an element of `OpenSudoku`'s XML: `<game data="53007…"/>` |
//! | here | the nine lines of an `.sdx` file: candidates, and `u5` for a placed digit |
//!
//! `ProgramFormat` reads all of these formats as records of an input.

mod opensudoku;
mod program_lines;
mod solo;

use std::sync::Arc;

use super::input_format::InputFormat;
use super::{
    PuzzleReject, RejectReason, UnreadRecord, column, is_blank_or_comment, line_format, next_line,
    numbered_lines,
};
use countless_text::{Expect, Outline};
pub use opensudoku::{element_end, read_element};
use program_lines::has_cells;
pub use program_lines::{is_link, read_hodoku, read_link};
pub use solo::{SoloGame, is_solo, read_solo};

/// Cells of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCells {
    /// Cells as in a line of puzzles.
    pub cells: String,
    /// Start of the cells in the record, in bytes.
    pub offset: usize,
    /// Other text that belongs to the puzzle.
    pub tag: Option<String>,
}

/// Position of a fault in a record, in bytes, and the reason.
pub type FormatFault = (usize, String);

/// Format of an input that another program has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFormat {
    name: InputFormat,
    outline: Arc<Outline>,
}

impl ProgramFormat {
    /// Detects the format from the head of an input, and from its first lines with content.
    pub fn detect(head: &[u8], lines: &[(u64, &[u8])], outline: &Arc<Outline>) -> Option<Self> {
        let first = std::str::from_utf8(lines.first()?.1).ok()?.trim();
        let name = if first.starts_with(':') && first.matches(':').count() > 2 {
            InputFormat::Hodoku
        } else if is_link(first) && lines.iter().any(|(_, line)| has_puzzle(line)) {
            InputFormat::Link
        } else if is_solo(first) {
            InputFormat::Solo
        } else if first.starts_with('<') && memchr::memmem::find(head, b"<game").is_some() {
            InputFormat::OpenSudoku
        } else if outline.digits() == 9 && is_sdx(lines.iter().map(|&(_, line)| line)) {
            InputFormat::Sdx
        } else {
            return None;
        };
        Some(Self::named(name, outline))
    }

    /// Returns the format for the name of one that belongs to another program.
    pub fn named(name: InputFormat, outline: &Arc<Outline>) -> Self {
        let outline = Arc::clone(outline);
        Self { name, outline }
    }

    /// Expected contents of the cells, where `usual` is the default.
    pub fn expect(&self, usual: Expect) -> Expect {
        match self.name {
            InputFormat::Sdx => Expect::Candidates,
            _ => usual,
        }
    }

    /// Number of rows of the puzzle in a line, if it is a game ID.
    pub fn rows(line: &[u8]) -> Option<usize> {
        let text = std::str::from_utf8(line).ok()?;
        let read = is_solo(text).then(|| read_solo(text))?;
        Some(read.ok()?.size)
    }

    /// End of the first record of `text`, or `None` if it is not certain.
    pub fn record_end(&self, text: &[u8], at_end: bool) -> Option<usize> {
        match self.name {
            InputFormat::OpenSudoku => {
                let end = element_end(text);
                end.or_else(|| (at_end && !text.is_empty()).then_some(text.len()))
            }
            InputFormat::Sdx => {
                let (mut end, mut rows) = (0, 0);
                while rows < self.outline.side() {
                    let Some((line, length)) = next_line(&text[end..], at_end) else {
                        return (at_end && end > 0).then_some(end);
                    };
                    rows += usize::from(!is_blank_or_comment(line));
                    end += length;
                }
                Some(end)
            }
            _ => line_format::record_end(text, at_end),
        }
    }

    /// Visits the records of a text; its first line has the number `first`.
    pub fn visit_unread(&self, text: &[u8], first: u64, mut visit: impl FnMut(UnreadRecord<'_>)) {
        match self.name {
            InputFormat::OpenSudoku | InputFormat::Sdx => {
                let (mut start, mut line) = (0, first);
                while let Some(length) = self.record_end(&text[start..], true) {
                    let record = &text[start..start + length];
                    if self.name == InputFormat::Sdx {
                        visit_grid(record, line, &mut visit);
                    } else {
                        visit_element(record, line, &mut visit);
                    }
                    line += memchr::memchr_iter(b'\n', record).count() as u64;
                    start += length;
                }
            }
            _ => {
                for (line, row) in numbered_lines(text, first) {
                    if !is_blank_or_comment(row) {
                        visit_cells(row, line, self.read_line(row), &mut visit);
                    }
                }
            }
        }
    }

    /// Reads the puzzle of a line.
    fn read_line(&self, row: &[u8]) -> Result<FoundCells, FormatFault> {
        let text = utf8(row)?;
        match self.name {
            InputFormat::Hodoku => {
                let takes_marks = Arc::ptr_eq(&self.outline, Outline::nine());
                read_hodoku(text, takes_marks)
            }
            InputFormat::Link if is_link(text) => read_link(text),
            InputFormat::Link => Err((0, "expected a link such as https://…".to_owned())),
            _ => self.variant(read_solo(text)?),
        }
    }

    /// Checks a puzzle of Solo against the variant that is read, and adds its regions and cages to
    /// its tag.
    fn variant(&self, mut game: SoloGame) -> Result<FoundCells, FormatFault> {
        let variant = self.outline.variant();
        let (has_regions, has_cages) = (game.regions.is_some(), game.cages.is_some());
        let is_right = game.size == self.outline.side()
            && game
                .boxes
                .is_none_or(|(rows, _)| rows == self.outline.box_rows())
            && !variant.has_other
            && variant.diagonals == game.diagonals
            && variant.own_regions == has_regions
            && variant.own_cages == has_cages;
        if !is_right {
            let mut flags = vec![format!("--size {}", game.size)];
            let boxes = game
                .boxes
                .map(|(rows, columns)| format!("--boxes {rows}x{columns}"));
            flags.extend(boxes);
            flags.extend(game.diagonals.then(|| "--diagonals".to_owned()));
            flags.extend(has_regions.then(|| "--regions each".to_owned()));
            flags.extend(has_cages.then(|| "--cages each".to_owned()));
            let flags = flags.join(" ");
            return Err((0, format!("a game ID of another variant; {flags} reads it")));
        }
        let words = [game.regions, game.cages, game.found.tag.take()];
        let tag: Vec<String> = words.into_iter().flatten().collect();
        game.found.tag = Some(tag.join(" ")).filter(|tag| !tag.is_empty());
        Ok(game.found)
    }
}

/// True if a line is a link with a puzzle, perhaps a damaged one.
fn has_puzzle(line: &[u8]) -> bool {
    std::str::from_utf8(line).is_ok_and(|text| is_link(text) && has_cells(text))
}

fn utf8(row: &[u8]) -> Result<&str, FormatFault> {
    let text = std::str::from_utf8(row);
    text.map_err(|error| (error.valid_up_to(), RejectReason::NotUtf8.to_string()))
}

/// Visits the cells of a record with the tag after them, as in a line of puzzles.
fn visit_cells(
    row: &[u8],
    line: u64,
    found: Result<FoundCells, FormatFault>,
    visit: &mut impl FnMut(UnreadRecord<'_>),
) {
    let (text, at, bad) = match found {
        Ok(found) => {
            let text = [Some(found.cells), found.tag].into_iter().flatten();
            (text.collect::<Vec<_>>().join(" "), found.offset, None)
        }
        Err((at, reason)) => {
            let bad = PuzzleReject::new(line, column(row, at), RejectReason::Format(reason));
            (String::from_utf8_lossy(row).trim().to_owned(), 0, Some(bad))
        }
    };
    visit(UnreadRecord {
        text: text.as_bytes(),
        offset: at,
        reject: bad,
        ..UnreadRecord::of(line, row)
    });
}

/// Visits the puzzle of an element, if it has one.
fn visit_element(record: &[u8], first: u64, visit: &mut impl FnMut(UnreadRecord<'_>)) {
    let blank = record.len() - record.trim_ascii_start().len();
    let (before, element) = record.split_at(blank);
    let line = first + memchr::memchr_iter(b'\n', before).count() as u64;
    if let Some(found) = utf8(element).and_then(read_element).transpose() {
        visit_cells(element, line, found, visit);
    }
}

/// Visits the candidates of a grid.
fn visit_grid(record: &[u8], first: u64, visit: &mut impl FnMut(UnreadRecord<'_>)) {
    let mut content = numbered_lines(record, first).filter(|(_, line)| !is_blank_or_comment(line));
    let Some((line, start)) = content.next() else {
        return;
    };
    let end = content.last().map_or(start, |(_, last)| last);
    let begin = start.as_ptr().addr() - record.as_ptr().addr();
    let stop = end.as_ptr().addr() - record.as_ptr().addr() + end.len();
    let row = &record[begin..stop];
    visit(UnreadRecord {
        text: &without_marks(row),
        ..UnreadRecord::of(line, row)
    });
}

/// Number of lines, and of cells in a line.
const SIDE: usize = 9;

/// True if the first lines with content are a grid in this format, with at least one placed digit.
fn is_sdx<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let lines: Vec<&[u8]> = lines.take(SIDE).collect();
    let has_placed = |line: &&[u8]| {
        line.split(u8::is_ascii_whitespace)
            .any(|cell| cell.starts_with(b"u"))
    };
    lines.len() == SIDE && lines.iter().all(|line| is_row(line)) && lines.iter().any(has_placed)
}

fn is_row(line: &[u8]) -> bool {
    let cells = line
        .split(u8::is_ascii_whitespace)
        .filter(|cell| !cell.is_empty());
    let is_cell = |cell: &[u8]| {
        let digits = cell.strip_prefix(b"u").unwrap_or(cell);
        !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
    };
    cells.clone().count() == SIDE && cells.clone().all(is_cell)
}

/// Returns the text with a space in place of each `u`, so that positions stay.
fn without_marks(text: &[u8]) -> Vec<u8> {
    let mut cells = text.to_vec();
    for at in 0..cells.len() {
        let is_first = at == 0 || cells[at - 1].is_ascii_whitespace();
        if cells[at] == b'u' && is_first && cells.get(at + 1).is_some_and(u8::is_ascii_digit) {
            cells[at] = b' ';
        }
    }
    cells
}
