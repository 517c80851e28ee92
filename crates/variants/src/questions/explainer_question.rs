//! Rating of each classic puzzle on the scale of Sudoku Explainer.

use std::ops::ControlFlow;

use super::answer_tally::AnswerNumber;
use super::ordered_rows::AnswerSink;
use super::puzzle_batch::PuzzleBatch;
use super::question::{AskedPuzzles, Question, compiled_here};
use super::rate_question::{RECORDS_PER_CHUNK, Rate, RateAnswer, SolutionColumn, rate_all};
use super::requirements::{NodeBudget, PassedColumns, Requirements};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::{EXPLAINER_VERSION, ExplainerRanges, ExplainerRating};
use countless_table::{Columns, DecimalParts, Fields, Row};

/// Question for the ER, EP and ED of each puzzle, as Sudoku Explainer 1.2.1 rates it.
///
/// A puzzle is rated as it is given: an equivalent one may have another rating. With a
/// range, only puzzles with ratings in it have a row.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::{Ask, ExplainerRate};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
/// let ask = Ask::open(ExplainerRate::new(), vec![origin], None)?;
/// let mut ratings = Vec::new();
/// Run::new().for_each(&ask, |row| ratings.push(row.answer.rating.map(|rating| rating.er)))?;
/// assert_eq!(ratings, [Some(12)]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplainerRate {
    solution: bool,
    passed: PassedColumns,
    budget: NodeBudget,
    ranges: Option<ExplainerRanges>,
}

impl ExplainerRate {
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

    /// Leaves out the rows of all puzzles with other ratings, or none. A puzzle is given up once its
    /// ER is above its range.
    #[must_use]
    pub fn ranges(self, ranges: Option<ExplainerRanges>) -> Self {
        Self { ranges, ..self }
    }
}

impl Question for ExplainerRate {
    type Answer = RateAnswer<'static, ExplainerRating>;
    type Scratch = ();

    const NAME: &'static str = "rate se";
    const RECORDED: &'static [AnswerNumber] = Rate::RECORDED;
    const SHOWN: &'static [AnswerNumber] = Rate::SHOWN;

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        let columns = columns.field("status").field("level");
        let columns = columns.decimal("er").decimal("ep").decimal("ed");
        SolutionColumn::named(self.solution, columns)
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        let spec = with_columns(spec.with("keep", self.passed.passes_others));
        spec.with("scale", EXPLAINER_VERSION)
            .with_some("where", self.ranges)
            .with_some("solution", self.solution.then_some(true))
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        let rate = Self::new().keep_columns(spec.require("keep")?);
        let rate = rate.ranges(spec.optional("where")?);
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
        let (ranges, stop) = (self.ranges.unwrap_or_default(), asked.stop);
        let mut rate = |batch: &mut PuzzleBatch, place| {
            let rating = batch.classic()?.rate_explainer(place, ranges, stop)?;
            Some((rating, rating.level()))
        };
        rate_all(
            &mut asked,
            self.budget,
            (self.ranges.is_some(), self.solution),
            &mut rate,
            give,
        )
    }
}

impl Row for RateAnswer<'_, ExplainerRating> {
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(self.status.name().as_bytes());
        let Some(rating) = self.rating else {
            (0..4).for_each(|_| fields.none());
            return self.solution.write(fields);
        };
        fields.plain(rating.level().name().as_bytes());
        for tenths in [rating.er, rating.ep, rating.ed] {
            fields.decimal(tenths.into(), DecimalParts::Tenths);
        }
        self.solution.write(fields);
    }
}
