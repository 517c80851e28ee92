//! `countless sudoku count`

use std::ops::ControlFlow;

use anyhow::ensure;
use clap::Args;
use countless::Error;
use countless::engine::{Count, Finished, Order, Reason, Sink};
use countless::ledger::{Residue, Shard};
use countless::sudoku::{Enumerate, Found, Parts, Puzzle};

use super::super::Run;
use super::super::dry_run::dry_run;
use super::super::exit::Outcome;
use super::super::output::{plural, print};
use super::super::recording::{Ended, Job, Kept, Recording, report_shard};
use super::count_each::count_each;
use super::{FORMATS, Source, summarize};

/// The subtrees of a puzzle unless the user wants more: the finer it is cut, the less is
/// found out once for many solutions.
const SUBTREES: u32 = 256;

#[derive(Args, Debug)]
#[command(after_help = format!("\
{FORMATS}

Examples:
  countless sudoku count ......................................................2.4...6..8....351......7.....9.
  countless sudoku count puzzles.txt --limit 1000000"))]
pub struct CountArgs {
    #[command(flatten)]
    pub(super) source: Source,
    /// Stop counting the solutions of a puzzle at K
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) limit: Option<u64>,
    /// Print JSON: an object, or one for each puzzle of a file
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) recording: Recording,
    #[command(flatten)]
    pub(super) run: Run,
}

pub fn count(args: &CountArgs) -> anyhow::Result<Outcome> {
    ensure!(
        args.limit.is_none() || !args.recording.is_given(),
        "--ledger counts everything: leave out --limit"
    );
    match args.source.puzzle()? {
        Some(puzzle) => count_puzzle(args, &puzzle),
        None => count_each(args),
    }
}

/// Counts the solutions of the puzzle on the command line.
fn count_puzzle(args: &CountArgs, puzzle: &Puzzle) -> anyhow::Result<Outcome> {
    let (run, recording) = (&args.run, &args.recording);
    let threads = recording.cut_for(run.options(Order::Any).threads, SUBTREES);
    let parts = Parts::of(puzzle, threads);
    let plan = parts.plan();
    if recording.dry_run {
        return dry_run(&plan, None, run, recording, args.json);
    }
    let problem = Enumerate::count(run.kernel, args.limit);
    let job = Job {
        problem: &problem,
        plan,
        cost: parts.cost(),
        subtrees: parts,
        order: Order::Any,
        noun: "solutions",
    };
    let mut sink = Capped {
        limit: args.limit,
        found: Count::default(),
    };
    let shard = recording.shard();
    let (report, kept) = match job.run(&mut sink, run, recording)? {
        Ended::Now(report, kept) => (report, kept),
        Ended::Before(book) => {
            let found = plural(book.total(shard)?.count, "solution");
            report_shard(shard, shard.len(book.plan().subtrees), &found, run.quiet);
            return Ok(Outcome::Complete);
        }
    };
    let total = sink.capped();
    if Outcome::of(report.stopped) == Outcome::Interrupted {
        match kept {
            Some(kept) => kept.interrupted(&report),
            None => eprintln!(
                "interrupted: {} so far, which is not all",
                plural(total, "solution")
            ),
        }
        return Ok(Outcome::Interrupted);
    }
    ensure!(
        args.limit.is_some() || sink.found.total.residue == Residue::of(total),
        "the total {total} contradicts its residue: the machine has miscounted"
    );
    if let Some(kept) = kept.as_ref().filter(|kept| kept.shard != Shard::WHOLE) {
        report_shard(shard, kept.all, &plural(total, "solution"), run.quiet);
        return Ok(Outcome::Complete);
    }
    if args.json {
        let json = serde_json::json!({
            "problem": "sudoku",
            "puzzle": puzzle.to_string(),
            "solutions": total,
            "complete": report.stopped.is_none(),
            "seconds": report.elapsed.as_secs_f64(),
            "kernel": run.kernel.name(),
            "threads": report.busy.len(),
        });
        print(&format!("{json}\n"))?;
    } else {
        print(&format!("{total}\n"))?;
    }
    let or_more = if report.stopped.is_some() {
        " or more"
    } else {
        ""
    };
    let known = kept.as_ref().and_then(Kept::known);
    let known = known.map_or(String::new(), |known| format!(", {known}"));
    let found = format!("{}{or_more}{known}", plural(total, "solution"));
    summarize(&found, total, &report, run);
    Ok(Outcome::Complete)
}

/// Counts, and stops the run at a limit.
struct Capped {
    limit: Option<u64>,
    found: Count<Found>,
}

impl Capped {
    fn capped(&self) -> u128 {
        let limit = self.limit.map_or(u128::MAX, u128::from);
        self.found.total.solutions.min(limit)
    }
}

impl Sink<Found> for Capped {
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, Error> {
        self.found.rows(bytes, rows)
    }

    fn finished(&mut self, finished: Finished<Found>) -> Result<ControlFlow<Reason>, Error> {
        let flow = self.found.finished(finished)?;
        let reached = self
            .limit
            .is_some_and(|limit| self.capped() == u128::from(limit));
        Ok(if reached {
            ControlFlow::Break(Reason::Limit)
        } else {
            flow
        })
    }
}
