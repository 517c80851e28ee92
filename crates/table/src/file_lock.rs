//! Files that only one process writes at a time.

#[cfg(not(windows))]
use std::fs::TryLockError;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use super::table_error::TableError;

/// Opens a regular file and locks it against writes of other processes. Returns `None` if another
/// process holds the lock.
///
/// # Errors
///
/// [`TableError::Write`] if the path leads to a pipe, device or folder, or if the system fails.
pub fn lock(path: &Path, options: &OpenOptions) -> Result<Option<File>, TableError> {
    let fail = |error| TableError::write(path, error);
    loop {
        // Opening a pipe would wait for its other end, and a device does not end.
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(fail(not_regular()));
        }
        let Some(file) = open_locked(path, options).map_err(fail)? else {
            return Ok(None);
        };
        // The previous owner of the lock may have renamed the file.
        if leads_to(path, &file) {
            return Ok(Some(file));
        }
    }
}

/// Opens a file and locks it. Returns `None` if another process holds the lock.
#[cfg(not(windows))]
fn open_locked(path: &Path, options: &OpenOptions) -> io::Result<Option<File>> {
    let file = options.open(path);
    let file = file.map_err(|error| name_folder(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Opens a file that other processes may read, rename and remove, but not write. Returns `None` if
/// another process has opened it so. A lock would prevent reads through other handles, too.
#[cfg(windows)]
fn open_locked(path: &Path, options: &OpenOptions) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;

    // Constants of the Windows API.
    const FILE_SHARE_READ: u32 = 1;
    const FILE_SHARE_DELETE: u32 = 4;
    let shared = FILE_SHARE_READ | FILE_SHARE_DELETE;
    match options.clone().share_mode(shared).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if is_sharing_violation(&error) => Ok(None),
        Err(error) => Err(name_folder(path, error)),
    }
}

/// Returns whether opening failed because another process does not share the file with writers.
/// Only Windows reports this error.
pub(super) fn is_sharing_violation(error: &io::Error) -> bool {
    const ERROR_SHARING_VIOLATION: i32 = 32;
    cfg!(windows) && error.raw_os_error() == Some(ERROR_SHARING_VIOLATION)
}

/// Replaces a "not found" error by one that names the folder of `path`, if that folder is missing.
pub(super) fn name_folder(path: &Path, error: io::Error) -> io::Error {
    let missing = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    match missing {
        Some(folder) if error.kind() == io::ErrorKind::NotFound => {
            let reason = format!("folder {} not found", folder.display());
            io::Error::new(io::ErrorKind::NotFound, reason)
        }
        _ => error,
    }
}

/// Returns the error for a pipe, device or folder in place of a file.
pub fn not_regular() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        "expected a file, found a folder, pipe or device",
    )
}

/// Returns whether a path still leads to an open file. The file may have been removed or replaced.
#[cfg(unix)]
pub fn leads_to(path: &Path, file: &File) -> bool {
    match (fs::metadata(path), file.metadata()) {
        (Ok(there), Ok(open)) => is_same(&there, &open),
        _ => false,
    }
}

/// Returns whether both metadata belong to one file.
#[cfg(unix)]
pub(super) fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns whether a path still leads to an open file. Windows identifies only open files.
#[cfg(not(unix))]
pub fn leads_to(path: &Path, file: &File) -> bool {
    use same_file::Handle;

    let open = file.try_clone().and_then(Handle::from_file);
    matches!((Handle::from_path(path), open), (Ok(there), Ok(open)) if there == open)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_has_the_file_of_a_name() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("file");
        let mut options = File::options();
        let options = options.write(true).create(true);
        let lock = || lock(&path, options).expect("it can be opened");
        let first = lock().expect("nobody has it");
        assert!(lock().is_none());
        fs::rename(&path, folder.path().join("other")).expect("it can be renamed");
        assert!(!leads_to(&path, &first));
        let second = lock().expect("it is another file");
        assert!(leads_to(&path, &second));
    }

    #[test]
    fn pipes_devices_and_folders_are_refused() {
        for path in ["/dev/null", "/dev/full", "/tmp"] {
            let error = lock(path.as_ref(), File::options().write(true)).expect_err(path);
            assert_eq!(error.to_string(), format!("cannot write {path}"));
        }
    }
}
