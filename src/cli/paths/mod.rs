//! Files that a command names. The type of a flag declares them; one check compares them before any
//! is opened.
//!
//! ```text
//! type of a flag ──▶ Role ──▶ claims: files read or written ──▶ apart: no two clash
//!                                                            └─▶ each output can be written
//! ```

mod file_claim;
#[cfg(test)]
mod shared_file_tests;

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{ArgMatches, Command};
use countless::table::FileId;

use file_claim::{ClaimedFiles, FileClaim, all_claims, is_standard};

pub use file_claim::{
    InputFile, InputFolder, LedgerFile, Ledgers, OutputFile, OutputFolder, PuzzleSource, SideFile,
    TextOrFile, flag_name, ledgers_in, names_file, with_hints,
};

/// Requires all files of a command line to be different, each output to be writable, and standard
/// input to be read once. Changes nothing.
pub fn check(command: &Command, matches: &ArgMatches) -> anyhow::Result<()> {
    let claims = all_claims(command, matches)?;
    require_apart(&claims)?;
    if is_dry_run(matches) {
        return Ok(());
    }
    Ok(claims.iter().try_for_each(FileClaim::try_output)?)
}

/// Path of an output; none for stdout.
pub fn beside_stdout(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| !is_standard(path))
}

/// True if `--dry-run` is given.
fn is_dry_run(matches: &ArgMatches) -> bool {
    match matches.subcommand() {
        Some((_, inner)) => is_dry_run(inner),
        None => matches!(matches.try_get_one("dry_run"), Ok(Some(true))),
    }
}

/// Requires that a file written for one flag is not read or written for another.
pub fn require_apart(claims: &[FileClaim]) -> anyhow::Result<()> {
    for (place, written) in claims.iter().enumerate().filter(|(_, claim)| claim.writes) {
        for (other_place, other) in claims.iter().enumerate() {
            let is_pair = !other.writes || other_place < place;
            if is_pair && other.flag != written.flag {
                require_pair(written, other)?;
            }
        }
    }
    Ok(())
}

/// Name of a flag, or of an argument without a flag.
pub(super) fn argument_name(flag: &str) -> &str {
    if flag.contains('|') {
        "the input"
    } else {
        flag
    }
}

fn require_pair(written: &FileClaim, other: &FileClaim) -> anyhow::Result<()> {
    let flags = format!("{} and {}", argument_name(&other.flag), written.flag);
    let hint = "hint: give one of them another path";
    match (&written.files, &other.files) {
        (ClaimedFiles::One(one), ClaimedFiles::One(two))
            if one.is_same(two) && !one.is_device() =>
        {
            let mut paths: Vec<String> = [&other.path, &written.path]
                .into_iter()
                .filter(|path| **path != PathBuf::new())
                .map(|path| path.display().to_string())
                .collect();
            paths.dedup();
            bail!("{flags} are the same file: {}\n{hint}", paths.join(", "))
        }
        (ClaimedFiles::One(file), ClaimedFiles::Fitting(folder, fits))
            if is_among(file, folder, fits) =>
        {
            bail!(
                "{flags}: {} would be one of the files in this folder that {} reads\n{hint}",
                written.path.display(),
                other.flag
            )
        }
        (ClaimedFiles::Fitting(folder, fits), ClaimedFiles::One(one))
            if is_among(one, folder, fits) =>
        {
            bail!(
                "{flags}: {} could be one of the files in this folder that {} writes\n{hint}",
                other.path.display(),
                written.flag
            )
        }
        _ => Ok(()),
    }
}

/// True if a file is in a folder and its name fits.
fn is_among(file: &FileId, folder: &FileId, fits: &dyn Fn(&Path) -> bool) -> bool {
    fits(Path::new(file.name())) && file.folder().is_same(folder)
}
