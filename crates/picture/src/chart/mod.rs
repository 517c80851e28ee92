//! Charts of series of numbers.
//!
//! ```text
//! LineChart, Histogram ─▶ Axes ─▶ Axis
//! LineChart, Histogram, BarChart, HeatMap ──▶ Drawing ──▶ to_page_svg, to_png
//! ```
//!
//! Every chart has a title above it, and a name with its unit for every axis or scale.
//!
//! A unit of these drawings is a pixel. [`Drawing::to_page_svg`] writes them. [`Drawing::to_svg`]
//! would need a pen with a name of its own for each series.
//! Colors are those of a light page.

mod bar_chart;
#[cfg(test)]
mod chart_layout_tests;
mod heat_map;
mod line_chart;

pub use bar_chart::{Bar, BarChart, Histogram};
pub use heat_map::HeatMap;
pub use line_chart::LineChart;

use super::drawing::{Anchor, Drawing, Pen, with_ellipsis};
use crate::drawing::text_width;
use kurbo::{Point, Rect};

/// Width of all charts, in pixels.
const WIDTH: f64 = 640.0;
/// Blank at the edges, and gap between an element and the text beside it, in pixels.
const MARGIN: f64 = 12.0;
const GAP: f64 = 7.0;
/// Height of capitals and digits, in pixels.
const TEXT: f64 = 9.5;
/// Height of the title's capitals, and room for the title above a chart, in pixels.
const TITLE: f64 = 11.0;
const TITLE_ROOM: f64 = 36.0;

/// Creates a page with a title, and with room for a chart of this height below it.
fn page(height: f64, title: &str) -> Drawing {
    let mut page = Drawing::new(WIDTH, TITLE_ROOM + height, title);
    let all = Rect::new(0.0, 0.0, WIDTH, page.height);
    page.rectangle(all, Pen::fill("paper", PAPER));
    let title = with_ellipsis(title, TITLE, WIDTH - 2.0 * MARGIN);
    let place = (MARGIN, MARGIN + TITLE / 2.0);
    page.text(&title, place, Anchor::Start, TITLE, HEADING);
    page
}

/// Axis with its name.
#[derive(Clone, Debug)]
pub struct Axis {
    pub(super) name: &'static str,
    first: f64,
    last: f64,
    /// Least distance of marks; `None` if the axis is logarithmic.
    step: Option<f64>,
    /// Pixels before the first number, and after the last.
    inset: f64,
}

/// Largest number of marks of an axis that is not logarithmic.
const MARKS: f64 = 50.0;

impl Axis {
    /// Creates an axis from zero to a little more than the greatest number.
    pub fn decimal(name: &'static str, numbers: impl Iterator<Item = f64>) -> Self {
        let last = 1.05 * range(numbers).1;
        Self {
            name,
            first: 0.0,
            last,
            step: Some(0.0),
            inset: 0.0,
        }
    }

    /// Creates an axis with marks at whole numbers, for threads or rows. It has a blank at both
    /// ends, so that no point is on the other axis.
    pub fn whole(name: &'static str, numbers: impl Iterator<Item = f64>) -> Self {
        let (first, last) = range(numbers);
        Self {
            name,
            first,
            last,
            step: Some(1.0),
            inset: 14.0,
        }
    }

    /// Creates an axis from zero with marks at whole numbers, for counts.
    pub fn counts(name: &'static str, numbers: impl Iterator<Item = f64>) -> Self {
        Self {
            step: Some(1.0),
            ..Self::decimal(name, numbers)
        }
    }

    /// Creates a logarithmic axis between two round numbers: 1, 2 or 5 times a power of ten.
    pub fn logarithmic(name: &'static str, numbers: impl Iterator<Item = f64>) -> Self {
        let (least, most) = range(numbers);
        let first = round_index_from(least);
        let first = first - i32::from(round_number(first) > least);
        let last = round_number(round_index_from(most).max(first + 1));
        Self {
            name,
            first: round_number(first),
            last,
            step: None,
            inset: 0.0,
        }
    }

    /// Distance of a number from the start of an axis of this length.
    pub(super) fn offset(&self, number: f64, length: f64) -> f64 {
        let on = |number: f64| {
            if self.step.is_some() {
                number
            } else {
                number.ln()
            }
        };
        let whole = on(self.last) - on(self.first);
        let share = if whole > 0.0 {
            (on(number) - on(self.first)) / whole
        } else {
            0.5
        };
        self.inset + share * (length - 2.0 * self.inset)
    }

    /// Returns as many marks as fit an axis of this length. Each needs `room` for itself.
    pub(super) fn marks(&self, length: f64, room: impl Fn(f64) -> f64) -> Vec<f64> {
        let at = |number| self.offset(number, length);
        let fits = |pair: &[f64]| {
            let [one, next] = [room(pair[0]), room(pair[1])];
            at(pair[1]) - at(pair[0]) >= f64::midpoint(one, next)
        };
        let choices = (0..).map(|spacing| self.marks_with_spacing(spacing));
        let mut fitting = choices.filter(|marks| marks.windows(2).all(fits));
        fitting.next().unwrap_or_default()
    }

    /// Marks of a spacing; 0 is the closest.
    fn marks_with_spacing(&self, spacing: i32) -> Vec<f64> {
        let Some(step) = self.step else {
            let apart = (3 * spacing).max(1);
            let indices = round_index_from(self.first)..=round_index_from(self.last);
            return indices
                .filter(|index| index % apart == 0)
                .map(round_number)
                .collect();
        };
        let step = step.max((self.last - self.first) / MARKS);
        let step = round_number(round_index_from(step) + spacing);
        let (from, to) = ((self.first / step).ceil(), (self.last / step).floor());
        (from as i64..=to as i64)
            .map(|count| count as f64 * step)
            .collect()
    }
}

/// Least and greatest number; 0 and 0 without any.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let ends = numbers.map(|number| (number, number));
    let ends = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    ends.unwrap_or_default()
}

/// Index of the first round number that is at least `number`.
fn round_index_from(number: f64) -> i32 {
    let power = number.clamp(f64::MIN_POSITIVE, f64::MAX).log10().floor() as i32;
    let mut indices = 3 * power..3 * power + 3;
    let found = indices.find(|&index| round_number(index) >= number);
    found.unwrap_or(indices.end)
}

/// Round number of the sequence …, 0.5, 1, 2, 5, 10, 20, …; 1 has index 0.
fn round_number(index: i32) -> f64 {
    let (digit, power) = (
        [1.0, 2.0, 5.0][index.rem_euclid(3) as usize],
        index.div_euclid(3),
    );
    // Negative powers of ten are rounded, and platforms differ in the result.
    match power {
        ..0 => digit / 10_f64.powi(-power),
        _ => digit * 10_f64.powi(power),
    }
}

/// Writes a number without its last digits, which are rounding errors.
pub(super) fn written(number: f64) -> String {
    (number as f32).to_string()
}

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

/// Background.
pub const PAPER: [u8; 3] = [255, 255, 255];
/// Axes, and lines on bars.
pub const INK: Pen = Pen::line("ink", [31, 35, 40], 1.0);
/// Grid lines, which must not draw attention.
pub const FAINT: Pen = Pen::line("faint", [216, 222, 228], 1.0);
/// Text and numbers.
pub const WORDS: Pen = text_pen(INK.color);
/// Title, bolder than the font.
pub const HEADING: Pen = Pen::text("title", INK.color, 4.0);

/// Colors of series, which most color-blind people can distinguish (after Okabe and Ito, Color
/// universal design, 2008).
pub const SERIES: [[u8; 3]; 8] = [
    [0, 114, 178],
    [213, 94, 0],
    [0, 158, 115],
    [204, 121, 167],
    [184, 134, 11],
    [86, 160, 220],
    [112, 80, 160],
    [110, 118, 129],
];

/// Color of a series, by its number.
pub fn series_color(number: usize) -> [u8; 3] {
    SERIES[number % SERIES.len()]
}

/// Pen for text of this color.
pub const fn text_pen(color: [u8; 3]) -> Pen {
    Pen::text("words", color, 0.0)
}

/// Colors of the least and greatest number; the greatest contrasts most with the page.
const COLD: [u8; 3] = [222, 235, 247];
const HOT: [u8; 3] = [8, 48, 107];

/// Pen of a square; `share` is 0 for the least number and 1 for the greatest.
pub fn heat_pen(share: f64) -> Pen {
    let mix = |part: usize| {
        let (cold, hot) = (f64::from(COLD[part]), f64::from(HOT[part]));
        (cold + (hot - cold) * share).round() as u8
    };
    Pen::fill("heat", [0, 1, 2].map(mix))
}

/// Pen of a number on a square of this share.
pub fn heat_text_pen(share: f64) -> Pen {
    text_pen(if share > 0.5 { [250; 3] } else { [20, 24, 28] })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks on an axis of 300 pixels with room for `most` marks.
    fn marks(axis: &Axis, most: f64) -> Vec<String> {
        let marks = axis.marks(300.0, |_| 300.0 / most);
        marks.into_iter().map(written).collect()
    }

    #[test]
    fn logarithmic_marks_enclose_what_is_shown() {
        let marks = |least, most| marks(&Axis::logarithmic("ms", [least, most].into_iter()), 99.0);
        assert_eq!(marks(1.3, 61.0), ["1", "2", "5", "10", "20", "50", "100"]);
        assert_eq!(marks(0.0301, 0.0302), ["0.02", "0.05"]);
        assert_eq!(marks(0.001, 0.001), ["0.001", "0.002"]);
        assert_eq!(marks(5.0, 10.0), ["5", "10"]);
    }

    #[test]
    fn crowded_axes_have_powers_of_ten_only() {
        let axis = Axis::logarithmic("ms", [0.001, 1000.0].into_iter());
        let tens = ["0.001", "0.01", "0.1", "1", "10", "100", "1000"];
        assert_eq!(marks(&axis, 7.0), tens);
        assert_eq!(marks(&axis, 4.0), ["0.01", "1", "100"]);
    }

    #[test]
    fn threads_and_rows_are_marked_at_whole_numbers() {
        let marks = |first, last| marks(&Axis::whole("threads", [first, last].into_iter()), 9.0);
        assert_eq!(marks(1.0, 2.0), ["1", "2"]);
        assert_eq!(marks(12.0, 17.0), ["12", "13", "14", "15", "16", "17"]);
        assert_eq!(marks(1.0, 64.0), ["10", "20", "30", "40", "50", "60"]);
        assert_eq!(marks(8.0, 8.0), ["8"]);
    }

    #[test]
    fn axes_from_zero_are_marked_at_round_numbers() {
        let axis = Axis::decimal("speed-up", [2.15].into_iter());
        assert_eq!(marks(&axis, 6.0), ["0", "0.5", "1", "1.5", "2"]);
        let axis = Axis::counts("subtrees", [2.0].into_iter());
        assert_eq!(marks(&axis, 9.0), ["0", "1", "2"]);
    }
}
