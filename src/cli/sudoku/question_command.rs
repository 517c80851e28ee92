//! Commands that ask a question about each puzzle of their inputs and write a row for each.
//!
//! With a ledger, the rows of a whole run go to `--output`, and those of a shard to a file beside
//! its ledger.

use anyhow::ensure;
use countless::engine::{Job, Tally};
use countless::sudoku::questions::{AnswerNumber, Compiled, PuzzleFiles};
use countless::sudoku::{Ask, PuzzleKind, Question, puzzles_in};
use serde_json::{Value, json};

use super::super::exit::Exit;
use super::super::output::{grouped, plural, print_message};
use super::super::perform::{CommandReport, JobRequest, RowSelection};
use super::super::rejects::Rejects;
use super::super::row_output::RowOutputArgs;
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
pub struct QuestionJob<'a> {
    pub inputs: &'a PuzzleFiles,
    pub job: Job<'a>,
    /// Numbers in the summary.
    pub shown: &'static [AnswerNumber],
}

impl<'a> QuestionJob<'a> {
    pub fn of<Q, K>(ask: &'a Ask<Q, K>) -> Self
    where
        Q: Question<K>,
        K: PuzzleKind,
        Ask<Q, K>: Compiled<K, Question = Q>,
    {
        Self {
            inputs: ask.inputs(),
            job: ask.job(),
            shown: Q::SHOWN,
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

impl QuestionReport {
    /// Report with these numbers of a tally.
    pub fn new(tally: &Tally, shown: &[AnswerNumber]) -> Self {
        let mut report = Self {
            counts: Vec::new(),
            json: json!({ "problem": "sudoku", "puzzles": puzzles_in(tally) }),
            is_flawed: false,
        };
        for &number in shown {
            let count = number.of(tally);
            report.counts.push((count, number.words()));
            report.json[number.name()] = count.into();
            report.is_flawed |= number.is_flaw() && count > 0;
        }
        report
    }
}

impl QuestionArgs<'_> {
    /// Writes a row for each puzzle. `adapt` changes the report.
    pub fn ask(
        &self,
        files: QuestionJob<'_>,
        session: Session,
        adapt: impl FnOnce(&Tally, &mut QuestionReport),
    ) -> anyhow::Result<Exit> {
        ensure!(
            self.recording.subtrees.is_none(),
            "--subtrees is not supported here: an input is always split into the same chunks"
        );
        let rejects = self.source.rejects(self.recording, session)?;
        self.select(files, rejects, None, session, adapt)
    }

    /// Writes the rows of a selection, or else a row for each puzzle.
    pub fn select<'s>(
        &'s self,
        files: QuestionJob<'s>,
        rejects: Rejects,
        selection: Option<RowSelection<'s>>,
        session: Session,
        adapt: impl FnOnce(&Tally, &mut QuestionReport),
    ) -> anyhow::Result<Exit> {
        let QuestionJob { inputs, job, shown } = files;
        let task = JobRequest::new(job, "puzzles", self.running).part("chunk");
        let task = task.recording(self.recording).rows(self.rows);
        let task = task.rejects(rejects).select(selection);
        session.perform(task, |outcome| {
            let puzzles = puzzles_in(&outcome.total);
            let is_whole = outcome.shard().is_none();
            let is_empty = outcome.is_complete() && is_whole && warn_if_empty(puzzles, inputs);
            let mut report = QuestionReport::new(&outcome.total, shown);
            adapt(&outcome.total, &mut report);
            Ok(CommandReport {
                found: puzzles_text(puzzles, report.counts),
                count: outcome.without_recalled(|tally| puzzles_in(tally).into()),
                json: report.json,
                is_flawed: report.is_flawed || is_empty,
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
fn puzzles_text(rows: u64, counts: Vec<(u64, &str)>) -> String {
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
