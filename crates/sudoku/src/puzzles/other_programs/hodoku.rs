//! Lines of `HoDoKu` libraries.
//!
//! ```text
//! :technique:candidates:cells:deleted candidates:eliminations:…:
//! ```
//!
//! In the cells, `+` precedes a digit that is not given. The puzzle has the given digits only, unless
//! candidates are deleted: then it is the position, as pencil marks.

use super::{FormatFault, FoundCells};
use crate::{Grid, PencilMarks};

/// Reads a line, or returns `None` if it does not begin with a colon. Unless `takes_marks`, deleted
/// candidates are a fault.
pub fn read_hodoku(line: &str, takes_marks: bool) -> Option<Result<FoundCells, FormatFault>> {
    let text = line.trim();
    let indent = line.len() - line.trim_start().len();
    let mut parts = text.strip_prefix(':')?.split(':');
    let (technique, candidates) = (parts.next()?, parts.next()?);
    let Some(cells) = parts.next() else {
        let reason = "expected :technique:candidates:cells:, found two fields".to_owned();
        return Some(Err((indent, reason)));
    };
    let at = indent + 3 + technique.len() + candidates.len();
    let (deleted, eliminated) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    for candidate in [deleted, eliminated]
        .into_iter()
        .flat_map(str::split_ascii_whitespace)
    {
        let is_digit = |byte| (b'1'..=b'9').contains(&byte);
        if candidate.len() != 3 || !candidate.bytes().all(is_digit) {
            let start = candidate.as_ptr().addr() - line.as_ptr().addr();
            let reason = format!(
                "expected a candidate, as 729 for a 7 in row 2, column 9, found {candidate:?}"
            );
            return Some(Err((start, reason)));
        }
    }
    let mut digits = String::with_capacity(cells.len());
    let mut is_placed = false;
    for (offset, c) in cells.char_indices() {
        match c {
            '+' if !is_placed => is_placed = true,
            '1'..='9' if is_placed => {
                digits.push('.');
                is_placed = false;
            }
            _ if is_placed => {
                let reason = format!("expected a digit after +, found {c:?}");
                return Some(Err((at + offset, reason)));
            }
            c => digits.push(c),
        }
    }
    if is_placed {
        return Some(Err((
            at + cells.len(),
            "expected a digit after +".to_owned(),
        )));
    }
    if let Some(candidate) = deleted.split_ascii_whitespace().next() {
        if !takes_marks {
            let start = candidate.as_ptr().addr() - line.as_ptr().addr();
            let reason = "deleted candidates, which are read of 9×9 puzzles only".to_owned();
            return Some(Err((start, reason)));
        }
        digits = position(&cells.replace('+', ""), deleted);
    }
    let tag = format!("{technique}:{candidates}");
    Some(Ok(FoundCells {
        cells: digits,
        offset: at,
        tag: Some(tag).filter(|tag| tag.len() > 1),
    }))
}

/// Pencil marks of cells without the deleted candidates, or the cells if they are not a grid.
fn position(cells: &str, deleted: &str) -> String {
    let Ok(grid) = cells.parse::<Grid>() else {
        return cells.to_owned();
    };
    let mut marks = PencilMarks::from(&grid);
    for candidate in deleted.split_ascii_whitespace() {
        if let [digit, row, column] = candidate.as_bytes() {
            let cell = usize::from(9 * (row - b'1') + column - b'1');
            marks.0[cell] &= !(1 << (digit - b'1'));
        }
    }
    marks.to_string()
}
