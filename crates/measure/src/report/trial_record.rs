//! Records of a benchmark run, and the files of its folder: `bench.json` and optional tables.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::statistics::{Spread, outliers};
use super::{Build, Machine};
use countless_engine::Error;
use countless_table::{Columns, Fields, Format, Output, Row, RowFormat};
use serde::{Deserialize, Serialize};

/// Columns of `bench.csv`. Times are in milliseconds.
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

/// Part of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Counting boards; a case is a number of rows.
    Queens,
    /// Solving puzzles; a case is a set of puzzles.
    Sudoku,
    /// Listing boards without writing them; a case is a number of rows.
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

/// Case with a solver, a kernel and a number of threads. Two runs are compared trial by trial.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Trial {
    /// Part of the suite.
    pub family: Family,
    /// Number of rows, or name of a set of puzzles.
    pub case: String,
    /// Method, or name of a program.
    pub solver: String,
    /// Instruction set, or `program` for a rival program.
    pub kernel: String,
    /// Number of threads; none for a rival program, which chooses it.
    pub threads: Option<usize>,
}

impl Trial {
    /// Name of the trial, such as `queens 12 join avx2 2`. A rival program has no kernel and
    /// threads.
    pub fn name(&self) -> String {
        let words = format!("{} {} {}", self.family, self.case, self.solver);
        match self.threads {
            Some(threads) => format!("{words} {} {threads}", self.kernel),
            None => words,
        }
    }

    /// True for a rival program, which is started anew for each run.
    pub fn is_program(&self) -> bool {
        self.threads.is_none()
    }

    /// Number of rows of the board; none for puzzles.
    pub fn rows(&self) -> Option<u32> {
        self.case
            .parse()
            .ok()
            .filter(|_| self.family != Family::Sudoku)
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (case, solver, kernel) = (&self.case, &self.solver, &self.kernel);
        let threads = self.threads.map(|threads| threads.to_string());
        let threads = threads.as_deref().unwrap_or("-");
        let family = self.family;
        write!(
            f,
            "{family:<6} {case:<12} {solver:<9} {kernel:<6} {threads:>3}"
        )
    }
}

/// Result of the check of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Right in every run.
    Right,
    /// Wrong.
    Wrong,
    /// No readable answer of a rival program.
    Unchecked,
}

impl Verdict {
    /// Combines the verdicts of several runs: wrong if one is, right if all are.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Wrong, _) | (_, Self::Wrong) => Self::Wrong,
            (Self::Right, Self::Right) => Self::Right,
            _ => Self::Unchecked,
        }
    }

    /// Word in the column `answer`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unchecked => "unchecked",
        }
    }
}

/// True if a measurement can have this number of milliseconds: 0, or from a picosecond to decades.
pub(super) fn is_time(ms: f64) -> bool {
    ms == 0.0 || (1e-9..1e12).contains(&ms)
}

/// Measurements of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialRecord {
    /// Measured trial.
    #[serde(flatten)]
    pub trial: Trial,
    /// Number of solutions or puzzles of a run.
    pub items: u64,
    /// Wall time of each run in milliseconds.
    pub wall: Vec<f64>,
    /// CPU time of each run in milliseconds, the sum of all threads.
    pub cpu: Vec<f64>,
    /// Check of the answers.
    pub answer: Verdict,
    /// Reason of a failure. The runs before it are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

impl TrialRecord {
    /// Creates a record without measurements.
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

    /// True if nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.wall.is_empty()
    }

    /// Word in the column `answer`.
    pub fn answer(&self) -> &'static str {
        if self.failed.is_some() {
            "failed"
        } else {
            self.answer.name()
        }
    }

    /// Spread of the wall times.
    pub fn wall(&self) -> Spread {
        Spread::of(&self.wall)
    }

    /// Spread of the CPU times.
    pub fn cpu(&self) -> Spread {
        Spread::of(&self.cpu)
    }

    /// Items per second, by the median wall time.
    pub fn rate(&self) -> f64 {
        1e3 * self.items as f64 / self.wall().median
    }

    /// Describes an impossible value in a record read from a file, if any.
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

    /// Number of outliers among the wall times.
    pub fn outliers(&self) -> usize {
        outliers(&self.wall)
    }

    /// Fields of the row, in the order of the columns of a record.
    pub fn fields(&self) -> [String; COLUMNS.len()] {
        let trial = &self.trial;
        let threads = trial.threads.map(|threads| threads.to_string());
        let measured = |text: String| {
            if self.is_empty() { String::new() } else { text }
        };
        let [wall, cpu] = [self.wall(), self.cpu()].map(|spread| {
            [spread.median, spread.lower, spread.upper].map(|ms| measured(format!("{ms:.3}")))
        });
        let [[wall, wall_lower, wall_upper], [cpu, cpu_lower, cpu_upper]] = [wall, cpu];
        [
            trial.family.to_string(),
            trial.case.clone(),
            trial.solver.clone(),
            trial.kernel.clone(),
            threads.unwrap_or_default(),
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

/// Settings of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BenchmarkSettings {
    /// Command line.
    pub command: String,
    /// Measured runs of each trial.
    pub runs: usize,
    /// True for the short suite.
    pub quick: bool,
    /// Start of the run, in seconds since 1970.
    pub started: u64,
}

/// Benchmark run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkRun {
    /// Machine of the run.
    pub machine: Machine,
    /// Version, commit and compiler of the program.
    pub build: Build,
    /// Command line and options of the run.
    pub settings: BenchmarkSettings,
    /// Measurements of each trial.
    pub records: Vec<TrialRecord>,
    /// True if the run was interrupted.
    #[serde(default)]
    pub incomplete: bool,
}

/// Reason why a text is not a run, without the position, which the error contains.
fn not_a_run(error: &serde_json::Error) -> String {
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    format!("not a benchmark run: {reason}\nhint: `countless bench -o FOLDER` writes one")
}

impl BenchmarkRun {
    /// Trials that failed, each with its reason.
    pub fn failed_trials(&self) -> impl Iterator<Item = (&Trial, &str)> {
        let records = self.records.iter();
        records.filter_map(|record| Some((&record.trial, record.failed.as_deref()?)))
    }

    /// Name of the file with the whole run.
    pub const JSON: &str = "bench.json";
    /// Name of the file with one row for each trial.
    pub const CSV: &str = "bench.csv";

    /// Reads the run of a folder.
    ///
    /// # Errors
    ///
    /// If the file is missing or invalid.
    pub fn load(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(Self::JSON);
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).map_err(|source| Error::read(&name, source))?;
        let parsed: Result<Self, _> = serde_json::from_str(&text);
        let run = parsed.map_err(|error| {
            let (line, column) = (error.line() as u64, error.column());
            Error::parse(&name, line, column, not_a_run(&error))
        })?;
        match run.records.iter().find_map(TrialRecord::impossible_value) {
            None => Ok(run),
            Some(reason) => Err(Error::parse(name, 1, 1, reason)),
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

    /// Table of the trials as CSV.
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
    Ok(Output::create(Some(path))?.finish_with(bytes)?)
}

/// Contents of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResults {
    /// Measurements.
    pub run: BenchmarkRun,
    /// Times of the subtrees of one count; empty if not measured.
    pub subtrees: SubtreeTimes,
    /// Number of solutions with a queen on each square, if counted.
    pub tally: Option<TallyTable>,
}

impl RunResults {
    /// Reads the folder of a run. Only `bench.json` is required.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or has invalid contents.
    pub fn load(folder: &Path) -> Result<Self, Error> {
        Ok(Self {
            run: BenchmarkRun::load(folder)?,
            subtrees: SubtreeTimes::load(&folder.join(SubtreeTimes::CSV))?,
            tally: TallyTable::load(&folder.join(TallyTable::CSV))?,
        })
    }
}

/// Time of each subtree of a count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubtreeTimes {
    /// Name of the count, such as `16 rows by join`.
    pub counted: String,
    /// Time of each subtree, in milliseconds.
    pub milliseconds: Vec<f64>,
}

impl SubtreeTimes {
    /// Name of the file, with the columns `of,subtree,milliseconds`.
    pub const CSV: &str = "subtrees.csv";

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if it cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Error> {
        let rows = self.milliseconds.iter().enumerate();
        let rows = rows.map(|(number, ms)| format!("{},{number},{ms:.4}\n", self.counted));
        let text: String = std::iter::once("of,subtree,milliseconds\n".to_owned())
            .chain(rows)
            .collect();
        write_file(&folder.join(Self::CSV), text.as_bytes())
    }

    fn load(path: &Path) -> Result<Self, Error> {
        let mut times = Self::default();
        for (line, row) in csv_rows(path)? {
            let time = row.get(2).and_then(|field| field.parse().ok());
            let time = time.filter(|&time| is_time(time));
            times.milliseconds.push(time.ok_or_else(|| {
                parse_error(path, line, "expected milliseconds in the third column")
            })?);
            row.get(0)
                .unwrap_or_default()
                .clone_into(&mut times.counted);
        }
        Ok(times)
    }
}

/// Number of solutions of a board with a queen on each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyTable {
    /// Numbers, row by row.
    pub squares: Vec<Vec<u128>>,
}

impl TallyTable {
    /// Name of the file: a header, and one line of numbers for each row of the board.
    pub const CSV: &str = "tally.csv";

    fn load(path: &Path) -> Result<Option<Self>, Error> {
        let mut squares = Vec::new();
        for (line, row) in csv_rows(path)? {
            let counts = row.iter().map(str::parse).collect::<Result<Vec<u128>, _>>();
            squares.push(counts.map_err(|_| parse_error(path, line, "expected counts"))?);
        }
        if squares.iter().any(|row| row.len() != squares.len()) {
            return Err(parse_error(path, 1, "expected as many rows as columns"));
        }
        let mut all = squares.iter().flatten();
        let sum = all.try_fold(0_u128, |sum: u128, &count| sum.checked_add(count));
        if sum.is_none() {
            return Err(parse_error(
                path,
                1,
                "the counts add up to more than 128 bits",
            ));
        }
        Ok((!squares.is_empty()).then_some(Self { squares }))
    }
}

/// Rows of a CSV file with their line numbers. A missing file has no rows.
fn csv_rows(path: &Path) -> Result<Vec<(u64, csv::StringRecord)>, Error> {
    let name = path.display().to_string();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::read(&name, error)),
    };
    let rows = csv::Reader::from_reader(file).into_records().map(|row| {
        let row = row.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            parse_error(path, line, &error.to_string())
        })?;
        Ok((row.position().map_or(1, csv::Position::line), row))
    });
    rows.collect()
}

fn parse_error(path: &Path, line: u64, reason: &str) -> Error {
    Error::parse(path.display().to_string(), line, 1, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_and_bad_ones_are_named() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(TallyTable::CSV);
        assert_eq!(TallyTable::load(&path)?, None);
        std::fs::write(&path, "c1,c2\n0,1\n1,0\n")?;
        let table = TallyTable::load(&path)?.expect("a table");
        assert_eq!(table.squares, [[0, 1], [1, 0]]);
        for (text, line) in [
            ("c1,c2\n0,1\n1,x\n", ":3:1:"),
            ("c1,c2\n0,1\n", ":1:1:"),
            ("a\n1\n2,3\n", ":3:1:"),
            (&format!("c1,c2\n{},0\n1,1\n", u128::MAX), ":1:1:"),
        ] {
            std::fs::write(&path, text)?;
            let error = TallyTable::load(&path)
                .expect_err("a bad table")
                .to_string();
            assert!(error.contains(line), "{error}");
        }
        Ok(())
    }

    #[test]
    fn subtree_times_round_trip() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let times = SubtreeTimes {
            counted: "8 rows by join".to_owned(),
            milliseconds: vec![0.25, 1.5],
        };
        times.save(folder.path())?;
        assert_eq!(
            SubtreeTimes::load(&folder.path().join(SubtreeTimes::CSV))?,
            times
        );
        let path = folder.path().join(SubtreeTimes::CSV);
        for bad in ["-1", "inf", "NaN", "1e-320", "1e300", "x"] {
            std::fs::write(&path, format!("of,subtree,milliseconds\nx,0,{bad}\n"))?;
            let error = SubtreeTimes::load(&path).expect_err(bad).to_string();
            assert!(error.contains(":2:1:"), "{error}");
        }
        Ok(())
    }
}
