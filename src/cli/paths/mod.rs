//! Files that a command names. The type of a flag declares them; one check compares them before any
//! is opened.
//!
//! ```text
//! type of a flag ──▶ Role ──▶ claims: files read or written ──▶ apart: no two clash
//!                                                            └─▶ each output can be written
//! ```

mod file_claim;
mod file_groups;
mod paths_apart;
mod role;
#[cfg(test)]
mod shared_file_tests;

use clap::{ArgMatches, Command};

pub use file_claim::flag_name;
pub use file_groups::ledgers_in;
pub use role::{
    InputFile, InputFolder, LedgerFile, Ledgers, OutputFile, OutputFolder, PuzzleSource, SideFile,
    TextOrFile, names_file, with_hints,
};

/// Requires all files of a command line to be different, each output to be writable, and standard
/// input to be read once. Changes nothing.
pub fn check(command: &Command, matches: &ArgMatches) -> anyhow::Result<()> {
    let claims = file_claim::all_claims(command, matches)?;
    paths_apart::require_apart(&claims)?;
    if is_dry_run(matches) {
        return Ok(());
    }
    Ok(claims
        .iter()
        .try_for_each(file_claim::FileClaim::try_output)?)
}

/// True if `--dry-run` is given.
fn is_dry_run(matches: &ArgMatches) -> bool {
    match matches.subcommand() {
        Some((_, inner)) => is_dry_run(inner),
        None => matches!(matches.try_get_one("dry_run"), Ok(Some(true))),
    }
}
