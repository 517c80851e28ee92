//! Lines with points, and at its end what each stands for.

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

/// The least distance of names, and of a name from the axes.
const ROW: i32 = 18;
const LEADER: i32 = 26;
/// The most characters of a name.
const NAME: usize = 19;

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

    /// The room for names on the right of the axes.
    pub const NAMES: u32 = 172;

    /// Draws the lines between axes, and the name of each at its end.
    pub fn draw<B, X, Y>(
        &self,
        area: &Area<B>,
        chart: &mut ChartContext<'_, B, Cartesian2d<X, Y>>,
    ) -> Drawn<B>
    where
        B: DrawingBackend,
        X: Ranged<ValueType = f64>,
        Y: Ranged<ValueType = f64>,
    {
        let mut ends = Vec::with_capacity(self.0.len());
        for (number, (_, points)) in self.0.iter().enumerate() {
            ends.extend(points.last().map(|end| chart.backend_coord(end)));
            let points = points.iter().copied();
            chart.draw_series(LineSeries::new(
                points.clone(),
                series(number).stroke_width(2),
            ))?;
            let dots = points.map(|at| EmptyElement::at(at) + dot(number) + core(number));
            chart.draw_series(dots)?;
        }
        let (width, height) = area.dim_in_pixel();
        let x = (width - Self::NAMES) as i32 + LEADER;
        let heights: Vec<i32> = ends.iter().map(|end| end.1).collect();
        let places = apart(&heights, ROW, height as i32 - ROW);
        let names = self.0.iter().zip(ends).zip(places).enumerate();
        for (number, (((name, _), end), y)) in names {
            let leader = [(end.0 + 6, end.1), (x - 4, y)];
            area.draw(&PathElement::new(leader, series(number).stroke_width(1)))?;
            let colour = series(number);
            let beside = text(15)
                .color(&colour)
                .pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(fitted(name, NAME), (x, y), beside))?;
        }
        Ok(())
    }
}

/// Moves heights as little as it takes to have them at least `gap` apart, in the same order, the
/// last of them not below `lowest` if there is room.
fn apart(heights: &[i32], gap: i32, lowest: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by_key(|&index| heights[index]);
    let mut places = heights.to_vec();
    let mut highest = i32::MIN;
    for &index in &order {
        places[index] = places[index].max(highest);
        highest = places[index] + gap;
    }
    let mut lowest = lowest;
    for &index in order.iter().rev() {
        places[index] = places[index].min(lowest);
        lowest = places[index] - gap;
    }
    places
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

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn names_keep_apart_in_the_order_of_their_lines() {
        assert_eq!(apart(&[10, 100, 50], 18, 300), [10, 100, 50]);
        assert_eq!(apart(&[60, 50, 50], 18, 300), [86, 50, 68]);
        assert_eq!(apart(&[298, 297, 20], 18, 300), [300, 282, 20]);
        assert_eq!(apart(&[], 18, 300), [0; 0]);
    }
}
