//! Lines that are the rows of a puzzle, and all their divisions into fields.

use super::cells;
use super::cells::{CellValues, Expect, ReadCells, fit_rows, rows_that_fit};
use super::fields::{FieldRow, LineSlice, TextField, is_bar};
use super::line_kind::separator;
use super::outline::Outline;
use super::signs::{Sign, Signs};
use super::spaced;
use super::text_fault::{TextFault, TextFaultAt};

/// A division of lines into fields. A row that does not fit is a fault.
type RowReading<'a> = Vec<Result<FieldRow<'a>, TextFaultAt>>;

/// Reads rows by all their divisions into fields.
pub(super) fn in_rows<'a>(
    rows: &[LineSlice<'a>],
    outline: &Outline,
    signs: &Signs,
    expect: Expect,
) -> Result<ReadCells<'a>, TextFaultAt> {
    let rows = &unlabelled(rows)[..];
    let ends: Vec<usize> = rows.iter().map(|row| row.end()).collect();
    let words = || -> RowReading<'a> { rows.iter().map(|row| Ok(row.words())).collect() };
    let mut best: Option<(usize, TextFaultAt)> = None;
    let mut found: Option<ReadCells<'a>> = None;
    if expect != Expect::Candidates {
        for reading in readings(rows, outline, signs) {
            match fit_rows(&reading, &ends, outline, signs) {
                Ok(got) => {
                    let read = ReadCells::of(got);
                    match &found {
                        Some(other) if other.cells != read.cells => {
                            return Err((rows[0].at, TextFault::Ambiguous));
                        }
                        _ => found = found.or(Some(read)),
                    }
                }
                Err(bad) => {
                    let fitting = rows_that_fit(&reading, outline);
                    if best.as_ref().is_none_or(|(most, _)| fitting > *most) {
                        best = Some((fitting, bad));
                    }
                }
            }
        }
    }
    if let Some(read) = found {
        return Ok(read);
    }
    let is_square = outline.cells() == outline.side() * outline.side();
    let may_be = signs.is_usual() && is_square && outline.digits() <= 9;
    if may_be && (expect.takes_candidates() || best.is_none()) {
        let rows: Vec<FieldRow<'a>> = words().into_iter().flatten().collect();
        match cells::fit_candidates(&rows, outline) {
            Ok((cells, places))
                if rows.len() == outline.side()
                    && (expect == Expect::Candidates || cells::are_likely(&cells)) =>
            {
                return Ok(ReadCells {
                    cells: CellValues::Candidates(cells),
                    places,
                    text: None,
                    tag: None,
                });
            }
            Err(bad) if expect == Expect::Candidates => return Err(bad),
            _ => {}
        }
    }
    let (_, bad) = best.unwrap_or((0, (0, TextFault::Candidates)));
    Err(bad)
}

/// All divisions of rows into fields.
fn readings<'a>(rows: &[LineSlice<'a>], outline: &Outline, signs: &Signs) -> Vec<RowReading<'a>> {
    let Some(first) = rows.first() else {
        return Vec::new();
    };
    let between = separator(first.text);
    if let Some(between) = between.filter(|&c| c != '\t') {
        return vec![separated_reading(rows, between, outline)];
    }
    if is_tabbed(rows, outline) {
        return vec![separated_reading(rows, '\t', outline)];
    }
    let mut all: Vec<RowReading<'a>> = Vec::new();
    let divisions: &[fn(LineSlice<'a>) -> FieldRow<'a>] = if has_words(rows) {
        &[LineSlice::words]
    } else {
        &[LineSlice::characters, LineSlice::words]
    };
    for divide in divisions {
        let reading: RowReading<'a> = rows.iter().map(|row| Ok(divide(*row))).collect();
        all.push(with_even_bars(rows, reading, outline));
    }
    if rows.iter().any(|row| row.text.contains(is_bar)) {
        all.push(barred_reading(rows));
    }
    if rows.iter().any(|row| row.text.contains('\t')) {
        all.push(separated_reading(rows, '\t', outline));
    }
    // If spaces are blanks, no other sign is a blank.
    let is_blank = |field: &TextField<'_>| {
        let sign = signs.of_field(field.text, outline.digits());
        !field.text.is_empty() && matches!(sign, Ok(Sign::Blank | Sign::Zero | Sign::MinusOne))
    };
    let is_spaced = |reading: &RowReading<'_>| !reading.iter().flatten().flatten().any(is_blank);
    all.extend(
        spaced::readings(rows, outline)
            .into_iter()
            .filter(is_spaced),
    );
    all
}

/// True if most rows have a tab between all adjacent cells, and no row has bars. A word between two
/// tabs is then one cell: `-1` is not two cells.
fn is_tabbed(rows: &[LineSlice<'_>], outline: &Outline) -> bool {
    let is_tabbed = |&(number, row): &(usize, &LineSlice<'_>)| {
        row.text.matches('\t').count() + 1 >= outline.row(number).len()
    };
    let tabbed = rows.iter().enumerate().filter(is_tabbed).count();
    2 * tabbed > rows.len() && !rows.iter().any(|row| row.text.contains(is_bar))
}

/// True if all words are single characters except for some `-1`. Each `-1` is then one cell.
fn has_words(rows: &[LineSlice<'_>]) -> bool {
    let words = || rows.iter().flat_map(|row| row.words());
    words().any(|word| word.text == "-1")
        && words().all(|word| word.text == "-1" || word.text.chars().count() == 1)
}

/// Fields between bars. Either all rows have a frame or none has.
///
/// Cells padded with blanks never begin a row with a bar. If most rows have a frame, the drawing
/// has boxes and another row has lost its frame: the framed rows become faults.
fn barred_reading<'a>(rows: &[LineSlice<'a>]) -> RowReading<'a> {
    if let Some(framed) = rows.iter().map(|row| row.framed()).collect() {
        let framed: Vec<FieldRow<'a>> = framed;
        return framed.into_iter().map(Ok).collect();
    }
    let is_boxed = |row: &LineSlice<'_>| {
        row.text.starts_with(is_bar) && row.framed().is_some() && row.text.contains(' ')
    };
    let boxed = rows.iter().filter(|row| is_boxed(row)).count();
    let row = |row: &LineSlice<'a>| {
        if is_boxed(row) && 2 * boxed > rows.len() {
            Err((row.at, TextFault::Bars))
        } else {
            Ok(row.barred())
        }
    };
    rows.iter().map(row).collect()
}

/// Checks the bars of a reading. They must stand between the same cells in all rows, or the cells
/// of each column must be aligned. Otherwise rows with unusual bars become faults.
fn with_even_bars<'a>(
    rows: &[LineSlice<'a>],
    reading: RowReading<'a>,
    outline: &Outline,
) -> RowReading<'a> {
    if !rows.iter().any(|row| row.text.contains(is_bar)) {
        return reading;
    }
    // Number of cells before each bar between two cells.
    let bars = |line: &LineSlice<'_>, row: &FieldRow<'_>| -> Vec<usize> {
        let bars = line.text.char_indices().filter(|&(_, c)| is_bar(c));
        let before = bars.map(|(at, _)| row.iter().filter(|field| field.at < line.at + at).count());
        let mut before: Vec<usize> = before
            .filter(|&count| 0 < count && count < row.len())
            .collect();
        before.dedup();
        before
    };
    let all: Vec<Vec<usize>> = rows
        .iter()
        .zip(&reading)
        .map(|(line, row)| row.as_ref().map_or(Vec::new(), |row| bars(line, row)))
        .collect();
    if all.windows(2).all(|pair| pair[0] == pair[1]) {
        return reading;
    }
    // True if all cells of each column begin (or end) at one character position.
    let places = |end: bool| {
        let mut places = vec![None; outline.side()];
        rows.iter()
            .zip(&reading)
            .enumerate()
            .all(|(number, (line, row))| {
                let Ok(row) = row else { return false };
                let columns = outline.row(number);
                let is_whole = row.len() == outline.side();
                row.iter().enumerate().all(|(index, field)| {
                    let column = if is_whole {
                        Some(&index)
                    } else {
                        columns.get(index)
                    };
                    let Some(place) = column.and_then(|&column| places.get_mut(column)) else {
                        return false;
                    };
                    let at = field.at - line.at + if end { field.text.len() } else { 0 };
                    let at = line.text[..at].chars().count();
                    *place.get_or_insert(at) == at
                })
            })
    };
    if places(false) || places(true) {
        return reading;
    }
    let common = |bars: &Vec<usize>| all.iter().filter(|other| *other == bars).count();
    let usual = all
        .iter()
        .max_by_key(|bars| common(bars))
        .cloned()
        .unwrap_or_default();
    let rows = rows.iter().zip(reading).zip(&all);
    rows.map(|((line, row), bars)| match row {
        Ok(_) if *bars != usual => Err((line.at, TextFault::Bars)),
        row => row,
    })
    .collect()
}

/// Fields between separators. A separator may also end every row.
fn separated_reading<'a>(
    rows: &[LineSlice<'a>],
    between: char,
    outline: &Outline,
) -> RowReading<'a> {
    let mut reading: RowReading<'a> = rows
        .iter()
        .map(|row| {
            let other = row
                .text
                .char_indices()
                .find(|&(_, c)| ",;".contains(c) && c != between);
            match other.filter(|_| between != '\t') {
                Some((at, c)) => Err((row.at + at, TextFault::Separator(c))),
                None => Ok(row.separated(|c| c == between)),
            }
        })
        .collect();
    let ends_all = reading.iter().enumerate().all(|(number, row)| {
        let ends = |row: &FieldRow<'_>| {
            row.len() == outline.row(number).len() + 1
                && row.last().is_some_and(|field| field.text.is_empty())
        };
        row.as_ref().is_ok_and(ends)
    });
    if ends_all {
        for row in reading.iter_mut().flatten() {
            row.pop();
        }
    }
    reading
}

/// Rows without their labels `r1`, `r2`, …, if all rows have one.
fn unlabelled<'a>(rows: &[LineSlice<'a>]) -> Vec<LineSlice<'a>> {
    let named = rows.iter().zip(1..).map(|(row, number)| {
        let text = row.text.trim_start();
        let rest = text.strip_prefix(&format!("r{number}"))?;
        let is_apart = rest.starts_with(char::is_whitespace);
        is_apart.then(|| row.after(row.text.len() - rest.len()))
    });
    let named: Option<Vec<LineSlice<'a>>> = named.collect();
    named.unwrap_or_else(|| rows.to_vec())
}
