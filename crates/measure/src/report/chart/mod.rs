//! The charts of a run: SVG that follows the light or dark mode of its reader, and PNG.
//!
//! ```text
//! Results ──▶ sketches: series of numbers ──▶ countless_picture::chart ──▶ Drawing ──▶ svg, png
//! ```

mod sketches;
mod speed_up;

use countless_picture::Drawing;

use super::Results;

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
type Sketch = (Drawing, String);

impl Chart {
    /// The names of all charts that there can be.
    pub const NAMES: [&str; 5] = ["speed-up", "queens", "sudoku", "subtrees", "squares"];

    /// All charts that there are measurements for.
    ///
    /// # Errors
    ///
    /// If one cannot be drawn.
    pub fn all(results: &Results) -> anyhow::Result<Vec<Self>> {
        let run = &results.run;
        let sketches = [
            speed_up::sketch(run),
            sketches::queens(run),
            sketches::sudoku(run),
            sketches::subtrees(&results.subtrees),
            results.tally.as_ref().and_then(sketches::squares),
        ];
        let sketches = Self::NAMES.into_iter().zip(sketches);
        let charts = sketches.filter_map(|(name, sketch)| Some(Self::of(name, sketch?)));
        charts.collect()
    }

    fn of(name: &'static str, (drawing, caption): Sketch) -> anyhow::Result<Self> {
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
