//! `countless sudoku count`

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use countless::Error;
use countless::engine::{Count, Finished, Order, Reason, Sink};
use countless::io::{Format, push_csv};
use countless::sudoku::{Entry, Enumerate, Found, Parts};

use super::super::Run;
use super::super::drive::drive;
use super::super::exit::Outcome;
use super::super::output::{plural, print};
use super::{FORMATS, Source, complain, summarize};

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
    run: Run,
}

pub fn count(args: &CountArgs) -> anyhow::Result<Outcome> {
    let threads = args.run.options(Order::Ascending).threads;
    let problem = Enumerate::count(args.run.kernel, args.limit);
    if let Some(puzzle) = args.source.puzzle()? {
        let parts = Parts::of(&puzzle, threads);
        let mut sink = Capped {
            limit: args.limit,
            found: Count::default(),
        };
        let cost = parts.cost();
        let report = drive(
            &problem,
            parts,
            cost,
            &mut sink,
            &args.run,
            Order::Any,
            "solutions",
        )?;
        let total = sink.capped();
        if Outcome::of(report.stopped) == Outcome::Interrupted {
            eprintln!(
                "interrupted: {} so far, which is not all",
                plural(total, "solution")
            );
            return Ok(Outcome::Interrupted);
        }
        if args.json {
            let json = serde_json::json!({
                "problem": "sudoku",
                "puzzle": puzzle.to_string(),
                "solutions": total,
                "complete": report.stopped.is_none(),
                "seconds": report.elapsed.as_secs_f64(),
                "kernel": args.run.kernel.name(),
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
        let found = format!("{}{or_more}", plural(total, "solution"));
        summarize(&found, total, &report, &args.run);
        return Ok(Outcome::Complete);
    }
    let input = args.source.open()?;
    let name = input.name().to_owned();
    let parts = Parts::read(args.source.read(input)?, threads);
    let format = if args.json {
        Format::Ndjson
    } else {
        Format::Csv
    };
    let mut sink = PerPuzzle::new(name, args.limit, format);
    if format == Format::Csv {
        print("puzzle,solutions\n")?;
    }
    let order = Order::Ascending;
    let report = drive(
        &problem,
        parts,
        None,
        &mut sink,
        &args.run,
        order,
        "solutions",
    )?;
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
    summarize(&found, sink.solutions, &report, &args.run);
    Ok(sink.outcome())
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
