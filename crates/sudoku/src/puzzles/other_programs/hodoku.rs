//! Lines of `HoDoKu` libraries.
//!
//! ```text
//! :technique:candidates:cells:deleted candidates:eliminations:…:
//! ```
//!
//! In the cells, `+` stands before a digit that is not given. The puzzle has the given digits only.

use super::{FormatFault, FoundCells};

/// Reads a line, or returns `None` if it does not begin with a colon.
pub fn read_hodoku(line: &str) -> Option<Result<FoundCells, FormatFault>> {
    let text = line.trim();
    let indent = line.len() - line.trim_start().len();
    let mut parts = text.strip_prefix(':')?.split(':');
    let (technique, candidates) = (parts.next()?, parts.next()?);
    let Some(cells) = parts.next() else {
        let reason = "expected :technique:candidates:cells:, found two fields".to_owned();
        return Some(Err((indent, reason)));
    };
    let at = indent + 3 + technique.len() + candidates.len();
    for deleted in parts.take(2).flat_map(str::split_ascii_whitespace) {
        let is_candidate =
            deleted.len() == 3 && deleted.bytes().all(|byte| (b'1'..=b'9').contains(&byte));
        if !is_candidate {
            let start = deleted.as_ptr().addr() - line.as_ptr().addr();
            let reason = format!(
                "expected a candidate, as 729 for a 7 in row 2, column 9, found {deleted:?}"
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
    let tag = format!("{technique}:{candidates}");
    Some(Ok(FoundCells {
        cells: digits,
        offset: at,
        tag: Some(tag).filter(|tag| tag.len() > 1),
    }))
}
