//! Files that a command names. The type of a flag declares them; one check compares them before any
//! is opened.
//!
//! ```text
//! type of a flag ──▶ Role ──▶ claims: files read or written ──▶ apart: no two clash
//!                                                            └─▶ each output can be written
//! ```

mod apart;
mod claim;
mod group;
mod role;
#[cfg(test)]
mod tests;

use clap::{ArgMatches, Command};

pub use claim::flag_name;
pub use group::ledgers_in;
pub use role::{
    InputFile, InputFolder, LedgerFile, Ledgers, OutputFile, OutputFolder, PuzzleSource, SideFile,
    TextOrFile, names_file, with_hints,
};

/// Requires all files of a command line to be different and each output to be writable. Changes
/// nothing.
pub fn check(command: &Command, matches: &ArgMatches) -> anyhow::Result<()> {
    let claims = claim::all_claims(command, matches);
    apart::require_apart(&claims)?;
    if is_dry_run(matches) {
        return Ok(());
    }
    Ok(claims.iter().try_for_each(claim::FileClaim::try_output)?)
}

/// True if `--dry-run` is given.
fn is_dry_run(matches: &ArgMatches) -> bool {
    match matches.subcommand() {
        Some((_, inner)) => is_dry_run(inner),
        None => matches!(matches.try_get_one("dry_run"), Ok(Some(true))),
    }
}
