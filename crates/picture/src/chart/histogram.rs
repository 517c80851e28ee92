//! Histogram: distribution of numbers.

use kurbo::Rect;

use super::axes::Axes;
use super::axis::Axis;
use super::page;
use super::pens::series_color;
use crate::drawing::{Drawing, Pen};

const HEIGHT: f64 = 360.0;
/// Blank on the right of the axes, in pixels.
const RIGHT: f64 = 24.0;
const BINS: usize = 40;

/// Number of positive numbers in each bin, on a logarithmic axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Start of the first bin.
    first: f64,
    /// Ratio between the starts of neighbouring bins.
    ratio: f64,
    bins: [u32; BINS],
}

impl Histogram {
    /// Creates the histogram of some numbers; `None` without any. Numbers below `least` count as
    /// `least`.
    pub fn of(numbers: &[f64], least: f64) -> Option<Self> {
        let first = numbers.iter().copied().reduce(f64::min)?.max(least);
        let last = numbers.iter().copied().fold(first * 1.01, f64::max);
        let ratio = (last / first).powf(1.0 / BINS as f64);
        let mut bins = [0; BINS];
        for &number in numbers {
            let bin = (number.max(first) / first).ln() / ratio.ln();
            bins[(bin as usize).min(BINS - 1)] += 1;
        }
        Some(Self { first, ratio, bins })
    }

    /// Draws the histogram: `across` names the numbers, `up` what is counted.
    pub fn drawing(&self, title: &str, across: &'static str, up: &'static str) -> Drawing {
        let edge = |bin: usize| self.first * self.ratio.powi(bin as i32);
        let x = Axis::logarithmic(across, [edge(0), edge(BINS)].into_iter());
        let y = Axis::counts(up, self.bins.iter().copied().map(f64::from));
        let mut page = page(HEIGHT, title);
        let at = Axes { x, y }.draw(&mut page, RIGHT);
        for (bin, &count) in self
            .bins
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            let (start, end) = (at((edge(bin), 0.0)), at((edge(bin + 1), count.into())));
            // A column is at least one pixel high: a single number among thousands stays visible.
            let column = Rect::new(start.x, end.y.min(start.y - 1.0), end.x, start.y);
            page.rectangle(column, Pen::fill("column", series_color(0)));
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_lies_in_a_bin() {
        let histogram = Histogram::of(&[0.0, 1.0, 1.0, 10.0, 100.0], 1.0).expect("numbers");
        let bins: Vec<(usize, u32)> = (0..).zip(histogram.bins).filter(|bin| bin.1 > 0).collect();
        assert_eq!(bins, [(0, 3), (20, 1), (39, 1)]);
        let alike = Histogram::of(&[5.0; 7], 1.0).expect("numbers");
        assert_eq!(alike.bins.iter().sum::<u32>(), 7);
        assert_eq!(Histogram::of(&[], 1.0), None);
    }
}
