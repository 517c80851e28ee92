//! `countless queens list`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use countless::engine::{First, List, Order, Reason, Report, Sink};
use countless::io::{Format, Output};
use countless::queens::{Constraint, Listing, samples};

use super::super::drive::drive;
use super::super::exit::{self, Outcome};
use super::super::output::{plural, summary};
use super::super::{Rows, Run};
use super::{LargeBoard, tally};

#[derive(Args, Debug)]
#[command(after_help = "\
Boards of more than 32 rows are not searched: --limit K gives one solution by a
formula and K-1 random ones.

Examples:
  countless queens list 8
  countless queens list 12 -o boards.csv.zst
  countless queens list 20 --limit 5
  countless queens list 1000 --limit 3")]
pub struct ListArgs {
    #[command(flatten)]
    board: LargeBoard,
    #[command(flatten)]
    rows: Rows,
    /// Stop after the first K solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Write to FILE how many solutions have a queen on each square
    #[arg(long, value_name = "FILE", conflicts_with = "limit")]
    tally: Option<PathBuf>,
    #[command(flatten)]
    run: Run,
}

pub fn list(args: &ListArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n;
    if let (Some(n), Some(path)) = (args.board.searchable(), &args.tally) {
        return tally::list(n, &args.rows, path, &args.run);
    }
    match (args.board.searchable(), args.limit) {
        (Some(n), limit) => list_board(&Constraint::new(n), &args.rows, limit, &args.run),
        (None, Some(limit)) => list_samples(n, &args.rows, limit),
        (None, None) => anyhow::bail!("a board of {n} rows has too many solutions: give a --limit"),
    }
}

/// Lists the solutions of a board, empty or not.
pub fn list_board(
    board: &Constraint,
    rows: &Rows,
    limit: Option<u64>,
    run: &Run,
) -> anyhow::Result<Outcome> {
    let threads = run.options(Order::Any).threads;
    let problem = Listing::new(board, run.kernel, threads, rows.format());
    let list = rows.start(&problem.header())?;
    let order = rows.order();
    let (report, list) = match limit {
        None => {
            let mut list = list;
            (list_to(&problem, &mut list, run, order)?, list)
        }
        Some(limit) => {
            let mut first = First::new(limit, list);
            (list_to(&problem, &mut first, run, order)?, first.sink)
        }
    };
    let found = u128::from(list.rows);
    end(list.into_inner(), found, &report, run)
}

/// Completes the output of a list, unless it was interrupted, and says how many rows it has.
pub fn end(output: Output, found: u128, report: &Report, run: &Run) -> anyhow::Result<Outcome> {
    let outcome = Outcome::of(report.stopped);
    if outcome == Outcome::Interrupted {
        // The temporary file goes with `output`.
        eprintln!("interrupted after {}", plural(found, "row"));
        return Ok(outcome);
    }
    output.finish()?;
    if report.stopped != Some(Reason::Closed) {
        let threads = plural(report.busy.len() as u128, "thread");
        let how = ["search", run.kernel.name(), &threads];
        summary(
            run.quiet,
            &plural(found, "solution"),
            found,
            report.elapsed,
            &how,
        );
    }
    Ok(outcome)
}

/// Searches a board and gives its rows to `sink`.
pub fn list_to<S: Sink<u128>>(
    problem: &Listing,
    sink: &mut S,
    run: &Run,
    order: Order,
) -> anyhow::Result<Report> {
    let (subtrees, cost) = (problem.subtrees().map(Ok), Some(problem.cost()));
    drive(problem, subtrees, cost, sink, run, order, "solutions")
}

/// Lists some solutions of a board that cannot be searched.
fn list_samples(n: u32, rows: &Rows, limit: u64) -> anyhow::Result<Outcome> {
    let names = (1..=n)
        .map(|row| format!("q{row}"))
        .collect::<Vec<_>>()
        .join(",");
    let header = match rows.format() {
        Format::Csv => format!("{names}\n"),
        Format::Ndjson => String::new(),
    };
    let mut list: List<u128, Output> = rows.start(header.as_bytes())?;
    let stop = super::super::stop_on_signals()?;
    for columns in samples(n).take(usize::try_from(limit)?) {
        if stop.is_raised() {
            eprintln!("interrupted after {}", plural(list.rows.into(), "row"));
            return Ok(Outcome::Interrupted);
        }
        let columns = columns
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(",");
        let row = match rows.format() {
            Format::Csv => format!("{columns}\n"),
            Format::Ndjson => format!("{{\"queens\":[{columns}]}}\n"),
        };
        if Sink::<u128>::rows(&mut list, row.as_bytes(), 1)?.is_break() {
            return Ok(exit::Outcome::Complete);
        }
    }
    let mut output = list.into_inner();
    output.flush()?;
    output.finish()?;
    Ok(Outcome::Complete)
}
