//! The commands `countless ledger`.

mod merge;
mod status;

use std::ops::Range;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use countless::Error;
use countless::engine::Run;
use countless::ledger::{Records, Shard};
use rayon::prelude::*;

use super::output::{Exit, error_text, print_message};
use super::paths::{self, ledgers_in};
use super::session::Session;

#[derive(Debug, Subcommand)]
pub enum LedgerCommand {
    /// Print the plans of ledgers
    Plan(status::LedgerPlanArgs),
    /// Report what is done, what is missing, and the time left
    Status(status::LedgerStatusArgs),
    /// Print the numbers of missing subtrees, or of incomplete shards
    Missing(status::LedgerMissingArgs),
    /// Combine ledgers and print the total if nothing is missing
    Merge(merge::LedgerMergeArgs),
    /// Recount a sample of subtrees by other methods, and compare
    Verify(status::LedgerVerifyArgs),
    /// Rewrite a damaged ledger from its intact records
    Repair(merge::LedgerRepairArgs),
}

/// Runs a command. A fault in a ledger is a result with exit code 1, not an error with exit code 2.
pub fn run(command: &LedgerCommand, session: Session) -> anyhow::Result<Exit> {
    let result = match command {
        LedgerCommand::Plan(args) => status::plan(args, session),
        LedgerCommand::Status(args) => status::status(args, session),
        LedgerCommand::Missing(args) => status::missing(args, session),
        LedgerCommand::Merge(args) => merge::merge(args, session),
        LedgerCommand::Verify(args) => status::verify(args, session),
        LedgerCommand::Repair(args) => merge::repair(args, session),
    };
    match result {
        Err(error) if matches!(error.downcast_ref(), Some(Error::Ledger { .. })) => {
            print_message(&format!("error: {}", error_text(&error)));
            Ok(Exit::Flawed)
        }
        result => result,
    }
}

/// Arguments that name ledgers.
#[derive(Args, Debug)]
struct LedgerPathsArgs {
    /// Ledgers, or folders whose .csv and .csv.part files are ledgers
    #[arg(value_name = "FILE|FOLDER", required = true)]
    paths: Vec<paths::Ledgers>,
}

impl LedgerPathsArgs {
    /// Files of the paths. Those of a folder are sorted by name.
    fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.paths {
            if !path.is_dir() {
                files.push(path.to_path_buf());
                continue;
            }
            let inside = ledgers_in(path)?.into_iter();
            // A run without room for its header, or killed before it, leaves such a file.
            files.extend(inside.filter(|file| Records::has_begun(file)));
        }
        Ok(files)
    }

    /// Reads each ledger, in parallel.
    fn read_each(&self) -> anyhow::Result<Vec<(PathBuf, Records)>> {
        let read = |path: PathBuf| {
            let records = Records::read(&path)?;
            Ok((path, records))
        };
        let files = self.files()?;
        let read = || files.into_par_iter().map(read).collect();
        // The first error is the first in the order of the files.
        let read: Vec<Result<_, Error>> = Run::new().parallel(read)?;
        Ok(read.into_iter().collect::<Result<_, _>>()?)
    }

    /// Merged records of all ledgers; none without a ledger.
    fn merged(&self) -> anyhow::Result<Option<Records>> {
        merged(self.read_each()?)
    }

    /// Error message for paths without a ledger.
    fn no_ledger_message(&self) -> String {
        let paths = self.paths.iter().map(|path| path.display().to_string());
        let paths: Vec<String> = paths.collect();
        format!(
            "no ledger in {}: expected files .csv or .csv.part",
            paths.join(", ")
        )
    }

    /// Merged records of at least one ledger.
    fn records(&self) -> anyhow::Result<Records> {
        self.merged()?.with_context(|| self.no_ledger_message())
    }
}

/// Merged records of all ledgers; none without a ledger.
fn merged(ledgers: Vec<(PathBuf, Records)>) -> anyhow::Result<Option<Records>> {
    let mut ledgers = ledgers.into_iter();
    let Some((_, mut all)) = ledgers.next() else {
        return Ok(None);
    };
    let named = |(path, records): (PathBuf, Records)| (records, path.display().to_string());
    all.merge(ledgers.map(named).collect())?;
    Ok(Some(all))
}

/// Requires the total of complete records to equal the published one, if there is one, and returns
/// the source of that.
fn require_known(records: &Records) -> anyhow::Result<Option<&'static str>> {
    if !records.is_complete(Shard::WHOLE) {
        return Ok(None);
    }
    let total = records.total(Shard::WHOLE)?.count;
    let Some(known) = countless::registry().known_total(records.plan()) else {
        return Ok(None);
    };
    let source = known.source;
    if known.total != total {
        let reason = format!("differs from the known total {} ({source})", known.total);
        return Err(Error::Miscounted { total, reason }.into());
    }
    Ok(Some(source))
}

/// Formats ascending ranges of numbers: `0-5,7,8`.
fn ranges(missing: &[Range<u64>]) -> String {
    let runs = missing.chunk_by(|a, b| a.end == b.start).map(|run| {
        let (first, last) = (run[0].start, run[run.len() - 1].end - 1);
        match last - first {
            0 => first.to_string(),
            1 => format!("{first},{last}"),
            _ => format!("{first}-{last}"),
        }
    });
    runs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn runs_of_three_become_ranges() {
        assert_eq!(ranges(&[3..4, 7..8, 19..20]), "3,7,19");
        assert_eq!(ranges(&[0..1, 1..2, 2..4, 5..7, 9..10]), "0-3,5,6,9");
        assert_eq!(ranges(&[]), "");
    }
}
