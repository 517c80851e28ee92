//! Files that must not be one another.

use std::fs;
use std::path::{Path, PathBuf};

use super::lock::is_same;
use crate::error::Error;

/// Requires files to be different ones, whatever their paths look like and whether they are
/// there yet. Each has a name for the message; `-`, pipes and devices are no files.
///
/// # Errors
///
/// [`Error::Impossible`] that names two which are the same.
///
/// ```
/// use countless::unstable::io::require_distinct;
///
/// let folder = tempfile::tempdir()?;
/// let (a, b) = (folder.path().join("a"), folder.path().join("b"));
/// assert!(require_distinct(&[("--output", &a), ("--tally", &b)]).is_ok());
/// let again = folder.path().join(".").join("a");
/// assert!(require_distinct(&[("--output", &a), ("--tally", &again)]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn require_distinct(files: &[(&str, &Path)]) -> Result<(), Error> {
    for (place, (name, path)) in files.iter().enumerate() {
        let same = |(_, other): &&(&str, &Path)| is_file(path) && is_same_file(path, other);
        if let Some((other, _)) = files[..place].iter().find(same) {
            let path = path.display();
            let reason = format!("{path}: {other} and {name} are the same file");
            return Err(Error::Impossible(reason));
        }
    }
    Ok(())
}

/// Whether two paths lead to the same file, or would if it were there.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) if cfg!(unix) => is_same(&one, &other),
        _ => resolved(one) == resolved(other),
    }
}

fn is_file(path: &Path) -> bool {
    path != Path::new("-") && fs::metadata(path).map_or(true, |there| there.is_file())
}

/// The path without links, as far as it is there.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let parent = path.parent().filter(|parent| *parent != Path::new(""));
        let parent = fs::canonicalize(parent.unwrap_or(Path::new(".")));
        match (parent, path.file_name()) {
            (Ok(parent), Some(name)) => parent.join(name),
            _ => path.to_owned(),
        }
    })
}
