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

mod axis;
mod bar_chart;
#[cfg(test)]
mod chart_layout_tests;
mod heat_map;
mod line_chart;

pub use axis::Axes;
pub use axis::Axis;
pub use bar_chart::Histogram;
pub use bar_chart::{Bar, BarChart};
pub use heat_map::HeatMap;
pub use line_chart::LineChart;

use kurbo::Rect;

use super::drawing::{Anchor, Drawing, Pen, with_ellipsis};

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
    page.rectangle(all, Pen::fill("paper", axis::PAPER));
    let title = with_ellipsis(title, TITLE, WIDTH - 2.0 * MARGIN);
    let place = (MARGIN, MARGIN + TITLE / 2.0);
    page.text(&title, place, Anchor::Start, TITLE, axis::HEADING);
    page
}
