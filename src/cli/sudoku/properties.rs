//! The commands `countless sudoku rate`, `canon` and `minimal`: properties of puzzles.

use countless::engine::Tally;
use countless::sudoku::questions::AnswerNumber;
use countless::sudoku::{
    Canonicalise, ErRange, ExplainerRanges, FindRedundant, Rate, RatingScale, parse_er, tenths_text,
};

use super::super::prelude::*;
use super::question_command::{NodeBudgetArgs, QuestionArgs, QuestionReport};
use super::variant_args::VariantArgs;

pub type SudokuRateArgs = QuestionArgs<VariantArgs, RateFlags>;

/// Argument for the scale.
#[derive(Args, Clone, Copy, Debug)]
pub struct ScaleArgs {
    /// Scale of the ratings: points, or se for those of Sudoku Explainer 1.2.1
    #[arg(
        help_heading = "Output",
        long,
        value_name = "NAME",
        value_enum,
        default_value_t
    )]
    pub scale: Scale,
}

/// Scale of ratings: weights of techniques, or ratings of Sudoku Explainer 1.2.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Scale {
    #[default]
    Points,
    #[value(name = "se")]
    Explainer,
}

/// Flags of the command.
#[derive(Args, Debug)]
pub struct RateFlags {
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
    let flags = &args.last;
    let (inputs, ranges) = (args.first.inputs(&args.source)?, flags.ranges()?);
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
    args.ask(&ask, None, session, report_levels)
}

/// Groups the numbers of puzzles by level in a report.
fn report_levels(tally: &Tally, report: &mut QuestionReport) {
    let levels = AnswerNumber::LEVELS.map(|level| (level.name().to_owned(), level.of(tally)));
    if let Some(members) = report.json.as_object_mut() {
        members.retain(|name, _| levels.iter().all(|(level, _)| level != name));
    }
    report.json["levels"] = levels.into_iter().collect();
}

pub type SudokuCanonArgs = QuestionArgs<(), CanonFlags>;

/// Flags of the command.
#[derive(Args, Debug)]
pub struct CanonFlags {
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
    let flags = &args.last;
    let question = Canonicalise::new()
        .transform(flags.transform)
        .solution(flags.solution);
    let ask = args.source.ask(question, flags.keep_columns)?;
    args.ask(&ask, None, session, |_, _| ())
}

pub type SudokuMinimalArgs = QuestionArgs<(), MinimalFlags>;

/// Flags of the command.
#[derive(Args, Debug)]
pub struct MinimalFlags {
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
    let flags = &args.last;
    let question = FindRedundant::new()
        .all(flags.all)
        .budget(flags.budget.budget());
    let ask = args.source.ask(question, flags.keep_columns)?;
    args.ask(&ask, None, session, |tally, report| {
        let redundant = AnswerNumber::Unique.of(tally) - AnswerNumber::Minimal.of(tally);
        report.counts.insert(1, (redundant, "with redundant clues"));
        report.json["redundant"] = redundant.into();
        let subsets = AnswerNumber::Subsets.of(tally);
        report.json["subsets"] = flags.all.then_some(subsets).into();
    })
}
