//! Lines with points, each with its name at its end.

use super::{Axes, GAP, INK, MARGIN, PAPER, SERIES, TEXT, WIDTH, page, series_color, text_pen};
use crate::drawing::{Anchor, Drawing, Pen, with_ellipsis};
use kurbo::{Point, Vec2};

const HEIGHT: f64 = 390.0;
/// Room for names on the right of the axes, and for the lines that lead to them, in pixels.
const NAMES: f64 = 172.0;
const LEADER: f64 = 26.0;
/// Least distance between names, and of a name from the bottom, in pixels.
const ROW: f64 = 18.0;

/// Lines by name, in the order of first use.
#[derive(Clone, Debug, Default)]
pub struct LineChart(Vec<(String, Vec<(f64, f64)>)>);

impl LineChart {
    /// Adds a point to the line of this name, unless its height is not a positive number.
    pub fn add(&mut self, name: &str, point: (f64, f64)) {
        if !(point.1.is_finite() && point.1 > 0.0) {
            return;
        }
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, points)) => points.push(point),
            None => self.0.push((name.to_owned(), vec![point])),
        }
    }

    /// All points of all lines.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.0.iter().flat_map(|(_, points)| points).copied()
    }

    /// Draws the lines between axes. `guide` is a thin line below them, without a name.
    pub fn drawing(&self, title: &str, axes: Axes, guide: &[(f64, f64)]) -> Drawing {
        let mut page = page(HEIGHT, title);
        let at = axes.draw(&mut page, NAMES);
        page.line(guide.iter().copied().map(&at), INK);
        let mut ends = Vec::with_capacity(self.0.len());
        for (number, (_, points)) in self.0.iter().enumerate() {
            let points: Vec<Point> = points.iter().copied().map(&at).collect();
            ends.extend(points.last().copied());
            page.line(
                points.iter().copied(),
                Pen::line("line", series_color(number), 2.0),
            );
            for point in points {
                draw_dot(&mut page, point, number);
            }
        }
        let x = WIDTH - NAMES + LEADER;
        let heights: Vec<f64> = ends.iter().map(|end| end.y).collect();
        let places = apart(&heights, ROW, page.height - ROW);
        for (number, (end, y)) in ends.into_iter().zip(places).enumerate() {
            let leader = [end + Vec2::new(GAP, 0.0), Point::new(x - GAP / 2.0, y)];
            page.line(leader, Pen::line("leader", series_color(number), 1.0));
            let name = with_ellipsis(&self.0[number].0, TEXT, WIDTH - MARGIN - x);
            page.text(
                &name,
                (x, y),
                Anchor::Start,
                TEXT,
                text_pen(series_color(number)),
            );
        }
        page
    }
}

/// Draws a point of a line. Once all colors are used, the points of the next lines are hollow.
fn draw_dot(page: &mut Drawing, at: Point, number: usize) {
    // The pen has a round end.
    let end = [at, at + Vec2::new(0.01, 0.0)];
    page.line(end, Pen::line("dot", series_color(number), 8.0));
    if number / SERIES.len() % 2 == 1 {
        page.line(end, Pen::line("core", PAPER, 4.0));
    }
}

/// Moves heights as little as needed for a distance of at least `gap`, in their order. The last is
/// not below `lowest` if there is room.
fn apart(heights: &[f64], gap: f64, lowest: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
    let mut places = heights.to_vec();
    let mut highest = f64::MIN;
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

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn names_keep_apart_in_the_order_of_their_lines() {
        let apart = |heights: &[f64]| apart(heights, 18.0, 300.0);
        assert_eq!(apart(&[10.0, 100.0, 50.0]), [10.0, 100.0, 50.0]);
        assert_eq!(apart(&[60.0, 50.0, 50.0]), [86.0, 50.0, 68.0]);
        assert_eq!(apart(&[298.0, 297.0, 20.0]), [300.0, 282.0, 20.0]);
        assert_eq!(apart(&[]), [0.0; 0]);
    }
}
