//! `countless queens complete`

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::Args;
use countless::engine::Order;
use countless::queens::{BySearch, Constraint, Square, parse_squares};

use super::super::exit::Outcome;
use super::super::recording::Recording;
use super::super::{Rows, Run};
use super::Board;
use super::count::{Counting, SUBTREES};
use super::list::list_board;

#[derive(Args, Debug)]
#[command(after_help = "\
A square is written row:column, both counted from 1.

Examples:
  countless queens complete 8 --queens 1:5,2:7
  countless queens complete 8 --queens 1:5 --list
  countless queens complete 12 --blocked 1:1,1:12,12:1,12:12
  countless queens complete 20 --blocked holes.txt --list -o boards.csv.gz")]
pub struct CompleteArgs {
    #[command(flatten)]
    board: Board,
    /// Squares that hold a queen
    #[arg(long, value_name = "SQUARES")]
    queens: Option<String>,
    /// Squares that must stay empty, or a file of them
    #[arg(long, value_name = "SQUARES|FILE")]
    blocked: Option<String>,
    /// List the solutions instead of counting them
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    rows: Rows,
    /// Stop after the first K solutions of the list
    #[arg(long, value_name = "K", requires = "list")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Print the count as one JSON object
    #[arg(long, conflicts_with = "list")]
    json: bool,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    run: Run,
}

pub fn complete(args: &CompleteArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n();
    let mut board = Constraint::new(n);
    if let Some(blocked) = &args.blocked {
        for (row, column) in blocked_squares(blocked, n)? {
            board.forbid(row, column);
        }
    }
    // A queen on a blocked or attacked square leaves its row without any.
    let queens = args.queens.as_deref().unwrap_or_default();
    for (row, column) in parse_squares(queens, "--queens", n)? {
        board.place(row, column);
    }
    if args.list {
        anyhow::ensure!(
            !args.recording.is_given(),
            "--ledger and --dry-run go with counting, not with --list"
        );
        return list_board(&board, &args.rows, args.limit, &args.run);
    }
    anyhow::ensure!(
        args.rows.is_default(),
        "--output, --format and --unordered go with --list"
    );
    let threads = args.run.options(Order::Any).threads;
    let problem = BySearch::of(
        &board,
        args.run.kernel,
        args.recording.cut_for(threads, SUBTREES),
    );
    let counting = Counting {
        n,
        json: args.json,
        run: &args.run,
        recording: &args.recording,
    };
    counting.search(&problem)
}

/// Reads squares from the command line, or from the file that it names.
fn blocked_squares(argument: &str, n: usize) -> anyhow::Result<Vec<Square>> {
    if argument.contains(':') && !Path::new(argument).exists() {
        return Ok(parse_squares(argument, "--blocked", n)?);
    }
    let text = fs::read_to_string(argument).with_context(|| format!("cannot read {argument}"))?;
    Ok(parse_squares(&text, argument, n)?)
}
