//! Runs a batch of puzzles, for the commands that write a row for each.
//!
//! With a ledger, the rows of the whole go to `--output`, and those of a shard lie beside its
//! ledger.

use anyhow::ensure;
use countless::engine::Outcome;
use countless::io::RowFormat;
use countless::sudoku::{Batch, BatchTally};

use super::super::args::{Recording, Rows, Running};
use super::super::dry_run::dry_run;
use super::super::exit::Exit;
use super::super::output::{grouped, plural, say};
use super::super::session::Session;

/// What is to be done with a batch, and where its rows go.
pub struct Task<'a> {
    pub batch: &'a Batch,
    pub rows: &'a Rows,
    pub recording: &'a Recording,
    pub running: &'a Running,
    pub session: Session,
}

impl Task<'_> {
    /// Writes the rows; or says what would be done, if only that is asked for.
    pub fn run(&self) -> anyhow::Result<Result<Outcome<BatchTally>, Exit>> {
        let (recording, rows) = (self.recording, self.rows);
        if recording.is_given() {
            self.require_order()?;
        }
        if recording.dry_run {
            let format = RowFormat::new(rows.format(), &self.columns());
            let header = String::from_utf8_lossy(&format.header()).into_owned();
            let header = Some(header.trim_end());
            return dry_run(self.session, self.batch, self.running, recording, header).map(Err);
        }
        let run = |table| {
            self.session.run(self.running, recording, "puzzles", |run| {
                rows.order(run.clone()).write(self.batch, table)
            })
        };
        let outcome = run(rows.table())?;
        if outcome.is_complete() && outcome.shard().is_none() {
            warn_if_empty(outcome.total.puzzles(), self.batch.names());
        }
        Ok(Ok(outcome))
    }

    fn columns(&self) -> countless::io::Columns {
        countless::engine::Problem::columns(self.batch)
    }

    /// Rows that can be continued are in order, and in a file.
    fn require_order(&self) -> anyhow::Result<()> {
        let (recording, rows) = (self.recording, self.rows);
        ensure!(
            recording.subtrees.is_none(),
            "--subtrees: an input is always cut into chunks of 1024 puzzles"
        );
        ensure!(
            !rows.unordered,
            "--ledger keeps the order: leave out --unordered"
        );
        match (recording.shard.is_some(), &rows.output) {
            _ if recording.dry_run => Ok(()),
            (false, None) => {
                anyhow::bail!("--ledger goes with --output FILE, which can be continued")
            }
            (true, Some(_)) => anyhow::bail!(
                "the rows of a shard are kept beside its ledger: leave out --output, and use \
                 `countless ledger merge --output` in the end"
            ),
            _ => Ok(()),
        }
    }
}

/// How far an interrupted run has come.
pub fn so_far<T>(outcome: &Outcome<T>) -> String {
    format!(" after {}", plural(outcome.rows.into(), "row"))
}

/// A warning if there was nothing to do.
pub fn warn_if_empty<'a>(puzzles: u64, names: impl IntoIterator<Item = &'a str>) {
    if puzzles > 0 {
        return;
    }
    let names: Vec<&str> = names.into_iter().collect();
    say(&match names[..] {
        [name] => format!("warning: {name} holds no puzzle"),
        _ => format!("warning: the {} inputs hold no puzzle", names.len()),
    });
}

/// `8 puzzles (4 unique, 4 invalid)`.
pub fn described<'a>(rows: u64, counts: impl IntoIterator<Item = (u64, &'a str)>) -> String {
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, what)| format!("{} {what}", grouped(count.into())));
    let counts: Vec<String> = counts.collect();
    let rows = plural(rows.into(), "puzzle");
    if counts.is_empty() {
        rows
    } else {
        format!("{rows} ({})", counts.join(", "))
    }
}
