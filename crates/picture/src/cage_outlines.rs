//! Cages of a killer: dashed lines inside their edges, and their sums.

use kurbo::{BezPath, Point};

use super::drawing::{Anchor, Drawing, Pen};
use countless_variants::Shape;

const SUM: Pen = Pen::text("sum", [0x22, 0x22, 0x22], 0.0);

/// Inset of the lines and height of the sums, as shares of a cell's side, and number of dashes per
/// cell.
const INSET: f64 = 0.06;
const HEIGHT: f64 = 0.15;
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
        let at = (left + 0.11 * cell, top + 0.11 * cell + HEIGHT * cell / 2.0);
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
