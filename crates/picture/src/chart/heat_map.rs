//! Heat map: a table of squares with colors for their numbers.

use super::{Axis, GAP, TEXT, TITLE_ROOM, WIDTH, WORDS, heat_pen, heat_text_pen, page, written};
use crate::drawing::{Anchor, Drawing, text_width};
use kurbo::Rect;

/// Blank beside the squares, with the numbers of rows, and upper end of the squares, in pixels.
const MARGIN: f64 = 36.0;
const TOP: f64 = TITLE_ROOM + 36.0;
/// Height of the scale with its blank and its unit in pixels, its number of colors, and its left
/// end in pixels.
const FOOT: f64 = 72.0;
const STEPS: usize = 64;
const LEFT: f64 = 160.0;
/// Least height of a legible number on a square, in pixels.
const LEGIBLE: f64 = 4.6;

/// Table with as many rows as columns.
#[derive(Clone, Copy, Debug)]
pub struct HeatMap<'a> {
    /// Numbers, row by row.
    pub squares: &'a [Vec<u128>],
    /// Function that writes a number.
    pub write: fn(u128) -> String,
}

impl HeatMap<'_> {
    /// Least and greatest number, if there are any.
    pub fn range(&self) -> Option<(u128, u128)> {
        let all = || self.squares.iter().flatten().copied();
        all().min().zip(all().max())
    }

    /// Draws the table and its scale; `None` if it is empty. `unit` is that of the numbers.
    pub fn drawing(&self, title: &str, unit: &str) -> Option<Drawing> {
        let (least, most) = self.range()?;
        let (n, board) = (self.squares.len() as f64, WIDTH - 2.0 * MARGIN);
        let side = board / n;
        let mut page = page(TOP - TITLE_ROOM + board + FOOT, title);
        let labels = TITLE_ROOM + TEXT / 2.0;
        page.text("row", (GAP, labels), Anchor::Start, TEXT, WORDS);
        let middle = (WIDTH / 2.0, labels);
        page.text("column", middle, Anchor::Middle, TEXT, WORDS);
        let numbers = Axis::whole("", [1.0, n].into_iter());
        for mark in numbers.marks(board, |_| 2.0 * TEXT) {
            let (middle, number) = ((mark - 0.5) * side, written(mark));
            let beside = (MARGIN - TEXT, TOP + middle);
            let above = (MARGIN + middle, TOP - 1.2 * TEXT);
            page.text(&number, beside, Anchor::End, TEXT, WORDS);
            page.text(&number, above, Anchor::Middle, TEXT, WORDS);
        }
        let height = |room: f64| (room / text_width(&(self.write)(most), 1.0)).min(TEXT);
        // Gap between squares, if there is room.
        let gap = if side > 4.0 { 1.0 } else { 0.0 };
        let edge = |place: usize| (place as f64 * side).round();
        for (row, numbers) in self.squares.iter().enumerate() {
            for (column, &number) in numbers.iter().enumerate() {
                let share = (number - least) as f64 / ((most - least) as f64).max(1.0);
                let across = [column, column + 1].map(|column| MARGIN + edge(column));
                let down = [row, row + 1].map(|row| TOP + edge(row));
                let square = Rect::new(across[0], down[0], across[1] - gap, down[1] - gap);
                page.rectangle(square, heat_pen(share));
                let (center, height) = (square.center().into(), height(side - 8.0));
                if height >= LEGIBLE {
                    let number = (self.write)(number);
                    page.text(
                        &number,
                        center,
                        Anchor::Middle,
                        height,
                        heat_text_pen(share),
                    );
                }
            }
        }
        let (top, width) = (TOP + board + 18.0, WIDTH - 2.0 * LEFT);
        for step in 0..STEPS {
            let x = LEFT + (step as f64 * width / STEPS as f64).round();
            // Each color reaches to the end and is covered by the next: no gaps show the page.
            let part = Rect::new(x, top, LEFT + width, top + 14.0);
            page.rectangle(part, heat_pen(step as f64 / (STEPS - 1) as f64));
        }
        let height = height(LEFT - 3.0 * GAP);
        let ends = [(LEFT - GAP, top + GAP), (LEFT + width + GAP, top + GAP)];
        page.text(&(self.write)(least), ends[0], Anchor::End, height, WORDS);
        page.text(&(self.write)(most), ends[1], Anchor::Start, height, WORDS);
        let below = (WIDTH / 2.0, page.height - 12.0 - TEXT / 2.0);
        page.text(unit, below, Anchor::Middle, TEXT, WORDS);
        Some(page)
    }
}
