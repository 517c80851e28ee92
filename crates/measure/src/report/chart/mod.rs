//! The charts of a run: SVG that follows the light or dark mode of its reader, and PNG.
//!
//! ```text
//! Results ──▶ sketches: series of numbers ──▶ countless_picture::chart ──▶ Drawing ──▶ svg, png
//! ```

mod single_thread_charts;
mod speed_up;

use countless_picture::Drawing;

use super::RunResults;

/// Pixels of a PNG to one of the SVG: sharp on screens of high resolution.
const SHARPNESS: u32 = 2;

/// A chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The name of its files, without `.svg` and `.png`.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// The image for pages, light or dark as its reader likes.
    pub svg: String,
    /// The image for all else, on white.
    pub png: Vec<u8>,
}

/// A drawing, and how to read it.
type CaptionedDrawing = (Drawing, String);

impl Chart {
    /// The names of all charts that there can be.
    pub const NAMES: [&str; 5] = ["speed-up", "queens", "sudoku", "subtrees", "squares"];

    /// All charts that there are measurements for.
    ///
    /// # Errors
    ///
    /// If one cannot be drawn.
    pub fn all(results: &RunResults) -> anyhow::Result<Vec<Self>> {
        let run = &results.run;
        let sketches = [
            speed_up::speed_up(run),
            single_thread_charts::queens(run),
            single_thread_charts::sudoku(run),
            single_thread_charts::subtrees(&results.subtrees),
            results
                .tally
                .as_ref()
                .and_then(single_thread_charts::squares),
        ];
        let sketches = Self::NAMES.into_iter().zip(sketches);
        let charts = sketches.filter_map(|(name, sketch)| Some(Self::of(name, sketch?)));
        charts.collect()
    }

    fn of(name: &'static str, (drawing, caption): CaptionedDrawing) -> anyhow::Result<Self> {
        let png = drawing.to_png(SHARPNESS * drawing.width() as u32);
        Ok(Self {
            name,
            title: drawing.title().to_owned(),
            caption,
            svg: drawing.to_page_svg(),
            png: png.map_err(|reason| anyhow::anyhow!("cannot draw the chart {name}: {reason}"))?,
        })
    }
}
