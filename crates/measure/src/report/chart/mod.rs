//! The charts of a run: SVG that follows the light or dark mode of its reader, and PNG.
//!
//! ```text
//! Results ──▶ Sketch { title, size, Plot } ──▶ on the SVG backend of plotters ──▶ style ──▶ svg
//!                                          └─▶ on render's Canvas ──▶ Drawing ──▶ png
//! ```

mod axes;
mod bars;
mod heat;
mod lines;
mod per_solution;
mod speed_up;
mod style;
mod times;

use std::fmt::Display;

use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::prelude::SVGBackend;

use super::Results;
use countless_picture::{Canvas, Drawing};

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
        let charts = [
            speed_up::sketch(run).map(Sketch::draw),
            per_solution::sketch(run).map(Sketch::draw),
            bars::sketch(run).map(Sketch::draw),
            times::sketch(&results.subtrees).map(Sketch::draw),
            results
                .tally
                .as_ref()
                .and_then(heat::sketch)
                .map(Sketch::draw),
        ];
        charts.into_iter().flatten().collect()
    }
}

/// What a chart is drawn on.
type Area<B> = DrawingArea<B, Shift>;
type Failure<B> = DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>;
type Drawn<B> = Result<(), Failure<B>>;

/// Something that can be drawn by any backend.
trait Plot {
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B>;
}

/// A chart that is still to be drawn.
struct Sketch<P> {
    name: &'static str,
    title: String,
    caption: String,
    /// Width and height in pixels of the SVG.
    size: (u32, u32),
    plot: P,
}

impl<P: Plot> Sketch<P> {
    fn draw(self) -> anyhow::Result<Chart> {
        let mut svg = String::new();
        self.draw_on(SVGBackend::with_string(&mut svg, self.size))?;
        let (width, height) = self.size;
        let mut drawing = Drawing::new(width.into(), height.into(), &self.title);
        self.draw_on(Canvas(&mut drawing))?;
        let png = drawing.to_png(SHARPNESS * width);
        let png = png.map_err(|error| self.failure(&error))?;
        Ok(Chart {
            name: self.name,
            svg: style::finish(&svg, self.size, &self.title),
            png,
            title: self.title,
            caption: self.caption,
        })
    }

    fn draw_on<B: DrawingBackend>(&self, backend: B) -> anyhow::Result<()> {
        let area = backend.into_drawing_area();
        area.fill(&style::PAPER)
            .and_then(|()| self.plot.draw(&area))
            .and_then(|()| area.present())
            .map_err(|error| self.failure(&error))
    }

    fn failure(&self, reason: &dyn Display) -> anyhow::Error {
        anyhow::anyhow!("cannot draw the chart {}: {reason}", self.name)
    }
}
