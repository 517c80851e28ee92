//! What a benchmark run has measured, and the files that keep it.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

use countless_engine::Error;
use countless_table::{Columns, Fields, Format, Output, Row, RowFormat};
use serde::{Deserialize, Serialize};

use super::statistics::{Spread, outliers};
use super::{Build, Machine};

/// The columns of `bench.csv`; times are in milliseconds.
pub const COLUMNS: [&str; 15] = [
    "family",
    "case",
    "solver",
    "kernel",
    "threads",
    "items",
    "runs",
    "wall_median",
    "wall_lower",
    "wall_upper",
    "cpu_median",
    "cpu_lower",
    "cpu_upper",
    "items_per_second",
    "answer",
];

/// The three parts of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Counting boards; a case is a number of rows.
    Queens,
    /// Solving puzzles; a case is a set of them.
    Sudoku,
    /// Listing boards to nowhere; a case is a number of rows.
    Stream,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Queens => "queens",
            Self::Sudoku => "sudoku",
            Self::Stream => "stream",
        })
    }
}

/// What is timed: two runs are compared trial by trial.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Trial {
    /// The part of the suite.
    pub family: Family,
    /// The number of rows, or the name of a set of puzzles.
    pub case: String,
    /// The method, or the name of a program.
    pub solver: String,
    /// The instruction set; `program` of one that is started anew for each run.
    pub kernel: String,
    /// How many threads; nothing of a program, which chooses itself.
    pub threads: Option<usize>,
}

impl Trial {
    /// Its words, without what does not apply to a program: `queens 12 join avx2 2`.
    pub fn name(&self) -> String {
        let words = format!("{} {} {}", self.family, self.case, self.solver);
        match self.threads {
            Some(threads) => format!("{words} {} {threads}", self.kernel),
            None => words,
        }
    }

    /// Whether it is a program that is started anew for each run.
    pub fn is_program(&self) -> bool {
        self.threads.is_none()
    }

    /// The number of rows of a board.
    pub fn rows(&self) -> Option<u32> {
        self.case
            .parse()
            .ok()
            .filter(|_| self.family != Family::Sudoku)
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            family,
            case,
            solver,
            kernel,
            threads,
        } = self;
        let threads = threads.map_or("-".to_owned(), |threads| threads.to_string());
        write!(
            f,
            "{family:<6} {case:<12} {solver:<9} {kernel:<6} {threads:>3}"
        )
    }
}

/// Whether an answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is what it should be, in every run.
    Right,
    /// It is not.
    Wrong,
    /// A program printed none that we can read.
    Unchecked,
}

impl Verdict {
    /// The answer of several runs: wrong if one is, right if all are.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Wrong, _) | (_, Self::Wrong) => Self::Wrong,
            (Self::Right, Self::Right) => Self::Right,
            _ => Self::Unchecked,
        }
    }

    /// The word in the column `answer`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unchecked => "unchecked",
        }
    }
}

/// Whether this many milliseconds can have been measured: none, or a picosecond to decades.
pub(super) fn is_time(ms: f64) -> bool {
    ms == 0.0 || (1e-9..1e12).contains(&ms)
}

/// The measurements of one trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialRecord {
    /// What was timed.
    #[serde(flatten)]
    pub trial: Trial,
    /// How many solutions or puzzles one run gives.
    pub items: u64,
    /// Wall time of each run in milliseconds.
    pub wall: Vec<f64>,
    /// CPU time of each run, of all threads together, in milliseconds.
    pub cpu: Vec<f64>,
    /// Whether it gave the right answer.
    pub answer: Verdict,
    /// Why it gave no answer in the end, if it failed; the runs before are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

impl TrialRecord {
    /// A record without measurements.
    pub fn new(trial: Trial, items: u64) -> Self {
        Self {
            trial,
            items,
            wall: Vec::new(),
            cpu: Vec::new(),
            answer: Verdict::Unchecked,
            failed: None,
        }
    }

    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.wall.is_empty()
    }

    /// The word in the column `answer`.
    pub fn answer(&self) -> &'static str {
        if self.failed.is_some() {
            "failed"
        } else {
            self.answer.name()
        }
    }

    /// How the wall times are spread.
    pub fn wall(&self) -> Spread {
        Spread::of(&self.wall)
    }

    /// How the CPU times are spread.
    pub fn cpu(&self) -> Spread {
        Spread::of(&self.cpu)
    }

    /// Items a second, by the median wall time.
    pub fn rate(&self) -> f64 {
        1e3 * self.items as f64 / self.wall().median
    }

    /// What no measurement can have given, if anything.
    fn impossible_value(&self) -> Option<String> {
        let name = self.trial.name();
        if self.wall.len() != self.cpu.len() {
            let (wall, cpu) = (self.wall.len(), self.cpu.len());
            return Some(format!(
                "{name}: expected as many CPU times as wall times, found {cpu} and \
                                 {wall}"
            ));
        }
        let mut times = self.wall.iter().chain(&self.cpu);
        let bad = times.find(|&&time| !is_time(time))?;
        Some(format!("{name}: expected milliseconds, found {bad:?}"))
    }

    /// How many wall times lie ten times as far from the median as others do.
    pub fn outliers(&self) -> usize {
        outliers(&self.wall)
    }

    /// The fields of its row, in the order of the columns.
    pub fn fields(&self) -> [String; COLUMNS.len()] {
        let Trial {
            family,
            case,
            solver,
            kernel,
            threads,
        } = &self.trial;
        let measured = |text: String| {
            if self.is_empty() { String::new() } else { text }
        };
        let [wall, cpu] = [self.wall(), self.cpu()].map(|spread| {
            [spread.median, spread.lower, spread.upper].map(|ms| measured(format!("{ms:.3}")))
        });
        let [[wall, wall_lower, wall_upper], [cpu, cpu_lower, cpu_upper]] = [wall, cpu];
        [
            family.to_string(),
            case.clone(),
            solver.clone(),
            kernel.clone(),
            threads
                .map(|threads| threads.to_string())
                .unwrap_or_default(),
            self.items.to_string(),
            self.wall.len().to_string(),
            wall,
            wall_lower,
            wall_upper,
            cpu,
            cpu_lower,
            cpu_upper,
            measured(format!("{:.0}", self.rate())),
            self.answer().to_owned(),
        ]
    }
}

/// How a run was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BenchmarkSettings {
    /// The command line.
    pub command: String,
    /// Runs of each trial that count.
    pub runs: usize,
    /// Whether it is the short suite.
    pub quick: bool,
    /// When it began, in seconds since 1970.
    pub started: u64,
}

/// A benchmark run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkRun {
    /// Where it ran.
    pub machine: Machine,
    /// What ran.
    pub build: Build,
    /// How it was asked for.
    pub settings: BenchmarkSettings,
    /// What it measured.
    pub records: Vec<TrialRecord>,
    /// Whether it was interrupted before the end.
    #[serde(default)]
    pub incomplete: bool,
}

/// Why a text is no run, without the place, which is reported beside it.
fn not_a_run(error: &serde_json::Error) -> String {
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    format!("not a benchmark run: {reason}\nhint: `countless bench -o FOLDER` writes one")
}

impl BenchmarkRun {
    /// The trials that failed, each with its reason.
    pub fn failed_trials(&self) -> impl Iterator<Item = (&Trial, &str)> {
        let records = self.records.iter();
        records.filter_map(|record| Some((&record.trial, record.failed.as_deref()?)))
    }

    /// The file with everything, in the folder of a run.
    pub const JSON: &str = "bench.json";
    /// The file with one row for each trial.
    pub const CSV: &str = "bench.csv";

    /// Reads the run in a folder.
    ///
    /// # Errors
    ///
    /// If there is none, or none that can be read.
    pub fn load(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(Self::JSON);
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).map_err(|source| Error::read(&name, source))?;
        let parsed: Result<Self, _> = serde_json::from_str(&text);
        let run = parsed.map_err(|error| Error::Parse {
            name: name.clone(),
            line: error.line() as u64,
            column: error.column(),
            reason: not_a_run(&error),
        })?;
        match run.records.iter().find_map(TrialRecord::impossible_value) {
            None => Ok(run),
            Some(reason) => Err(Error::Parse {
                name,
                line: 1,
                column: 1,
                reason,
            }),
        }
    }

    /// Writes `bench.json` and `bench.csv` to a folder.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if they cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join(Self::JSON);
        let json =
            serde_json::to_string(self).map_err(|error| Error::write(&path, error.into()))?;
        write_file(&path, format!("{json}\n").as_bytes())?;
        write_file(&folder.join(Self::CSV), self.csv().as_bytes())
    }

    /// One row for each trial, under the columns.
    pub fn csv(&self) -> String {
        let columns = COLUMNS
            .iter()
            .fold(Columns::new(), |all, &name| all.field(name));
        let format = RowFormat::new(Format::Csv, &columns);
        let mut text = format.header();
        for record in &self.records {
            format.write(record, &mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl Row for TrialRecord {
    fn fields(&self, fields: &mut impl Fields) {
        for field in Self::fields(self) {
            fields.text(field.as_bytes());
        }
    }
}

/// Writes a file that appears when it is complete.
///
/// # Errors
///
/// [`Error::Table`] if it cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut output = Output::create(Some(path))?;
    output
        .write_all(bytes)
        .map_err(|source| Error::write(path, source))?;
    Ok(output.finish()?)
}
