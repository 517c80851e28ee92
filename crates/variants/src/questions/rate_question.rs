//! Rating of each puzzle: its difficulty for people, on one of two scales.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::answer_tally::AnswerNumber;
use super::chunk_records::PuzzlePlace;
use super::puzzle_batch::{PuzzleBatch, Solution};
use super::puzzle_row::OwnedAnswer;
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::requirements::{NodeBudget, Requirements};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::setters;
use countless_sudoku::{
    EXPLAINER_VERSION, ExplainerRanges, ExplainerRating, Level, Rating, SCALE_VERSION, Status,
};
use countless_table::{Columns, DecimalParts, Fields, Row};

/// Records in a chunk. Hard puzzles take a thousand times as long as easy ones.
pub(super) const RECORDS_PER_CHUNK: usize = 64;

/// Question for the rating of each puzzle.
///
/// The columns are `puzzle,status`, then `rating,level,hardest,steps,effort` for points, or
/// `level,er,ep,ed` for the scale of Sudoku Explainer.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::questions::{PuzzleRating, RatingScale};
/// use countless_variants::{Ask, Rate};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let origin = || vec![InputOrigin::Text { name: "example".into(), text: text.into() }];
/// let ask = Ask::open(Rate::new(), origin(), None)?;
/// assert_eq!(Run::new().count(&ask)?.total.number("easy"), 1);
///
/// let ask = Ask::open(Rate::new().scale(RatingScale::Explainer(None)), origin(), None)?;
/// Run::new().for_each(&ask, |row| match row.answer.rating {
///     PuzzleRating::Explainer(Some(rating)) => assert_eq!(rating.er, 12),
///     other => panic!("{other:?}"),
/// })?;
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    scale: RatingScale,
    solution: bool,
    budget: NodeBudget,
}

/// Scale of ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RatingScale {
    /// Weights of techniques.
    #[default]
    Points,
    /// ER, EP and ED of Sudoku Explainer 1.2.1, for classic puzzles. Equivalent puzzles may have
    /// different ratings. With ranges, only puzzles with ratings in them have a row, and the steps
    /// of a puzzle end once its ER is above its range.
    Explainer(Option<ExplainerRanges>),
}

/// Rating of a puzzle on a scale, or `None` without exactly one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleRating {
    /// Rating by the weights of techniques.
    Points(Option<Rating>),
    /// Rating of Sudoku Explainer.
    Explainer(Option<ExplainerRating>),
}

/// Rating of a puzzle with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RateAnswer {
    /// Status of the puzzle.
    pub status: Status,
    /// Rating of the puzzle.
    pub rating: PuzzleRating,
    /// Nodes of the search, if the question counts them.
    pub nodes: Option<u64>,
    /// True if the row shows the solution.
    has_solution: bool,
    /// Only solution, if the row shows it.
    solution: Option<Solution<'static>>,
}

impl RatingScale {
    /// Rates a puzzle with one solution, if there is one.
    fn rate(
        self,
        batch: &mut PuzzleBatch,
        unique: Option<PuzzlePlace>,
        stop: &AtomicBool,
    ) -> PuzzleRating {
        match self {
            Self::Points => PuzzleRating::Points(unique.map(|place| batch.rate(place, stop))),
            Self::Explainer(ranges) => PuzzleRating::Explainer(unique.and_then(|place| {
                let ranges = ranges.unwrap_or_default();
                batch.classic()?.rate_explainer(place, ranges, stop)
            })),
        }
    }
}

impl PuzzleRating {
    /// Level of the puzzle, if it is rated.
    pub fn level(self) -> Option<Level> {
        match self {
            Self::Points(rating) => rating.map(|rating| rating.level()),
            Self::Explainer(rating) => rating.map(ExplainerRating::level),
        }
    }
}

impl Rate {
    /// Creates the question for points, without options.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the scale.
        scale: RatingScale;
        /// Adds a column with the solution.
        solution: bool;
        /// Limits the nodes of the search for the solution.
        budget: NodeBudget;
    }
}

/// Name of the question on the scale of Sudoku Explainer.
const EXPLAINER_NAME: &str = "rate se";

impl Question for Rate {
    type Answer = RateAnswer;
    type Scratch = ();

    const NAME: &'static str = "rate";
    const RECORDED: &'static [AnswerNumber] = &AnswerNumber::LEVELS;
    const SHOWN: &'static [AnswerNumber] = &[
        AnswerNumber::Easy,
        AnswerNumber::Medium,
        AnswerNumber::Hard,
        AnswerNumber::Expert,
        AnswerNumber::Extreme,
        AnswerNumber::Multiple,
        AnswerNumber::None,
        AnswerNumber::Invalid,
        AnswerNumber::Unknown,
    ];

    compiled_here!();

    fn name(&self) -> &'static str {
        match self.scale {
            RatingScale::Points => Self::NAME,
            RatingScale::Explainer(_) => EXPLAINER_NAME,
        }
    }

    fn columns(&self, columns: Columns) -> Columns {
        let columns = columns.field("status");
        let columns = match self.scale {
            RatingScale::Points => columns
                .decimal("rating")
                .field("level")
                .field("hardest")
                .number("steps")
                .number("effort"),
            RatingScale::Explainer(_) => columns
                .field("level")
                .decimal("er")
                .decimal("ep")
                .decimal("ed"),
        };
        let solution = self.solution.then_some("solution");
        solution.into_iter().fold(columns, Columns::field)
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        let spec = with_columns(spec);
        let spec = match self.scale {
            RatingScale::Points => spec.with("scale", SCALE_VERSION),
            RatingScale::Explainer(ranges) => spec
                .with("scale", EXPLAINER_VERSION)
                .with_some("where", ranges),
        };
        spec.with_some("solution", self.solution.then_some(true))
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        let scale = if spec.problem.ends_with(EXPLAINER_NAME) {
            RatingScale::Explainer(spec.optional("where")?)
        } else {
            RatingScale::Points
        };
        Ok(Self {
            scale,
            solution: spec.optional("solution")?.unwrap_or(false),
            budget: NodeBudget::of(spec)?,
        })
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            budget: self.budget,
            search_limit: Some(2),
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<RateAnswer>>(
        &self,
        asked: AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let skips = matches!(self.scale, RatingScale::Explainer(Some(_)));
        for (record, &place) in asked.places.iter().enumerate() {
            let found = asked.batch.result_of(place);
            let status = found.status;
            asked.tally.add(status);
            let unique = place.filter(|_| status == Status::Unique);
            let rating = self.scale.rate(asked.batch, unique, asked.stop);
            if asked.stop.load(Relaxed) {
                break;
            }
            match rating.level() {
                Some(level) => asked.tally[AnswerNumber::LEVELS[level as usize]] += 1,
                None if skips => {
                    give.skip(record);
                    continue;
                }
                None => {}
            }
            let nodes = self.budget.column_value(found.nodes);
            let shown = unique.filter(|_| self.solution);
            let answer = RateAnswer {
                status,
                rating,
                nodes,
                has_solution: self.solution,
                solution: shown.map(|place| asked.batch.solution(place).to_owned()),
            };
            give.accept(record, &answer, nodes)?;
        }
        Continue(())
    }
}

impl Row for RateAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(self.status.name().as_bytes());
        match self.rating {
            PuzzleRating::Points(None) => (0..5).for_each(|_| fields.none()),
            PuzzleRating::Points(Some(rating)) => {
                fields.decimal(rating.score().into(), DecimalParts::Thousandths);
                fields.plain(rating.level().name().as_bytes());
                // If no technique helps, none of those used is as hard as the puzzle.
                if rating.solved {
                    fields.plain(rating.hardest.name().as_bytes());
                } else {
                    fields.none();
                }
                fields.number(rating.steps.into());
                fields.number(rating.effort.into());
            }
            PuzzleRating::Explainer(None) => (0..4).for_each(|_| fields.none()),
            PuzzleRating::Explainer(Some(rating)) => {
                fields.plain(rating.level().name().as_bytes());
                for tenths in [rating.er, rating.ep, rating.ed] {
                    fields.decimal(tenths.into(), DecimalParts::Tenths);
                }
            }
        }
        match &self.solution {
            Some(solution) => solution.write(fields),
            None if self.has_solution => fields.none(),
            None => {}
        }
    }
}

impl OwnedAnswer for RateAnswer {
    fn allows_any_text(&self) -> bool {
        self.status == Status::Invalid
    }
}
