//! Lines: speed-up against threads, and time per solution against the size of the board.

use std::collections::BTreeMap;

use plotters::chart::{ChartBuilder, ChartContext, SeriesLabelPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::combinators::IntoLogRange;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::element::{Circle, PathElement};
use plotters::prelude::SVGBackend;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::Color;

use super::style::{FAINT, INK, PAPER, series, text};
use super::{Drawn, Sketch};
use crate::report::{Family, Record, Run};

type Points = Vec<(f64, f64)>;

/// Lines by name.
type Lines = Vec<(String, Points)>;

/// How many sets of puzzles have a line of their own.
const SETS: usize = 5;

/// Speed-up against threads, with the ideal line.
pub fn speed_up(run: &Run) -> Option<Sketch<'_>> {
    let kernel = run.machine.kernels.last()?;
    let best = run
        .records
        .iter()
        .filter(|record| record.trial.kernel == *kernel);
    // Of boards, the largest.
    let mut wanted: BTreeMap<(Family, &str, &str), Vec<&Record>> = BTreeMap::new();
    for record in best {
        let trial = &record.trial;
        let case = if trial.family == Family::Sudoku {
            trial.case.as_str()
        } else {
            ""
        };
        let group = wanted
            .entry((trial.family, case, &trial.solver))
            .or_default();
        if group
            .first()
            .is_some_and(|first| first.trial.rows() < trial.rows())
        {
            group.clear();
        }
        group.push(record);
    }
    let mut sets = 0;
    let mut lines = Lines::new();
    for records in wanted.values() {
        let trial = &records[0].trial;
        sets += usize::from(trial.family == Family::Sudoku);
        let one = records
            .iter()
            .find(|record| record.trial.threads == Some(1));
        let Some(one) = one.filter(|_| trial.family != Family::Sudoku || sets <= SETS) else {
            continue;
        };
        let points = records.iter().filter_map(|record| {
            Some((
                record.trial.threads? as f64,
                one.wall().median / record.wall().median,
            ))
        });
        let case = trial
            .rows()
            .map_or(trial.case.clone(), |rows| format!("{rows} rows"));
        lines.push((format!("{} {case}", trial.solver), points.collect()));
    }
    let most = lines
        .iter()
        .flat_map(|(_, points)| points)
        .map(|point| point.0)
        .fold(1.0, f64::max);
    if lines.is_empty() || most < 2.0 {
        return None;
    }
    Some(Sketch {
        name: "speed-up",
        title: "Speed-up against threads".to_owned(),
        caption: format!(
            "Wall time with one thread divided by that with more, {kernel} kernel. The dashed line is ideal."
        ),
        size: (640, 400),
        draw: Box::new(move |canvas| {
            let mut chart = ChartBuilder::on(canvas)
                .margin(12)
                .x_label_area_size(52)
                .y_label_area_size(66)
                .build_cartesian_2d(0.9..most * 1.02, 0.0..most * 1.08)?;
            chart
                .configure_mesh()
                .x_desc("threads")
                .y_desc("times as fast")
                .x_labels(most as usize + 1)
                .x_label_formatter(&|&x| whole(x))
                .label_style(text(17))
                .axis_desc_style(text(18))
                .axis_style(INK)
                .bold_line_style(FAINT)
                .light_line_style(PAPER)
                .draw()?;
            let ideal = [(1.0, 1.0), (most, most)];
            chart.draw_series(DashedLineSeries::new(ideal, 6, 5, INK.stroke_width(1)))?;
            draw(&mut chart, &lines, SeriesLabelPosition::UpperLeft)
        }),
    })
}

/// Nanoseconds of CPU time for each solution against the number of rows.
pub fn per_solution(run: &Run) -> Option<Sketch<'_>> {
    let mut lines: BTreeMap<(bool, &str, &str), Points> = BTreeMap::new();
    for record in &run.records {
        let trial = &record.trial;
        let (Family::Queens, Some(rows)) = (trial.family, trial.rows()) else {
            continue;
        };
        if trial.threads.is_none_or(|threads| threads == 1) {
            let key = (
                trial.threads.is_none(),
                trial.solver.as_str(),
                trial.kernel.as_str(),
            );
            let ns = 1e6 * record.cpu().median / record.items as f64;
            lines.entry(key).or_default().push((rows.into(), ns));
        }
    }
    let name = |(_, solver, kernel): &(bool, &str, &str)| format!("{solver} {kernel}");
    let lines: Lines = lines
        .into_iter()
        .map(|(key, points)| (name(&key), points))
        .collect();
    let points = || lines.iter().flat_map(|(_, points)| points).copied();
    let (first, last) = (
        bound(points().map(|p| p.0), f64::min)?,
        bound(points().map(|p| p.0), f64::max)?,
    );
    let (low, high) = (
        bound(points().map(|p| p.1), f64::min)?,
        bound(points().map(|p| p.1), f64::max)?,
    );
    Some(Sketch {
        name: "queens",
        title: "Counting boards: time per solution".to_owned(),
        caption:
            "CPU time of one thread divided by the number of solutions, on a logarithmic axis; \
                  programs with all it takes to start them."
                .to_owned(),
        size: (640, 440),
        draw: Box::new(move |canvas| {
            let mut chart = ChartBuilder::on(canvas)
                .margin(12)
                .x_label_area_size(52)
                .y_label_area_size(76)
                .build_cartesian_2d(
                    first - 0.2..last + 0.2,
                    (low * 0.7..high * 12.0).log_scale(),
                )?;
            chart
                .configure_mesh()
                .x_desc("rows of the board")
                .y_desc("ns a solution")
                .x_labels((last - first) as usize + 1)
                .x_label_formatter(&|&x| whole(x))
                .y_label_formatter(&|y| y.to_string())
                .label_style(text(17))
                .axis_desc_style(text(18))
                .axis_style(INK)
                .bold_line_style(FAINT)
                .light_line_style(PAPER)
                .draw()?;
            draw(&mut chart, &lines, SeriesLabelPosition::UpperRight)
        }),
    })
}

/// Whole numbers only: there are no half threads or rows.
fn whole(x: f64) -> String {
    if (x - x.round()).abs() < 1e-9 {
        format!("{x:.0}")
    } else {
        String::new()
    }
}

fn bound(values: impl Iterator<Item = f64>, choose: fn(f64, f64) -> f64) -> Option<f64> {
    values.reduce(choose)
}

/// Draws lines with their points, and the legend.
fn draw<'a, X, Y>(
    chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>,
    lines: &Lines,
    legend: SeriesLabelPosition,
) -> Drawn
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    for (number, (name, points)) in lines.iter().enumerate() {
        let colour = series(number);
        let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2));
        chart
            .draw_series(line)?
            .label(name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)));
        let circles = points
            .iter()
            .map(|&point| Circle::new(point, 4, colour.filled()));
        chart.draw_series(circles)?;
    }
    chart
        .configure_series_labels()
        .position(legend)
        .background_style(PAPER)
        .border_style(FAINT)
        .label_font(text(17))
        .draw()
}
