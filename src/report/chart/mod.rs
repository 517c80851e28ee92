//! The charts of a run, drawn as SVG that follows the light or dark mode of its reader.

mod bars;
mod heat;
mod lines;
mod style;
mod times;

use std::io;

use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::prelude::SVGBackend;

use super::Results;
use crate::error::Error;

/// What a chart is drawn on.
type Canvas<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// A chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The name of its file, without `.svg`.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// The image.
    pub svg: String,
}

impl Chart {
    /// All charts that there are measurements for.
    ///
    /// # Errors
    ///
    /// [`Error::Chart`] if one cannot be drawn.
    pub fn all(results: &Results) -> Result<Vec<Self>, Error> {
        let charts = [
            lines::speed_up(&results.run),
            lines::per_solution(&results.run),
            bars::puzzles(&results.run),
            times::subtrees(&results.subtrees),
            results.tally.as_ref().and_then(heat::map),
        ];
        charts.into_iter().flatten().map(Sketch::draw).collect()
    }
}

/// A chart that is still to be drawn.
struct Sketch<'a> {
    name: &'static str,
    title: String,
    caption: String,
    size: (u32, u32),
    draw: Box<dyn Fn(&Canvas<'_>) -> Drawn + 'a>,
}

impl Sketch<'_> {
    fn draw(self) -> Result<Chart, Error> {
        let mut svg = String::new();
        let canvas = SVGBackend::with_string(&mut svg, self.size).into_drawing_area();
        canvas
            .fill(&style::PAPER)
            .and_then(|()| (self.draw)(&canvas))
            .and_then(|()| canvas.present())
            .map_err(|error| Error::Chart {
                name: self.name,
                reason: error.to_string(),
            })?;
        drop(canvas);
        Ok(Chart {
            name: self.name,
            svg: style::finish(&svg, self.size, &self.title),
            title: self.title,
            caption: self.caption,
        })
    }
}
