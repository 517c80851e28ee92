//! `countless sudoku minimal`

use clap::Args;
use countless::sudoku::{BatchOptions, What};
use serde_json::json;

use super::super::args::{Recording, Running};
use super::super::exit::Exit;
use super::super::rows::Rows;
use super::super::session::Session;
use super::batch::{Findings, Question};
use super::budget::Budget;
use super::{FORMATS, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("\
A puzzle with one solution is minimal if removing any single clue leaves several solutions. A clue
is redundant if the solution stays unique without it. Removing two redundant clues together may
leave several solutions. Each row is `puzzle,status,minimal,redundant`. With --all, each row is
`puzzle,status,subset`, where the subset is a minimal puzzle. A puzzle with many redundant clues
contains millions of minimal puzzles.

{FORMATS}

Examples:
  countless sudoku minimal puzzles.txt
  countless sudoku minimal sudoku.csv.gz -o minimal.csv --keep-columns
  countless sudoku minimal puzzles.txt --all --format ndjson
  countless sudoku minimal sudoku.csv.gz -o minimal.csv --ledger clues.csv"))]
#[command(mut_arg("subtrees", |flag| flag.hide(true)))]
pub struct MinimalArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    rows: Rows,
    /// Write every minimal puzzle inside each puzzle, one row each
    #[arg(help_heading = "Output", long)]
    all: bool,
    /// Copy the other columns of the input, or the tags
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn minimal(args: &MinimalArgs, session: Session) -> anyhow::Result<Exit> {
    let options = args.budget.of(BatchOptions {
        what: What::Minimal,
        all: args.all,
        keep_columns: args.keep_columns,
        ..BatchOptions::default()
    });
    let batch = args.source.batch(options)?;
    let question = Question {
        source: &args.source,
        rows: &args.rows,
        recording: &args.recording,
        running: &args.running,
    };
    question.ask(&batch, session, |tally| Findings {
        counts: vec![
            (tally.minimal, "minimal"),
            (tally.unique - tally.minimal, "with redundant clues"),
            (tally.multiple, "multiple"),
            (tally.none, "without solution"),
            (tally.invalid, "invalid"),
            (tally.unknown, "unknown"),
        ],
        json: json!({
            "problem": "sudoku",
            "puzzles": tally.puzzles(),
            "minimal": tally.minimal,
            "redundant": tally.unique - tally.minimal,
            "multiple": tally.multiple,
            "none": tally.none,
            "invalid": tally.invalid,
            "unknown": args.budget.given_up(tally),
            "subsets": args.all.then_some(tally.subsets),
        }),
        is_flawed: tally.invalid + tally.unknown > 0,
    })
}
