//! Bars: in groups, each with its number, or as a histogram of a distribution.

use super::{Axes, Axis, GAP, INK, MARGIN, TEXT, TITLE_ROOM, WIDTH, WORDS, page, series_color};
use crate::drawing::{Anchor, Drawing, Pen, with_ellipsis};
use kurbo::{Point, Rect};

const BAR: f64 = 22.0;
/// Room above a group and height of its name, in pixels.
const HEAD: f64 = 34.0;
const NAME: f64 = 11.0;
/// Left end of the bars, in pixels.
const LEFT: f64 = 175.0;
/// Room for the number behind the longest bar, in pixels.
const RIGHT: f64 = 85.0;

/// Bar with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Name. Bars of one name have one color in all groups.
    pub name: String,
    /// Length, a positive number.
    pub number: f64,
    /// Interval of likely lengths, drawn as a line with two ends.
    pub likely: (f64, f64),
}

/// Groups of bars by name, in the order of first use. Each group has its own scale.
#[derive(Clone, Debug, Default)]
pub struct BarChart(Vec<(String, Vec<Bar>)>);

impl BarChart {
    /// Adds a bar to the last group if that has this name, otherwise to a new group.
    pub fn add(&mut self, group: &str, bar: Bar) {
        match self.0.last_mut().filter(|(other, _)| other == group) {
            Some((_, bars)) => bars.push(bar),
            None => self.0.push((group.to_owned(), vec![bar])),
        }
    }

    /// Draws the bars; `None` without any. `unit` is that of their lengths.
    pub fn drawing(&self, title: &str, unit: &str) -> Option<Drawing> {
        let bars: usize = self.0.iter().map(|(_, bars)| bars.len()).sum();
        let height = 2.0 * MARGIN + HEAD * self.0.len() as f64 + BAR * bars as f64;
        let mut names: Vec<&str> = Vec::new();
        let mut page = page(height, title);
        let above = (LEFT, TITLE_ROOM + TEXT / 2.0);
        page.text(unit, above, Anchor::Start, TEXT, WORDS);
        let mut y = TITLE_ROOM + MARGIN;
        for (name, bars) in &self.0 {
            y += HEAD;
            let name = with_ellipsis(name, NAME, WIDTH - 2.0 * MARGIN);
            let above = (MARGIN, y - GAP - NAME / 2.0);
            page.text(&name, above, Anchor::Start, NAME, WORDS);
            let lengths = bars.iter().map(|bar| bar.number.max(bar.likely.1));
            let longest = lengths.fold(0.0, f64::max);
            for bar in bars {
                let known = names.iter().position(|name| *name == bar.name);
                let number = known.unwrap_or(names.len());
                if known.is_none() {
                    names.push(&bar.name);
                }
                let pen = Pen::fill("bar", series_color(number));
                bar.draw(&mut page, y + BAR / 2.0, longest, pen);
                y += BAR;
            }
        }
        (bars > 0).then_some(page)
    }
}

impl Bar {
    fn draw(&self, page: &mut Drawing, y: f64, longest: f64, pen: Pen) {
        let x = |length: f64| LEFT + (length / longest * (WIDTH - LEFT - RIGHT)).round().max(1.0);
        let (end, least, most) = (x(self.number), x(self.likely.0), x(self.likely.1));
        page.rectangle(Rect::new(LEFT, y - 9.0, end, y + 9.0), pen);
        if most > least {
            page.line([Point::new(least, y), Point::new(most, y)], INK);
            for x in [least, most] {
                page.line([Point::new(x, y - 4.0), Point::new(x, y + 4.0)], INK);
            }
        }
        let name = with_ellipsis(&self.name, TEXT, LEFT - GAP - MARGIN);
        page.text(&name, (LEFT - GAP, y), Anchor::End, TEXT, WORDS);
        let behind = (most.max(end) + GAP, y);
        page.text(
            &three_digits(self.number),
            behind,
            Anchor::Start,
            TEXT,
            WORDS,
        );
    }
}

/// Writes a number with three digits: `346 k`.
fn three_digits(number: f64) -> String {
    let (scaled, unit) = match number {
        1e6.. => (number / 1e6, " M"),
        1e3.. => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let digits = 2_usize.saturating_sub(scaled.max(1.0).log10() as usize);
    format!("{scaled:.digits$}{unit}")
}

const HEIGHT: f64 = 360.0;
/// Blank on the right of the axes, in pixels.
const HISTOGRAM_RIGHT: f64 = 24.0;
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
        let at = Axes { x, y }.draw(&mut page, HISTOGRAM_RIGHT);
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
    use super::three_digits;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(three_digits(3_400_000.0), "3.40 M");
        assert_eq!(three_digits(346_000.0), "346 k");
        assert_eq!(three_digits(26_040.0), "26.0 k");
        assert_eq!(three_digits(330.0), "330");
        assert_eq!(three_digits(0.5), "0.50");
    }
}

#[cfg(test)]
mod histogram_tests {
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
