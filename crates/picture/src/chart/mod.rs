//! Charts of series of numbers.
//!
//! ```text
//! Lines, Histogram ─▶ Axes ─▶ Axis
//! Lines, Histogram, Bars, Heat ──▶ Drawing ──▶ to_page_svg, to_png
//! ```
//!
//! A unit of these drawings is a pixel. [`Drawing::to_page_svg`] writes them: for the classes of
//! [`Drawing::to_svg`], each series would need a pen of another name.

mod axes;
mod axis;
mod bar_chart;
#[cfg(test)]
mod chart_layout_tests;
mod heat_map;
mod histogram;
mod line_chart;
mod pens;

pub use axes::Axes;
pub use axis::Axis;
pub use bar_chart::{Bar, BarChart};
pub use heat_map::HeatMap;
pub use histogram::Histogram;
pub use line_chart::LineChart;

use kurbo::Rect;

use super::drawing::{Drawing, Pen};

/// The width of all charts.
const WIDTH: f64 = 640.0;
/// The blank at the edges, and between a thing and the words beside it.
const MARGIN: f64 = 12.0;
const GAP: f64 = 7.0;
/// The height of capitals and digits.
const TEXT: f64 = 9.5;

/// An empty page of this height.
fn page(height: f64, title: &str) -> Drawing {
    let mut page = Drawing::new(WIDTH, height, title);
    let all = Rect::new(0.0, 0.0, WIDTH, height);
    page.rectangle(all, Pen::fill("paper", pens::PAPER));
    page
}
