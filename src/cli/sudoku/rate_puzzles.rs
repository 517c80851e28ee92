//! The command `countless sudoku rate`.

use clap::Args;
use countless::sudoku::questions::AnswerNumber;
use countless::sudoku::{ColumnsVersion, Rate};

use super::super::exit::Exit;
use super::super::row_output::RowOutputArgs;
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs, in_chunks};
use super::node_budget_args::NodeBudgetArgs;
use super::question_command::QuestionArgs;
use super::variant_args::VariantArgs;
use super::{FORMATS, PuzzleInputArgs};

#[derive(Args, Debug)]
#[command(after_help = format!("\
Each step uses the easiest applicable technique. The level is that of the hardest one used:
  easy     singles
  medium   locked candidates, pairs, triples
  hard     quads, X-wing to jellyfish, finned fish, skyscraper and similar,
           XY-, XYZ- and W-wing, remote pairs, unique rectangles, BUG+1
  expert   simple colouring, 3D Medusa, WXYZ-wing, X-chains, XY-chains,
           alternating inference chains, grouped chains, Sue de Coq, ALS-XZ,
           ALS-XY-wing, ALS chains
  extreme  forcing chains
The rating is the weight of that technique, 1 to 64, or 0 for a puzzle without blanks, plus
e/(e+1000). The effort e is the sum of
the weights of all steps. At the level extreme, the rating is 70 + 30 L/(L+300), where L is the
number of links of all forcing chains. A puzzle that no technique solves has the rating 100
and no hardest technique. Equivalent puzzles have the same rating. The column steps does not count
eliminations.

See `countless help techniques` for the names, and for the techniques of variants.

{FORMATS}

Examples:
  countless sudoku rate puzzles.txt
  countless sudoku rate sudoku.csv.gz -o rated.csv --keep-columns
  countless sudoku rate puzzles.txt -o rated.csv --ledger rating.csv
  countless sudoku rate killers.csv --cages each"))]
#[command(mut_args(in_chunks))]
pub struct SudokuRateArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    #[command(flatten)]
    shape: VariantArgs,
    #[command(flatten)]
    rows: RowOutputArgs,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    #[command(flatten)]
    budget: NodeBudgetArgs,
    #[command(flatten)]
    recording: LedgerArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn rate(args: &SudokuRateArgs, session: Session) -> anyhow::Result<Exit> {
    let question = Rate::new()
        .keep_columns(args.keep_columns)
        .budget(args.budget.budget());
    let inputs = args.source.inputs(args.shape.shape(&args.source)?)?;
    let ask = inputs.ask(question, ColumnsVersion::Second)?;
    let asking = QuestionArgs {
        source: &args.source,
        rows: &args.rows,
        recording: &args.recording,
        running: &args.running,
    };
    asking.ask(ask.job(), session, |tally, report| {
        let levels = AnswerNumber::LEVELS.map(|level| (level.name().to_owned(), level.of(tally)));
        if let Some(members) = report.json.as_object_mut() {
            members.retain(|name, _| levels.iter().all(|(level, _)| level != name));
        }
        report.json["levels"] = levels.into_iter().collect();
    })
}
