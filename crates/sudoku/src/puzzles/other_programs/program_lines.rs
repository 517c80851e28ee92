//! Lines of `HoDoKu` libraries, and links of sudokuwiki.org and other solvers.
//!
//! ```text
//! :technique:candidates:cells:deleted candidates:eliminations:…:
//! https://…?bd=53007…
//! ```
//!
//! In the cells of `HoDoKu`, `+` precedes a digit that is not given. The puzzle has the given digits
//! only, unless candidates are deleted: then it is the position, as pencil marks.

use super::{FormatFault, FoundCells};
use crate::{CELLS, Grid, PencilMarks};

/// Reads a line of a `HoDoKu` library. Unless `takes_marks`, deleted candidates are a fault.
///
/// # Errors
///
/// The place of the fault, and the reason.
pub fn read_hodoku(line: &str, takes_marks: bool) -> Result<FoundCells, FormatFault> {
    let text = line.trim();
    let indent = line.len() - line.trim_start().len();
    let wanted = || (0, "expected a line such as :0702:9:cells:".to_owned());
    let mut parts = text.strip_prefix(':').ok_or_else(wanted)?.split(':');
    let (technique, candidates) = parts.next().zip(parts.next()).ok_or_else(wanted)?;
    let Some(cells) = parts.next() else {
        let reason = "expected :technique:candidates:cells:, found two fields".to_owned();
        return Err((indent, reason));
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
            return Err((start, reason));
        }
    }
    let mut digits = String::with_capacity(cells.len());
    let mut chars = cells.char_indices();
    while let Some((_, c)) = chars.next() {
        if c != '+' {
            digits.push(c);
            continue;
        }
        match chars.next() {
            Some((_, '1'..='9')) => digits.push('.'),
            Some((offset, c)) => {
                let reason = format!("expected a digit after +, found {c:?}");
                return Err((at + offset, reason));
            }
            None => return Err((at + cells.len(), "expected a digit after +".to_owned())),
        }
    }
    if let Some(candidate) = deleted.split_ascii_whitespace().next() {
        if !takes_marks {
            let start = candidate.as_ptr().addr() - line.as_ptr().addr();
            let reason = "deleted candidates, which are read of 9×9 puzzles only".to_owned();
            return Err((start, reason));
        }
        digits = position(&cells.replace('+', ""), deleted);
    }
    let tag = format!("{technique}:{candidates}");
    Ok(FoundCells {
        cells: digits,
        offset: at,
        tag: Some(tag).filter(|tag| tag.len() > 1),
    })
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

/// True if a line is a link.
pub fn is_link(line: &str) -> bool {
    let line = line.trim_start();
    ["http://", "https://"].iter().any(|scheme| {
        line.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// True if a link has a run of digits longer than half a puzzle.
pub fn has_cells(line: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let mut parts = line.split(|c: char| !c.is_ascii() || !is_cell(c as u8));
    parts.any(|part| part.len() > CELLS / 2)
}

/// Reads a link: the only 81 digits after `=` or `/`, with 0 or `.` for empty cells.
///
/// # Errors
///
/// The place of the fault, and the reason.
pub fn read_link(line: &str) -> Result<FoundCells, FormatFault> {
    let indent = line.len() - line.trim_start().len();
    let end = line[indent..].find(char::is_whitespace);
    let end = end.map_or(line.len(), |end| indent + end);
    let address = &line[indent..end];
    let mut found: Option<FoundCells> = None;
    let mut longest = 0;
    for (start, _) in address.match_indices(['=', '/']) {
        let digits = &address[start + 1..];
        let is_cell = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        let length = digits.bytes().take_while(|&byte| is_cell(byte)).count();
        longest = longest.max(length);
        let is_whole = digits[length..]
            .chars()
            .next()
            .is_none_or(|c| !c.is_alphanumeric());
        if length != CELLS || !is_whole {
            continue;
        }
        let cells = digits[..length].to_owned();
        let at = indent + start + 1;
        if found.as_ref().is_some_and(|other| other.cells != cells) {
            return Err((at, "a second puzzle in one link".to_owned()));
        }
        let tag = line[end..].trim();
        found.get_or_insert(FoundCells {
            cells,
            offset: at,
            tag: Some(tag.to_owned()).filter(|tag| !tag.is_empty()),
        });
    }
    found.ok_or_else(|| {
        let reason = match longest {
            0..=9 => "expected 81 digits after = or / in a link".to_owned(),
            _ => format!("expected 81 digits after = or / in a link, found {longest}"),
        };
        (indent, reason)
    })
}
