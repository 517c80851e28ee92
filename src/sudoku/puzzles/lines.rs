//! A puzzle a line: 81 cells or 729 pencil marks, and what follows them is its tag.

use super::{BadPuzzle, Raw, Reason, Record, column, is_silent, next_line, numbered_lines, text};
use crate::sudoku::{self, CELLS, Puzzle};

/// Where the first record of `text` ends, if it ends.
pub fn record_end(text: &[u8], at_end: bool) -> Option<usize> {
    next_line(text, at_end).map(|(_, end)| end)
}

/// Visits the records of whole lines, of which the first has the number `first`.
pub fn parse(text: &[u8], first: u64, mut visit: impl FnMut(Record<'_>)) {
    for (number, line) in numbered_lines(text, first) {
        if !is_silent(line) {
            visit(record(line, number));
        }
    }
}

/// The same of puzzles that are still to be read.
pub fn raw(text: &[u8], first: u64, mut visit: impl FnMut(Raw<'_>)) {
    for (number, line) in numbered_lines(text, first) {
        if !is_silent(line) {
            let at = line.len() - line.trim_ascii_start().len();
            visit(Raw {
                line: number,
                text: &line[at..],
                at,
                bad: None,
                solution: None,
                fields: &[],
                row: line,
            });
        }
    }
}

/// Whether a line looks like a puzzle, perhaps a damaged one.
pub fn looks_like_puzzle(line: &[u8]) -> bool {
    let (cells, _) = split(line.trim_ascii_start());
    let good = cells.iter().filter(|&&byte| sudoku::cell(byte).is_some());
    cells.len() > CELLS / 2 && good.count() > cells.len() / 2
}

/// Reads one line that is not silent.
#[inline]
fn record(line: &[u8], number: u64) -> Record<'_> {
    // Nearly every line of a good file: 81 cells, then nothing or a separator.
    if let Some((cells, rest)) = line.split_at_checked(CELLS)
        && rest.first().is_none_or(|&byte| is_separator(byte))
        && let Ok(grid) = sudoku::cells(cells)
    {
        return finish(line, number, cells, rest, Ok(Puzzle::Grid(grid)));
    }
    let indent = line.len() - line.trim_ascii_start().len();
    let (cells, rest) = split(&line[indent..]);
    let puzzle = Puzzle::parse(cells).map_err(|error| BadPuzzle {
        line: number,
        column: column(line, indent + error.position - 1),
        reason: Reason::Cells(error.fault),
    });
    finish(line, number, cells, rest, puzzle)
}

/// Adds the tag to the cells, or finds fault with it.
#[inline]
fn finish<'a>(
    line: &'a [u8],
    number: u64,
    cells: &'a [u8],
    rest: &'a [u8],
    mut puzzle: Result<Puzzle, BadPuzzle>,
) -> Record<'a> {
    let mut tag = None;
    match std::str::from_utf8(rest) {
        Ok(rest) => {
            let rest = rest.trim_matches(|c: char| c.is_ascii() && is_separator(c as u8));
            tag = Some(rest).filter(|tag| !tag.is_empty());
        }
        Err(error) => {
            let offset = line.len() - rest.len() + error.valid_up_to();
            puzzle = puzzle.and(Err(BadPuzzle {
                line: number,
                column: column(line, offset),
                reason: Reason::NotUtf8,
            }));
        }
    }
    Record {
        line: number,
        puzzle,
        text: text(cells),
        tag,
        solution: None,
        fields: &[],
        row: line,
    }
}

/// The cells that a line starts with.
pub fn cells(line: &[u8]) -> &[u8] {
    split(line.trim_ascii_start()).0
}

/// The cells that `text` starts with, and what follows them.
fn split(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|&byte| is_separator(byte));
    text.split_at(end.unwrap_or(text.len()))
}

/// Whether a byte ends the cells of a line.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;:|/#".contains(&byte)
}
