//! `countless sudoku solve`

use clap::Args;
use countless::engine::Report;
use countless::sudoku::{Batch, BatchOptions, BatchTally, Columns};

use super::super::exit::Outcome;
use super::super::output::{grouped, plural, print};
use super::super::recording::Recording;
use super::super::{Rows, Run};
use super::batch::{Ended, run};
use super::{FORMATS, Source, resume, summarize};

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
    pub(super) source: Source,
    #[command(flatten)]
    pub rows: Rows,
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
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub run: Run,
}

pub fn solve(args: &SolveArgs) -> anyhow::Result<Outcome> {
    let inputs = args.source.open()?;
    for (layout, name) in inputs.layouts().iter().zip(inputs.names()) {
        anyhow::ensure!(
            !args.check || layout.solution_column().is_some(),
            "--check needs a solution column, and {name} has none"
        );
    }
    let options = BatchOptions {
        kernel: args.run.kernel,
        columns: Columns::Solution,
        limit: args.limit.unwrap_or(if args.all { u64::MAX } else { 2 }),
        all: args.all,
        check: args.check,
        keep_columns: args.keep_columns,
        format: args.rows.format(),
    };
    let batch = Batch::of(&inputs, &options)?;
    if args.recording.is_given() {
        return resume::solve(args, &batch.with_checksums());
    }
    anyhow::ensure!(
        !args.json || args.rows.output.is_some(),
        "--json needs --output for the rows"
    );
    let (tally, report) = match run(&batch, inputs, &args.rows, &args.run)? {
        Ended::Early(outcome) => return Ok(outcome),
        Ended::Complete(tally, report) => (tally, report),
    };
    finish(args, &tally, &report, None)
}

/// Says what was done, once all rows are written.
pub fn finish(
    args: &SolveArgs,
    tally: &BatchTally,
    report: &Report,
    known: Option<String>,
) -> anyhow::Result<Outcome> {
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
    let found = match known {
        Some(known) => format!("{}, {known}", described(tally)),
        None => described(tally),
    };
    summarize(&found, tally.rows().into(), report, &args.run);
    Ok(match verdict(tally) {
        Outcome::Complete if tally.rows() == 0 => Outcome::Flawed,
        verdict => verdict,
    })
}

/// Whether all rows were good.
pub fn verdict(tally: &BatchTally) -> Outcome {
    if tally.invalid + tally.wrong > 0 {
        Outcome::Flawed
    } else {
        Outcome::Complete
    }
}

/// `8 puzzles (4 unique, 4 invalid)`.
pub fn described(tally: &BatchTally) -> String {
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
