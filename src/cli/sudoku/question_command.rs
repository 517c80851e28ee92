//! Commands that ask a question about each puzzle of their inputs and write a row for each.
//!
//! With a ledger, the rows of a whole run go to `--output`, and those of a shard to a file beside
//! its ledger.

use anyhow::ensure;
use countless::engine::Job;
use countless::sudoku::questions::{Compiled, PuzzleFiles};
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
    pub inputs: &'a PuzzleFiles,
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
            inputs: ask.inputs(),
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
            "--subtrees is not supported here: an input is always split into the same chunks"
        );
        let QuestionJob { inputs, job } = files;
        let task = JobRequest::new(job, "puzzles", running).part("chunk");
        let task = task
            .recording(recording)
            .rows(rows)
            .rejects(source.rejects(recording)?);
        session.perform(task, |outcome| {
            let puzzles = outcome.total.puzzles();
            let is_whole = outcome.shard().is_none();
            let is_empty = outcome.is_complete() && is_whole && warn_if_empty(puzzles, inputs);
            let QuestionReport {
                counts,
                json,
                is_flawed,
            } = find(&outcome.total);
            Ok(CommandReport {
                found: puzzles_text(puzzles, counts),
                count: outcome.without_recalled(|tally| tally.puzzles().into()),
                json,
                is_flawed: is_flawed || is_empty,
                ..CommandReport::default()
            })
        })
    }
}

/// Prints a warning for inputs without a puzzle, and returns whether there are any.
pub fn warn_if_empty(puzzles: u64, inputs: &PuzzleFiles) -> bool {
    if puzzles == 0 {
        warn_of_no_puzzle(&inputs.names().collect::<Vec<_>>());
        return true;
    }
    let blank: Vec<&str> = inputs.blank_names().collect();
    for name in &blank {
        warn_of_no_puzzle(&[name]);
    }
    !blank.is_empty()
}

/// Prints a warning: these inputs contain no puzzle.
pub fn warn_of_no_puzzle(names: &[&str]) {
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
