//! The command `countless sudoku minimal`.

use clap::Args;
use countless::sudoku::FindRedundant;
use countless::sudoku::questions::AnswerNumber;

use super::super::exit::Exit;
use super::super::session::Session;
use super::super::shared_args::in_chunks;
use super::FORMATS;
use super::question_command::{NodeBudgetArgs, QuestionArgs};

#[derive(Args, Debug)]
#[command(after_help = format!("\
A puzzle with one solution is minimal if removing any single clue leaves several solutions. A clue
is redundant if the solution stays unique without it. Removing two redundant clues together may
leave several solutions. Each row is `puzzle,status,minimal,redundant`. With --all, each row is
`puzzle,status,subset`, where the subset is a minimal puzzle. A puzzle with many redundant clues
contains millions of minimal puzzles.

{FORMATS}

Examples:
  countless sudoku minimal puzzles.txt
  countless sudoku minimal sudoku.csv.gz -o minimal.csv --keep-columns
  countless sudoku minimal puzzles.txt --all --format ndjson
  countless sudoku minimal sudoku.csv.gz -o minimal.csv --ledger clues.csv"))]
#[command(mut_args(in_chunks))]
pub struct SudokuMinimalArgs {
    #[command(flatten)]
    asking: QuestionArgs<(), MinimalFlags>,
}

/// Flags of the command.
#[derive(Args, Debug)]
struct MinimalFlags {
    /// Write every minimal puzzle inside each puzzle, one row each
    #[arg(help_heading = "Output", long)]
    all: bool,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    #[command(flatten)]
    budget: NodeBudgetArgs,
}

pub fn minimal(args: &SudokuMinimalArgs, session: Session) -> anyhow::Result<Exit> {
    let (asking, flags) = (&args.asking, &args.asking.last);
    let question = FindRedundant::new()
        .all(flags.all)
        .keep_columns(flags.keep_columns)
        .budget(flags.budget.budget());
    let ask = asking.source.ask(question)?;
    asking.ask(&ask, session, |tally, report| {
        let redundant = AnswerNumber::Unique.of(tally) - AnswerNumber::Minimal.of(tally);
        report.counts.insert(1, (redundant, "with redundant clues"));
        report.json["redundant"] = redundant.into();
        let subsets = AnswerNumber::Subsets.of(tally);
        report.json["subsets"] = flags.all.then_some(subsets).into();
    })
}
