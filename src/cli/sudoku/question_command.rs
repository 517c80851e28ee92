//! Commands that ask a question about each puzzle of their inputs and write a row for each.
//!
//! With a ledger, the rows of a whole run go to `--output`, and those of a shard to a file beside
//! its ledger.

use anyhow::ensure;
use countless::engine::Job;
use countless::sudoku::questions::Compiled;
use countless::sudoku::{Ask, PuzzleKind, PuzzleTally, Question};
use serde_json::Value;

use super::super::exit::Exit;
use super::super::output::{grouped, plural, print_message};
use super::super::perform::{CommandReport, JobRequest};
use super::super::row_output_args::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs};
use super::PuzzleInputArgs;

/// Arguments of a command with a question.
pub struct QuestionArgs<'a> {
    pub source: &'a PuzzleInputArgs,
    pub rows: &'a RowOutputArgs,
    pub recording: &'a LedgerArgs,
    pub running: &'a RunArgs,
}

/// Job of a question about files of 9×9 puzzles or variants.
pub struct QuestionJob<'a, T> {
    /// Names of the inputs in messages.
    pub names: Vec<&'a str>,
    pub job: Job<'a, T>,
}

impl<'a, T> QuestionJob<'a, T> {
    pub fn of<Q, K>(ask: &'a Ask<Q, K>) -> Self
    where
        Q: Question<K, Tally = T>,
        K: PuzzleKind,
        Ask<Q, K>: Compiled<K, Question = Q>,
    {
        Self {
            names: ask.inputs().names().collect(),
            job: ask.job(),
        }
    }
}

/// Report on all puzzles.
pub struct QuestionReport {
    /// Number of puzzles with each status, and the name of the status.
    pub counts: Vec<(u64, &'static str)>,
    pub json: Value,
    /// True if a puzzle is invalid or fails a check.
    pub is_flawed: bool,
}

impl QuestionArgs<'_> {
    /// Writes a row for each puzzle.
    pub fn ask<T: PuzzleTally>(
        &self,
        files: QuestionJob<'_, T>,
        session: Session,
        find: impl FnOnce(&T) -> QuestionReport,
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
        let QuestionJob { names, job } = files;
        let task = JobRequest::new(job, "puzzles", running).recording(recording);
        let task = task.rows(rows).rejects(source.rejects(recording)?);
        session.perform(task, |outcome| {
            let puzzles = outcome.total.puzzles();
            let is_whole = outcome.shard().is_none();
            if outcome.is_complete() && is_whole {
                warn_if_empty(puzzles, &names);
            }
            let QuestionReport {
                counts,
                json,
                is_flawed,
            } = find(&outcome.total);
            Ok(CommandReport {
                found: puzzles_text(puzzles, counts),
                count: outcome.without_recalled(|tally| tally.puzzles().into()),
                json,
                is_flawed: is_flawed || is_whole && puzzles == 0,
                ..CommandReport::default()
            })
        })
    }
}

/// Prints a warning if the inputs contain no puzzle.
pub fn warn_if_empty(puzzles: u64, names: &[&str]) {
    if puzzles > 0 {
        return;
    }
    print_message(&match names {
        [name] => format!("warning: {name} contains no puzzle"),
        _ => format!("warning: the {} inputs contain no puzzle", names.len()),
    });
}

/// Formats counts of puzzles: `8 puzzles (4 unique, 4 invalid)`.
pub fn puzzles_text(rows: u64, counts: Vec<(u64, &str)>) -> String {
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
