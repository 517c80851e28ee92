//! Cages of a killer: dashed lines inside their edges, and their sums.

use kurbo::{BezPath, Point};

use super::drawing::{Anchor, Drawing, Pen};
use countless_variants::Shape;

const SUM: Pen = Pen::text("sum", [0x22, 0x22, 0x22], 0.0);

/// Inset of the dashed lines and of the sums, and height of the sums, as shares of a cell's side.
/// The lines of boxes reach less far into a cell.
const INSET: f64 = 0.09;
const SUM_INSET: f64 = 0.14;
const HEIGHT: f64 = 0.15;
/// Number of dashes per cell.
const DASHES: f64 = 10.0;

/// Draws the cages of a layout with its upper left corner at `x`, `y`.
pub(super) fn draw_cages(drawing: &mut Drawing, shape: &Shape, x: f64, y: f64, cell: f64) {
    let side = shape.side();
    let mut path = BezPath::new();
    for (cells, _) in shape.cages() {
        let mut inside = vec![false; (side + 2) * (side + 2)];
        let places: Vec<(usize, usize)> = cells.iter().map(|&c| shape.position(c.into())).collect();
        for &(row, column) in &places {
            inside[(row + 1) * (side + 2) + column + 1] = true;
        }
        // Rows and columns count from 0, with one more on each side.
        let is_in =
            |row: i32, column: i32| inside[(row + 1) as usize * (side + 2) + (column + 1) as usize];
        for &(row, column) in &places {
            let (row, column) = (row as i32, column as i32);
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if is_in(row + down, column + right) {
                    continue;
                }
                // Along the edge, backwards and forwards.
                let end = |way: i32| {
                    let (along_row, along_column) = (way * right.abs(), way * down.abs());
                    let next = is_in(row + along_row, column + along_column);
                    let corner = is_in(row + along_row + down, column + along_column + right);
                    f64::from(way)
                        * match (next, corner) {
                            (false, _) => 0.5 - INSET,
                            (true, false) => 0.5,
                            (true, true) => 0.5 + INSET,
                        }
                };
                let across = 0.5 - INSET;
                let middle = (f64::from(column) + 0.5, f64::from(row) + 0.5);
                let at = |along: f64| {
                    let (down, right) = (f64::from(down), f64::from(right));
                    let (right, down) = (right * across, down * across);
                    if right == 0.0 {
                        (middle.0 + along, middle.1 + down)
                    } else {
                        (middle.0 + right, middle.1 + along)
                    }
                };
                dash(&mut path, at(end(-1)), at(end(1)), |(right, down)| {
                    Point::new(x + right * cell, y + down * cell)
                });
            }
        }
    }
    let pen = Pen::line("cage", [0x33, 0x33, 0x33], cell * 0.018);
    drawing.path(path, pen);
    for (cells, sum) in shape.cages() {
        let Some(&first) = cells.first() else {
            continue;
        };
        let (row, column) = shape.position(first.into());
        let (left, top) = (x + column as f64 * cell, y + row as f64 * cell);
        let at = (
            left + SUM_INSET * cell,
            top + (SUM_INSET + HEIGHT / 2.0) * cell,
        );
        drawing.text(&sum.to_string(), at, Anchor::Start, HEIGHT * cell, SUM);
    }
}

/// Adds the dashes between two points, given in cells, on a horizontal or vertical line. Dashes
/// begin at fixed distances, so that those of neighbours meet.
fn dash(path: &mut BezPath, from: (f64, f64), to: (f64, f64), place: impl Fn((f64, f64)) -> Point) {
    let is_level = (from.1 - to.1).abs() < 1e-9;
    let (start, end) = if is_level {
        (from.0, to.0)
    } else {
        (from.1, to.1)
    };
    let at = |along: f64| {
        if is_level {
            (along, from.1)
        } else {
            (from.0, along)
        }
    };
    let mut dash = (start * DASHES).floor();
    while dash / DASHES < end {
        let (first, last) = (dash / DASHES, (dash + 0.55) / DASHES);
        let (first, last) = (first.max(start), last.min(end));
        if first < last {
            path.move_to(place(at(first)));
            path.line_to(place(at(last)));
        }
        dash += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use countless_variants::{ShapeDrawing, ShapeOptions};
    use kurbo::{Rect, Shape as _};

    use super::*;
    use crate::drawing::{DrawingElement, TextElement};
    use crate::sheet_layout::SIDE;
    use crate::{Diagram, Figure, picture};

    /// Cages at a corner of the grid, across boxes, across lines only, and of one cell.
    const CAGES: &str = "
        A A A B B B . . .
        A . . B . . . . .
        . . . B . . . . F
        . . . C C . . . F
        . . . C C . . . F
        . . . . . . . . F
        . . . . . . . . F
        . . . . . . . . .
        . . . . . . . . D
        A=20 B=27 C=14 D=9 F=15";

    /// Areas of the straight parts of lines, and true for each that is level.
    fn lines(drawing: &Drawing, class: &str) -> Vec<(bool, Rect)> {
        let lines = drawing.elements.iter().filter_map(|element| match element {
            DrawingElement::Path { path, pen } if pen.name == class => Some((path, pen.width)),
            _ => None,
        });
        let parts = lines.flat_map(|(path, width)| {
            let parts = path.segments().map(|part| part.bounding_box());
            parts.map(move |part| {
                let is_level = part.width() > part.height();
                (is_level, part.inflate(width / 2.0, width / 2.0))
            })
        });
        parts.collect()
    }

    fn ink(text: &TextElement) -> Rect {
        let inks = text.outlines().map(|path| path.bounding_box());
        inks.reduce(|a, b| a.union(b)).unwrap_or_default()
    }

    #[test]
    fn dashes_keep_apart_from_the_lines_along_them_and_from_texts() {
        let cages = ShapeDrawing {
            name: "cages".to_owned(),
            text: CAGES.to_owned(),
        };
        let shape = Shape::new(&ShapeOptions::new().cages(Some(cages))).expect("there are cages");
        let empty = Diagram::of_variant(Arc::new(shape), &[0; 81]);
        for diagram in [
            empty.clone().with_candidates(),
            empty.with_solution(&[8; 81]),
        ] {
            let drawing = picture(&Figure::Grid(Box::new(diagram)), "", None);
            let dashes = lines(&drawing, "cage");
            assert!(dashes.len() > 200, "{}", dashes.len());
            let blank = 0.015 * SIDE / 9.0;
            let apart = |dash: &Rect, other: Rect| {
                let area = other.inflate(blank, blank).intersect(*dash);
                assert!(area.is_zero_area(), "{other:?} {dash:?}");
            };
            let edges = ["thick", "thin"].map(|class| lines(&drawing, class));
            for (is_level, edge) in edges.into_iter().flatten() {
                let along = dashes.iter().filter(|dash| dash.0 == is_level);
                for (_, dash) in along {
                    apart(dash, edge);
                }
            }
            let texts: Vec<Rect> = drawing
                .elements
                .iter()
                .filter_map(DrawingElement::text)
                .map(ink)
                .collect();
            for (number, &text) in texts.iter().enumerate() {
                for (_, dash) in &dashes {
                    apart(dash, text);
                }
                assert!(
                    texts[..number]
                        .iter()
                        .all(|other| other.intersect(text).is_zero_area())
                );
            }
        }
    }
}
