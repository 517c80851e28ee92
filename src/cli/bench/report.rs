//! The commands `countless report` and `countless bench compare`, on folders of benchmark runs.

use std::path::{Path, PathBuf};
use std::{fs, io};

use countless::engine::{CancelToken, Run as EngineRun};
use countless::queens;
use countless::table::MadeFolders;

use super::super::paths::{InputFolder, OutputFolder};
use super::super::picture_args::warn_of_missing_characters;
use super::super::prelude::*;
use countless_measure::{
    BenchmarkRun, Change, Chart, ComparedRuns, Comparison, FamilyShift, PAGE_NAME, RunResults,
    SubtreeTimes, TallyTable, compare, median, report_page, subtree_times, write_file,
};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/report.txt"))]
pub struct BenchReportArgs {
    /// Folder of a benchmark run; report.html and the charts (SVG, PNG) are added to it
    folder: OutputFolder,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub fn report(args: &BenchReportArgs, session: Session) -> anyhow::Result<Exit> {
    ensure!(
        args.folder.join(BenchmarkRun::JSON).exists(),
        "{}: expected a folder written by `countless bench -o`, found no {}",
        args.folder.display(),
        BenchmarkRun::JSON
    );
    let results = RunResults::load(&args.folder)?;
    let charts = Chart::all(&results)?;
    // Charts of an earlier run are removed from the folder.
    for name in Chart::file_names() {
        remove_if_there(&args.folder.join(name))?;
    }
    let missing = charts.iter().flat_map(|chart| &chart.missing);
    warn_of_missing_characters(missing.copied());
    for chart in &charts {
        let file = args.folder.join(chart.name);
        write_file(&file.with_extension("svg"), chart.svg.as_bytes())?;
        write_file(&file.with_extension("png"), &chart.png)?;
    }
    let path = args.folder.join(PAGE_NAME);
    write_file(&path, report_page(&results, &charts).as_bytes())?;
    let page = path.display().to_string();
    if session.json {
        let charts: Vec<&str> = charts.iter().map(|chart| chart.name).collect();
        let json = json!({ "page": page, "charts": charts });
        print_json(json)?;
    } else {
        print(&format!("{page}\n"))?;
    }
    if args.open {
        open::that(&path)
            .with_context(|| format!("cannot open {} in the browser", path.display()))?;
    }
    Ok(Exit::Complete)
}

/// Folder of a run. It replaces an earlier run only with `--force`. Dropping it removes the folders
/// that it created, if they are empty.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _made: MadeFolders,
}

impl RunFolder {
    /// Creates the folder if it is missing, and checks that files can be written to it. Files of an
    /// earlier run stay until the first [`save`](Self::save).
    pub fn make(path: &Path, force: bool) -> anyhow::Result<Self> {
        let taken = [BenchmarkRun::JSON, BenchmarkRun::CSV, PAGE_NAME].map(|name| path.join(name));
        if let Some(file) = taken.iter().find(|file| file.exists() && !force) {
            bail!(
                "{} contains an earlier run ({})\nhint: name another folder, or replace the run \
                 with --force",
                path.display(),
                file.file_name().unwrap_or_default().display()
            );
        }
        ensure!(
            !path.as_os_str().is_empty(),
            "expected the name of a folder, found an empty one"
        );
        let made = MadeFolders::create(path)
            .with_context(|| format!("cannot create {}", path.display()))?;
        tempfile::tempfile_in(path)
            .with_context(|| format!("cannot write to {}", path.display()))?;
        Ok(Self {
            path: path.to_owned(),
            _made: made,
        })
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the measurements. Removes tables, charts and page of an earlier run that this run
    /// lacks.
    pub fn save(&self, run: &BenchmarkRun, board: Option<&BoardProfile>) -> anyhow::Result<()> {
        let mut stale: Vec<String> = Chart::file_names().chain([PAGE_NAME.to_owned()]).collect();
        let squares = TallyTable::CSV;
        match board {
            Some(board) => {
                board.subtrees.save(&self.path)?;
                write_file(&self.path.join(squares), board.squares.as_bytes())?;
            }
            None => stale.extend([squares.to_owned(), SubtreeTimes::CSV.to_owned()]),
        }
        for name in stale {
            remove_if_there(&self.path.join(name))?;
        }
        Ok(run.save(&self.path)?)
    }
}

/// Detailed measurements of boards.
pub struct BoardProfile {
    subtrees: SubtreeTimes,
    squares: String,
}

impl BoardProfile {
    /// Measures the subtrees of a large board and the occupancy of a small one.
    pub fn measure(quick: bool, token: &CancelToken) -> anyhow::Result<Self> {
        let run = EngineRun::new().cancel(token);
        Ok(Self {
            subtrees: subtree_times(if quick { 14 } else { 16 }, &run)?,
            squares: queens::tally(12, &run)?.total.csv(),
        })
    }
}

/// Removes a file if it exists.
fn remove_if_there(file: &Path) -> anyhow::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", file.display()))
        }
        _ => Ok(()),
    }
}

/// Headings of the columns that name a trial.
pub const HEADING: &str = "family case         solver    kernel thr";

/// Width of these columns, in characters.
pub const WIDTH: usize = HEADING.len();

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/bench-compare.txt"))]
pub struct BenchCompareArgs {
    /// Folder of the first run
    a: InputFolder,
    /// Folder of the second run
    b: InputFolder,
}

pub fn compare_runs(args: &BenchCompareArgs, session: Session) -> anyhow::Result<Exit> {
    let (a, b) = (BenchmarkRun::load(&args.a)?, BenchmarkRun::load(&args.b)?);
    let compared = compare(&a, &b);
    let trials = &compared.trials;
    ensure!(!trials.is_empty(), "the runs have no trial in common");
    let count = |change| trials.iter().filter(|it| it.change == Some(change)).count();
    let (faster, slower) = (count(Change::Faster), count(Change::Slower));
    if session.json {
        let json = json!({
            "trials": trials,
            "families": compared.families,
            "faster": faster,
            "slower": slower,
        });
        print_json(json)?;
    } else {
        let heading = format!("{HEADING} {:>7} {:>7} {:>7}\n", "cpu", "wall", "noise");
        let rows: String = trials.iter().map(table_row).collect();
        print(&(heading + &rows + &conclusion(&compared, faster, slower)))?;
    }
    note_doubts(args, [&a, &b], trials, session);
    Ok(Exit::Complete)
}

/// Families that differ as a whole, and the numbers of faster and slower trials.
fn conclusion(compared: &ComparedRuns, faster: usize, slower: usize) -> String {
    if compared.families.is_empty() {
        return "no verdict: one timing per trial has no spread\n".to_owned();
    }
    let shift = |shift: &FamilyShift| {
        let change = match shift.change {
            Change::Faster => "faster",
            Change::Slower => "slower",
            Change::None => return None,
        };
        let (family, percent) = (&shift.family, 100.0 * (shift.cpu - 1.0).abs());
        Some(format!("{family}: {percent:.1} % {change} overall\n"))
    };
    let shifts: String = compared.families.iter().filter_map(shift).collect();
    if shifts.is_empty() && faster + slower == 0 {
        return "no difference\n".to_owned();
    }
    let trials = compared.trials.len();
    format!("{shifts}{faster} faster, {slower} slower, of {trials} trials\n")
}

/// Prints notes on the reliability of a comparison.
fn note_doubts(
    args: &BenchCompareArgs,
    runs: [&BenchmarkRun; 2],
    trials: &[Comparison],
    session: Session,
) {
    let judged: Vec<f64> = trials.iter().filter_map(|trial| trial.least).collect();
    if judged.is_empty() {
        session.note("hint: countless bench --runs 5 makes runs that can be compared");
    } else {
        let least = 100.0 * median(&judged);
        session.note(&format!(
            "note: in half of the trials, a change below {least:.1} % is not detectable"
        ));
    }
    for (run, folder) in runs.into_iter().zip([&args.a, &args.b]) {
        let folder = folder.display();
        if run.incomplete {
            session.note(&format!("note: {folder} is incomplete: it was interrupted"));
        }
        if let Some(load) = run.machine.load.filter(|_| run.machine.is_busy()) {
            session.note(&format!(
                "warning: {folder} was measured at a load of {load:.2} on {}; a change that all \
                 trials have in common may be due to the load",
                plural(run.machine.threads as u128, "processor")
            ));
        }
        let outliers = run.records.iter().filter(|it| it.outliers() > 0).count();
        if outliers > 0 {
            session.note(&format!(
                "warning: {folder} has outliers in {}",
                plural(outliers as u128, "trial")
            ));
        }
    }
    if runs[0].machine.processor != runs[1].machine.processor {
        session.note("note: the runs are of different machines");
    }
}

/// Row of the table: ratios of the second run to the first.
fn table_row(comparison: &Comparison) -> String {
    let change = match (comparison.failed, comparison.change) {
        (true, _) => "  failed",
        (_, Some(Change::Faster)) => "  faster",
        (_, Some(Change::Slower)) => "  slower",
        _ => "",
    };
    let ratio = |ratio: f64| {
        if ratio.is_finite() {
            format!("{ratio:.3}")
        } else {
            "-".to_owned()
        }
    };
    // A single run has no spread.
    let noise = match comparison.change {
        Some(_) => format!("{:.1}%", 100.0 * comparison.noise),
        None => "-".to_owned(),
    };
    let trial = comparison.trial.to_string();
    let (cpu, wall) = (ratio(comparison.cpu), ratio(comparison.wall));
    format!("{trial:WIDTH$} {cpu:>7} {wall:>7} {noise:>7}{change}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_results_goes_again() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("results/here");
        drop(RunFolder::make(&path, false).expect("it can be made"));
        assert!(!path.exists() && !folder.path().join("results").exists());
        let guard = RunFolder::make(&path, false).expect("it can be made");
        fs::write(path.join("bench.csv"), "").expect("a file");
        drop(guard);
        assert!(path.join("bench.csv").exists());
        drop(RunFolder::make(folder.path(), false).expect("it is there"));
        assert!(folder.path().exists());
    }
}
