//! Number of solutions of each puzzle: none, one or several.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering::Relaxed;

use super::answer_tally::AnswerNumber;
use super::count_question::first_limit;
use super::puzzle_batch::Solution;
use super::puzzle_row::AnswerRow;
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::requirements::{NodeBudget, PassedColumns, Requirements};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::Status;
use countless_sudoku::setters;
use countless_table::{Columns, Fields, Row};

/// Number of records in a chunk. Ledgers rely on it.
pub(super) const RECORDS_PER_CHUNK: usize = 1024;

/// Question for the status of each puzzle: no solution, exactly one, or several.
///
/// The columns are `puzzle,status,solutions,solution`, and `check` if given solutions are compared.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{InputOrigin, Status};
/// use countless_variants::{Ask, Solve};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
/// let ask = Ask::open(Solve::new(), vec![origin], None)?;
/// let outcome = Run::new().for_each(&ask, |row| {
///     assert_eq!(row.answer.status, Status::Unique);
/// })?;
/// assert_eq!(outcome.total.number("unique"), 1);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solve {
    limit: Option<u64>,
    all: bool,
    passed: PassedColumns,
    budget: NodeBudget,
}

/// Number of solutions of a puzzle up to a limit, and one to show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolveAnswer<'a> {
    /// Status of the puzzle.
    pub status: Status,
    /// Number of solutions, up to the limit.
    pub solutions: u64,
    /// The only solution, or one of all that are listed.
    pub solution: Option<Solution<'a>>,
}

impl Solve {
    /// Creates the question with a limit of two solutions.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Counts the solutions of a puzzle up to a limit of at least 2. The default is 2, or no
        /// limit if all solutions have rows.
        limit: Option<u64>;
        /// Writes a row for each solution of a puzzle, up to the limit.
        all: bool;
        /// Limits the nodes of each search.
        budget: NodeBudget;
    }

    /// Compares given solutions, with a column `check`, and passes them on as `given_solution`.
    #[must_use]
    pub fn check(mut self, check: bool) -> Self {
        self.passed.compares = check;
        self.passed.has_check = check;
        self
    }

    fn most(&self) -> u64 {
        let most = if self.all { u64::MAX } else { 2 };
        self.limit.unwrap_or(most).max(2)
    }

    /// Limit of solutions for the first search of each puzzle.
    fn first_limit(&self) -> u64 {
        match self.budget.counted_limit() {
            // To list all solutions, the first search only finds out if there are several.
            None if self.all => 2,
            // Further solutions are counted without being visited.
            None => first_limit(self.most()),
            // With a budget, the nodes are those of a single search.
            Some(_) => self.most(),
        }
    }
}

impl Question for Solve {
    type Answer = SolveAnswer<'static>;
    type Scratch = ();

    const NAME: &'static str = "solve";
    const SHOWN: &'static [AnswerNumber] = &AnswerNumber::USUAL;

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        columns
            .field("status")
            .number("solutions")
            .field("solution")
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        let spec = spec.with("limit", self.most()).with("all", self.all);
        with_columns(spec.with("check", self.passed.compares))
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        let solve = Self::new().check(spec.require("check")?);
        Ok(solve
            .limit(Some(spec.require("limit")?))
            .all(spec.require("all")?)
            .budget(NodeBudget::of(spec)?))
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            passed: self.passed,
            budget: self.budget,
            search_limit: Some(self.first_limit()),
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<Self::Answer>>(
        &self,
        asked: AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let (limit, first) = (self.most(), self.first_limit());
        for (record, &place) in asked.places.iter().enumerate() {
            let found = asked.batch.result_of(place);
            let (status, nodes) = (found.status, self.budget.column_value(found.nodes));
            let mut solutions = found.solutions;
            asked.tally.add(status);
            let several = place.filter(|_| status == Status::Multiple);
            let listed = several.filter(|_| self.all && give.wants_rows());
            if let Some(place) = several.filter(|_| listed.is_some() || !self.all)
                && solutions == first
                && first < limit
            {
                let counted = asked.batch.count(place, limit, asked.stop);
                let (count, _) = counted.map_or(Break(()), Continue)?;
                solutions = u64::try_from(count).unwrap_or(u64::MAX);
            }
            if let Some(place) = listed {
                let (mut left, mut flow) = (solutions, Continue(()));
                asked.batch.list(place, asked.stop, |solution| {
                    let answer = SolveAnswer {
                        status,
                        solutions,
                        solution: Some(solution),
                    };
                    left -= 1;
                    flow = give.accept(record, &answer, nodes);
                    if left == 0 { Break(()) } else { flow }
                });
                flow?;
            } else {
                let only = place.filter(|_| status == Status::Unique);
                let answer = SolveAnswer {
                    status,
                    solutions,
                    solution: only.map(|place| asked.batch.solution(place)),
                };
                give.accept(record, &answer, nodes)?;
            }
            if asked.stop.load(Relaxed) {
                break;
            }
        }
        Continue(())
    }
}

impl Row for SolveAnswer<'_> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(self.status.name().as_bytes());
        match self.status {
            Status::Unknown => fields.none(),
            _ => fields.number(self.solutions),
        }
        match &self.solution {
            Some(solution) => solution.write(fields),
            None => fields.none(),
        }
    }
}

impl AnswerRow for SolveAnswer<'_> {
    type Owned = SolveAnswer<'static>;

    fn to_owned(&self) -> SolveAnswer<'static> {
        SolveAnswer {
            status: self.status,
            solutions: self.solutions,
            solution: self.solution.as_ref().map(Solution::to_owned),
        }
    }

    #[inline]
    fn allows_any_text(&self) -> bool {
        self.status == Status::Invalid
    }
}
