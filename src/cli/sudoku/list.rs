//! `countless sudoku list`

use std::ops::ControlFlow;

use clap::Args;
use countless::Error;
use countless::engine::{Finished, First, Order, Reason, Report, Sink};
use countless::sudoku::{Enumerate, Found, Parts};

use super::super::drive::drive;
use super::super::exit::Outcome;
use super::super::output::plural;
use super::super::{Rows, Run};
use super::{FORMATS, Source, complain, summarize};

#[derive(Args, Debug)]
#[command(after_help = format!("\
{FORMATS}

Examples:
  countless sudoku list puzzles.txt -o solutions.csv
  countless sudoku list {} --limit 10", ".".repeat(81)))]
pub struct ListArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    rows: Rows,
    /// Stop after the first K rows
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    run: Run,
}

pub fn list(args: &ListArgs) -> anyhow::Result<Outcome> {
    let threads = args.run.options(Order::Ascending).threads;
    let format = args.rows.format();
    let puzzle = args.source.puzzle()?;
    let problem = Enumerate::list(args.run.kernel, puzzle.is_none(), format);
    let (parts, names) = if let Some(puzzle) = puzzle {
        (Parts::of(&puzzle, threads), Vec::new())
    } else {
        let inputs = args.source.open()?;
        let names = inputs.names().to_vec();
        (Parts::read(inputs, threads, args.run.kernel), names)
    };
    let mut sink = PerRow {
        names,
        invalid: 0,
        sink: args.rows.start(problem.header())?,
    };
    let (report, sink) = match args.limit {
        None => (search(&problem, parts, &mut sink, args)?, sink),
        Some(limit) => {
            let mut first = First::new(limit, sink);
            (search(&problem, parts, &mut first, args)?, first.sink)
        }
    };
    let found = u128::from(sink.sink.rows);
    if Outcome::of(report.stopped) == Outcome::Interrupted {
        eprintln!("interrupted after {}", plural(found, "row"));
        return Ok(Outcome::Interrupted);
    }
    sink.sink.into_inner().finish()?;
    if report.stopped != Some(Reason::Closed) {
        summarize(&plural(found, "solution"), found, &report, &args.run);
    }
    Ok(if sink.invalid > 0 {
        Outcome::Flawed
    } else {
        Outcome::Complete
    })
}

fn search<S: Sink<Found>>(
    problem: &Enumerate,
    parts: Parts,
    sink: &mut S,
    args: &ListArgs,
) -> anyhow::Result<Report> {
    let (cost, order) = (parts.cost(), args.rows.order());
    drive(problem, parts, cost, sink, &args.run, order, "solutions")
}

/// Says on stderr which rows are no puzzles.
struct PerRow<S> {
    /// What the inputs are called.
    names: Vec<String>,
    invalid: u64,
    sink: S,
}

impl<S: Sink<Found>> Sink<Found> for PerRow<S> {
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, Error> {
        self.sink.rows(bytes, rows)
    }

    fn finished(&mut self, finished: Finished<Found>) -> Result<ControlFlow<Reason>, Error> {
        let entries = finished.tally.each.iter().map(|(entry, _)| entry);
        for complaint in entries.filter_map(|entry| entry.complaint.as_ref()) {
            self.invalid += 1;
            complain(&self.names, complaint);
        }
        self.sink.finished(finished)
    }
}
