//! `countless sudoku solve`

use std::ops::ControlFlow;

use clap::Args;
use countless::Error;
use countless::engine::{Finished, Reason, Sink};
use countless::sudoku::{Batch, BatchOptions, BatchTally};

use super::super::drive::drive;
use super::super::exit::Outcome;
use super::super::output::{grouped, plural, print};
use super::super::{Rows, Run};
use super::{FORMATS, Source, complain, summarize};

#[allow(clippy::struct_excessive_bools)] // one for each flag
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
    /// Print the totals as one JSON object; the rows go to --output
    #[arg(long, requires = "output")]
    json: bool,
    #[command(flatten)]
    run: Run,
}

pub fn solve(args: &SolveArgs) -> anyhow::Result<Outcome> {
    let input = args.source.open()?;
    let name = input.name().to_owned();
    let reader = args.source.read(input)?;
    if args.check && reader.layout().solution_column().is_none() {
        anyhow::bail!("--check needs a solution column, and {name} has none");
    }
    let batch = Batch::new(
        reader.layout().clone(),
        BatchOptions {
            kernel: args.run.kernel,
            limit: args.limit.unwrap_or(if args.all { u64::MAX } else { 2 }),
            all: args.all,
            check: args.check,
            keep_columns: args.keep_columns,
            format: args.rows.format(),
        },
    );
    let list = args.rows.start(&batch.header())?;
    let total = reader.meter().total();
    let mut sink = Complaining { name, sink: list };
    let subtrees = Batch::subtrees(reader);
    let order = args.rows.order();
    let report = drive(
        &batch, subtrees, total, &mut sink, &args.run, order, "puzzles",
    )?;
    let Complaining { name, sink: list } = sink;
    let tally = list.total.clone();
    if Outcome::of(report.stopped) == Outcome::Interrupted {
        eprintln!("interrupted after {}", plural(list.rows.into(), "row"));
        return Ok(Outcome::Interrupted);
    }
    list.into_inner().finish()?;
    if report.stopped == Some(Reason::Closed) {
        return Ok(Outcome::Complete);
    }
    if tally.rows() == 0 {
        eprintln!("warning: {name} holds no puzzle");
    }
    if args.json {
        let json = serde_json::json!({
            "problem": "sudoku",
            "puzzles": tally.rows(),
            "unique": tally.unique,
            "multiple": tally.multiple,
            "none": tally.none,
            "invalid": tally.invalid,
            "wrong": args.check.then_some(tally.wrong),
            "seconds": report.elapsed.as_secs_f64(),
            "kernel": args.run.kernel.name(),
            "threads": report.busy.len(),
        });
        print(&format!("{json}\n"))?;
    }
    summarize(&described(&tally), tally.rows().into(), &report, &args.run);
    if tally.invalid + tally.wrong > 0 || tally.rows() == 0 {
        Ok(Outcome::Flawed)
    } else {
        Ok(Outcome::Complete)
    }
}

/// `8 puzzles (4 unique, 4 invalid)`.
fn described(tally: &BatchTally) -> String {
    let counts = [
        (tally.unique, "unique"),
        (tally.multiple, "multiple"),
        (tally.none, "without solution"),
        (tally.invalid, "invalid"),
        (tally.wrong, "with a wrong solution given"),
    ];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", grouped(u128::from(*count))))
        .collect();
    let rows = plural(tally.rows().into(), "puzzle");
    if counts.is_empty() {
        rows
    } else {
        format!("{rows} ({})", counts.join(", "))
    }
}

/// Says on stderr what is wrong with each row, in the order of the rows.
struct Complaining<S> {
    /// The input.
    name: String,
    sink: S,
}

impl<S: Sink<BatchTally>> Sink<BatchTally> for Complaining<S> {
    fn rows(&mut self, bytes: &[u8], rows: u64) -> Result<ControlFlow<Reason>, Error> {
        self.sink.rows(bytes, rows)
    }

    fn finished(
        &mut self,
        mut finished: Finished<BatchTally>,
    ) -> Result<ControlFlow<Reason>, Error> {
        for complaint in finished.tally.complaints.drain(..) {
            complain(&self.name, &complaint);
        }
        self.sink.finished(finished)
    }
}
