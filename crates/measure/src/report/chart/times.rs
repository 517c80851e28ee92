//! A histogram: how long the subtrees of a count took.

use plotters::backend::DrawingBackend;
use plotters::element::Rectangle;
use plotters::style::Color;

use super::axes::{Axis, RIGHT, axes, logarithmic, whole};
use super::style::series;
use super::{Area, Drawn, Plot, Sketch};
use crate::report::SubtreeTimes;
use crate::report::number::{grouped, grouped_decimal};

const BINS: usize = 40;

/// The least time that is told from none, in milliseconds: files have four digits.
const LEAST: f64 = 1e-4;

/// How the times of subtrees are spread, on a logarithmic axis.
pub fn sketch(times: &SubtreeTimes) -> Option<Sketch<impl Plot>> {
    let ms = &times.milliseconds;
    let least = ms.iter().copied().reduce(f64::min)?.max(LEAST);
    let most = ms.iter().copied().reduce(f64::max)?.max(least * 1.01);
    let step = (most / least).powf(1.0 / BINS as f64);
    let mut bins = [0_u32; BINS];
    for &time in ms {
        let bin = (time.max(least) / least).ln() / step.ln();
        bins[(bin as usize).min(BINS - 1)] += 1;
    }
    let total: f64 = ms.iter().sum();
    Some(Sketch {
        name: "subtrees",
        title: format!(
            "Balance of the split: times of the {} subtrees of {}",
            grouped(ms.len() as u128),
            times.of
        ),
        caption: format!(
            "The longest subtree took {} ms of {} ms, which is {:.2} %. Idle threads wait at most \
             that long. The axis of time is logarithmic.",
            grouped_decimal(&format!("{most:.3}")),
            grouped_decimal(&format!("{total:.3}")),
            100.0 * most / total
        ),
        size: (640, 360),
        plot: Histogram { least, step, bins },
    })
}

struct Histogram {
    /// Where the first bin begins, in milliseconds.
    least: f64,
    /// How many times as long the times of the next bin are.
    step: f64,
    bins: [u32; BINS],
}

impl Histogram {
    /// Where a bin begins, in milliseconds.
    fn edge(&self, bin: usize) -> f64 {
        self.least * self.step.powi(bin as i32)
    }
}

impl Plot for Histogram {
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let highest = self.bins.iter().copied().max().unwrap_or(0);
        let times = logarithmic("ms", self.least, self.edge(BINS));
        let subtrees = Axis {
            range: 0.0..f64::from(highest) * 1.05,
            name: "subtrees",
            labels: 8,
            write: whole,
        };
        let mut chart = axes(area, times, subtrees, RIGHT)?;
        let bars = self
            .bins
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0);
        chart.draw_series(bars.map(|(bin, &count)| {
            let corners = [
                (self.edge(bin), 0.0),
                (self.edge(bin + 1), f64::from(count)),
            ];
            Rectangle::new(corners, series(0).filled())
        }))?;
        Ok(())
    }
}
