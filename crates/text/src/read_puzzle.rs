//! Reads the text of a puzzle.

use super::cells::{Expect, ReadCells};
use super::fields::{LineSlice, lines};
use super::in_line::in_line;
use super::line_kind::{LineKind, LineRules, is_border, is_dashes, is_list, line_kind};
use super::lists;
use super::outline::Outline;
use super::row_readings::in_rows;
use super::signs::Signs;
use super::text_fault::{TextFault, TextFaultAt};

/// Reads a puzzle: a single line, or one line for each row.
///
/// # Errors
///
/// The first fault, and its byte offset in the text.
pub fn read<'a>(
    text: &'a str,
    outline: &Outline,
    signs: &Signs,
    expect: Expect,
) -> Result<ReadCells<'a>, TextFaultAt> {
    // Lines of blanks may be rows.
    if text.trim_matches(['\n', '\r']).contains('\n') {
        read_drawn(text, outline, signs, expect)
    } else {
        in_line(text, outline, signs)
    }
}

/// True if a text has the cells of a puzzle, even if its `0` may be a digit or a blank.
pub fn fits(text: &str, outline: &Outline, signs: &Signs, expect: Expect) -> bool {
    let found = read(text, outline, signs, expect);
    matches!(found, Ok(_) | Err((_, TextFault::Zero { .. })))
}

/// The possible meaning of a line among rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowClass {
    Row,
    /// Dashes: a row of blanks, or part of the drawing.
    Dashes,
    /// Only spaces and bars.
    BlanksAndBars,
    /// An empty line.
    Empty,
}

/// Reads lines that are the rows of a puzzle.
fn read_drawn<'a>(
    text: &'a str,
    outline: &Outline,
    signs: &Signs,
    expect: Expect,
) -> Result<ReadCells<'a>, TextFaultAt> {
    if is_list(text) {
        let (rows, end) = lists::list_rows(text, outline)?;
        let rest = text[end..].trim_matches(|c: char| c.is_whitespace() || ",;".contains(c));
        if let Some(c) = rest.chars().next() {
            let at = end + text[end..].find(c).unwrap_or(0);
            return Err((at, TextFault::Illegal(c)));
        }
        return lists::read_lists(&rows, end, outline, signs);
    }
    let rules = LineRules::new(outline, signs, expect);
    let mut classed: Vec<(RowClass, LineSlice<'a>)> = Vec::new();
    for line in lines(text) {
        let class = match line_kind(line.text, rules) {
            LineKind::Border if is_dashes(line.text.trim(), outline) => RowClass::Dashes,
            LineKind::Comment | LineKind::Border => continue,
            LineKind::Blank if line.text.is_empty() => RowClass::Empty,
            LineKind::Blank | LineKind::BarsOnly => RowClass::BlanksAndBars,
            LineKind::Section { .. } | LineKind::List | LineKind::Title | LineKind::Row => {
                RowClass::Row
            }
        };
        classed.push((class, line));
    }
    let of = |classes: &[RowClass]| {
        let wanted = classed.iter().filter(|(class, _)| classes.contains(class));
        wanted
            .map(|&(_, line)| line)
            .collect::<Vec<LineSlice<'a>>>()
    };
    let (side, plain) = (outline.side(), of(&[RowClass::Row]).len());
    let sets: [&[RowClass]; 4] = [
        &[RowClass::Row],
        &[RowClass::Row, RowClass::Dashes],
        &[RowClass::Row, RowClass::BlanksAndBars],
        &[RowClass::Row, RowClass::BlanksAndBars, RowClass::Empty],
    ];
    let mut found: Option<ReadCells<'a>> = None;
    let mut fault = None;
    for classes in sets {
        let rows = of(classes);
        let is_first = classes.len() > 1 && rows.len() == plain;
        if rows.len() != side || is_first {
            continue;
        }
        match in_rows(&rows, outline, signs, expect) {
            Ok(read) => match &found {
                Some(other) if other.cells != read.cells => {
                    return Err((rows[0].at, TextFault::Ambiguous));
                }
                _ => found = found.or(Some(read)),
            },
            Err(bad) => fault = fault.or(Some(bad)),
        }
    }
    if let Some(read) = found {
        return Ok(read);
    }
    if let Some(bad) = fault {
        return Err(bad);
    }
    let rows = of(&[RowClass::Row]);
    let start = rows.first().map_or(0, |row| row.at);
    if let Err((at, fault @ TextFault::Row { found, .. })) = in_rows(&rows, outline, signs, expect)
    {
        let whole = TextFault::Cells {
            found,
            expected: outline.cells(),
        };
        let is_whole = found > side && whole.is_other_size();
        return Err((at, if is_whole { whole } else { fault }));
    }
    let (found, expected) = (rows.len(), side);
    Err((start, TextFault::Rows { found, expected }))
}

/// The rows of a text joined in one line. Without separators, only the characters of cells remain.
pub fn joined_rows(text: &str) -> String {
    let rows = lines(text).filter(|line| !is_border(line.text.trim()));
    let rows = rows.filter(|line| !line.text.trim_start().starts_with('#'));
    if text.contains([',', ';', '\t', '(']) {
        let rows: Vec<&str> = rows.map(|row| row.text.trim()).collect();
        return rows.join(" ");
    }
    rows.flat_map(LineSlice::characters)
        .map(|field| field.text)
        .collect()
}
