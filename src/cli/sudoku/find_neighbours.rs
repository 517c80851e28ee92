//! The command `countless sudoku neighbours`.

use std::ops::ControlFlow::{Break, Continue};

use anyhow::ensure;
use clap::Args;
use countless::engine::Problem;
use countless::sudoku::GridClasses;
use countless::sudoku::questions::{AnswerNumber, Compiled};
use countless::sudoku::{Ask, FindNeighbours, puzzles_in};

use super::super::exit::Exit;
use super::super::perform::{CommandReport, ReportOutput};
use super::super::rejects::Rejects;
use super::super::row_output::RowOutput;
use super::super::row_output_args::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs, in_chunks, whole};
use super::question_command::{
    QuestionArgs, QuestionJob, QuestionReport, puzzles_text, warn_if_empty,
};
use super::{FORMATS, PuzzleInputArgs};

#[derive(Args, Debug)]
#[command(after_help = format!("\
A neighbour has exactly one solution; it lacks A clues of the puzzle and has B other clues (another
digit in the same cell is another clue). The first of each class of equivalent neighbours is
written, in the order of the input; each needs 16 bytes of memory. With --each, classes are
separate for each puzzle, and a ledger is possible. `countless sudoku distinct --column neighbour`
then removes equivalent rows.

For a puzzle of 17 clues, --remove 1 --add 1 needs one to two milliseconds, and --remove 2 --add 2
some seconds.

{FORMATS}

Examples:
  countless sudoku neighbours puzzles.txt
  countless sudoku neighbours puzzles.txt --remove 2 --add 2 -o found.csv
  countless sudoku neighbours puzzles.txt --each -o found.csv --ledger near.csv"))]
#[command(mut_args(in_chunks))]
pub struct SudokuNeighboursArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    /// Number of clues to remove
    #[arg(long, value_name = "A", default_value_t = 1)]
    #[arg(value_parser = whole::<u8>(0..=81))]
    remove: u8,
    /// Number of clues to add
    #[arg(long, value_name = "B", default_value_t = 1)]
    #[arg(value_parser = whole::<u8>(1..=81))]
    add: u8,
    /// Write the neighbours of each puzzle, even if another puzzle has them too
    #[arg(long)]
    each: bool,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    recording: LedgerArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn neighbours(args: &SudokuNeighboursArgs, session: Session) -> anyhow::Result<Exit> {
    let question = FindNeighbours::new()
        .remove(args.remove.into())
        .add(args.add.into());
    let ask = args.source.ask(question)?;
    if !args.each {
        ensure!(
            !args.recording.is_given(),
            "{} needs --each\nhint: `countless sudoku distinct --column neighbour` removes \
             equivalent neighbours later",
            args.recording.flag()
        );
        ensure!(
            !args.rows.unordered,
            "the order determines the first of each class: omit --unordered, or give --each"
        );
        return write_distinct(args, &ask, session);
    }
    let asking = QuestionArgs {
        source: &args.source,
        rows: &args.rows,
        recording: &args.recording,
        running: &args.running,
    };
    asking.ask(QuestionJob::of(&ask), session, |tally, report| {
        add_neighbours(tally.count, report);
    })
}

/// Adds the number of neighbours to a report.
fn add_neighbours(neighbours: u128, report: &mut QuestionReport) {
    let neighbours = u64::try_from(neighbours).unwrap_or(u64::MAX);
    let words = if neighbours == 1 {
        "neighbour"
    } else {
        "neighbours"
    };
    report.counts.insert(0, (neighbours, words));
    report.json["neighbours"] = neighbours.into();
}

/// Writes the neighbours of all puzzles, one of each class.
fn write_distinct(
    args: &SudokuNeighboursArgs,
    ask: &Ask<FindNeighbours>,
    session: Session,
) -> anyhow::Result<Exit> {
    let path = args.rows.output.as_deref();
    let mut rows = RowOutput::create(path, args.rows.format(session)?, &ask.columns())?;
    let recording = LedgerArgs::default();
    let complaints = Rejects::new(args.source.rejects(&recording)?, session)?;
    let mut classes = GridClasses::new(false);
    let result = session.run(&args.running, &recording, "puzzles", |run| {
        ask.visit(&complaints.collect_from(run), &mut |row| {
            if classes.insert(&row.answer.form, 0).is_some() || rows.write(&row) {
                Continue(())
            } else {
                Break(())
            }
        })
    });
    let outcome = complaints.finish_run(result, rows.is_closed())?;
    let is_closed = rows.is_closed();
    if !outcome.is_interrupted() {
        rows.finish()?;
    }
    if is_closed {
        return Ok(Exit::Complete);
    }
    let tally = &outcome.total;
    let puzzles = puzzles_in(tally);
    let is_empty = outcome.is_complete() && warn_if_empty(puzzles, ask.inputs());
    let mut report = QuestionReport::new(tally, &[AnswerNumber::Invalid]);
    add_neighbours(classes.len() as u128, &mut report);
    let report = CommandReport {
        found: puzzles_text(puzzles, report.counts),
        count: puzzles.into(),
        json: report.json,
        is_flawed: report.is_flawed || is_empty,
        ..CommandReport::default()
    };
    let telling = args.rows.report_session(session);
    telling.conclude(
        &outcome,
        &args.running,
        report,
        ReportOutput::of_rows(&args.rows, &outcome),
    )
}
