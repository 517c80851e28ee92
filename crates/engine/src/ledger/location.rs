//! Location of a ledger: a file, or a folder with a file for each shard.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::finished_subtrees::{Records, header, read_header};
use super::open_ledger::unfinished_path;
use super::run_plan::{Plan, Shard};
use crate::error::Error;
use countless_simd::sort;
use countless_table::not_regular;

/// Name of the ledger of the whole plan in a folder.
const WHOLE: &str = "ledger.csv";

/// Location of the ledger of a shard. All methods but `create_folder` only read.
#[derive(Clone, Debug)]
pub struct LedgerLocation {
    file: PathBuf,
    /// The folder with a file for each shard, unless the location is a single file.
    folder: Option<PathBuf>,
    shard: Shard,
}

impl LedgerLocation {
    /// The location for a path. A folder, or a path that ends in a slash (on Windows also a
    /// backslash), contains a file for each shard.
    pub fn new(path: &Path, shard: Shard) -> Self {
        let spelled = path.as_os_str().to_string_lossy();
        let is_folder = spelled.ends_with(std::path::is_separator) || path.is_dir();
        let file = match is_folder {
            true if shard == Shard::WHOLE => path.join(WHOLE),
            true => path.join(shard_file_name(shard)),
            false => path.to_owned(),
        };
        Self {
            file,
            folder: is_folder.then(|| path.to_owned()),
            shard,
        }
    }

    /// Path of the complete file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Creates the folder if it does not exist.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn create_folder(&self) -> Result<(), Error> {
        match &self.folder {
            Some(folder) => fs::create_dir_all(folder).map_err(|error| Error::write(folder, error)),
            None => Ok(()),
        }
    }

    /// Records of the file, complete or not. `None` if the file does not exist or its header is
    /// incomplete.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], or [`Error::Ledger`] if the file is damaged or belongs to another plan.
    pub fn records(&self, plan: &Plan) -> Result<Option<Records>, Error> {
        let working = unfinished_path(&self.file, self.shard);
        let found = match read(&self.file, plan)? {
            None if working != self.file => read(&working, plan)?.map(|found| (found, &working)),
            found => found.map(|found| (found, &self.file)),
        };
        let Some((records, path)) = found else {
            return Ok(None);
        };
        records.plan().require(plan, &path.display())?;
        Ok(Some(records))
    }

    /// Number of subtrees in the header of the ledger, or else of a shard of this plan in the folder.
    /// The number in `plan` is ignored. `None` without a complete header.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], or [`Error::Ledger`] if the ledger is damaged.
    pub fn subtrees(&self, plan: &Plan) -> Result<Option<u64>, Error> {
        for file in [&self.file, &unfinished_path(&self.file, self.shard)] {
            if let Some(found) = recorded_plan(file, plan)? {
                return Ok(Some(found.subtrees));
            }
        }
        for file in self.shard_files()? {
            // Shards of other plans may be in the folder.
            if let Ok(Some(found)) = recorded_plan(&file, plan)
                && found.spec == plan.spec
                && found.split == plan.split
            {
                return Ok(Some(found.subtrees));
            }
        }
        Ok(None)
    }

    /// Records of the shards of a plan in the folder, each with the name of its ledger. Ignores
    /// ledgers of other plans. Empty unless this is the location of the whole plan.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], or [`Error::Ledger`] if a ledger is damaged.
    pub fn shards(&self, plan: &Plan) -> Result<Vec<(Records, String)>, Error> {
        let mut shards = Vec::new();
        if self.shard != Shard::WHOLE {
            return Ok(shards);
        }
        for file in self.shard_files()? {
            let records = read(&file, plan)?;
            if let Some(records) = records.filter(|records| records.plan() == plan) {
                shards.push((records, file.display().to_string()));
            }
        }
        Ok(shards)
    }

    /// Paths of the ledgers of shards in the folder.
    fn shard_files(&self) -> Result<Vec<PathBuf>, Error> {
        let Some(folder) = &self.folder else {
            return Ok(Vec::new());
        };
        let fail = |error| Error::read(folder, error);
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(fail)?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let file = entry.map_err(fail)?.path();
            if is_shard_file(&file) && file.is_file() {
                files.push(file);
            }
        }
        sort(&mut files);
        Ok(files)
    }
}

/// File name of the ledger of a shard in a folder.
fn shard_file_name(shard: Shard) -> String {
    format!("{}-of-{}.csv", shard.index(), shard.count())
}

/// True if the file name is that of the ledger of a shard, complete or not.
fn is_shard_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".part").unwrap_or(&name);
    let numbers = name
        .strip_suffix(".csv")
        .and_then(|name| name.split_once("-of-"));
    let shard = numbers.and_then(|(index, count)| {
        let (index, count) = (index.parse().ok()?, count.parse().ok()?);
        Shard::new(index, count)
    });
    shard.is_some_and(|shard| shard_file_name(shard) == name)
}

/// Reads the plan in the header of a ledger. `None` if the file does not exist or its header is
/// incomplete. The number of subtrees in `plan` is ignored.
fn recorded_plan(path: &Path, plan: &Plan) -> Result<Option<Plan>, Error> {
    let fail = |error| Error::read(path, error);
    if file_length(path)?.is_none() {
        return Ok(None);
    }
    let (lines, is_complete) = read_header(path).map_err(fail)?;
    if !is_complete && is_start_of_header(&lines, plan) {
        return Ok(None);
    }
    let records = if is_complete {
        Records::parse(&lines, &path.display().to_string())?
    } else {
        Records::read(path)?
    };
    Ok(Some(records.plan().clone()))
}

/// True if these bytes can be the start of a header of this plan. The number of subtrees is ignored.
fn is_start_of_header(bytes: &[u8], plan: &Plan) -> bool {
    let header = header(plan);
    let name = b",subtrees=";
    let known = header.windows(name.len()).position(|part| part == name);
    let known = &header[..known.map_or(header.len(), |at| at + name.len())];
    known.starts_with(bytes) || bytes.starts_with(known)
}

/// Length of a file. `None` if it does not exist.
fn file_length(path: &Path) -> Result<Option<u64>, Error> {
    let fail = |error| Error::read(path, error);
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Ok(there) if !there.is_file() => Err(fail(not_regular())),
        there => Ok(Some(there.map_err(fail)?.len())),
    }
}

/// Reads a ledger. `None` if the file does not exist or its header is incomplete.
fn read(path: &Path, plan: &Plan) -> Result<Option<Records>, Error> {
    let fail = |error| Error::read(path, error);
    let Some(length) = file_length(path)? else {
        return Ok(None);
    };
    let header = header(plan);
    if length < header.len() as u64 && header.starts_with(&fs::read(path).map_err(fail)?) {
        return Ok(None);
    }
    Records::read(path).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ledgers_of_shards_are_known_by_their_names() {
        for name in ["0-of-2.csv", "1-of-2.csv.part", "199-of-200.csv"] {
            assert!(is_shard_file(Path::new(name)), "{name}");
        }
        for name in [
            "ledger.csv",
            "2-of-2.csv",
            "00-of-2.csv",
            "0-of-2.csv.rows",
            "0-of-2",
            "-of-2.csv",
            "0-of-2.csv.bak",
        ] {
            assert!(!is_shard_file(Path::new(name)), "{name}");
        }
    }
}
