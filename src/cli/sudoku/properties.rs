//! The commands `countless sudoku rate`, `canon` and `minimal`: properties of puzzles.

use anyhow::ensure;
use clap::Args;
use countless::engine::Tally;
use countless::sudoku::questions::AnswerNumber;
use countless::sudoku::{
    Canonicalise, ErRange, ExplainerRanges, FindRedundant, Rate, RatingScale, parse_er, tenths_text,
};

use super::super::output::Exit;
use super::super::session::Session;
use super::super::shared_args::in_chunks;
use super::FORMATS;
use super::question_command::{NodeBudgetArgs, QuestionArgs, QuestionReport};
use super::rating_scale::{Scale, ScaleArgs};
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

With --scale se, the columns er, ep and ed are the ratings of Sudoku Explainer 1.2.1, from 1.0 to
11.9: er is the highest step, ep the highest up to the first digit placed, ed that of the first
step; er is 20.0 where it finds none. Levels are bands of er: easy up to 2.5, medium to 4.4, hard
to 6.2, expert to 7.4, extreme above. A puzzle is rated as it is given: above 4.4, an equivalent
puzzle may have another rating.

See `countless help techniques` for the names, and for the techniques of variants.

{FORMATS}

Examples:
  countless sudoku rate puzzles.txt
  countless sudoku rate sudoku.csv.gz -o rated.csv --keep-columns
  countless sudoku rate puzzles.txt -o rated.csv --ledger rating.csv
  countless sudoku rate puzzles.txt --scale se --min-er 7.1
  countless sudoku rate killers.csv --cages each"))]
#[command(mut_args(in_chunks))]
pub struct SudokuRateArgs {
    #[command(flatten)]
    asking: QuestionArgs<VariantArgs, RateFlags>,
}

/// Flags of the command.
#[derive(Args, Debug)]
struct RateFlags {
    #[command(flatten)]
    scale: ScaleArgs,
    /// Only puzzles with an ER of at least R (with --scale se)
    #[arg(help_heading = "Output", long, value_name = "R", value_parser = parse_er)]
    min_er: Option<u16>,
    /// Only puzzles with an ER of at most R (with --scale se)
    #[arg(help_heading = "Output", long, value_name = "R", value_parser = parse_er)]
    max_er: Option<u16>,
    /// Only puzzles for which all conditions hold, such as "er>=7.1 ep<=1.2" (with --scale se)
    #[arg(help_heading = "Output", long = "where", value_name = "CONDITIONS")]
    #[arg(conflicts_with_all = ["min_er", "max_er"])]
    conditions: Option<ExplainerRanges>,
    /// Add a column with the solution of each puzzle
    #[arg(help_heading = "Output", long)]
    solution: bool,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    #[command(flatten)]
    budget: NodeBudgetArgs,
}

impl RateFlags {
    /// Ratings that have rows, or `None` if every puzzle has one.
    fn ranges(&self) -> anyhow::Result<Option<ExplainerRanges>> {
        if self.conditions.is_some() {
            return Ok(self.conditions);
        }
        let all = ErRange::ALL;
        let er = ErRange {
            min: self.min_er.unwrap_or(all.min),
            max: self.max_er.unwrap_or(all.max),
        };
        ensure!(
            er.min <= er.max,
            "--min-er {} is above --max-er {}",
            tenths_text(er.min),
            tenths_text(er.max)
        );
        let ranges = ExplainerRanges {
            er,
            ..ExplainerRanges::default()
        };
        Ok((er != all).then_some(ranges))
    }
}

pub fn rate(args: &SudokuRateArgs, session: Session) -> anyhow::Result<Exit> {
    let (asking, flags) = (&args.asking, &args.asking.last);
    let (inputs, ranges) = (asking.first.inputs(&asking.source)?, flags.ranges()?);
    let scale = match flags.scale.scale {
        Scale::Explainer => {
            ensure!(
                inputs.shape.is_classic(),
                "--scale se rates classic sudokus of 9×9 cells; omit it for variants"
            );
            RatingScale::Explainer(ranges)
        }
        Scale::Points => {
            ensure!(
                ranges.is_none(),
                "--min-er, --max-er and --where need --scale se: the scale points has no ER"
            );
            RatingScale::Points
        }
    };
    let question = Rate::new()
        .scale(scale)
        .solution(flags.solution)
        .budget(flags.budget.budget());
    let ask = inputs.ask(question, flags.keep_columns)?;
    asking.ask(&ask, session, report_levels)
}

/// Groups the numbers of puzzles by level in a report.
fn report_levels(tally: &Tally, report: &mut QuestionReport) {
    let levels = AnswerNumber::LEVELS.map(|level| (level.name().to_owned(), level.of(tally)));
    if let Some(members) = report.json.as_object_mut() {
        members.retain(|name, _| levels.iter().all(|(level, _)| level != name));
    }
    report.json["levels"] = levels.into_iter().collect();
}

#[derive(Args, Debug)]
#[command(after_help = format!("\
The canonical form is the least image of a puzzle or grid under all symmetries, as a string in
which blanks are lowest. The symmetries are transposition, permutations of bands, stacks, rows in a
band and columns in a stack (3,359,232 together), and of the digits (9!). Two puzzles have equal
canonical forms if and only if they are equivalent. `automorphisms` counts the symmetries that map
the puzzle to itself, without permutations of digits that do not occur; for most puzzles it is 1.

With --transform, `transposed` reports a transposition. Then `rows` and `columns` list the original
rows and columns in their new order, and `digits` the images of 1 to 9.

With --solution, `class` and `solution_class` identify the classes of the puzzle and of its only
solution: the first 16 hexadecimal digits of the SHA-256 of each canonical form.

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
    /// Add columns with the symmetry: the one that leads to the canonical form
    #[arg(help_heading = "Output", long)]
    transform: bool,
    /// Add columns with the class of each puzzle and of its solution
    #[arg(help_heading = "Output", long)]
    solution: bool,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
}

pub fn canon(args: &SudokuCanonArgs, session: Session) -> anyhow::Result<Exit> {
    let (asking, flags) = (&args.asking, &args.asking.last);
    let question = Canonicalise::new()
        .transform(flags.transform)
        .solution(flags.solution);
    let ask = asking.source.ask(question, flags.keep_columns)?;
    asking.ask(&ask, session, |_, _| ())
}

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
        .budget(flags.budget.budget());
    let ask = asking.source.ask(question, flags.keep_columns)?;
    asking.ask(&ask, session, |tally, report| {
        let redundant = AnswerNumber::Unique.of(tally) - AnswerNumber::Minimal.of(tally);
        report.counts.insert(1, (redundant, "with redundant clues"));
        report.json["redundant"] = redundant.into();
        let subsets = AnswerNumber::Subsets.of(tally);
        report.json["subsets"] = flags.all.then_some(subsets).into();
    })
}
