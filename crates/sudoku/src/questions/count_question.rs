//! Number of solutions of each puzzle.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;

use super::answer_row::CopiedAnswer;
use super::answer_sink::AnswerSink;
use super::answer_tally::AnswerNumber;
use super::node_budget::NodeBudget;
use super::puzzle_kind::{PuzzleBatch, PuzzleKind};
use super::puzzle_piece::PuzzlePiece;
use super::question::{AskedPuzzles, Question, SingleCount};
use super::record_texts::PuzzlePlace;
use super::solution_counts::{count_all, count_piece, first_limit, limit_as_u128};
use super::status::Status;
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_table::{Columns, Fields, Row};

/// Records in a chunk: enough to keep all lanes busy.
pub(super) const RECORDS_PER_CHUNK: usize = 256;

/// Question for the number of solutions of each puzzle.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{Ask, Count, InputOrigin};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419...........";
/// let text = format!("{puzzle}.\n");
/// let origin = InputOrigin::Text { name: "example".into(), text };
/// let ask = Ask::open(Count::new().limit(Some(100)), vec![origin], None)?;
/// let outcome = Run::new().for_each(&ask, |row| assert_eq!(row.answer.0, Some(3)))?;
/// assert_eq!(outcome.total.count, 3);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    limit: Option<u64>,
    budget: NodeBudget,
}

/// Number of solutions of a puzzle, or `None` if the search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountAnswer(pub Option<u128>);

impl Count {
    /// Creates a question that counts all solutions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the count of each puzzle at `limit` solutions, if it is given.
    #[must_use]
    pub fn limit(self, limit: Option<u64>) -> Self {
        Self { limit, ..self }
    }

    /// Limits the nodes of each search.
    #[must_use]
    pub fn budget(self, budget: NodeBudget) -> Self {
        Self { budget, ..self }
    }

    fn most(&self) -> u64 {
        self.limit.unwrap_or(u64::MAX).max(1)
    }

    /// Counts solutions within a budget of nodes.
    fn count_within<K: PuzzleKind, G: AnswerSink<CountAnswer, K::Puzzle>>(
        &self,
        most: u64,
        asked: &mut AskedPuzzles<'_, K, Self>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let places: Vec<PuzzlePlace> = asked.places.iter().flatten().copied().collect();
        let found = asked
            .batch
            .count_within(&places, self.most(), most, asked.stop);
        let Some(found) = found else {
            return Break(()); // a partial count is dropped
        };
        let mut found = found.into_iter();
        for (record, place) in asked.places.iter().enumerate() {
            let (count, nodes) = match place {
                Some(_) => found.next().unwrap_or_default(),
                None => (Some(0), 0),
            };
            asked.tally.add(match place {
                Some(_) => Status::of_count(count),
                None => Status::Invalid,
            });
            let solutions = count.unwrap_or(0);
            asked.tally.add_solutions(solutions, Residue::of(solutions));
            give.accept(record, &CountAnswer(count), self.budget.column_value(nodes))?;
        }
        Continue(())
    }
}

impl<K: PuzzleKind> Question<K> for Count {
    type Answer = CountAnswer;
    type Scratch = ();

    const NAME: &'static str = "count";
    const COUNTS_PUZZLES: bool = false;
    const RECORDED: &'static [AnswerNumber] = &[AnswerNumber::Unknown];
    const SHOWN: &'static [AnswerNumber] = &[AnswerNumber::Invalid, AnswerNumber::Unknown];
    const HAS_SINGLE_SUBTREES: bool = true;

    fn columns(&self, columns: Columns) -> Columns {
        columns.big_number("solutions")
    }

    fn describe(&self, spec: Spec, _: &dyn Fn(Spec) -> Spec) -> Spec {
        match self.most() {
            u64::MAX => spec,
            limit => spec.with("limit", limit),
        }
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        Ok(Self {
            limit: spec.optional("limit")?,
            budget: NodeBudget::of(spec)?,
        })
    }

    fn budget(&self) -> NodeBudget {
        self.budget
    }

    fn enumerates(&self) -> bool {
        true
    }

    fn records_per_chunk(&self) -> usize {
        RECORDS_PER_CHUNK
    }

    fn search_limit(&self) -> Option<u64> {
        match self.budget.counted_limit() {
            Some(_) => None,
            None => Some(first_limit(self.most())),
        }
    }

    fn answer<G: AnswerSink<CountAnswer, K::Puzzle>>(
        &self,
        mut asked: AskedPuzzles<'_, K, Self>,
        give: &mut G,
    ) -> ControlFlow<()> {
        if let Some(most) = self.budget.counted_limit() {
            return self.count_within(most, &mut asked, give);
        }
        count_all(self.most(), asked, give, |give, record, count| {
            give.accept(record, &CountAnswer(Some(count)), None)
        })
    }

    fn answer_piece<G: AnswerSink<CountAnswer, K::Puzzle>>(
        &self,
        piece: &PuzzlePiece<K::Puzzle>,
        mut asked: AskedPuzzles<'_, K, Self>,
        give: &mut G,
    ) -> ControlFlow<()> {
        // The search of the last piece gives the row, since the pieces are adjacent in the order of
        // subtrees.
        match count_piece(piece, self.most(), &mut asked)? {
            Some(sum) => give.accept(0, &CountAnswer(Some(sum)), None),
            None => Continue(()),
        }
    }

    fn count_single(
        &self,
        set: &mut K::SearchBatch,
        place: PuzzlePlace,
        stop: &AtomicBool,
    ) -> Option<SingleCount> {
        let limit = self.most();
        let Some(most) = self.budget.counted_limit() else {
            let (count, residue) = set.count(place, limit, stop)?;
            return Some(SingleCount {
                count: Some(count),
                residue,
                nodes: 0,
            });
        };
        let found = set.count_within(&[place], limit, most, stop)?;
        let (count, nodes) = found.first().copied()?;
        Some(SingleCount {
            count,
            residue: Residue::of(count.unwrap_or(0)),
            nodes,
        })
    }

    fn answer_of_count(count: Option<u128>) -> Option<CountAnswer> {
        Some(CountAnswer(count))
    }

    fn recount_limit(&self) -> Option<u128> {
        Some(limit_as_u128(self.most()))
    }
}

impl Row for CountAnswer {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        match self.0 {
            Some(solutions) => fields.big_number(solutions),
            None => fields.none(),
        }
    }
}

impl CopiedAnswer for CountAnswer {
    fn allows_any_text(&self) -> bool {
        true
    }
}
