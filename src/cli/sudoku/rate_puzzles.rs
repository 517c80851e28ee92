//! The command `countless sudoku rate`.

use clap::Args;
use countless::sudoku::questions::AnswerNumber;
use countless::sudoku::{ColumnsVersion, Rate};

use super::super::exit::Exit;
use super::super::session::Session;
use super::super::shared_args::in_chunks;
use super::FORMATS;
use super::question_command::{NodeBudgetArgs, QuestionArgs};
use super::variant_args::VariantArgs;

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
    asking: QuestionArgs<VariantArgs, RateFlags>,
}

/// Flags of the command.
#[derive(Args, Debug)]
struct RateFlags {
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    #[command(flatten)]
    budget: NodeBudgetArgs,
}

pub fn rate(args: &SudokuRateArgs, session: Session) -> anyhow::Result<Exit> {
    let (asking, flags) = (&args.asking, &args.asking.last);
    let question = Rate::new()
        .keep_columns(flags.keep_columns)
        .budget(flags.budget.budget());
    let inputs = asking.first.inputs(&asking.source)?;
    let ask = inputs.ask(question, ColumnsVersion::Second)?;
    asking.ask(&*ask, session, |tally, report| {
        let levels = AnswerNumber::LEVELS.map(|level| (level.name().to_owned(), level.of(tally)));
        if let Some(members) = report.json.as_object_mut() {
            members.retain(|name, _| levels.iter().all(|(level, _)| level != name));
        }
        report.json["levels"] = levels.into_iter().collect();
    })
}
