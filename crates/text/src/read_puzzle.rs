//! Reads the text of a puzzle: a drawing, or a line of characters, of fields between separators, or
//! with a list.

use super::cells::{Expect, ReadCells, Readings, ends_cells, in_square};
use super::fields::{FieldRow, LineSlice, TextField, lines};
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
    let mut readings = Readings::default();
    for classes in sets {
        let rows = of(classes);
        let is_first = classes.len() > 1 && rows.len() == plain;
        if rows.len() != side || is_first {
            continue;
        }
        let read = in_rows(&rows, outline, signs, expect);
        readings.add(rows[0].at, read, || 0)?;
    }
    match readings.finish() {
        Ok(read) => return Ok(read),
        Err(Some((_, fault))) => return Err(fault),
        Err(None) => {}
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

/// Reads a puzzle in one line.
fn in_line<'a>(
    text: &'a str,
    outline: &Outline,
    signs: &Signs,
) -> Result<ReadCells<'a>, TextFaultAt> {
    let indent = text.len() - text.trim_start().len();
    let line = LineSlice {
        text: &text[indent..],
        at: indent,
    };
    let (cells, square) = (outline.cells(), outline.side() * outline.side());
    let token = line.text.split(ends_cells).next().unwrap_or_default();
    let first = LineSlice {
        text: token,
        ..line
    }
    .characters_but(|_| false);
    if first.len() == cells || first.len() == square {
        let is_plain = first.len() == cells && signs.is_usual();
        let rest = &line.text[token.len()..];
        let mut read = in_square(&first, outline, signs)?.with_tag(rest);
        read.text = is_plain.then_some(token);
        return Ok(read);
    }
    if is_list(line.text) {
        let (rows, end) = lists::list_rows(text, outline)?;
        return lists::read_lists(&rows, end, outline, signs)
            .map(|read| read.with_tag(&text[end..]));
    }
    let mut divisions: Vec<FieldRow<'a>> = Vec::new();
    let mut ends = text.chars().filter(|c| ",;|\t".contains(*c));
    if let Some(between) = ends.next() {
        // A leading tab follows a blank cell.
        let whole = LineSlice {
            text: text.trim_matches(['\n', '\r']),
            at: text.len() - text.trim_start_matches(['\n', '\r']).len(),
        };
        let line = if between == '\t' { whole } else { line };
        let framed = line.framed().filter(|_| between == '|');
        divisions.push(framed.unwrap_or_else(|| line.separated(|c| c == between)));
    }
    divisions.push(
        LineSlice::separated(line, char::is_whitespace)
            .into_iter()
            .filter(|field| !field.text.is_empty())
            .collect(),
    );
    let mut readings = Readings::default();
    for fields in divisions {
        let read = separate(text, &fields, outline, signs);
        readings.add(indent, read, || fields.len())?;
    }
    let fault = match readings.finish() {
        Ok(read) => return Ok(read),
        Err(fault) => fault,
    };
    // Groups of equal length, separated by blanks or bars, without a tag.
    let groups: FieldRow<'a> = line.characters();
    let words = line.words();
    let length = |word: &TextField<'_>| word.text.chars().count();
    let is_grouped = words
        .windows(2)
        .all(|pair| length(&pair[0]) == length(&pair[1]));
    if is_grouped && (groups.len() == cells || groups.len() == square) {
        return in_square(&groups, outline, signs);
    }
    match fault {
        Some((length, bad)) if 2 * length > cells => Err(bad),
        _ => Err(fault_of_word(&first, line.at, outline, signs)),
    }
}

/// The fault of a word that should contain all cells.
fn fault_of_word(
    first: &[TextField<'_>],
    at: usize,
    outline: &Outline,
    signs: &Signs,
) -> TextFaultAt {
    let digits = outline.digits();
    let illegal = first
        .iter()
        .find_map(|field| Some((field.at, signs.of_field(field.text, digits).err()?)));
    let (found, expected) = (first.len(), outline.cells());
    match illegal {
        Some(bad) if 2 * found >= expected || found < 4 => bad,
        _ => (at, TextFault::Cells { found, expected }),
    }
}

/// Reads separate fields. A tag that is not a cell may follow them.
fn separate<'a>(
    text: &'a str,
    fields: &[TextField<'a>],
    outline: &Outline,
    signs: &Signs,
) -> Result<ReadCells<'a>, TextFaultAt> {
    let (expected, square) = (outline.cells(), outline.side() * outline.side());
    let wrong = || {
        let found = fields.len();
        let place = fields
            .get(expected)
            .or(fields.last())
            .map_or(0, |field| field.at);
        (place, TextFault::Cells { found, expected })
    };
    let count = if fields.len() == square {
        square
    } else {
        expected
    };
    let (first, rest) = fields.split_at_checked(count).ok_or_else(wrong)?;
    let is_cell = |field: &TextField<'_>| signs.of_field(field.text, outline.digits()).is_ok();
    // A closing bracket without an opening one ends a list with a damaged beginning.
    let ends_list = |field: &TextField<'_>| {
        field.text.ends_with([']', ')']) && !field.text.contains(['[', '('])
    };
    if rest
        .first()
        .is_some_and(|field| is_cell(field) || ends_list(field))
    {
        return Err(wrong());
    }
    let read = in_square(first, outline, signs)?;
    Ok(match rest.first() {
        Some(tag) => read.with_tag(&text[tag.at..]),
        None => read,
    })
}
