//! The folder of results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// A folder that results will be written to. If none are, it goes again.
#[derive(Debug)]
pub struct NewFolder {
    /// The folders that were not there before, the innermost first.
    created: Vec<PathBuf>,
}

impl NewFolder {
    /// Makes a folder, unless it is there, and tries whether files can be written to it.
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
            // Only an empty folder can be removed; one with results is not.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Removes a file, if it is there.
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
