//! Candidate grids as text.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::grid_text::Paint;
use countless_sudoku::{Cell, HouseKind, Step, Technique};
use countless_variants::{Shape, digits_text};

/// Marks of a step in a grid of candidates.
#[derive(Clone, Debug, Default)]
pub struct StepMarks {
    /// Digits of the pattern, as bits.
    pattern: u32,
    /// Cells of the pattern.
    cells: BTreeSet<Cell>,
    /// Cells that have changed.
    changed: BTreeSet<Cell>,
}

impl StepMarks {
    /// Marks the pattern of a step and the cells that it changes. An elimination is not marked, as
    /// it changes the whole grid.
    pub fn of(step: &Step) -> Self {
        if step.technique == Technique::Elimination {
            return Self::default();
        }
        let digits = step.digits.iter();
        let removed = step.removed.iter();
        Self {
            pattern: digits.fold(0, |all, digit| all | 1 << (digit - 1)),
            cells: step.cells.iter().copied().collect(),
            changed: removed.map(|candidate| candidate.cell).collect(),
        }
    }
}

/// Draws the candidates of all cells, bit 0 for 1, with the numbers of rows and columns.
///
/// The digit of a solved cell, which has one candidate, stands alone; the candidates of other cells
/// are in parentheses. An asterisk follows a cell of the pattern, a minus sign one that has
/// changed. Columns are aligned, with three blanks between boxes and an empty line between bands.
pub fn candidates_text(shape: &Shape, cells: &[u32], marked: &StepMarks, paint: Paint) -> String {
    let side = shape.side();
    let (rows, columns) = box_size(shape);
    let mut fields: Vec<Option<CandidateField>> = Vec::new();
    fields.resize_with(side * side, || None);
    for (cell, &digits) in cells.iter().enumerate() {
        let (row, column) = shape.position(cell);
        let name = Cell::in_layout(row + 1, column + 1);
        fields[row * side + column] = Some(CandidateField::new(digits, marked, name));
    }
    let names = (1..=side).map(|column| format!("c{column}"));
    let widths: Vec<usize> = names
        .clone()
        .enumerate()
        .map(|(column, name)| {
            let fields = fields.iter().skip(column).step_by(side).flatten();
            fields
                .map(CandidateField::width)
                .max()
                .unwrap_or(0)
                .max(name.len())
        })
        .collect();
    let before = |column: usize| match column {
        0 => "  ",
        _ if column.is_multiple_of(columns) => "   ",
        _ => " ",
    };
    let label = format!("r{side}").len();
    let mut text = format!("{:label$}", "");
    for ((column, name), width) in names.enumerate().zip(&widths) {
        // Writing to a String cannot fail.
        let _ = write!(text, "{}{name:width$}", before(column));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (row, fields) in fields.chunks_exact(side).enumerate() {
        if row > 0 && row.is_multiple_of(rows) {
            text.push('\n');
        }
        let mut line = format!("{:label$}", format!("r{}", row + 1));
        let mut blanks = 0;
        for (column, (field, width)) in fields.iter().zip(&widths).enumerate() {
            let painted = field
                .as_ref()
                .map(|field| (field.painted(paint), field.width()));
            let (painted, own) = painted.unwrap_or_default();
            if own == 0 {
                blanks += before(column).len() + width;
                continue;
            }
            let _ = write!(line, "{:blanks$}{}{painted}", "", before(column));
            blanks = width - own;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Rows and columns of a box; the size of the whole grid if it has regions instead of boxes.
fn box_size(shape: &Shape) -> (usize, usize) {
    let square = shape.houses().find(|unit| unit.kind == HouseKind::Box);
    let places = square.map(|square| {
        let cells = square.cells.iter();
        cells
            .map(|&cell| shape.position(cell.into()))
            .collect::<BTreeSet<_>>()
    });
    let size = places.and_then(|places| {
        let (&first, &last) = (places.first()?, places.last()?);
        Some((last.0 - first.0 + 1, last.1 - first.1 + 1))
    });
    size.unwrap_or((shape.side(), shape.side()))
}

/// Text of a cell.
struct CandidateField {
    digits: u32,
    pattern: u32,
    /// Marks behind the candidates.
    marks: &'static str,
}

impl CandidateField {
    fn new(digits: u32, marked: &StepMarks, cell: Cell) -> Self {
        let is_found = marked.cells.contains(&cell);
        let marks = match (is_found, marked.changed.contains(&cell)) {
            (true, true) => "*-",
            (true, false) => "*",
            (false, true) => "-",
            (false, false) => "",
        };
        Self {
            digits,
            pattern: if is_found { marked.pattern } else { 0 },
            marks,
        }
    }

    fn width(&self) -> usize {
        let digits = self.digits.count_ones() as usize;
        let parentheses = if digits == 1 { 0 } else { 2 };
        digits + parentheses + self.marks.len()
    }

    fn painted(&self, paint: Paint) -> String {
        let listed = (0..u32::BITS).filter(|digit| self.digits >> digit & 1 != 0);
        let listed = listed.map(|digit| {
            let text = digits_text(&[digit as u8 + 1]);
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
            marks => paint.removed(marks),
        };
        format!("{open}{listed}{close}{marks}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_variants::ShapeOptions;

    fn shape(size: usize) -> Shape {
        let options = ShapeOptions::new().size(size);
        Shape::new(&options).unwrap()
    }

    #[test]
    fn settled_cells_stand_bare_and_columns_are_aligned() {
        let mut cells = [0b101; 81];
        cells[1] = 0b10;
        let text = candidates_text(&shape(9), &cells, &StepMarks::default(), Paint::Plain);
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
    fn grids_are_of_the_size_of_the_shape() {
        let mut cells = [1 << 15; 256];
        cells[0] = 0b11;
        let text = candidates_text(&shape(16), &cells, &StepMarks::default(), Paint::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("     c1   c2 c3 c4   c5"));
        assert!(lines[1].starts_with("r1   (12) G  G  G    G  G"));
        assert!(lines[19].starts_with("r16  G "));
        let text = candidates_text(&shape(6), &[0b100; 36], &StepMarks::default(), Paint::Plain);
        let rows: Vec<&str> = text.lines().skip(1).take(4).collect();
        let row = "3  3  3    3  3  3";
        let rows_of_two = [format!("r1  {row}"), format!("r2  {row}"), String::new()];
        assert_eq!(rows[..3], rows_of_two);
    }

    #[test]
    fn cells_of_a_step_are_marked() {
        let cells = [0b101; 81];
        let marked = StepMarks {
            pattern: 0b100,
            cells: [Cell::new(1, 1)].into(),
            changed: [Cell::new(1, 2)].into(),
        };
        let text = candidates_text(&shape(9), &cells, &marked, Paint::Plain);
        assert_eq!(
            text.lines().nth(1).and_then(|line| line.get(..16)),
            Some("r1  (13)* (13)- ")
        );
        let text = candidates_text(&shape(9), &cells, &marked, Paint::Terminal);
        assert!(text.contains("(1\x1b[36m3\x1b[0m)\x1b[36m*\x1b[0m (13)\x1b[31m-\x1b[0m "));
    }
}
