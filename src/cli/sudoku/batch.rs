//! Runs a batch of puzzles, for the commands that write a row for each.
//!
//! With a ledger, the rows of the whole go to `--output`, and those of a shard lie beside its
//! ledger.

use anyhow::ensure;
use countless::engine::Job;
use countless::sudoku::{Batch, BatchTally};
use countless::variants;
use serde_json::Value;

use super::super::args::{Recording, Running};
use super::super::exit::Exit;
use super::super::output::{grouped, plural, say};
use super::super::perform::{Report, Task};
use super::super::rows::Rows;
use super::super::session::Session;
use super::Source;

/// What is asked of puzzles, and the flags that say where the rows go.
pub struct Question<'a> {
    pub source: &'a Source,
    pub rows: &'a Rows,
    pub recording: &'a Recording,
    pub running: &'a Running,
}

/// The puzzles of files, whatever their shape.
pub trait Files {
    /// What messages call the files.
    fn names(&self) -> Vec<&str>;

    fn job(&self) -> Job<'_, BatchTally>;
}

impl Files for Batch {
    fn names(&self) -> Vec<&str> {
        self.names().collect()
    }

    fn job(&self) -> Job<'_, BatchTally> {
        self.job()
    }
}

impl Files for variants::Batch {
    fn names(&self) -> Vec<&str> {
        self.names().collect()
    }

    fn job(&self) -> Job<'_, BatchTally> {
        self.job()
    }
}

/// What was found in a batch.
pub struct Findings {
    /// How many puzzles of each kind there are.
    pub counts: Vec<(u64, &'static str)>,
    pub json: Value,
    /// Whether a puzzle is not as it should be.
    pub is_flawed: bool,
}

impl Question<'_> {
    /// Writes a row for each puzzle.
    pub fn ask(
        &self,
        files: &dyn Files,
        session: Session,
        find: impl FnOnce(&BatchTally) -> Findings,
    ) -> anyhow::Result<Exit> {
        let Self {
            source,
            rows,
            recording,
            running,
        } = *self;
        ensure!(
            recording.subtrees.is_none(),
            "--subtrees is not supported here: an input is always split into the same subtrees"
        );
        let task = Task::new(files.job(), "puzzles", running).recording(recording);
        let task = task.rows(rows).rejects(source.rejects(recording)?);
        session.perform(task, |outcome| {
            let puzzles = outcome.total.puzzles();
            let is_whole = outcome.shard().is_none();
            if outcome.is_complete() && is_whole {
                warn_if_empty(puzzles, &files.names());
            }
            let Findings {
                counts,
                json,
                is_flawed,
            } = find(&outcome.total);
            Ok(Report {
                found: described(puzzles, counts),
                count: outcome.new_of(|tally| tally.puzzles().into()),
                json,
                is_flawed: is_flawed || is_whole && puzzles == 0,
                ..Report::default()
            })
        })
    }
}

/// A warning if there was nothing to do.
pub fn warn_if_empty(puzzles: u64, names: &[&str]) {
    if puzzles > 0 {
        return;
    }
    say(&match names {
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
