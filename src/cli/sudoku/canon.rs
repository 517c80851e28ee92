//! `countless sudoku canon`

use clap::Args;
use countless::sudoku::{BatchOptions, What};
use serde_json::json;

use super::super::args::{Recording, Running};
use super::super::exit::Exit;
use super::super::rows::Rows;
use super::super::session::Session;
use super::batch::{Findings, Task};
use super::{FORMATS, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("\
The canonical form is the least of all images of a puzzle or grid, as a string with blanks
lowest: under 3,359,232 symmetries (transposition, the orders of bands and stacks, of the rows
in a band and the columns in a stack) and 9! ways to exchange the digits. Two puzzles have the
same if and only if they are the same up to symmetry. `automorphisms` is how many of the
symmetries give back the puzzle, with digits exchanged; it is 1 of most.

With --transform, `transposed` says whether rows become columns first; then `rows` and `columns`
say which row and column comes first, second, and so on, and `digits` what 1 to 9 become.

{FORMATS}

Examples:
  countless sudoku canon puzzles.txt
  countless sudoku canon sudoku.csv.gz -o forms.csv --keep-columns
  countless sudoku canon grids.txt --transform --format ndjson
  countless sudoku canon sudoku.csv.gz -o forms.csv --ledger canon.csv"))]
pub struct CanonArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    rows: Rows,
    /// Tell how each puzzle becomes its canonical form
    #[arg(long)]
    transform: bool,
    /// Pass on the other columns of the input, or the tags
    #[arg(long)]
    keep_columns: bool,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn canon(args: &CanonArgs, session: Session) -> anyhow::Result<Exit> {
    let options = BatchOptions {
        what: What::Canon,
        transform: args.transform,
        keep_columns: args.keep_columns,
        ..BatchOptions::default()
    };
    let batch = args.source.batch(options)?;
    let task = Task {
        source: &args.source,
        batch: &batch,
        rows: &args.rows,
        recording: &args.recording,
        running: &args.running,
        session,
    };
    task.run(|tally| Findings {
        counts: vec![
            (tally.symmetric, "with more than one automorphism"),
            (tally.invalid, "invalid"),
        ],
        json: json!({
            "problem": "sudoku",
            "puzzles": tally.puzzles(),
            "symmetric": tally.symmetric,
            "invalid": tally.invalid,
        }),
        is_flawed: tally.invalid > 0,
    })
}
