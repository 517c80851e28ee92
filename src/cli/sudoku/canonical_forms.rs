//! The command `countless sudoku canon`.

use clap::Args;
use countless::sudoku::Canonicalise;

use super::super::exit::Exit;
use super::super::session::Session;
use super::super::shared_args::in_chunks;
use super::FORMATS;
use super::question_command::QuestionArgs;

#[derive(Args, Debug)]
#[command(after_help = format!("\
The canonical form is the least image of a puzzle or grid under all symmetries, as a string in
which blanks are lowest. The symmetries are transposition, permutations of bands, stacks, rows in a
band and columns in a stack (3,359,232 together), and of the digits (9!). Two puzzles have equal
canonical forms if and only if they are equivalent. `automorphisms` counts the symmetries that map
the puzzle to itself, without permutations of digits that do not occur; for most puzzles it is 1.

With --transform, `transposed` reports a transposition. Then `rows` and `columns` list the original
rows and columns in their new order, and `digits` the images of 1 to 9.

{FORMATS}

Examples:
  countless sudoku canon puzzles.txt
  countless sudoku canon sudoku.csv.gz -o forms.csv --keep-columns
  countless sudoku canon grids.txt --transform --format ndjson
  countless sudoku canon sudoku.csv.gz -o forms.csv --ledger canon.csv"))]
#[command(mut_args(in_chunks))]
pub struct SudokuCanonArgs {
    #[command(flatten)]
    asking: QuestionArgs<(), CanonFlags>,
}

/// Flags of the command.
#[derive(Args, Debug)]
struct CanonFlags {
    /// Add columns with the symmetry that leads to the canonical form
    #[arg(help_heading = "Output", long)]
    transform: bool,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
}

pub fn canon(args: &SudokuCanonArgs, session: Session) -> anyhow::Result<Exit> {
    let (asking, flags) = (&args.asking, &args.asking.last);
    let question = Canonicalise::new()
        .transform(flags.transform)
        .keep_columns(flags.keep_columns);
    let ask = asking.source.ask(question)?;
    asking.ask(&ask, session, |_, _| ())
}
