//! Rating of each puzzle: its difficulty for people.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::Ordering::Relaxed;

use super::answer_tally::AnswerNumber;
use super::chunk_records::PuzzlePlace;
use super::ordered_rows::AnswerSink;
use super::puzzle_batch::{PuzzleBatch, Solution};
use super::puzzle_row::AnswerRow;
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
    solution: bool,
    passed: PassedColumns,
    budget: NodeBudget,
}

/// Rating of a puzzle with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RateAnswer<'a, R = Rating> {
    /// Status of the puzzle.
    pub status: Status,
    /// Rating, or `None` without exactly one solution.
    pub rating: Option<R>,
    /// Nodes of the search, if the question counts them.
    pub nodes: Option<u64>,
    /// Column with the solution.
    pub(super) solution: SolutionColumn<'a>,
}

/// Column with the solution of a rated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SolutionColumn<'a> {
    /// Rows do not have it.
    Absent,
    /// The only solution, or `None` if there are several or zero.
    Shown(Option<Solution<'a>>),
}

impl<'a> SolutionColumn<'a> {
    /// Column of a question that shows solutions, or does not. `solution` returns the solution of a
    /// puzzle with exactly one.
    pub fn of(is_shown: bool, solution: impl FnOnce() -> Option<Solution<'a>>) -> Self {
        if is_shown {
            Self::Shown(solution())
        } else {
            Self::Absent
        }
    }

    /// Adds the name of the column, if rows have it.
    pub fn named(is_shown: bool, columns: Columns) -> Columns {
        if is_shown {
            columns.field("solution")
        } else {
            columns
        }
    }

    /// Writes the field, if rows have it.
    pub fn write(&self, fields: &mut impl Fields) {
        match self {
            Self::Absent => {}
            Self::Shown(Some(solution)) => solution.write(fields),
            Self::Shown(None) => fields.none(),
        }
    }

    /// Copies the solution.
    pub fn to_owned(&self) -> SolutionColumn<'static> {
        match self {
            Self::Absent => SolutionColumn::Absent,
            Self::Shown(solution) => {
                SolutionColumn::Shown(solution.as_ref().map(Solution::to_owned))
            }
        }
    }
}

/// Rating of a puzzle with one solution, and its level; `None` if it is unwanted.
pub(super) type RatePuzzle<'a, R> =
    &'a mut dyn FnMut(&mut PuzzleBatch, PuzzlePlace) -> Option<(R, Level)>;

/// Rates the puzzles of a chunk that have one solution, by `rate`, and counts them by level. If
/// `skips` is true, a puzzle without a rating has no row.
pub(super) fn rate_all<R: Copy, G: AnswerSink<RateAnswer<'static, R>>>(
    asked: &mut AskedPuzzles<'_, ()>,
    budget: NodeBudget,
    (skips, shows_solution): (bool, bool),
    rate: RatePuzzle<'_, R>,
    give: &mut G,
) -> ControlFlow<()>
where
    for<'a> RateAnswer<'a, R>: AnswerRow<Owned = RateAnswer<'static, R>>,
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
        let nodes = budget.column_value(nodes);
        let answer = RateAnswer {
            status,
            rating: rated.map(|(rating, _)| rating),
            nodes,
            solution: SolutionColumn::of(shows_solution, || {
                unique.map(|place| asked.batch.solution(place))
            }),
        };
        give.accept(record, &answer, nodes)?;
    }
    Continue(())
}

impl Rate {
    /// Creates the question without options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a column with the solution.
    #[must_use]
    pub fn solution(self, solution: bool) -> Self {
        Self { solution, ..self }
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
    type Answer = RateAnswer<'static>;
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
        let columns = columns.number("steps").number("effort");
        SolutionColumn::named(self.solution, columns)
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        with_columns(spec.with("keep", self.passed.passes_others))
            .with("scale", SCALE_VERSION)
            .with_some("solution", self.solution.then_some(true))
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        let rate = Self::new().keep_columns(spec.require("keep")?);
        let rate = rate.solution(spec.optional("solution")?.unwrap_or(false));
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

    fn answer<G: AnswerSink<Self::Answer>>(
        &self,
        mut asked: AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let stop = asked.stop;
        let mut rate = |batch: &mut PuzzleBatch, place| {
            let rating = batch.rate(place, stop);
            Some((rating, rating.level()))
        };
        let columns = (false, self.solution);
        rate_all(&mut asked, self.budget, columns, &mut rate, give)
    }
}

impl Row for RateAnswer<'_> {
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(self.status.name().as_bytes());
        let Some(rating) = self.rating else {
            (0..5).for_each(|_| fields.none());
            return self.solution.write(fields);
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
        self.solution.write(fields);
    }
}

impl<R: Copy> AnswerRow for RateAnswer<'_, R>
where
    Self: Row,
{
    type Owned = RateAnswer<'static, R>;

    fn to_owned(&self) -> RateAnswer<'static, R> {
        RateAnswer {
            status: self.status,
            rating: self.rating,
            nodes: self.nodes,
            solution: self.solution.to_owned(),
        }
    }

    fn allows_any_text(&self) -> bool {
        self.status == Status::Invalid
    }
}
