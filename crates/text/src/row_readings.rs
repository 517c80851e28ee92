//! Lines that are the rows of a puzzle, and all their divisions into fields: by separators, or at
//! fixed positions, where a space is a blank.
//!
//! ```text
//!     53  7      5 3     7      |53 | 7 |   |    | 5 3   |   7   |       |
//!     6  195     6     1 9 5    |6  |195|   |    | 6     | 1 9 5 |       |
//! ```
//!
//! All rows have their cells at equal positions. A line may be shorter, with blanks at its end,
//! unless lines are padded with spaces: then all have one length.

use super::cells::{Expect, ReadCells, Readings, fit_candidates, fit_rows, rows_that_fit};
use super::fields::{FieldRow, LineSlice, TextField, is_bar, trimmed};
use super::line_kind::separator;
use super::outline::Outline;
use super::signs::{Sign, Signs};
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
    let mut all = Readings::default();
    if expect != Expect::Candidates {
        for reading in readings(rows, outline, signs) {
            let read = fit_rows(&reading, &ends, outline, signs);
            all.add(rows[0].at, read, || rows_that_fit(&reading, outline))?;
        }
    }
    let best = match all.finish() {
        Ok(read) => return Ok(read),
        Err(best) => best,
    };
    let is_square = outline.cells() == outline.side() * outline.side();
    let may_be = signs.is_usual() && is_square && outline.digits() <= 9;
    if may_be && (expect.takes_candidates() || best.is_none()) {
        let rows: Vec<FieldRow<'a>> = rows.iter().map(|row| row.words()).collect();
        match fit_candidates(&rows, outline, expect) {
            Ok(Some(read)) => return Ok(read),
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
    all.extend(spaced_readings(rows, outline).into_iter().filter(is_spaced));
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
        let rest = row.text.trim_start().strip_prefix(&format!("r{number}"))?;
        let is_apart = rest.starts_with(char::is_whitespace);
        is_apart.then(|| row.after(row.text.len() - rest.len()))
    });
    let named: Option<Vec<LineSlice<'a>>> = named.collect();
    named.unwrap_or_else(|| rows.to_vec())
}

/// Spacing of the cells between two bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellSpacing {
    /// Number of blanks before the first cell.
    before: usize,
    /// Number of characters of a cell.
    width: usize,
    /// Number of blanks between two cells.
    between: usize,
    /// Number of blanks between the last cell and a bar.
    after: usize,
}

impl CellSpacing {
    /// Number of characters of `cells` cells with the blanks around them.
    fn total_width(self, cells: usize) -> usize {
        self.before + cells * self.width + (cells - 1) * self.between + self.after
    }

    fn start(self, cell: usize) -> usize {
        self.before + cell * (self.width + self.between)
    }
}

/// A line divided at its bars.
struct BarredLine<'a> {
    /// Characters of each part between bars, with their byte offsets in the line.
    all: Vec<Vec<(usize, char)>>,
    line: LineSlice<'a>,
    /// True if a bar follows the last part.
    is_closed: bool,
    is_open_before: bool,
}

impl<'a> BarredLine<'a> {
    fn new(line: LineSlice<'a>) -> Self {
        let mut parts = vec![Vec::new()];
        for (at, c) in line.text.char_indices() {
            if is_bar(c) {
                parts.push(Vec::new());
            } else if let Some(part) = parts.last_mut() {
                part.push((at, c));
            }
        }
        let is_blank = |part: Option<&Vec<(usize, char)>>| {
            part.is_none_or(|part| part.iter().all(|(_, c)| c.is_whitespace()))
        };
        let has_bars = parts.len() > 1;
        let begins = line.text.trim_start().starts_with(is_bar);
        let ends = line.text.trim_end().ends_with(is_bar);
        let is_closed = has_bars && ends && is_blank(parts.last());
        if is_closed {
            parts.pop();
        }
        let is_open_before = !(has_bars && begins);
        if !is_open_before && parts.len() > 1 {
            parts.remove(0);
        }
        Self {
            all: parts,
            line,
            is_closed,
            is_open_before,
        }
    }

    /// The number of parts, and the presence of outer bars. Equal in all lines of a drawing.
    fn bar_pattern(&self) -> (usize, bool, bool) {
        (self.all.len(), self.is_closed, self.is_open_before)
    }
}

/// All readings of lines by fixed positions, each with a row or a fault for every line.
fn spaced_readings<'a>(lines: &[LineSlice<'a>], outline: &Outline) -> Vec<RowReading<'a>> {
    let side = outline.side();
    let is_square = (0..side).all(|row| outline.row(row).len() == side);
    let has_tab = lines.iter().any(|line| line.text.contains('\t'));
    // Empty lines are rows, too, without bars.
    let full: Vec<BarredLine<'_>> = lines.iter().map(|&line| BarredLine::new(line)).collect();
    let Some(first) = full.iter().find(|parts| !parts.line.text.trim().is_empty()) else {
        return Vec::new();
    };
    let (count, is_closed, _) = first.bar_pattern();
    let has_one_form = full.iter().all(|parts| {
        parts.line.text.trim().is_empty() && count == 1 && !is_closed
            || parts.bar_pattern() == first.bar_pattern()
    });
    if !is_square || has_tab || !has_one_form || !side.is_multiple_of(count) {
        return Vec::new();
    }
    // Lines without any space are incomplete, not spaced.
    let has_space = full.iter().any(|parts| {
        let mut cells = parts.all.iter().flatten();
        cells.any(|(_, c)| c.is_whitespace())
    });
    if !has_space {
        return Vec::new();
    }
    let cells = side / count;
    let lengths = || {
        full.iter()
            .filter_map(|parts| parts.all.last().map(Vec::len))
    };
    let longest = lengths().max().unwrap_or(0);
    let common = |length: &usize| lengths().filter(|other| other == length).count();
    let usual = lengths().max_by_key(common).unwrap_or(0);
    // Padded lines have one length.
    let is_filled = !is_closed
        && lines
            .iter()
            .any(|line| line.text.ends_with(char::is_whitespace));
    let mut all = Vec::new();
    for wide in 1..=(if outline.digits() > 9 { 2 } else { 1 }) {
        for between in 0..=2 {
            for before in 0..=2 {
                for after in 0..=2 {
                    let places = CellSpacing {
                        before,
                        width: wide,
                        between,
                        after,
                    };
                    let length = places.total_width(cells);
                    // A line without a bar at its end may omit its last blanks.
                    let fits = if is_closed {
                        longest == length
                    } else {
                        after == 0
                            && (before == 0 || count > 1)
                            && longest + 2 * (wide + between) > length
                    };
                    if fits {
                        let row = |parts: &BarredLine<'a>| {
                            parts.row(places, cells, is_filled.then_some(usual))
                        };
                        all.push(full.iter().map(row).collect());
                    }
                }
            }
        }
    }
    all
}

impl<'a> BarredLine<'a> {
    /// The cells of a line. `filled` is the length of a padded line.
    fn row(
        &self,
        places: CellSpacing,
        cells: usize,
        filled: Option<usize>,
    ) -> Result<FieldRow<'a>, TextFaultAt> {
        let mut row = Vec::new();
        let expected = cells * self.all.len();
        let wrong = |found| (self.line.end(), TextFault::Row { found, expected });
        let length = places.total_width(cells);
        for (number, part) in self.all.iter().enumerate() {
            let is_open = number + 1 == self.all.len() && !self.is_closed;
            let is_right = match filled {
                _ if !is_open => part.len() == length,
                Some(filled) => part.len() == filled && filled >= length,
                None => part.len() <= length,
            };
            if !is_right {
                let step = places.width + places.between;
                let found = (part.len() + places.between)
                    .saturating_sub(places.before + places.after)
                    / step;
                return Err(wrong(expected - cells + found));
            }
            for cell in 0..cells {
                let start = places.start(cell);
                let from = start.min(part.len());
                let to = (start + places.width).min(part.len());
                row.push(self.field(&part[from..to]));
            }
            let is_cell = |at: usize| {
                (0..cells).any(|cell| (0..places.width).any(|i| places.start(cell) + i == at))
            };
            let beside = part
                .iter()
                .enumerate()
                .find(|&(at, &(_, c))| !c.is_whitespace() && !is_cell(at));
            if let Some((_, &(at, c))) = beside {
                return Err((self.line.at + at, TextFault::Illegal(c)));
            }
        }
        Ok(row)
    }

    fn field(&self, part: &[(usize, char)]) -> TextField<'a> {
        match (part.first(), part.last()) {
            (Some(&(from, _)), Some(&(to, c))) => trimmed(self.line.part(from, to + c.len_utf8())),
            _ => self.line.part(self.line.text.len(), self.line.text.len()),
        }
    }
}
