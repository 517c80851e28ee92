//! Lists in brackets of any depth: `[[5, 3, 0], …]`, `{5,3,0}`, or arrays as printed by `NumPy`.

use super::cells::{ReadCells, fit_rows, in_square};
use super::fields::{FieldRow, LineSlice, TextField, unquoted};
use super::line_kind::is_list;
use super::outline::Outline;
use super::signs::Signs;
use super::text_fault::{TextFault, TextFaultAt};

/// The fault of an empty field.
const NOTHING: &str = "nothing between two separators";

/// Rows of fields, and the byte offset after the last one.
type ListRows<'a> = (Vec<FieldRow<'a>>, usize);

/// Parses the innermost lists of a text. Returns them and the byte offset of their end.
///
/// Consecutive lists are read as one list.
///
/// # Errors
///
/// Byte offset of the first character that does not belong to a list, and the fault there.
pub fn lists(text: &str) -> Result<ListRows<'_>, (usize, &'static str)> {
    let whole = LineSlice { text, at: 0 };
    let wrong = |at, reason| Err((at, reason));
    let has_commas = text.contains(',');
    let mut rows: Vec<FieldRow<'_>> = Vec::new();
    // For each open list: its bracket, its fields, and true if it contains lists.
    let mut open: Vec<(char, FieldRow<'_>, bool)> = Vec::new();
    let (mut at, mut end) = (0, 0);
    // True if a value must follow, and true if the last token was a list.
    let (mut wants_value, mut after_list) = (true, false);
    while let Some(c) = text[at..].chars().next() {
        let here = at;
        at += c.len_utf8();
        match c {
            c if c.is_whitespace() => {}
            '[' | '{' | '(' if wants_value || open.is_empty() || !has_commas => {
                if let Some((_, row, has_lists)) = open.last_mut() {
                    if !row.is_empty() {
                        return wrong(here, "a list beside cells");
                    }
                    *has_lists = true;
                }
                open.push((c, Vec::new(), false));
                (wants_value, after_list) = (true, false);
            }
            ']' | '}' | ')' => {
                let Some((bracket, row, has_lists)) = open.pop() else {
                    break;
                };
                if closing(bracket) != c {
                    return wrong(here, "a bracket of another kind than that which is open");
                }
                if wants_value && !after_list {
                    return wrong(here, NOTHING);
                }
                if !has_lists {
                    rows.push(row);
                }
                (wants_value, after_list) = (false, true);
                if open.is_empty() {
                    end = at;
                }
            }
            ',' if !wants_value => {
                wants_value = true;
                if open.is_empty() && !text[at..].trim_start().starts_with(['[', '{', '(']) {
                    break;
                }
            }
            ',' if !open.is_empty() => return wrong(here, NOTHING),
            _ if open.is_empty() => break,
            _ if !wants_value && (has_commas || after_list) => {
                return wrong(here, "a cell where a comma is expected");
            }
            c => {
                let length = if c == '"' || c == '\'' {
                    match text[at..].find(c) {
                        Some(end) => end + 2,
                        None => return wrong(here, "a quote that is never closed"),
                    }
                } else {
                    let ends = |c: char| c.is_whitespace() || "[]{}(),\"'".contains(c);
                    text[here..].find(ends).unwrap_or(text.len() - here)
                };
                match open.last_mut() {
                    Some((_, row, false)) => row.push(unquoted(whole.part(here, here + length))),
                    _ => return wrong(here, "a cell beside lists"),
                }
                at = here + length;
                (wants_value, after_list) = (false, false);
            }
        }
    }
    if !open.is_empty() {
        return wrong(text.trim_end().len(), "a list that is never closed");
    }
    Ok((rows, end))
}

/// The rows of a puzzle in lists. A single list may contain one text for each row.
pub(super) fn list_rows<'a>(text: &'a str, outline: &Outline) -> Result<ListRows<'a>, TextFaultAt> {
    let (rows, end) = lists(text).map_err(|(at, reason)| (at, TextFault::List(reason)))?;
    // One text for each row.
    if let [row] = &rows[..]
        && row.len() == outline.side()
        && row.len() != outline.cells()
    {
        return Ok((row.iter().map(|&field| characters(field)).collect(), end));
    }
    Ok((rows, end))
}

fn closing(bracket: char) -> char {
    match bracket {
        '[' => ']',
        '{' => '}',
        _ => ')',
    }
}

/// The characters of a row in one text.
fn characters(field: TextField<'_>) -> FieldRow<'_> {
    let line = LineSlice {
        text: field.text,
        at: field.at,
    };
    line.characters()
}

/// Reads the cells from the lists of a text.
pub(super) fn read_lists<'a>(
    rows: &[FieldRow<'a>],
    end: usize,
    outline: &Outline,
    signs: &Signs,
) -> Result<ReadCells<'a>, TextFaultAt> {
    if let [row] = rows
        && (row.len() == outline.cells() || row.len() == outline.side() * outline.side())
    {
        return in_square(row, outline, signs);
    }
    let ends: Vec<usize> = rows
        .iter()
        .map(|row| row.last().map_or(end, |field| field.at + field.text.len()))
        .collect();
    let rows: Vec<_> = rows.iter().cloned().map(Ok).collect();
    if rows.len() != outline.side() {
        let (found, expected) = (rows.len(), outline.side());
        return Err((0, TextFault::Rows { found, expected }));
    }
    fit_rows(&rows, &ends, outline, signs)
}

/// End of the lists at the beginning of a text, in whole lines. `None` if they may continue after
/// the text.
pub fn lists_end(text: &[u8], outline: &Outline, at_end: bool) -> Option<usize> {
    let (mut depth, mut deepest, mut rows, mut end) = (0_usize, 0, 0, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let is_whole = line.ends_with(b"\n") || at_end;
        if !is_whole {
            return None;
        }
        let is_over = depth == 0 && !is_list(&String::from_utf8_lossy(line));
        if is_over && end > 0 {
            return Some(end);
        }
        let mut commas = 0;
        for byte in line {
            match byte {
                b'[' | b'{' | b'(' => depth += 1,
                b']' | b'}' | b')' => {
                    depth = depth.saturating_sub(1);
                    rows += 1;
                }
                b',' => commas += 1,
                _ => {}
            }
            deepest = deepest.max(depth);
        }
        end += line.len();
        let is_long = commas + 1 >= outline.cells();
        // A list that is too long for a puzzle was never closed.
        let is_endless = end > 64 * outline.cells();
        if depth == 0 && (deepest > 1 || rows >= outline.side() || is_long) || is_endless {
            return Some(end);
        }
    }
    at_end.then_some(end)
}
