//! Cells at fixed positions of a line, where a space is a blank.
//!
//! ```text
//!     53  7      5 3     7      |53 | 7 |   |    | 5 3   |   7   |       |
//!     6  195     6     1 9 5    |6  |195|   |    | 6     | 1 9 5 |       |
//! ```
//!
//! All rows have their cells at equal positions. A line may be shorter, with blanks at its end,
//! unless lines are padded with spaces: then all have one length.

use super::fields::{FieldRow, LineSlice, TextField, is_bar, trimmed};
use super::outline::Outline;
use super::text_fault::{TextFault, TextFaultAt};

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
pub(super) fn readings<'a>(
    lines: &[LineSlice<'a>],
    outline: &Outline,
) -> Vec<Vec<Result<FieldRow<'a>, TextFaultAt>>> {
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
