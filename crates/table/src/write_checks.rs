//! Checks of outputs before a run, which leave all files unchanged.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::file_lock::{is_sharing_violation, not_regular};
use super::identity::real_path;
use super::output::temporary;
use super::table_error::TableError;

/// Checks that a file can be created or replaced on completion.
///
/// # Errors
///
/// [`TableError::Write`], which names the path.
pub fn try_replace(path: &Path) -> Result<(), TableError> {
    let tried = temporary(&real_path(path));
    tried
        .map(drop)
        .map_err(|error| TableError::write(path, error))
}

/// Checks that a file can be created, or appended to if it exists. A file that another process is
/// writing passes: locking it fails later.
///
/// # Errors
///
/// [`TableError::Write`], which names the path, also for a device or pipe.
pub fn try_append(path: &Path) -> Result<(), TableError> {
    match fs::metadata(path) {
        Ok(there) if there.is_file() => match File::options().append(true).open(path) {
            Err(error) if !is_sharing_violation(&error) => Err(error),
            _ => Ok(()),
        },
        Ok(_) => Err(not_regular()),
        Err(_) => return try_replace(path),
    }
    .map_err(|error| TableError::write(path, error))
}

/// Checks that files can be created in a folder. The folder need not exist yet.
///
/// # Errors
///
/// [`TableError::Write`], which names the path.
pub fn try_folder(path: &Path) -> Result<(), TableError> {
    let real = real_path(path);
    let there = real.ancestors().find(|folder| folder.exists());
    let tried = match there {
        Some(folder) if folder.is_dir() => tempfile::tempfile_in(folder).map(drop),
        _ => Err(io::ErrorKind::NotADirectory.into()),
    };
    tried.map_err(|error| TableError::write(path, error))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_trial_leaves_everything_as_it_is() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "text").expect("a file");
        for name in ["file", "new"] {
            try_replace(&at(name)).expect(name);
            try_append(&at(name)).expect(name);
        }
        for name in ["", "new", "new/inner"] {
            try_folder(&at(name)).expect(name);
        }
        assert_eq!(fs::read(at("file")).expect("a file"), b"text");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let trials = [try_replace, try_append, try_folder];
        for (path, refused) in [
            ("/", [true, true, false]),
            ("/proc/rows", [true, true, true]),
            ("/nowhere/rows", [true, true, false]),
            ("/dev/null/rows", [true, true, true]),
            ("/dev/null", [false, true, true]),
        ] {
            for (trial, refused) in trials.into_iter().zip(refused) {
                let tried = trial(path.as_ref()).map_err(|error| error.to_string());
                let named = Err(format!("cannot write {path}"));
                // An ordinary user cannot write to `/`.
                if refused {
                    assert_eq!(tried, named);
                } else {
                    assert!(tried.is_ok() || tried == named, "{tried:?}");
                }
            }
        }
    }
}
