//! `countless queens count`

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use countless::engine::{Count, Order, Problem, Report, Subtree};
use countless::queens::{ByJoin, BySearch};

use super::super::Run;
use super::super::drive::drive;
use super::super::exit::Outcome;
use super::super::output::{plural, print, summary};
use super::{Board, tally};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless queens count 16
  countless queens count 18 --threads 2 --json
  countless queens count 12 --method search --kernel scalar")]
pub struct CountArgs {
    #[command(flatten)]
    board: Board,
    /// How to count
    #[arg(long, value_enum, value_name = "METHOD", default_value_t)]
    method: Method,
    /// Write to FILE how many solutions have a queen on each square; - prints that alone
    #[arg(long, value_name = "FILE")]
    tally: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: Run,
}

/// How to count the solutions of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// By join if it takes the board, else by search
    #[default]
    Auto,
    /// Pairs of half boards, without visiting a solution; 4 to 23 rows
    Join,
    /// Depth first, visiting one of each eight solutions
    Search,
}

impl Method {
    /// The word for the summary.
    fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Join => "join",
            Self::Search => "search",
        }
    }

    /// What `auto` stands for.
    fn resolve(self, n: usize) -> anyhow::Result<Self> {
        match self {
            Self::Auto if ByJoin::takes(n) => Ok(Self::Join),
            Self::Auto => Ok(Self::Search),
            Self::Join if !ByJoin::takes(n) => {
                anyhow::bail!("--method join takes boards of 4 to 23 rows, not {n}")
            }
            method => Ok(method),
        }
    }
}

pub fn count(args: &CountArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n();
    if let Some(path) = &args.tally {
        return count_squares(n, path, args);
    }
    let method = args.method.resolve(n)?;
    if args.method == Method::Auto && method == Method::Search && n > 4 && !args.run.quiet {
        eprintln!("note: beyond 23 rows the join needs too much memory; counting by search");
    }
    let (total, report) = count_all(n, method, &args.run)?;
    finish(n, method.name(), total, &report, args.json, &args.run)
}

/// Counts all boards of `n` rows, and how many of them use each square.
fn count_squares(n: usize, path: &Path, args: &CountArgs) -> anyhow::Result<Outcome> {
    anyhow::ensure!(
        args.method != Method::Join,
        "--tally looks at the solutions, which --method join never visits"
    );
    let (total, report) = tally::count(n, path, &args.run)?;
    if path == Path::new("-") && report.stopped.is_none() {
        return Ok(Outcome::Complete);
    }
    finish(n, "search", total, &report, args.json, &args.run)
}

/// Counts all boards of `n` rows.
pub fn count_all(n: usize, method: Method, run: &Run) -> anyhow::Result<(u128, Report)> {
    let threads = run.options(Order::Any).threads;
    let join = match method.resolve(n)? {
        Method::Join => ByJoin::new(n, run.kernel, threads)?,
        _ => None,
    };
    if let Some(problem) = join {
        add_up(&problem, problem.subtrees(), problem.cost(), run)
    } else {
        let problem = BySearch::all(n, run.kernel, threads);
        add_up(&problem, problem.subtrees(), problem.cost(), run)
    }
}

/// Adds up the solutions of some subtrees, which cost `cost` together.
pub fn add_up<P: Problem<Tally = u128>>(
    problem: &P,
    subtrees: impl Iterator<Item = Subtree<P::Root>> + Send,
    cost: u64,
    run: &Run,
) -> anyhow::Result<(u128, Report)> {
    let mut count = Count::default();
    let subtrees = subtrees.map(Ok);
    let report = drive(
        problem,
        subtrees,
        Some(cost),
        &mut count,
        run,
        Order::Any,
        "solutions",
    )?;
    Ok((count.total, report))
}

/// Says how many solutions a count has found.
pub fn finish(
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
            "busy_seconds": report.busy.iter().map(Duration::as_secs_f64).collect::<Vec<_>>(),
            "subtrees": report.subtrees,
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
