//! Creation of result folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;

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
