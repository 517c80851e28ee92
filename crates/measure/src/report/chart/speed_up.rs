//! Chart of the speed-up by threads, with the ideal line.

use std::collections::BTreeMap;

use countless_picture::chart::{Axes, Axis, LineChart};

use super::CaptionedDrawing;
use crate::report::{BenchmarkRun, Family, TrialRecord};

/// Maximum number of sets of puzzles in the chart.
const SETS: usize = 5;

/// Draws the speed-up of the fastest kernel: each method on its largest board, and the sets of
/// puzzles that take longest.
pub fn speed_up(run: &BenchmarkRun) -> Option<CaptionedDrawing> {
    let kernel = run.machine.kernels.last()?;
    let lines = lines(run, kernel);
    let most = lines.points().map(|point| point.0).fold(1.0, f64::max);
    if most < 2.0 {
        return None;
    }
    let ideal = [(1.0, 1.0), (most, most)];
    let points = || lines.points().chain(ideal);
    let axes = Axes {
        x: Axis::whole("number of threads", points().map(|point| point.0)),
        y: Axis::decimal(
            "speed-up (times as fast as 1 thread)",
            points().map(|point| point.1),
        ),
    };
    let caption = format!(
        "Wall time of one thread divided by the wall time of all threads, {kernel} kernel. The \
         thin line without points is ideal."
    );
    Some((lines.drawing("Speed-up by threads", axes, &ideal), caption))
}

fn lines(run: &BenchmarkRun, kernel: &str) -> LineChart {
    let mut groups: BTreeMap<(Family, &str, &str), Vec<&TrialRecord>> = BTreeMap::new();
    for record in &run.records {
        let trial = &record.trial;
        let set = match trial.family {
            Family::Sudoku => trial.case.as_str(),
            Family::Queens | Family::Stream => "",
        };
        if trial.kernel == kernel {
            let group = groups.entry((trial.family, set, &trial.solver));
            group.or_default().push(record);
        }
    }
    // Of boards, only the largest is drawn.
    for records in groups.values_mut() {
        let largest = records.iter().map(|record| record.trial.rows()).max();
        records.retain(|record| Some(record.trial.rows()) == largest);
    }
    let alone = |records: &[&TrialRecord]| {
        let is_alone = |record: &&&TrialRecord| record.trial.threads == Some(1);
        let alone = records.iter().find(is_alone);
        alone.map(|record| record.wall().median)
    };
    // Of sets, those that take longest with one thread are drawn, because small sets are
    // inaccurate.
    let sets = groups.iter().filter(|(key, _)| key.0 == Family::Sudoku);
    let mut sets: Vec<f64> = sets.filter_map(|set| alone(set.1)).collect();
    sets.sort_by(|a, b| b.total_cmp(a));
    let least = sets.get(SETS - 1).copied().unwrap_or(0.0);
    let mut lines = LineChart::default();
    for ((family, _, solver), records) in &groups {
        let is_shown = |one: &f64| *family != Family::Sudoku || *one >= least;
        let Some(one) = alone(records).filter(is_shown) else {
            continue;
        };
        for record in records {
            let trial = &record.trial;
            let name = match trial.rows() {
                Some(rows) => format!("{solver} {rows} rows"),
                None => format!("{solver} {}", trial.case),
            };
            if let Some(threads) = trial.threads {
                lines.add(&name, (threads as f64, one / record.wall().median));
            }
        }
    }
    lines
}
