//! `countless sudoku solve`

use clap::Args;
use countless::sudoku::{BatchOptions, What};
use serde_json::json;

use super::super::args::{Recording, Rows, Running};
use super::super::exit::Exit;
use super::super::session::Session;
use super::batch::{Findings, Task};
use super::{FORMATS, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("\
{FORMATS}

Examples:
  countless sudoku solve puzzles.txt
  countless sudoku solve sudoku.csv.gz -o solved.csv.zst --check --keep-columns
  zcat puzzles.gz | countless sudoku solve - --format ndjson"))]
pub struct SolveArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    rows: Rows,
    /// Count up to K solutions of each puzzle [default: 2, or with --all no limit]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(2..))]
    limit: Option<u64>,
    /// Give every solution a row of its own, in lexicographic order
    #[arg(long)]
    all: bool,
    /// Compare the solution column of the input with the puzzle
    #[arg(long)]
    check: bool,
    /// Pass on the other columns of the input, or the tags
    #[arg(long)]
    keep_columns: bool,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn solve(args: &SolveArgs, session: Session) -> anyhow::Result<Exit> {
    let options = BatchOptions {
        what: What::Solve,
        limit: args.limit,
        all: args.all,
        check: args.check,
        keep_columns: args.keep_columns,
    };
    let batch = args.source.batch(options)?;
    if args.recording.shard.is_none() && !args.recording.dry_run {
        session.require_output(args.rows.output.as_deref())?;
    }
    let task = Task {
        batch: &batch,
        rows: &args.rows,
        recording: &args.recording,
        running: &args.running,
        session,
    };
    task.run(|tally| Findings {
        counts: vec![
            (tally.unique, "unique"),
            (tally.multiple, "multiple"),
            (tally.none, "without solution"),
            (tally.invalid, "invalid"),
            (tally.wrong, "with a wrong solution given"),
        ],
        json: json!({
            "problem": "sudoku",
            "puzzles": tally.puzzles(),
            "unique": tally.unique,
            "multiple": tally.multiple,
            "none": tally.none,
            "invalid": tally.invalid,
            "wrong": args.check.then_some(tally.wrong),
        }),
        is_flawed: tally.invalid + tally.wrong > 0,
    })
}
