//! Folders of benchmark runs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use countless::engine::{CancelToken, Run as EngineRun};

use countless_measure::{
    BenchmarkRun, Chart, PAGE_NAME, SubtreeTimes, TallyTable, occupancy, subtree_times, write_file,
};

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
