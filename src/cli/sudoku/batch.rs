//! Runs a batch of puzzles, for the commands that write a row for each.
//!
//! With a ledger, the rows of the whole go to `--output`, and those of a shard lie beside its
//! ledger.

use anyhow::ensure;
use countless::engine::Problem;
use countless::sudoku::{Batch, BatchTally};
use countless::variants;
use serde_json::Value;

use super::super::args::{Recording, Running};
use super::super::dry_run::dry_run;
use super::super::exit::Exit;
use super::super::output::{grouped, plural, say};
use super::super::rows::Rows;
use super::super::session::{Session, Told};
use super::Source;

/// What is to be done with a batch, and where its rows go.
pub struct Task<'a, P> {
    pub source: &'a Source,
    pub batch: &'a P,
    pub rows: &'a Rows,
    pub recording: &'a Recording,
    pub running: &'a Running,
    pub session: Session,
}

/// The puzzles of files, whatever their shape.
pub trait Files: Problem<Tally = BatchTally> {
    /// What messages call the files.
    fn names(&self) -> impl Iterator<Item = &str>;
}

impl Files for Batch {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.names()
    }
}

impl Files for variants::Batch {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.names()
    }
}

/// What is to be told of a batch.
pub struct Findings {
    /// How many puzzles of each kind there are.
    pub counts: Vec<(u64, &'static str)>,
    pub json: Value,
    /// Whether a puzzle is not as it should be.
    pub is_flawed: bool,
}

impl<P: Files> Task<'_, P> {
    /// Writes the rows, and tells what came out; or says what would be done, if only that is
    /// asked for.
    pub fn run(&self, tell: impl FnOnce(&BatchTally) -> Findings) -> anyhow::Result<Exit> {
        let (recording, rows, session) = (self.recording, self.rows, self.session);
        if recording.is_given() {
            ensure!(
                recording.subtrees.is_none(),
                "--subtrees is not supported here: an input is always split into the same subtrees"
            );
            rows.require_order(recording)?;
        }
        let (rows_session, telling) = rows.sessions(session, recording);
        if recording.dry_run {
            let format = rows.format(rows_session)?;
            return dry_run(session, self.batch, self.running, recording, Some(format));
        }
        let table = rows.table(rows_session)?;
        let complaints = self.source.complaints(session, recording)?;
        let result = session.run(self.running, recording, "puzzles", |run| {
            rows.order(complaints.listen(run)).write(self.batch, table)
        });
        let outcome = complaints.end(result)?;
        let puzzles = outcome.total.puzzles();
        let is_whole = outcome.shard().is_none();
        if outcome.is_complete() && is_whole {
            warn_if_empty(puzzles, self.batch.names());
        }
        let Findings {
            counts,
            json,
            is_flawed,
        } = tell(&outcome.total);
        let told = Told {
            found: described(puzzles, counts),
            count: outcome.new_of(|tally| tally.puzzles().into()),
            json,
            ..Told::default()
        };
        let so_far = rows.so_far(&outcome);
        let exit = telling.conclude(&outcome, self.running, &so_far, told)?;
        Ok(exit.flawed_if(is_flawed || is_whole && puzzles == 0))
    }
}

/// A warning if there was nothing to do.
pub fn warn_if_empty<'a>(puzzles: u64, names: impl IntoIterator<Item = &'a str>) {
    if puzzles > 0 {
        return;
    }
    let names: Vec<&str> = names.into_iter().collect();
    say(&match names[..] {
        [name] => format!("warning: {name} contains no puzzle"),
        _ => format!("warning: the {} inputs contain no puzzle", names.len()),
    });
}

/// `8 puzzles (4 unique, 4 invalid)`.
pub fn described(rows: u64, counts: Vec<(u64, &str)>) -> String {
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
