//! A histogram: how long the subtrees of a count took.

use plotters::chart::ChartBuilder;
use plotters::coord::combinators::IntoLogRange;
use plotters::element::Rectangle;
use plotters::style::Color;

use super::Sketch;
use super::style::{FAINT, INK, PAPER, series, text};
use crate::report::SubtreeTimes;

const BINS: usize = 40;

/// How the times of subtrees are spread, on a logarithmic axis.
pub fn subtrees(times: &SubtreeTimes) -> Option<Sketch<'_>> {
    let ms = &times.milliseconds;
    let least = ms.iter().copied().reduce(f64::min)?.max(1e-4);
    let most = ms.iter().copied().reduce(f64::max)?.max(least * 1.01);
    let step = (most / least).powf(1.0 / BINS as f64);
    let mut bins = [0_u32; BINS];
    for &time in ms {
        let bin = (time.max(least) / least).ln() / step.ln();
        bins[(bin as usize).min(BINS - 1)] += 1;
    }
    let highest = bins.iter().copied().max().unwrap_or(0);
    let total: f64 = ms.iter().sum();
    let edge = move |bin: usize| least * step.powi(bin as i32);
    Some(Sketch {
        name: "subtrees",
        title: format!(
            "Is the split even? Times of the {} subtrees of {}",
            ms.len(),
            times.of
        ),
        caption: format!(
            "The longest took {most:.3} ms of {total:.3} ms, which is {:.2} %: threads that have \
             nothing left to do wait no longer than that. The axis of time is logarithmic.",
            100.0 * most / total
        ),
        size: (640, 360),
        draw: Box::new(move |canvas| {
            let mut chart = ChartBuilder::on(canvas)
                .margin(12)
                .x_label_area_size(52)
                .y_label_area_size(76)
                .build_cartesian_2d(
                    (least..edge(BINS)).log_scale(),
                    0.0..f64::from(highest) * 1.05,
                )?;
            chart
                .configure_mesh()
                .disable_x_mesh()
                .x_desc("ms")
                .y_desc("subtrees")
                .x_labels(6)
                .x_label_formatter(&|x| format!("{x}"))
                .y_label_formatter(&|y| format!("{y:.0}"))
                .label_style(text(17))
                .axis_desc_style(text(18))
                .axis_style(INK)
                .bold_line_style(FAINT)
                .light_line_style(PAPER)
                .draw()?;
            let bars = bins
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0)
                .map(|(bin, &count)| {
                    Rectangle::new(
                        [(edge(bin), 0.0), (edge(bin + 1), count.into())],
                        series(0).filled(),
                    )
                });
            chart.draw_series(bars)?;
            Ok(())
        }),
    })
}
