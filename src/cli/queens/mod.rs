//! `countless queens …`

use std::fs;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use countless::engine::{Count, Finished, First, Order, Reason, Report, Sink};
use countless::io::{Format, Output};
use countless::queens::{BySearch, Constraint, Listing, MAX_N, Square, parse_squares};
use countless::render::{board_svg, board_text};

use super::drive::drive;
use super::exit::Outcome;
use super::output::{plural, print, summary};
use super::{Rows, Run};

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count all solutions
    Count(CountArgs),
    /// List all solutions, one row each: the column of the queen in each row
    List(ListArgs),
    /// Count or list the ways to complete a partial board
    Complete(CompleteArgs),
    /// Draw a solution
    Show(ShowArgs),
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless queens count 16
  countless queens count 18 --threads 2 --json
  countless queens count 12 --kernel scalar")]
pub struct CountArgs {
    #[command(flatten)]
    board: Board,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: Run,
}

#[derive(Args, Debug)]
pub struct Board {
    /// Rows and columns of the board, 0 to 32
    #[arg(value_parser = clap::value_parser!(u8).range(0..=MAX_N as i64))]
    n: u8,
}

impl Board {
    fn n(&self) -> usize {
        self.n.into()
    }
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless queens list 8
  countless queens list 12 -o boards.csv.zst
  countless queens list 20 --limit 5")]
pub struct ListArgs {
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    rows: Rows,
    /// Stop after the first K solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    run: Run,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A square is written row:column, both counted from 1.

Examples:
  countless queens complete 8 --queens 1:5,4:2
  countless queens complete 8 --queens 1:5 --list
  countless queens complete 12 --blocked 1:1,1:12,12:1,12:12
  countless queens complete 20 --blocked holes.txt -o boards.csv.gz --list")]
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
    run: Run,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless queens show 8
  countless queens show 8 --nth 92 --svg board.svg")]
pub struct ShowArgs {
    #[command(flatten)]
    board: Board,
    /// Draw the K-th solution of the list
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nth: u64,
    /// Draw to an SVG file instead of stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    run: Run,
}

pub fn run(command: &Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Count(args) => count(args),
        Command::List(args) => list(args),
        Command::Complete(args) => complete(args),
        Command::Show(args) => show(args),
    }
}

fn count(args: &CountArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n();
    let kernel = args.run.kernel;
    let threads = args.run.options(Order::Any).threads;
    let mut total = Count::<u128>::default();
    let problem = BySearch::all(n, kernel, threads);
    let cost = Some(problem.cost());
    let subtrees = problem.subtrees().map(Ok);
    let report = drive(
        &problem,
        subtrees,
        cost,
        &mut total,
        &args.run,
        Order::Any,
        "solutions",
    )?;
    finish_count(n, "search", total.total, &report, args.json, &args.run)
}

/// Says how many solutions a count has found.
fn finish_count(
    n: usize,
    method: &str,
    total: u128,
    report: &Report,
    json: bool,
    run: &Run,
) -> anyhow::Result<Outcome> {
    let outcome = Outcome::of(report.stopped);
    if outcome == Outcome::Interrupted {
        eprintln!(
            "interrupted: {} counted so far, which is not all",
            plural(total, "solution")
        );
        return Ok(outcome);
    }
    if json {
        let json = serde_json::json!({
            "problem": "queens",
            "n": n,
            "solutions": total,
            "seconds": report.elapsed.as_secs_f64(),
            "method": method,
            "kernel": run.kernel.name(),
            "threads": report.busy.len(),
        });
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{total}\n"))?;
    }
    let found = plural(total, "solution");
    let threads = plural(report.busy.len() as u128, "thread");
    let how = [method, run.kernel.name(), &threads];
    summary(run.quiet, &found, total, report.elapsed, &how);
    Ok(outcome)
}

fn list(args: &ListArgs) -> anyhow::Result<Outcome> {
    list_board(
        &Constraint::new(args.board.n()),
        &args.rows,
        args.limit,
        &args.run,
    )
}

/// Lists the solutions of a board, empty or not.
fn list_board(
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
    let outcome = Outcome::of(report.stopped);
    if outcome == Outcome::Interrupted {
        // The temporary file goes with `list`.
        eprintln!("interrupted after {}", plural(found, "row"));
        return Ok(outcome);
    }
    list.into_inner().finish()?;
    if report.stopped != Some(Reason::Closed) {
        let threads = plural(report.busy.len() as u128, "thread");
        let how = [run.kernel.name(), &threads];
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

fn list_to<S: Sink<u128>>(
    problem: &Listing,
    sink: &mut S,
    run: &Run,
    order: Order,
) -> anyhow::Result<Report> {
    let (subtrees, cost) = (problem.subtrees().map(Ok), Some(problem.cost()));
    drive(problem, subtrees, cost, sink, run, order, "solutions")
}

fn complete(args: &CompleteArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n();
    let mut board = Constraint::new(n);
    if let Some(blocked) = &args.blocked {
        for (row, column) in blocked_squares(blocked, n)? {
            board.forbid(row, column);
        }
    }
    // A queen on a blocked or attacked square leaves its row without any.
    for (row, column) in parse_squares(args.queens.as_deref().unwrap_or_default(), "--queens", n)? {
        board.place(row, column);
    }
    if args.list {
        return list_board(&board, &args.rows, args.limit, &args.run);
    }
    anyhow::ensure!(args.rows.output.is_none(), "--output goes with --list");
    let threads = args.run.options(Order::Any).threads;
    let mut total = Count::<u128>::default();
    let problem = BySearch::of(&board, args.run.kernel, threads);
    let cost = Some(problem.cost());
    let subtrees = problem.subtrees().map(Ok);
    let report = drive(
        &problem,
        subtrees,
        cost,
        &mut total,
        &args.run,
        Order::Any,
        "solutions",
    )?;
    finish_count(n, "search", total.total, &report, args.json, &args.run)
}

/// Reads squares from the command line, or from the file that it names.
fn blocked_squares(argument: &str, n: usize) -> anyhow::Result<Vec<Square>> {
    if argument.contains(':') && !Path::new(argument).exists() {
        return Ok(parse_squares(argument, "--blocked", n)?);
    }
    let text = fs::read_to_string(argument).with_context(|| format!("cannot read {argument}"))?;
    Ok(parse_squares(&text, argument, n)?)
}

fn show(args: &ShowArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n();
    let board = Constraint::new(n);
    let threads = args.run.options(Order::Ascending).threads;
    let problem = Listing::new(&board, args.run.kernel, threads, Format::Csv);
    let mut nth = Nth::new(args.nth);
    let report = list_to(&problem, &mut nth, &args.run, Order::Ascending)?;
    if report.stopped == Some(Reason::Interrupted) {
        eprintln!("interrupted");
        return Ok(Outcome::Interrupted);
    }
    let Some(row) = nth.row else {
        let found = match nth.passed {
            0 => "no solution".to_owned(),
            passed => format!("only {}", plural(passed.into(), "solution")),
        };
        eprintln!("a board of {n} rows has {found}");
        return Ok(Outcome::Flawed);
    };
    let columns = row
        .split(',')
        .filter(|field| !field.is_empty())
        .map(str::parse)
        .collect::<Result<Vec<u32>, _>>()?;
    match &args.svg {
        None => print(&board_text(&columns))?,
        Some(path) => {
            let mut output = Output::create(Some(path))?;
            output
                .write_all(board_svg(&columns).as_bytes())
                .map_err(|error| countless::Error::write(path, error))?;
            output.finish()?;
        }
    }
    Ok(Outcome::Complete)
}

/// Keeps one row of a list, and stops the run.
struct Nth {
    wanted: u64,
    passed: u64,
    row: Option<String>,
}

impl Nth {
    fn new(wanted: u64) -> Self {
        Self {
            wanted,
            passed: 0,
            row: None,
        }
    }
}

impl Sink<u128> for Nth {
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, countless::Error> {
        let ahead = self.wanted - self.passed - 1;
        if ahead >= rows {
            self.passed += rows;
            return Ok(ControlFlow::Continue(()));
        }
        let row = bytes.split(|&byte| byte == b'\n').nth(ahead as usize);
        self.row = row.map(|row| String::from_utf8_lossy(row).into_owned());
        Ok(ControlFlow::Break(Reason::Limit))
    }

    fn finished(&mut self, _: Finished<u128>) -> Result<ControlFlow<Reason>, countless::Error> {
        Ok(ControlFlow::Continue(()))
    }

    fn limit(&self) -> u64 {
        self.wanted
    }
}
