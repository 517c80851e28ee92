//! `countless sudoku count`

use anyhow::ensure;
use clap::Args;
use countless::engine::Reason;
use countless::sudoku::{BatchOptions, Enumerate, Puzzle, What};
use countless::variants::Batch as Shaped;
use serde_json::json;

use super::super::args::{Recording, Running, whole};
use super::super::dry_run::dry_run;
use super::super::exit::Exit;
use super::super::output::{create, grouped, number, plural};
use super::super::rows::Rows;
use super::super::session::{Session, Told};
use super::batch::{Files, warn_if_empty};
use super::budget::Budget;
use super::shape::ShapeFlags;
use super::{FORMATS, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("\
Rows are `puzzle,solutions`. Of a single puzzle on the command line, only the count is printed.

{FORMATS}

Examples:
  countless sudoku count \"$(grep -vm1 '^#' puzzles.txt)\"
  countless sudoku count puzzles.txt --max-solutions 1000000
  countless sudoku count ................ --size 4"))]
#[command(mut_arg("subtrees", |flag| flag.help(
    "Split a single puzzle into about COUNT subtrees, for --ledger and --dry-run [default: set by the \
     problem]"
)))]
pub struct CountArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    shape: ShapeFlags,
    #[command(flatten)]
    rows: Rows,
    /// Stop counting the solutions of a puzzle at K
    #[arg(long, alias = "limit", value_name = "K")]
    #[arg(value_parser = whole::<u64>(1..))]
    max_solutions: Option<u64>,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn count(args: &CountArgs, session: Session) -> anyhow::Result<Exit> {
    ensure!(
        args.max_solutions.is_none() || !args.recording.is_given(),
        "{} counts all solutions: omit --max-solutions",
        args.recording.flag()
    );
    let options = args.budget.of(BatchOptions {
        what: What::Count,
        limit: args.max_solutions,
        ..BatchOptions::default()
    });
    // What was given up, and the nodes, have a place in rows only.
    let by_rows = args.recording.is_given() || args.budget.is_given();
    if let Some(shape) = args.shape.shape(&args.source)? {
        let is_puzzle = args.source.is_puzzle(&shape)? && !by_rows;
        let batch = args.source.shaped(shape, options)?;
        return if is_puzzle {
            count_shaped(args, &batch, session)
        } else {
            count_each(args, &batch, session)
        };
    }
    match args.source.puzzle()?.filter(|_| !args.budget.is_given()) {
        Some(puzzle) => count_puzzle(args, &puzzle, session),
        None => count_each(args, &args.source.batch(options)?, session),
    }
}

/// Counts the solutions of the puzzle on the command line, which is of another shape.
fn count_shaped(args: &CountArgs, batch: &Shaped, session: Session) -> anyhow::Result<Exit> {
    let output = create(args.rows.output.as_deref())?;
    let complaints = args.source.complaints(session, &args.recording)?;
    let result = session.run(&args.running, &args.recording, "solutions", |run| {
        complaints.listen(run).count(batch)
    });
    let outcome = complaints.end(result)?;
    if outcome.total.invalid > 0 {
        return Ok(Exit::Flawed);
    }
    let solutions = outcome.total.solutions;
    let is_limit = args
        .max_solutions
        .is_some_and(|limit| solutions == limit.into());
    let found = plural(solutions, "solution");
    let told = Told {
        found: found.clone() + if is_limit { " or more" } else { "" },
        count: outcome.new_of(|total| total.solutions),
        text: Some(format!("{solutions}\n")),
        json: json!({
            "problem": "sudoku",
            "shape": batch.shape().to_string(),
            "solutions": number(solutions),
            "complete": outcome.is_complete() && !is_limit,
        }),
        method: None,
        output,
    };
    let so_far = format!("; partial count: {found}");
    session.conclude(&outcome, &args.running, &so_far, told)
}

/// Counts the solutions of the puzzle on the command line.
fn count_puzzle(args: &CountArgs, puzzle: &Puzzle, session: Session) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    if args.max_solutions.is_none() && puzzle.grid().is_some_and(|grid| grid.clues() == 0) {
        session.note(
            "note: a grid without clues has 6,670,903,752,021,072,936,960 solutions, too many to \
             enumerate\nhint: --max-solutions K stops at K",
        );
    }
    let problem = Enumerate::new(puzzle.clone());
    if recording.dry_run {
        return dry_run(session, &problem, running, recording, None);
    }
    let output = create(args.rows.output.as_deref())?;
    let outcome = session.run(running, recording, "solutions", |run| {
        match args.max_solutions {
            Some(limit) => run.clone().limit(limit).count(&problem),
            None => run.count(&problem),
        }
    })?;
    let solutions = outcome.total.solutions;
    let found = plural(solutions, "solution");
    let so_far = format!("; partial count: {found}");
    let or_more = match outcome.stopped {
        Some(Reason::Limit) => " or more",
        _ => "",
    };
    let told = Told {
        found: found + or_more,
        count: outcome.new_of(|total| total.solutions),
        text: Some(format!("{solutions}\n")),
        json: json!({
            "problem": "sudoku",
            "puzzle": puzzle.to_string(),
            "solutions": number(solutions),
            "complete": outcome.is_complete(),
        }),
        method: None,
        output,
    };
    session.conclude(&outcome, running, &so_far, told)
}

/// Counts the solutions of each puzzle of some inputs. With a ledger, a puzzle is a subtree.
fn count_each(args: &CountArgs, batch: &impl Files, session: Session) -> anyhow::Result<Exit> {
    let (running, recording) = (&args.running, &args.recording);
    ensure!(
        recording.subtrees.is_none(),
        "--subtrees is not supported here: every puzzle of an input is a subtree"
    );
    if recording.dry_run {
        return dry_run(session, batch, running, recording, None);
    }
    ensure!(
        !(recording.is_given() && args.rows.unordered),
        "{} keeps the order of the rows: omit --unordered",
        recording.flag()
    );
    let table = args.rows.table(session)?;
    let complaints = args.source.complaints(session, recording)?;
    let result = session.run(running, recording, "solutions", |run| {
        args.rows.order(complaints.listen(run)).write(batch, table)
    });
    let outcome = complaints.end(result)?;
    let tally = &outcome.total;
    let puzzles = plural(tally.puzzles().into(), "puzzle");
    let shard = outcome.shard().is_some();
    if outcome.is_complete() && !shard {
        warn_if_empty(tally.puzzles(), batch.names());
    }
    let solutions = plural(tally.solutions, "solution");
    let found = match tally.unknown {
        0 => solutions,
        unknown => format!(
            "{solutions}, without those of {} unknown",
            grouped(unknown.into())
        ),
    };
    let counted = args.max_solutions.map(|limit| {
        let limit = grouped(limit.into());
        format!(", counted up to {limit} each")
    });
    let counted = counted.unwrap_or_default();
    let told = Told {
        found: match (shard, tally.invalid) {
            (true, _) => found,
            (false, 0) => format!("{found} of {puzzles}{counted}"),
            (false, invalid) => {
                let invalid = grouped(invalid.into());
                format!("{found} of {puzzles} ({invalid} invalid){counted}")
            }
        },
        count: outcome.new_of(|tally| tally.solutions),
        json: json!({
            "problem": "sudoku",
            "puzzles": tally.puzzles(),
            "solutions": number(tally.solutions),
            "invalid": tally.invalid,
            "unknown": args.budget.given_up(tally),
        }),
        ..Told::default()
    };
    let so_far = format!(" after {puzzles}");
    // A shard has no rows.
    let telling = if shard {
        session
    } else {
        args.rows.telling(session)
    };
    let exit = telling.conclude(&outcome, running, &so_far, told)?;
    Ok(exit.flawed_if(tally.invalid + tally.unknown > 0 || (tally.puzzles() == 0 && !shard)))
}
