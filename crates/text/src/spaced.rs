//! Cells at fixed places of a line, in which a space is a blank.
//!
//! ```text
//!     53  7      5 3     7      |53 | 7 |   |    | 5 3   |   7   |       |
//!     6  195     6     1 9 5    |6  |195|   |    | 6     | 1 9 5 |       |
//! ```
//!
//! All rows have their cells at the same places. What is missing at the end of a line is blank,
//! unless lines are filled up with spaces: then all have one length.

use super::fault::{Bad, Fault};
use super::fields::{Field, Line, Row, is_bar, trimmed};
use super::outline::Outline;

/// Where the cells lie between two bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Places {
    /// Blanks before the first cell.
    before: usize,
    /// Characters of a cell.
    wide: usize,
    /// Blanks between two cells.
    between: usize,
    /// Blanks after the last cell, where a bar follows.
    after: usize,
}

impl Places {
    /// How many characters so many cells take, and what is around them.
    fn length(self, cells: usize) -> usize {
        self.before + cells * self.wide + (cells - 1) * self.between + self.after
    }

    fn start(self, cell: usize) -> usize {
        self.before + cell * (self.wide + self.between)
    }
}

/// The characters of a line between bars.
struct Parts<'a> {
    /// The characters of each, with their bytes in the line.
    all: Vec<Vec<(usize, char)>>,
    line: Line<'a>,
    /// Whether there is a bar behind the last part.
    is_closed: bool,
    is_open_before: bool,
}

impl<'a> Parts<'a> {
    fn new(line: Line<'a>) -> Self {
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

    /// How this lies between bars, which is the same in every line.
    fn form(&self) -> (usize, bool, bool) {
        (self.all.len(), self.is_closed, self.is_open_before)
    }
}

/// All ways to read lines so, each with a row or a fault for every line.
pub(super) fn readings<'a>(
    lines: &[Line<'a>],
    outline: &Outline,
) -> Vec<Vec<Result<Row<'a>, Bad>>> {
    let side = outline.side();
    let is_square = (0..side).all(|row| outline.row(row).len() == side);
    let has_tab = lines.iter().any(|line| line.text.contains('\t'));
    // Empty lines are rows, too, and say nothing of bars.
    let full: Vec<Parts<'_>> = lines.iter().map(|&line| Parts::new(line)).collect();
    let Some(first) = full.iter().find(|parts| !parts.line.text.trim().is_empty()) else {
        return Vec::new();
    };
    let (count, is_closed, _) = first.form();
    let has_one_form = full.iter().all(|parts| {
        parts.line.text.trim().is_empty() && count == 1 && !is_closed
            || parts.form() == first.form()
    });
    if !is_square || has_tab || !has_one_form || !side.is_multiple_of(count) {
        return Vec::new();
    }
    // Of lines without a space, something is missing.
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
    // Lines that are filled up have one length.
    let is_filled = !is_closed
        && lines
            .iter()
            .any(|line| line.text.ends_with(char::is_whitespace));
    let mut all = Vec::new();
    for wide in 1..=(if outline.digits() > 9 { 2 } else { 1 }) {
        for between in 0..=2 {
            for before in 0..=2 {
                for after in 0..=2 {
                    let places = Places {
                        before,
                        wide,
                        between,
                        after,
                    };
                    let length = places.length(cells);
                    // A line that is open at its end need not have what follows the last cell.
                    let fits = if is_closed {
                        longest == length
                    } else {
                        after == 0
                            && (before == 0 || count > 1)
                            && longest + 2 * (wide + between) > length
                    };
                    if fits {
                        let row = |parts: &Parts<'a>| {
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

impl<'a> Parts<'a> {
    /// The cells of a line, which is so long if it is filled up.
    fn row(&self, places: Places, cells: usize, filled: Option<usize>) -> Result<Row<'a>, Bad> {
        let mut row = Vec::new();
        let expected = cells * self.all.len();
        let wrong = |found| (self.line.end(), Fault::Row { found, expected });
        let length = places.length(cells);
        for (number, part) in self.all.iter().enumerate() {
            let is_open = number + 1 == self.all.len() && !self.is_closed;
            let is_right = match filled {
                _ if !is_open => part.len() == length,
                Some(filled) => part.len() == filled && filled >= length,
                None => part.len() <= length,
            };
            if !is_right {
                let step = places.wide + places.between;
                let found = (part.len() + places.between)
                    .saturating_sub(places.before + places.after)
                    / step;
                return Err(wrong(expected - cells + found));
            }
            for cell in 0..cells {
                let start = places.start(cell);
                let from = start.min(part.len());
                let to = (start + places.wide).min(part.len());
                row.push(self.field(&part[from..to]));
            }
            let is_cell = |at: usize| {
                (0..cells).any(|cell| (0..places.wide).any(|i| places.start(cell) + i == at))
            };
            let beside = part
                .iter()
                .enumerate()
                .find(|&(at, &(_, c))| !c.is_whitespace() && !is_cell(at));
            if let Some((_, &(at, c))) = beside {
                return Err((self.line.at + at, Fault::Illegal(c)));
            }
        }
        Ok(row)
    }

    fn field(&self, part: &[(usize, char)]) -> Field<'a> {
        match (part.first(), part.last()) {
            (Some(&(from, _)), Some(&(to, c))) => trimmed(self.line.part(from, to + c.len_utf8())),
            _ => self.line.part(self.line.text.len(), self.line.text.len()),
        }
    }
}
