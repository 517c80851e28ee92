//! `countless sudoku solve`

use clap::Args;
use countless::sudoku::{Batch, BatchOptions, BatchTally, Columns};

use super::super::exit::Outcome;
use super::super::output::{grouped, plural, print};
use super::super::{Rows, Run};
use super::batch::{Ended, run};
use super::{FORMATS, Source, summarize};

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
            columns: Columns::Solution,
            limit: args.limit.unwrap_or(if args.all { u64::MAX } else { 2 }),
            all: args.all,
            check: args.check,
            keep_columns: args.keep_columns,
            format: args.rows.format(),
        },
    );
    let (tally, report) = match run(&batch, reader, name, &args.rows, &args.run)? {
        Ended::Early(outcome) => return Ok(outcome),
        Ended::Complete(tally, report) => (tally, report),
    };
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
