//! Groups of files with related names: ledgers in a folder, pages of a drawing.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Ledgers in a folder, sorted by name.
pub fn ledgers_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let fail = || format!("cannot read {}", folder.display());
    let mut inside = Vec::new();
    for entry in fs::read_dir(folder).with_context(fail)? {
        inside.push(entry.with_context(fail)?.path());
    }
    inside.retain(|file| is_ledger(file) && file.is_file());
    inside.sort();
    Ok(inside)
}

/// True if the name of a file is that of a ledger.
pub fn is_ledger(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".csv", ".csv.part"].iter().any(|end| name.ends_with(end))
}

/// Folder of further pages of a drawing; none for formats with one file.
pub fn pages_beside(path: &Path) -> Option<&Path> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let folder = path.parent()?;
    let is_numbered = matches!(&extension[..], "svg" | "png");
    is_numbered.then_some(if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    })
}

/// True if a file has the name of a further page of the drawing `path`.
pub fn is_page_of(file: &Path, path: &Path) -> bool {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_os_string();
    let (stem, of) = (stem(file), stem(path));
    let rest = stem.as_encoded_bytes().strip_prefix(of.as_encoded_bytes());
    file.extension() == path.extension() && rest.is_some_and(|rest| rest.starts_with(b"-"))
}
