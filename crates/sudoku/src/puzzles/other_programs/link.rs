//! Links with the digits of a puzzle, for sudokuwiki.org and other solvers.

use super::{FormatFault, FoundCells};

/// Number of digits in a link.
const CELLS: usize = 81;

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
