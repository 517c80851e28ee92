//! Two axes with a grid.

use kurbo::{Point, Rect};

use super::axis::{Axis, written};
use super::pens::{FAINT, INK, WORDS};
use super::{GAP, MARGIN, TEXT, TITLE_ROOM, WIDTH};
use crate::drawing::{Anchor, Drawing, text_width};

/// Pair of axes.
#[derive(Clone, Debug)]
pub struct Axes {
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
}

/// Room for the name of the vertical axis, and for the horizontal axis with its name, in pixels.
const HEAD: f64 = 28.0;
const FOOT: f64 = 54.0;
/// Length of a mark outside of the axes, in pixels.
const MARK: f64 = 5.0;

impl Axes {
    /// Draws the axes, with a blank of `right` pixels on their right. Returns the function from
    /// numbers to points of the page.
    pub(super) fn draw(
        self,
        page: &mut Drawing,
        right: f64,
    ) -> impl Fn((f64, f64)) -> Point + use<> {
        let Self { x, y } = self;
        let width = |mark: f64| text_width(&written(mark), TEXT);
        let (top, bottom, right) = (TITLE_ROOM + HEAD, page.height - FOOT, WIDTH - right);
        let rows = y.marks(bottom - top, |_| 3.5 * TEXT);
        let widest = rows.iter().copied().map(width).fold(0.0, f64::max);
        let left = (MARGIN + widest + GAP + MARK).ceil();
        let area = Rect::new(left, top, right, bottom);
        let columns = x.marks(area.width(), |mark| width(mark) + TEXT);
        let (across, up) = (x.name, y.name);
        let at_x = move |number| sharp(left + x.offset(number, area.width()));
        let at_y = move |number| sharp(bottom - y.offset(number, area.height()));
        for mark in rows {
            let y = at_y(mark);
            let beside = (left - MARK - GAP, y);
            let ends = [Point::new(left, y), Point::new(right, y)];
            draw_mark(page, mark, ends, beside, Anchor::End);
        }
        for mark in columns {
            let x = at_x(mark);
            let below = (x, bottom + MARK + GAP + TEXT / 2.0);
            let ends = [Point::new(x, bottom), Point::new(x, top)];
            draw_mark(page, mark, ends, below, Anchor::Middle);
        }
        page.line(
            [(left, top), (left, bottom), (right, bottom)].map(Point::from),
            INK,
        );
        let above = (MARGIN, TITLE_ROOM + TEXT / 2.0);
        page.text(up, above, Anchor::Start, TEXT, WORDS);
        let below = (area.center().x, page.height - MARGIN - TEXT / 2.0);
        page.text(across, below, Anchor::Middle, TEXT, WORDS);
        move |(x, y)| Point::new(at_x(x), at_y(y))
    }
}

/// Draws a grid line, which begins at an axis, and its number.
fn draw_mark(page: &mut Drawing, mark: f64, ends: [Point; 2], at: (f64, f64), anchor: Anchor) {
    let [start, end] = ends;
    page.line(ends, FAINT);
    page.line([start, start + (start - end).normalize() * MARK], INK);
    page.text(&written(mark), at, anchor, TEXT, WORDS);
}

/// Rounds to half a pixel, which is a whole pixel in files of twice the size: edges are sharp.
fn sharp(length: f64) -> f64 {
    (2.0 * length).round() / 2.0
}
