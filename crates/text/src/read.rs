//! From the text of a puzzle to its cells.

use super::fault::{Bad, Fault};
use super::fields::Line;
use super::found::{Expect, Read};
use super::in_line::in_line;
use super::line::lines;
use super::lines::{Kind, Rules, is_border, is_dashes, is_list, kind};
use super::lists;
use super::outline::Outline;
use super::rows::in_rows;
use super::signs::Signs;

/// Reads a puzzle: a line, or lines that are its rows.
///
/// # Errors
///
/// The first fault, and the byte of the text at which it stands.
pub fn read<'a>(
    text: &'a str,
    outline: &Outline,
    signs: &Signs,
    expect: Expect,
) -> Result<Read<'a>, Bad> {
    // Lines of blanks may be rows.
    if text.trim_matches(['\n', '\r']).contains('\n') {
        drawn(text, outline, signs, expect)
    } else {
        in_line(text, outline, signs)
    }
}

/// What a line among rows may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Row,
    /// Dashes: a row of blanks, or part of the drawing.
    Dashes,
    /// Nothing but spaces and bars.
    Open,
    /// Nothing at all.
    Empty,
}

/// Reads lines that are the rows of a puzzle.
fn drawn<'a>(
    text: &'a str,
    outline: &Outline,
    signs: &Signs,
    expect: Expect,
) -> Result<Read<'a>, Bad> {
    if is_list(text) {
        let (rows, end) = lists::rows(text, outline)?;
        let rest = text[end..].trim_matches(|c: char| c.is_whitespace() || ",;".contains(c));
        if let Some(c) = rest.chars().next() {
            let at = end + text[end..].find(c).unwrap_or(0);
            return Err((at, Fault::Illegal(c)));
        }
        return lists::list(&rows, end, outline, signs);
    }
    let rules = Rules {
        outline,
        signs,
        expect,
        dash_is_cell: false,
    };
    let mut classed: Vec<(Class, Line<'a>)> = Vec::new();
    for line in lines(text) {
        let class = match kind(line.text, rules) {
            Kind::Border if is_dashes(line.text.trim(), outline) => Class::Dashes,
            Kind::Comment | Kind::Border => continue,
            Kind::Blank if line.text.is_empty() => Class::Empty,
            Kind::Blank | Kind::Open => Class::Open,
            Kind::Section { .. } | Kind::List | Kind::Title | Kind::Row => Class::Row,
        };
        classed.push((class, line));
    }
    let of = |classes: &[Class]| {
        let wanted = classed.iter().filter(|(class, _)| classes.contains(class));
        wanted.map(|&(_, line)| line).collect::<Vec<Line<'a>>>()
    };
    let (side, plain) = (outline.side(), of(&[Class::Row]).len());
    let sets: [&[Class]; 4] = [
        &[Class::Row],
        &[Class::Row, Class::Dashes],
        &[Class::Row, Class::Open],
        &[Class::Row, Class::Open, Class::Empty],
    ];
    let mut found: Option<Read<'a>> = None;
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
                    return Err((rows[0].at, Fault::Ambiguous));
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
    let rows = of(&[Class::Row]);
    let start = rows.first().map_or(0, |row| row.at);
    if let Err((at, fault @ Fault::Row { found, .. })) = in_rows(&rows, outline, signs, expect) {
        let whole = Fault::Cells {
            found,
            expected: outline.cells(),
        };
        let is_whole = found > side && whole.is_other_size();
        return Err((at, if is_whole { whole } else { fault }));
    }
    let (found, expected) = (rows.len(), side);
    Err((start, Fault::Rows { found, expected }))
}

/// The rows of a text in one line: their characters, if nothing else is between them.
pub fn joined(text: &str) -> String {
    let rows = lines(text).filter(|line| !is_border(line.text.trim()));
    let rows = rows.filter(|line| !line.text.trim_start().starts_with('#'));
    if text.contains([',', ';', '\t', '(']) {
        let rows: Vec<&str> = rows.map(|row| row.text.trim()).collect();
        return rows.join(" ");
    }
    rows.flat_map(Line::characters)
        .map(|field| field.text)
        .collect()
}
