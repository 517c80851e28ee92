//! Lines with points, and above them what each stands for.

use plotters::backend::DrawingBackend;
use plotters::chart::ChartContext;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::Ranged;
use plotters::element::{Circle, EmptyElement, PathElement, Text};
use plotters::series::LineSeries;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor};

use super::style::{COLOURS, PAPER, fitted, series, text};
use super::{Area, Drawn};

/// Where the names begin, and how far the columns of names are apart.
const LEFT: i32 = 88;
const COLUMN: i32 = 272;
const COLUMNS: usize = 2;
/// The height of a row of names, and what is left blank above them.
const ROW: i32 = 22;
const TOP: i32 = 10;
/// The most characters of a name, and how long the line before it is.
const NAME: usize = 30;
const SAMPLE: i32 = 24;

/// Lines by name, in the order in which they were begun.
#[derive(Debug, Default)]
pub struct Lines(Vec<(String, Vec<(f64, f64)>)>);

impl Lines {
    /// Adds a point to the line of this name. What took no time, or gave nothing, has none.
    pub fn add(&mut self, name: String, point: (f64, f64)) {
        if !(point.1.is_finite() && point.1 > 0.0) {
            return;
        }
        match self.0.iter_mut().find(|(other, _)| *other == name) {
            Some((_, points)) => points.push(point),
            None => self.0.push((name, vec![point])),
        }
    }

    /// Every point of every line.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.0.iter().flat_map(|(_, points)| points).copied()
    }

    /// How much room the names need above the axes.
    pub fn legend_height(&self) -> u32 {
        (TOP + ROW * self.0.len().div_ceil(COLUMNS) as i32) as u32
    }

    /// Writes the names.
    pub fn legend<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        for (number, (name, _)) in self.0.iter().enumerate() {
            let x = LEFT + COLUMN * (number % COLUMNS) as i32;
            let y = TOP + ROW * (number / COLUMNS) as i32 + ROW / 2;
            let sample = [(x, y), (x + SAMPLE, y)];
            area.draw(&PathElement::new(sample, series(number).stroke_width(2)))?;
            let middle = (x + SAMPLE / 2, y);
            area.draw(&(EmptyElement::at(middle) + dot(number) + core(number)))?;
            let beside = text(17).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(fitted(name, NAME), (x + SAMPLE + 8, y), beside))?;
        }
        Ok(())
    }

    /// Draws the lines between axes.
    pub fn draw<B, X, Y>(&self, chart: &mut ChartContext<'_, B, Cartesian2d<X, Y>>) -> Drawn<B>
    where
        B: DrawingBackend,
        X: Ranged<ValueType = f64>,
        Y: Ranged<ValueType = f64>,
    {
        for (number, (_, points)) in self.0.iter().enumerate() {
            let points = points.iter().copied();
            chart.draw_series(LineSeries::new(
                points.clone(),
                series(number).stroke_width(2),
            ))?;
            let dots = points.map(|at| EmptyElement::at(at) + dot(number) + core(number));
            chart.draw_series(dots)?;
        }
        Ok(())
    }
}

/// A point of a line.
fn dot(number: usize) -> Circle<(i32, i32), i32> {
    Circle::new((0, 0), 4, series(number).filled())
}

/// Its middle: once all colours are used, the points of the next lines are hollow.
fn core(number: usize) -> Circle<(i32, i32), i32> {
    let hollow = number / COLOURS % 2 == 1;
    let colour: RGBColor = if hollow { PAPER } else { series(number) };
    Circle::new((0, 0), 2, colour.filled())
}
