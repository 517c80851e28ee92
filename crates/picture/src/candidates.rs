//! Candidate grids as text.

use std::fmt::Write;

use countless_sudoku::{Step, Technique};

use super::diagram::index;
use super::paint::Paint;

/// What to mark in a grid of candidates.
#[derive(Clone, Copy, Debug)]
pub struct Marked {
    /// The digits of each cell that are of a pattern.
    pattern: [u16; 81],
    /// The cells of the pattern.
    cells: [bool; 81],
    /// The cells that have changed.
    changed: [bool; 81],
}

impl Marked {
    /// Nothing.
    pub const NONE: Self = Self {
        pattern: [0; 81],
        cells: [false; 81],
        changed: [false; 81],
    };

    /// The pattern of a step, and what it has changed; nothing of an elimination, which is all
    /// over the grid.
    pub fn of(step: &Step) -> Self {
        let mut marked = Self::NONE;
        if step.technique == Technique::Elimination {
            return marked;
        }
        let digits = step.digits.iter();
        let digits = digits.fold(0, |all, digit| all | 1 << (digit - 1));
        for &cell in &step.cells {
            marked.pattern[index(cell)] = digits;
            marked.cells[index(cell)] = true;
        }
        for candidate in &step.removed {
            marked.changed[index(candidate.cell)] = true;
        }
        marked
    }
}

/// Draws the candidates of 81 cells, bit 0 of each for a 1 to bit 8 for a 9, with the numbers
/// of rows and columns.
///
/// A settled cell, which has one candidate, stands bare, the candidates of another in
/// parentheses. An asterisk follows a cell of the pattern, a minus sign one that has changed.
/// Columns are aligned, with three blanks between boxes and an empty line between bands.
pub fn candidates_text(cells: &[u16; 81], marked: &Marked, paint: Paint) -> String {
    let fields: [Field; 81] = std::array::from_fn(|cell| Field::new(cells[cell], marked, cell));
    let widths: [usize; 9] = std::array::from_fn(|column| {
        let column = fields.iter().skip(column).step_by(9);
        column.map(Field::width).max().unwrap_or_default().max(2)
    });
    let before = |column: usize| match column {
        0 => "  ",
        3 | 6 => "   ",
        _ => " ",
    };
    let mut text = String::from("  ");
    for (column, width) in widths.into_iter().enumerate() {
        let name = format!("c{}", column + 1);
        // Writing to a String cannot fail.
        let _ = write!(text, "{}{name:width$}", before(column));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (row, fields) in fields.chunks_exact(9).enumerate() {
        if row == 3 || row == 6 {
            text.push('\n');
        }
        let mut line = format!("r{}", row + 1);
        for (column, (field, width)) in fields.iter().zip(widths).enumerate() {
            let blank = if column == 8 {
                0
            } else {
                width - field.width()
            };
            let _ = write!(
                line,
                "{}{}{:blank$}",
                before(column),
                field.painted(paint),
                ""
            );
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// What stands for a cell.
struct Field {
    digits: u16,
    pattern: u16,
    /// What follows it.
    marks: &'static str,
}

impl Field {
    fn new(digits: u16, marked: &Marked, cell: usize) -> Self {
        let marks = match (marked.cells[cell], marked.changed[cell]) {
            (true, true) => "*-",
            (true, false) => "*",
            (false, true) => "-",
            (false, false) => "",
        };
        Self {
            digits,
            pattern: marked.pattern[cell],
            marks,
        }
    }

    fn width(&self) -> usize {
        let digits = self.digits.count_ones() as usize;
        let parentheses = if digits == 1 { 0 } else { 2 };
        digits + parentheses + self.marks.len()
    }

    fn painted(&self, paint: Paint) -> String {
        let listed = (0..9).filter(|digit| self.digits >> digit & 1 != 0);
        let listed = listed.map(|digit| {
            let text = (digit + 1).to_string();
            if self.pattern >> digit & 1 != 0 {
                paint.found(&text)
            } else {
                text
            }
        });
        let listed: String = listed.collect();
        let (open, close) = if self.digits.is_power_of_two() {
            ("", "")
        } else {
            ("(", ")")
        };
        let marks = match self.marks {
            "" => String::new(),
            "*" => paint.found(self.marks),
            marks => paint.gone(marks),
        };
        format!("{open}{listed}{close}{marks}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_cells_stand_bare_and_columns_are_aligned() {
        let mut cells = [0b101; 81];
        cells[1] = 0b10;
        let text = candidates_text(&cells, &Marked::NONE, Paint::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "    c1   c2   c3     c4   c5   c6     c7   c8   c9"
        );
        assert_eq!(
            lines[1],
            "r1  (13) 2    (13)   (13) (13) (13)   (13) (13) (13)"
        );
    }

    #[test]
    fn cells_of_a_step_are_marked() {
        let cells = [0b101; 81];
        let mut marked = Marked::NONE;
        (marked.cells[0], marked.pattern[0]) = (true, 0b100);
        marked.changed[1] = true;
        let text = candidates_text(&cells, &marked, Paint::Plain);
        assert_eq!(
            text.lines().nth(1).and_then(|line| line.get(..16)),
            Some("r1  (13)* (13)- ")
        );
        let text = candidates_text(&cells, &marked, Paint::Terminal);
        assert!(text.contains("(1\x1b[36m3\x1b[0m)\x1b[36m*\x1b[0m (13)\x1b[31m-\x1b[0m "));
    }
}
