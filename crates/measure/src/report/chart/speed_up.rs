//! Speed-up against threads, with the ideal line.

use std::collections::BTreeMap;

use plotters::backend::DrawingBackend;
use plotters::series::LineSeries;
use plotters::style::Color;

use super::axes::{Axis, axes, decimal, numbered};
use super::lines::Lines;
use super::style::INK;
use super::{Area, Drawn, Plot, Sketch};
use crate::report::{Family, Record, Run};

/// How many sets of puzzles have a line of their own.
const SETS: usize = 5;

/// Speed-up by the widest kernel: of each way to work on boards on the largest of them, and of
/// solving the sets that take longest.
pub fn sketch(run: &Run) -> Option<Sketch<impl Plot>> {
    let kernel = run.machine.kernels.last()?;
    let lines = lines(run, kernel);
    let most = lines.points().map(|point| point.0).fold(1.0, f64::max);
    if most < 2.0 {
        return None;
    }
    Some(Sketch {
        name: "speed-up",
        title: "Speed-up by threads".to_owned(),
        caption: format!(
            "Wall time of one thread divided by the wall time of all threads, {kernel} kernel. The \
             thin line without points is ideal."
        ),
        size: (640, 390),
        plot: SpeedUp { lines, most },
    })
}

struct SpeedUp {
    lines: Lines,
    /// The most threads.
    most: f64,
}

impl Plot for SpeedUp {
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let most = self.most;
        let highest = self
            .lines
            .points()
            .map(|point| point.1)
            .fold(most, f64::max);
        let margin = (0.04 * (most - 1.0)).min(0.9);
        let threads = numbered("threads", (1.0, most), margin, 9);
        let speed = Axis {
            range: 0.0..highest * 1.08,
            name: "speed-up (×)",
            labels: 8,
            write: decimal,
        };
        let mut chart = axes(area, threads, speed, Lines::NAMES)?;
        // Dashes would end at whole pixels, each a little beside the line.
        let ideal = [(1.0, 1.0), (most, most)];
        chart.draw_series(LineSeries::new(ideal, INK.stroke_width(1)))?;
        self.lines.draw(area, &mut chart)
    }
}

fn lines(run: &Run, kernel: &str) -> Lines {
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
    // Of sets, those that take longest with one thread: small ones say little.
    let alone = |records: &[&Record]| {
        let mut alone = records
            .iter()
            .filter(|record| record.trial.threads == Some(1));
        alone.next().map(|record| record.wall().median)
    };
    let sets = wanted
        .iter()
        .filter(|((family, ..), _)| *family == Family::Sudoku);
    let mut sets: Vec<f64> = sets.filter_map(|(_, records)| alone(records)).collect();
    sets.sort_by(|a, b| b.total_cmp(a));
    let least = sets.get(SETS - 1).copied().unwrap_or(0.0);
    let mut lines = Lines::default();
    for records in wanted.values() {
        let trial = &records[0].trial;
        let Some(one) =
            alone(records).filter(|&one| trial.family != Family::Sudoku || one >= least)
        else {
            continue;
        };
        let case = trial
            .rows()
            .map_or(trial.case.clone(), |rows| format!("{rows} rows"));
        let name = format!("{} {case}", trial.solver);
        for record in records {
            if let Some(threads) = record.trial.threads {
                let speed_up = one / record.wall().median;
                lines.add(name.clone(), (threads as f64, speed_up));
            }
        }
    }
    lines
}
