//! The command `countless report`, and folders of benchmark runs.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::super::output::{Exit, print, print_json};
use super::super::paths::OutputFolder;
use super::super::picture_args::warn_of_missing_characters;
use super::super::session::Session;
use anyhow::{Context, ensure};
use clap::Args;
use countless::engine::{CancelToken, Run as EngineRun};
use countless_measure::{
    BenchmarkRun, Chart, PAGE_NAME, RunResults, SubtreeTimes, TallyTable, occupancy, report_page,
    subtree_times, write_file,
};

#[derive(Args, Debug)]
#[command(after_help = "\
FOLDER contains a run written by `countless bench -o`: bench.json. If it contains
tally.csv, the table of `countless queens count --tally`, or subtrees.csv, the times of subtrees, these are drawn, too.

Example:
  countless report results/here --open")]
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
    for name in Chart::NAMES {
        for extension in ["svg", "png"] {
            let file = args.folder.join(name).with_extension(extension);
            remove_if_there(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        }
    }
    let missing = charts
        .iter()
        .flat_map(|chart| chart.missing.iter().copied());
    warn_of_missing_characters(missing);
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
        let json = serde_json::json!({ "page": page, "charts": charts });
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

/// Folder of a run. It replaces an earlier run only with `--force`.
pub struct RunFolder {
    path: PathBuf,
    _guard: NewFolder,
}

impl RunFolder {
    /// Creates the folder if it is missing. Files of an earlier run stay until the first
    /// [`save`](Self::save).
    pub fn make(path: &Path, force: bool) -> anyhow::Result<Self> {
        let taken = [BenchmarkRun::JSON, BenchmarkRun::CSV, PAGE_NAME].map(|name| path.join(name));
        if let Some(file) = taken.iter().find(|file| file.exists() && !force) {
            anyhow::bail!(
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
        Ok(Self {
            path: path.to_owned(),
            _guard: NewFolder::make(path)?,
        })
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the measurements. Removes tables, charts and page of an earlier run that this run
    /// lacks.
    pub fn save(&self, run: &BenchmarkRun, board: Option<&BoardProfile>) -> anyhow::Result<()> {
        let charts = Chart::NAMES.into_iter();
        let charts =
            charts.flat_map(|name| ["svg", "png"].map(|ending| format!("{name}.{ending}")));
        let mut stale: Vec<String> = charts.chain([PAGE_NAME.to_owned()]).collect();
        let squares = TallyTable::CSV;
        match board {
            Some(board) => {
                board.subtrees.save(&self.path)?;
                write_file(&self.path.join(squares), board.squares.as_bytes())?;
            }
            None => stale.extend([squares.to_owned(), SubtreeTimes::CSV.to_owned()]),
        }
        for name in stale {
            let file = self.path.join(name);
            remove_if_there(&file).with_context(|| format!("cannot remove {}", file.display()))?;
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
            squares: occupancy(12, &run)?.csv(),
        })
    }
}

/// Folder for results. Dropping it removes the folders that it created, if they are empty.
#[derive(Debug)]
pub struct NewFolder {
    /// Folders that did not exist before, the innermost first.
    created: Vec<PathBuf>,
}

impl NewFolder {
    /// Creates a folder if it is missing, and checks that files can be written to it.
    pub fn make(folder: &Path) -> anyhow::Result<Self> {
        let missing = folder
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let new = Self {
            created: missing.map(Path::to_owned).collect(),
        };
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        tempfile::tempfile_in(folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(new)
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        for folder in &self.created {
            // Only empty folders are removed; for others the call fails.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Removes a file if it exists.
pub fn remove_if_there(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_results_goes_again() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("results/here");
        drop(NewFolder::make(&path).expect("it can be made"));
        assert!(!path.exists() && !folder.path().join("results").exists());
        let guard = NewFolder::make(&path).expect("it can be made");
        fs::write(path.join("bench.csv"), "").expect("a file");
        drop(guard);
        assert!(path.join("bench.csv").exists());
        drop(NewFolder::make(folder.path()).expect("it is there"));
        assert!(folder.path().exists());
    }
}
