//! Charts of a run: SVG that follows the light or dark mode of its reader, and PNG.
//!
//! ```text
//! RunResults ──▶ series of numbers ──▶ countless_picture::chart ──▶ Drawing ──▶ svg, png
//! ```

mod single_thread_charts;

use std::collections::BTreeSet;

use countless_picture::Drawing;

use super::RunResults;

/// Pixels of a PNG per unit of the SVG, for screens of high resolution.
const SHARPNESS: u32 = 2;

/// Chart of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Name of its files, without `.svg` and `.png`.
    pub name: &'static str,
    /// Caption that explains the chart.
    pub caption: String,
    /// Image for pages; it follows the light or dark mode.
    pub svg: String,
    /// Image for other uses, on white.
    pub png: Vec<u8>,
    /// Characters of the chart that the font of the PNG lacks.
    pub missing: BTreeSet<char>,
}

/// Drawing and its caption.
type CaptionedDrawing = (Drawing, String);

impl Chart {
    /// Names of all charts.
    pub const NAMES: [&str; 5] = ["speed-up", "queens", "sudoku", "subtrees", "squares"];

    /// Draws all charts with measurements.
    ///
    /// # Errors
    ///
    /// If a chart cannot be drawn.
    pub fn all(results: &RunResults) -> anyhow::Result<Vec<Self>> {
        let run = &results.run;
        let sketches = [
            single_thread_charts::speed_up(run),
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
            caption,
            svg: drawing.to_page_svg(),
            missing: drawing.missing_characters(),
            png: png.map_err(|reason| anyhow::anyhow!("cannot draw the chart {name}: {reason}"))?,
        })
    }
}
