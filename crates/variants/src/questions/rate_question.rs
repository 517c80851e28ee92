//! Rating of each puzzle: its difficulty for people.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::Ordering::Relaxed;

use super::answer_tally::AnswerNumber;
use super::chunk_records::PuzzlePlace;
use super::ordered_rows::AnswerSink;
use super::puzzle_batch::PuzzleBatch;
use super::puzzle_row::{AnswerRow, CopiedAnswer};
use super::question::{AskedPuzzles, Question, compiled_here};
use super::requirements::{NodeBudget, PassedColumns, Requirements};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::{Level, Rating, SCALE_VERSION, Status};
use countless_table::{Columns, DecimalParts, Fields, Row};

/// Records in a chunk. Hard puzzles take a thousand times as long as easy ones.
pub(super) const RECORDS_PER_CHUNK: usize = 64;

/// Question for the rating of each puzzle.
///
/// The columns are `puzzle,status,rating,level,hardest,steps,effort`.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::{Ask, Rate};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
/// let ask = Ask::open(Rate::new(), vec![origin], None)?;
/// assert_eq!(Run::new().count(&ask)?.total.number("easy"), 1);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    passed: PassedColumns,
    budget: NodeBudget,
}

/// Rating of a puzzle with exactly one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RateAnswer<R = Rating> {
    /// Status of the puzzle.
    pub status: Status,
    /// Rating, or `None` without exactly one solution.
    pub rating: Option<R>,
}

/// Rating of a puzzle with one solution, and its level; `None` if it is unwanted.
pub(super) type RatePuzzle<'a, R> =
    &'a mut dyn FnMut(&mut PuzzleBatch, PuzzlePlace) -> Option<(R, Level)>;

/// Rates the puzzles of a chunk that have one solution, by `rate`, and counts them by level. If
/// `skips` is true, a puzzle without a rating has no row.
pub(super) fn rate_all<R: Copy, G: AnswerSink<RateAnswer<R>>>(
    asked: &mut AskedPuzzles<'_, ()>,
    budget: NodeBudget,
    skips: bool,
    rate: RatePuzzle<'_, R>,
    give: &mut G,
) -> ControlFlow<()>
where
    RateAnswer<R>: AnswerRow<Owned = RateAnswer<R>>,
{
    for (record, &place) in asked.places.iter().enumerate() {
        let found = place.map(|place| asked.batch.result(place));
        let status = found.map_or(Status::Invalid, |found| found.status);
        let nodes = found.map_or(0, |found| found.nodes);
        asked.tally.add(status);
        let unique = place.filter(|_| status == Status::Unique);
        let rated = unique.and_then(|place| rate(asked.batch, place));
        if asked.stop.load(Relaxed) {
            break;
        }
        if let Some((_, level)) = rated {
            asked.tally[AnswerNumber::LEVELS[level as usize]] += 1;
        }
        if skips && rated.is_none() {
            give.skip(record);
            continue;
        }
        let rating = rated.map(|(rating, _)| rating);
        give.accept(
            record,
            &RateAnswer { status, rating },
            budget.column_value(nodes),
        )?;
    }
    Continue(())
}

impl Rate {
    /// Creates the question without options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Passes on the other columns of the input, or the tags.
    #[must_use]
    pub fn keep_columns(mut self, keeps: bool) -> Self {
        self.passed.passes_others = keeps;
        self
    }

    /// Limits the nodes of the search for the solution.
    #[must_use]
    pub fn budget(self, budget: NodeBudget) -> Self {
        Self { budget, ..self }
    }
}

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

    fn columns(&self, columns: Columns) -> Columns {
        let columns = columns.field("status").decimal("rating");
        let columns = columns.field("level").field("hardest");
        columns.number("steps").number("effort")
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        with_columns(spec.with("keep", self.passed.passes_others)).with("scale", SCALE_VERSION)
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        let rate = Self::new().keep_columns(spec.require("keep")?);
        Ok(rate.budget(NodeBudget::of(spec)?))
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            passed: self.passed,
            budget: self.budget,
            search_limit: Some(2),
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<RateAnswer>>(
        &self,
        mut asked: AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let stop = asked.stop;
        let mut rate = |batch: &mut PuzzleBatch, place| {
            let rating = batch.rate(place, stop);
            Some((rating, rating.level()))
        };
        rate_all(&mut asked, self.budget, false, &mut rate, give)
    }
}

impl Row for RateAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(self.status.name().as_bytes());
        let Some(rating) = self.rating else {
            return (0..5).for_each(|_| fields.none());
        };
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
}

impl<R: Copy> CopiedAnswer for RateAnswer<R>
where
    Self: Row,
{
    fn allows_any_text(&self) -> bool {
        self.status == Status::Invalid
    }
}
