//! `countless sudoku count`

use anyhow::ensure;
use clap::Args;
use countless::engine::Reason;
use countless::io::{Format, Table};
use countless::sudoku::{BatchOptions, Enumerate, Puzzle, What};
use serde_json::json;

use super::super::args::{Recording, Running};
use super::super::dry_run::dry_run;
use super::super::exit::Exit;
use super::super::output::{number, plural};
use super::super::session::{Session, Told};
use super::batch::warn_if_empty;
use super::{FORMATS, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("\
{FORMATS}

Examples:
  countless sudoku count ......................................................2.4...6..8....351......7.....9.
  countless sudoku count puzzles.txt --limit 1000000"))]
pub struct CountArgs {
    #[command(flatten)]
    source: Source,
    /// Stop counting the solutions of a puzzle at K
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn count(args: &CountArgs, session: Session) -> anyhow::Result<Exit> {
    ensure!(
        args.limit.is_none() || !args.recording.is_given(),
        "--ledger counts everything: leave out --limit"
    );
    match args.source.puzzle()? {
        Some(puzzle) => count_puzzle(args, &puzzle, session),
        None => count_each(args, session),
    }
}

/// Counts the solutions of the puzzle on the command line.
fn count_puzzle(args: &CountArgs, puzzle: &Puzzle, session: Session) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    let problem = Enumerate::new(puzzle.clone());
    if recording.dry_run {
        return dry_run(session, &problem, running, recording, None);
    }
    let outcome = session.run(running, recording, "solutions", |run| match args.limit {
        Some(limit) => run.clone().limit(limit).count(&problem),
        None => run.count(&problem),
    })?;
    let solutions = outcome.total.solutions;
    let found = plural(solutions, "solution");
    let so_far = format!(": {found} so far, which is not all");
    let or_more = match outcome.stopped {
        Some(Reason::Limit) => " or more",
        _ => "",
    };
    let told = Told {
        found: found + or_more,
        count: solutions,
        text: Some(format!("{solutions}\n")),
        json: json!({
            "problem": "sudoku",
            "puzzle": puzzle.to_string(),
            "solutions": number(solutions),
            "complete": outcome.is_complete(),
        }),
        method: None,
    };
    session.conclude(&outcome, running, &so_far, told)
}

/// Counts the solutions of each puzzle of some inputs. With a ledger, a puzzle is a subtree.
fn count_each(args: &CountArgs, session: Session) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    ensure!(
        recording.subtrees.is_none(),
        "--subtrees: every puzzle of an input is one"
    );
    let options = BatchOptions {
        what: What::Count,
        limit: args.limit,
        ..BatchOptions::default()
    };
    let batch = args.source.batch(options)?;
    if recording.dry_run {
        return dry_run(session, &batch, running, recording, None);
    }
    // Each puzzle has an object of its own.
    let format = if session.json {
        Format::Ndjson
    } else {
        Format::Csv
    };
    let outcome = session.run(running, recording, "solutions", |run| {
        run.write(&batch, Table::stdout(format))
    })?;
    let tally = &outcome.total;
    let puzzles = plural(tally.puzzles().into(), "puzzle");
    let shard = outcome.shard().is_some();
    if outcome.is_complete() && !shard {
        warn_if_empty(tally.puzzles(), batch.names());
    }
    let found = plural(tally.solutions, "solution");
    let told = Told {
        found: if shard {
            found
        } else {
            format!("{found} of {puzzles}")
        },
        count: tally.solutions,
        ..Told::default()
    };
    let so_far = format!(" after {puzzles}");
    let rows_only = Session {
        json: false,
        ..session
    };
    let exit = rows_only.conclude(&outcome, running, &so_far, told)?;
    Ok(exit.flawed_if(tally.invalid > 0 || (tally.puzzles() == 0 && !shard)))
}
