//! `countless sudoku rate`

use clap::Args;
use countless::sudoku::{Batch, BatchOptions, BatchTally, Columns, Level};

use super::super::exit::Outcome;
use super::super::output::{grouped, plural, print};
use super::super::{Rows, Run};
use super::batch::{Ended, run};
use super::{FORMATS, Source, summarize};

/// Records in a chunk: hard puzzles take a thousand times as long as easy ones.
const CHUNK: usize = 64;

#[derive(Args, Debug)]
#[command(after_help = format!("\
The level is that of the hardest technique needed, always taking the easiest that applies:
  easy     singles
  medium   locked candidates, pairs, triples
  hard     quads, X-wing to jellyfish, XY-, XYZ- and W-wing, unique rectangles, BUG+1
  expert   simple colouring, X-chains, XY-chains
  extreme  forcing chains
The rating is the weight of that technique, 1 to 80, plus e/(e+1000), where e is the effort,
the sum of the weights of all steps. A puzzle that no technique solves has 100.

{FORMATS}

Examples:
  countless sudoku rate puzzles.txt
  countless sudoku rate sudoku.csv.gz -o rated.csv --keep-columns"))]
pub struct RateArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    rows: Rows,
    /// Pass on the other columns of the input, or the tags
    #[arg(long)]
    keep_columns: bool,
    /// Print the totals as one JSON object; the rows go to --output
    #[arg(long, requires = "output")]
    json: bool,
    #[command(flatten)]
    run: Run,
}

pub fn rate(args: &RateArgs) -> anyhow::Result<Outcome> {
    let inputs = args.source.open_in_chunks(CHUNK)?;
    let options = BatchOptions {
        kernel: args.run.kernel,
        columns: Columns::Rating,
        keep_columns: args.keep_columns,
        format: args.rows.format(),
        ..BatchOptions::default()
    };
    let batch = Batch::of(&inputs, &options)?;
    let (tally, report) = match run(&batch, inputs, &args.rows, &args.run)? {
        Ended::Early(outcome) => return Ok(outcome),
        Ended::Complete(tally, report) => (tally, report),
    };
    if args.json {
        let levels = Level::ALL.iter().zip(tally.levels);
        let levels: serde_json::Map<_, _> = levels
            .map(|(level, count)| (level.name().to_owned(), count.into()))
            .collect();
        let json = serde_json::json!({
            "problem": "sudoku",
            "puzzles": tally.rows(),
            "levels": levels,
            "multiple": tally.multiple,
            "none": tally.none,
            "invalid": tally.invalid,
            "seconds": report.elapsed.as_secs_f64(),
            "kernel": args.run.kernel.name(),
            "threads": report.busy.len(),
        });
        print(&format!("{json}\n"))?;
    }
    summarize(&described(&tally), tally.rows().into(), &report, &args.run);
    if tally.invalid > 0 || tally.rows() == 0 {
        Ok(Outcome::Flawed)
    } else {
        Ok(Outcome::Complete)
    }
}

/// `8 puzzles (4 easy, 2 extreme, 2 invalid)`.
fn described(tally: &BatchTally) -> String {
    let levels = Level::ALL.iter().zip(tally.levels);
    let levels = levels.map(|(level, count)| (count, level.name()));
    let others = [
        (tally.multiple, "with several solutions"),
        (tally.none, "without solution"),
        (tally.invalid, "invalid"),
    ];
    let counts: Vec<String> = levels
        .chain(others)
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", grouped(u128::from(count))))
        .collect();
    let rows = plural(tally.rows().into(), "puzzle");
    if counts.is_empty() {
        rows
    } else {
        format!("{rows} ({})", counts.join(", "))
    }
}
