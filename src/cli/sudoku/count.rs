//! `countless sudoku count`

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::ensure;
use clap::Args;
use countless::Error;
use countless::engine::{Count, Finished, Order, Reason, Sink};
use countless::io::{Format, push_csv, sha256};
use countless::ledger::{Plan, Residue, Shard};
use countless::sudoku::{Entry, Enumerate, Found, Parts, Puzzle};

use super::super::Run;
use super::super::drive::drive;
use super::super::dry_run::dry_run;
use super::super::exit::Outcome;
use super::super::output::{plural, print};
use super::super::recording::{Ended, Job, Kept, Recording, report_shard};
use super::{FORMATS, Source, complain, summarize};

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
    source: Source,
    /// Stop counting the solutions of a puzzle at K
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Print JSON: an object, or one for each puzzle of a file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    run: Run,
}

pub fn count(args: &CountArgs) -> anyhow::Result<Outcome> {
    ensure!(
        args.limit.is_none() || !args.recording.is_given(),
        "--ledger counts everything: leave out --limit"
    );
    match args.source.puzzle()? {
        Some(puzzle) => count_puzzle(args, &puzzle),
        None => count_file(args),
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

/// Counts the solutions of each puzzle of a file. With a ledger, a puzzle is a subtree.
fn count_file(args: &CountArgs) -> anyhow::Result<Outcome> {
    let (run, recording) = (&args.run, &args.recording);
    let plan = if recording.is_given() {
        ensure!(
            recording.subtrees.is_none(),
            "--subtrees: every puzzle of an input is one"
        );
        Some(plan(args)?)
    } else {
        None
    };
    if let Some(plan) = plan.as_ref().filter(|_| recording.dry_run) {
        return dry_run(plan, None, run, recording, args.json);
    }
    let input = args.source.open()?;
    let name = input.name().to_owned();
    let threads = match plan {
        Some(_) => 0,
        None => run.options(Order::Ascending).threads,
    };
    let parts = Parts::read(args.source.read(input)?, threads);
    let problem = Enumerate::count(run.kernel, args.limit);
    let format = if args.json {
        Format::Ndjson
    } else {
        Format::Csv
    };
    let mut sink = PerPuzzle::new(name, args.limit, format);
    if format == Format::Csv {
        print("puzzle,solutions\n")?;
    }
    let (order, noun) = (Order::Ascending, "solutions");
    let report = match plan {
        None => drive(&problem, parts, None, &mut sink, run, order, noun)?,
        Some(plan) => {
            let job = Job {
                problem: &problem,
                cost: Some(plan.subtrees),
                plan,
                subtrees: parts,
                order,
                noun,
            };
            match job.run(&mut sink, run, recording)? {
                Ended::Now(report, _) => report,
                // Only shards end like this, and there are none of files.
                Ended::Before(_) => return Ok(Outcome::Complete),
            }
        }
    };
    if Outcome::of(report.stopped) == Outcome::Interrupted {
        eprintln!(
            "interrupted after {}",
            plural(sink.puzzles.into(), "puzzle")
        );
        return Ok(Outcome::Interrupted);
    }
    // The run is over: nothing is left to stop.
    let _ = sink.complete()?;
    let found = format!(
        "{} of {}",
        plural(sink.solutions, "solution"),
        plural(sink.puzzles.into(), "puzzle")
    );
    summarize(&found, sink.solutions, &report, run);
    Ok(sink.outcome())
}

/// What is to be done with the whole file.
fn plan(args: &CountArgs) -> anyhow::Result<Plan> {
    ensure!(
        args.recording.shard() == Shard::WHOLE,
        "--shard takes a puzzle here; cut the file, or use `sudoku solve`"
    );
    let path = Path::new(&args.source.source);
    ensure!(
        path.is_file(),
        "--ledger and --dry-run take a file, which can be read again"
    );
    let parts = Parts::read(args.source.read(args.source.open()?)?, 0);
    Ok(parts.plan_of_input(&sha256(path)?)?)
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

/// Prints the number of solutions of each puzzle of a file.
struct PerPuzzle {
    name: String,
    limit: Option<u64>,
    format: Format,
    current: Option<(Arc<Entry>, u128)>,
    puzzles: u64,
    invalid: u64,
    solutions: u128,
}

impl PerPuzzle {
    fn new(name: String, limit: Option<u64>, format: Format) -> Self {
        Self {
            name,
            limit,
            format,
            current: None,
            puzzles: 0,
            invalid: 0,
            solutions: 0,
        }
    }

    /// Prints the row of the puzzle whose last part has been counted.
    fn complete(&mut self) -> Result<ControlFlow<Reason>, Error> {
        let Some((entry, found)) = self.current.take() else {
            return Ok(ControlFlow::Continue(()));
        };
        let found = found.min(self.limit.map_or(u128::MAX, u128::from));
        self.puzzles += 1;
        self.solutions += found;
        if let Some(complaint) = &entry.complaint {
            self.invalid += 1;
            complain(&self.name, complaint);
        }
        let mut row = Vec::new();
        match self.format {
            Format::Csv => {
                push_csv(&mut row, entry.text.as_bytes());
                row.extend_from_slice(format!(",{found}\n").as_bytes());
            }
            Format::Ndjson => {
                let json = serde_json::json!({ "puzzle": entry.text, "solutions": found });
                row.extend_from_slice(format!("{json}\n").as_bytes());
            }
        }
        match io::stdout().write_all(&row) {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                Ok(ControlFlow::Break(Reason::Closed))
            }
            Err(error) => Err(Error::write(Path::new("standard output"), error)),
        }
    }

    fn outcome(&self) -> Outcome {
        if self.puzzles == 0 {
            eprintln!("warning: {} holds no puzzle", self.name);
        }
        let flawed = self.invalid > 0 || self.puzzles == 0;
        if flawed {
            Outcome::Flawed
        } else {
            Outcome::Complete
        }
    }
}

impl Sink<Found> for PerPuzzle {
    fn rows(&mut self, _: &[u8], _: u64) -> Result<ControlFlow<Reason>, Error> {
        Ok(ControlFlow::Continue(()))
    }

    fn finished(&mut self, finished: Finished<Found>) -> Result<ControlFlow<Reason>, Error> {
        let Some(entry) = finished.tally.entry else {
            return Ok(ControlFlow::Continue(()));
        };
        let mut flow = ControlFlow::Continue(());
        match &mut self.current {
            Some((current, solutions)) if current.number == entry.number => {
                *solutions += finished.tally.solutions;
            }
            _ => {
                flow = self.complete()?;
                self.current = Some((entry, finished.tally.solutions));
            }
        }
        Ok(flow)
    }
}
