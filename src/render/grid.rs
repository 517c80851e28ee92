//! Sudokus as text and as drawings.

use std::fmt::Write;

use kurbo::{BezPath, Rect};

use super::diagram::{Cell, Diagram};
use super::drawing::{Anchor, Drawing, Pen};
use super::paint::Paint;

/// The characters that a grid is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridStyle {
    /// Box-drawing characters.
    #[default]
    Unicode,
    /// `|`, `-` and `+`.
    Ascii,
}

/// Writes a grid of nine lines, its boxes ruled: a dot for a blank, the candidates of a
/// cell side by side, a dash if it has none.
pub fn grid_text(diagram: &Diagram, style: GridStyle, paint: Paint) -> String {
    let fields = diagram.cells().map(field);
    let widths: [usize; 9] = std::array::from_fn(|column| {
        let column = fields.iter().skip(column).step_by(9);
        column.map(String::len).max().unwrap_or_default()
    });
    let rule = |[left, middle, right, line]: [&str; 4]| {
        let boxes = widths.chunks_exact(3);
        let sides = boxes.map(|widths| line.repeat(widths.iter().sum::<usize>() + 4));
        let sides = sides.collect::<Vec<_>>().join(middle);
        format!("{left}{sides}{right}\n")
    };
    let (top, inner, bottom, wall) = match style {
        GridStyle::Unicode => (
            rule(["┌", "┬", "┐", "─"]),
            rule(["├", "┼", "┤", "─"]),
            rule(["└", "┴", "┘", "─"]),
            '│',
        ),
        GridStyle::Ascii => {
            let line = rule(["+", "+", "+", "-"]);
            (line.clone(), line.clone(), line, '|')
        }
    };
    let mut text = top;
    let cells = diagram.cells().chunks_exact(9);
    for (r, (row, cells)) in fields.chunks_exact(9).zip(cells).enumerate() {
        if r == 3 || r == 6 {
            text.push_str(&inner);
        }
        for (c, ((field, width), cell)) in row.iter().zip(widths).zip(cells).enumerate() {
            if c.is_multiple_of(3) {
                text.push(wall);
                text.push(' ');
            }
            let blank = width - field.len() + 1;
            // Writing to a String cannot fail.
            let _ = match cell {
                Cell::Given(_) => write!(text, "{}{:blank$}", paint.given(field), ""),
                Cell::Solved(_) => write!(text, "{}{:blank$}", paint.found(field), ""),
                Cell::Blank | Cell::Candidates(_) => write!(text, "{field}{:blank$}", ""),
            };
        }
        text.push(wall);
        text.push('\n');
    }
    text.push_str(&bottom);
    text
}

fn field(cell: Cell) -> String {
    match cell {
        Cell::Blank => ".".to_owned(),
        Cell::Given(digit) | Cell::Solved(digit) => digit.to_string(),
        Cell::Candidates(0) => "-".to_owned(),
        Cell::Candidates(digits) => listed(digits).map(char::from).collect(),
    }
}

/// The digits of a set, as characters.
fn listed(digits: u16) -> impl Iterator<Item = u8> {
    (0..9)
        .filter(move |digit| digits >> digit & 1 == 1)
        .map(|digit| b'1' + digit)
}

const GIVEN: Pen = Pen::line("given", [0, 0, 0], 16.0);
const SOLVED: Pen = Pen::line("solved", [0x1f, 0x4e, 0x8c], 7.0);
const CANDIDATE: Pen = Pen::line("candidate", [0x44, 0x44, 0x44], 9.0);

/// Draws a grid with its upper left corner at `x`, `y`.
pub(super) fn draw_grid(drawing: &mut Drawing, diagram: &Diagram, x: f64, y: f64, side: f64) {
    let cell = side / 9.0;
    let thin = Pen::line("thin", [0x77, 0x77, 0x77], cell * 0.02);
    let thick = Pen::line("thick", [0, 0, 0], cell * 0.07);
    let mut lines = [BezPath::new(), BezPath::new()];
    for line in 1..9 {
        let at = f64::from(line) * cell;
        let lines = &mut lines[usize::from(line % 3 == 0)];
        lines.move_to((x + at, y));
        lines.line_to((x + at, y + side));
        lines.move_to((x, y + at));
        lines.line_to((x + side, y + at));
    }
    let [inner, boxes] = lines;
    drawing.path(inner, thin);
    drawing.path(boxes, thick);
    drawing.rectangle(Rect::new(x, y, x + side, y + side), thick);
    for (index, content) in diagram.cells().iter().enumerate() {
        let center = (
            x + (0.5 + (index % 9) as f64) * cell,
            y + (0.5 + (index / 9) as f64) * cell,
        );
        let mut large = |digit: u8, pen| {
            drawing.text(&digit.to_string(), center, Anchor::Middle, 0.54 * cell, pen);
        };
        match *content {
            Cell::Blank => {}
            Cell::Given(digit) => large(digit, GIVEN),
            Cell::Solved(digit) => large(digit, SOLVED),
            Cell::Candidates(digits) => draw_candidates(drawing, digits, center, cell),
        }
    }
}

/// Draws small digits, each at its place among three by three.
fn draw_candidates(drawing: &mut Drawing, digits: u16, center: (f64, f64), cell: f64) {
    for digit in listed(digits) {
        let at = candidate_at(digit - b'0', center, cell);
        let text = char::from(digit).to_string();
        drawing.text(&text, at, Anchor::Middle, 0.19 * cell, CANDIDATE);
    }
}

/// The middle of a small digit in a cell.
pub(super) fn candidate_at(digit: u8, center: (f64, f64), cell: f64) -> (f64, f64) {
    let place = digit - 1;
    let shift = |step: u8| (f64::from(step) - 1.0) * 0.29 * cell;
    (center.0 + shift(place % 3), center.1 + shift(place / 3))
}

#[cfg(test)]
mod tests {
    use countless::sudoku::Grid;

    use super::*;

    #[test]
    fn a_grid_has_its_boxes_ruled() {
        let text = grid_text(
            &Diagram::of(&Grid::BLANK.into()),
            GridStyle::Ascii,
            Paint::Plain,
        );
        assert!(text.starts_with("+-------+-------+-------+\n| . . . | . . . | . . . |\n"));
    }
}
