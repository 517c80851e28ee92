//! Charts of a run: time per solution, puzzles per second, speed-up by threads, times of subtrees,
//! and use of squares. SVG follows the light or dark mode of its reader; PNG is on white.
//!
//! ```text
//! RunResults ──▶ series of numbers ──▶ countless_picture::chart ──▶ Drawing ──▶ svg, png
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::RunResults;
use crate::report::statistics::{grouped, grouped_decimal};
use crate::report::{BenchmarkRun, Family, SubtreeTimes, TallyTable, TrialRecord};
use countless_picture::Drawing;
use countless_picture::chart::{Axes, Axis, Bar, BarChart, HeatMap, Histogram, LineChart};

/// Pixels of a PNG per unit of the SVG, for screens of high resolution.
const SHARPNESS: u32 = 2;

/// Chart of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Name of its files, without `.svg` and `.png`.
    pub name: &'static str,
    /// Caption that explains the chart.
    pub caption: String,
    /// Image for pages; it follows the light or dark mode.
    pub svg: String,
    /// Image for other uses, on white.
    pub png: Vec<u8>,
    /// Characters of the chart that the font of the PNG lacks.
    pub missing: BTreeSet<char>,
}

/// Drawing and its caption.
type CaptionedDrawing = (Drawing, String);

impl Chart {
    /// Names of all charts.
    const NAMES: [&str; 5] = ["speed-up", "queens", "sudoku", "subtrees", "squares"];

    /// Names of the files of all charts.
    pub fn file_names() -> impl Iterator<Item = String> {
        let names = Self::NAMES.into_iter();
        names.flat_map(|name| ["svg", "png"].map(|ending| format!("{name}.{ending}")))
    }

    /// Draws all charts with measurements.
    ///
    /// # Errors
    ///
    /// If a chart cannot be drawn.
    pub fn all(results: &RunResults) -> anyhow::Result<Vec<Self>> {
        let run = &results.run;
        let sketches = [
            speed_up(run),
            queens(run),
            sudoku(run),
            subtrees(&results.subtrees),
            results.tally.as_ref().and_then(squares),
        ];
        let sketches = Self::NAMES.into_iter().zip(sketches);
        let charts = sketches.filter_map(|(name, sketch)| Some(Self::of(name, sketch?)));
        charts.collect()
    }

    fn of(name: &'static str, (drawing, caption): CaptionedDrawing) -> anyhow::Result<Self> {
        let png = drawing.to_png(SHARPNESS * drawing.width() as u32);
        Ok(Self {
            name,
            caption,
            svg: drawing.to_page_svg(),
            missing: drawing.missing_characters(),
            png: png.map_err(|reason| anyhow::anyhow!("cannot draw the chart {name}: {reason}"))?,
        })
    }
}

/// Records of one thread or of a rival program, each with its name in the charts: `join avx512`, or
/// the name of the program.
fn single_thread_records(
    run: &BenchmarkRun,
    family: Family,
) -> impl Iterator<Item = (&TrialRecord, String)> {
    run.records.iter().filter_map(move |record| {
        let trial = &record.trial;
        let solver = match trial.threads {
            _ if trial.family != family => return None,
            None => trial.solver.clone(),
            Some(1) => format!("{} {}", trial.solver, trial.kernel),
            Some(_) => return None,
        };
        Some((record, solver))
    })
}

/// Draws the nanoseconds of CPU time per solution.
pub fn queens(run: &BenchmarkRun) -> Option<CaptionedDrawing> {
    let mut lines = LineChart::default();
    for (record, solver) in single_thread_records(run, Family::Queens) {
        if let Some(rows) = record.trial.rows() {
            let ns = 1e6 * record.cpu().median / record.items as f64;
            lines.add(&solver, (rows.into(), ns));
        }
    }
    lines.points().next()?;
    let axes = Axes {
        x: Axis::whole("rows of the board", lines.points().map(|point| point.0)),
        y: Axis::logarithmic(
            "CPU time per solution in ns",
            lines.points().map(|point| point.1),
        ),
    };
    let caption = "CPU time of one thread divided by the number of solutions, on a logarithmic \
                   axis. Times of other programs include their start.";
    let drawing = lines.drawing("Counting boards: time per solution", axes, &[]);
    Some((drawing, caption.to_owned()))
}

/// Draws the puzzles per second of CPU time. Each set has its own scale, because sets can differ in
/// difficulty by a factor of a hundred.
pub fn sudoku(run: &BenchmarkRun) -> Option<CaptionedDrawing> {
    let mut bars = BarChart::default();
    for (record, name) in single_thread_records(run, Family::Sudoku) {
        let (cpu, puzzles) = (record.cpu(), record.items as f64);
        let [least, number, most] = [cpu.upper, cpu.median, cpu.lower].map(|ms| 1e3 * puzzles / ms);
        if least > 0.0 && most.is_finite() {
            let likely = (least, most);
            bars.add(
                &record.trial.case,
                Bar {
                    name,
                    number,
                    likely,
                },
            );
        }
    }
    let caption = "Puzzles per second of CPU time of one thread: the median, and the quartiles as \
                   a line with two ends. Each puzzle is proved to have one solution. Times of \
                   other programs include their start. Each set has its own scale.";
    let drawing = bars.drawing(
        "Solving puzzles, by set and solver",
        "puzzles per second of CPU time",
    )?;
    Some((drawing, caption.to_owned()))
}

/// Least time that differs from 0, in milliseconds: files have four decimal places.
const LEAST: f64 = 1e-4;

/// Draws a histogram of the times of subtrees.
pub fn subtrees(times: &SubtreeTimes) -> Option<CaptionedDrawing> {
    let ms = &times.milliseconds;
    let histogram = Histogram::of(ms, LEAST)?;
    let (longest, total) = (
        ms.iter().copied().fold(LEAST, f64::max),
        ms.iter().sum::<f64>(),
    );
    let title = format!(
        "Balance of the split: times of the {} subtrees of {}",
        grouped(ms.len() as u128),
        times.counted
    );
    let caption = format!(
        "The longest subtree took {} ms of {} ms, which is {:.2} %. Idle threads wait at most \
         that long. The axis of time is logarithmic.",
        grouped_decimal(&format!("{longest:.3}")),
        grouped_decimal(&format!("{total:.3}")),
        100.0 * longest / total
    );
    let drawing = histogram.drawing(&title, "time of a subtree in ms", "number of subtrees");
    Some((drawing, caption))
}

/// Draws the board, with each square coloured by its share of the solutions.
pub fn squares(tally: &TallyTable) -> Option<CaptionedDrawing> {
    let squares = &tally.squares;
    let heat = HeatMap {
        squares,
        write: grouped,
    };
    let (least, most) = heat.range()?;
    let caption = format!(
        "{} solutions. The least used square holds a queen in {} of them, the most used in {}. \
         Every row and column adds up to all solutions.",
        grouped(squares[0].iter().sum::<u128>()),
        grouped(least),
        grouped(most)
    );
    let title = format!("Queens on each square of {} rows", squares.len());
    let drawing = heat.drawing(&title, "solutions with a queen on the square")?;
    Some((drawing, caption))
}

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
