//! Part of each puzzle when a set is split so that equivalent puzzles stay together.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use super::answer_tally::AnswerNumber;
use super::ordered_rows::AnswerSink;
use super::puzzle_row::CopiedAnswer;
use super::question::{AskedPuzzles, Question, compiled_here};
use super::requirements::{PassedColumns, Requirements};
use super::solve_question::RECORDS_PER_CHUNK;
use super::split_strata::{Shares, SplitStrata};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::{Canonical, Canonizer, ClassId, Grid, Status};
use countless_table::{Columns, Fields, Row};

/// Things that are never in two parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitBy {
    /// Classes of solutions. A puzzle without exactly one solution has the class of the puzzle.
    #[default]
    Solution,
    /// Classes of puzzles.
    Puzzle,
    /// Equal puzzles.
    Row,
}

/// Question for the part of each puzzle.
///
/// The columns are `puzzle,part`, and all other columns of the input. A class is in the part where
/// the SHA-256 of the seed and its canonical form falls: so a part depends on nothing else.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::Ask;
/// use countless_variants::questions::{Split, SplitBy};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let backwards: String = puzzle.chars().rev().collect();
/// let text = format!("{puzzle}\n{backwards}\n");
/// let origin = InputOrigin::Text { name: "example".into(), text };
/// let split = Split::new("train=1,test=1".parse()?, 7, SplitBy::Solution);
/// let ask = Ask::open(split, vec![origin], None)?;
/// let mut parts = Vec::new();
/// Run::new().for_each(&ask, |row| parts.push(row.answer.part))?;
/// assert_eq!(parts[0], parts[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    shares: Shares,
    seed: u64,
    by: SplitBy,
    strata: Option<Arc<SplitStrata>>,
    expected: Option<usize>,
    passed: PassedColumns,
}

/// Part of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitAnswer {
    /// Number of the part, from 0.
    pub part: usize,
    /// Random number of the class.
    pub class: u64,
}

impl Split {
    /// Version of the random numbers. Other versions give other parts.
    pub const VERSION: u32 = 1;

    /// Creates a question for parts of these shares, which a seed selects.
    pub fn new(shares: Shares, seed: u64, by: SplitBy) -> Self {
        let mut passed = PassedColumns::new();
        passed.passes_others = true;
        Self {
            shares,
            seed,
            by,
            strata: None,
            expected: None,
            passed,
        }
    }

    /// Passes on the other columns of the input, or does not. The default is to pass them on.
    #[must_use]
    pub fn keep_columns(mut self, keeps: bool) -> Self {
        self.passed.passes_others = keeps;
        self
    }

    /// Divides each stratum exactly.
    #[must_use]
    pub fn strata(self, strata: Option<Arc<SplitStrata>>) -> Self {
        Self { strata, ..self }
    }

    /// Counts the puzzles that are in another part than this one.
    #[must_use]
    pub fn expected(self, part: usize) -> Self {
        let expected = Some(part);
        Self { expected, ..self }
    }

    /// Part of a class.
    fn part(&self, class: u64) -> usize {
        let strata = self.strata.as_ref();
        let part = strata.and_then(|strata| strata.part(class));
        part.unwrap_or_else(|| self.shares.part(class))
    }
}

/// Memory for the classes of a chunk.
#[derive(Debug, Default)]
pub struct SplitScratch {
    canonizer: Box<Canonizer>,
    /// Grids that identify the classes, and their forms.
    grids: Vec<Grid>,
    forms: Vec<Canonical>,
}

impl Question for Split {
    type Answer = SplitAnswer;
    type Scratch = SplitScratch;

    const NAME: &'static str = "split";
    const SHOWN: &'static [AnswerNumber] = &[
        AnswerNumber::Multiple,
        AnswerNumber::None,
        AnswerNumber::Invalid,
    ];

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        columns.number("part")
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        with_columns(spec.with("shares", &self.shares).with("seed", self.seed))
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        Err(Error::ledger(&spec.problem, "a split has no ledger"))
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            passed: self.passed,
            takes_only_grids: true,
            search_limit: (self.by == SplitBy::Solution).then_some(2),
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<SplitAnswer>>(
        &self,
        asked: AskedPuzzles<'_, Self::Scratch>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let SplitScratch {
            canonizer,
            grids,
            forms,
        } = asked.scratch;
        let Some(batch) = asked.batch.classic() else {
            return Continue(());
        };
        grids.clear();
        for place in asked.places.iter().flatten() {
            let status = match self.by {
                SplitBy::Solution => batch.result(*place).status,
                SplitBy::Puzzle | SplitBy::Row => Status::Unknown,
            };
            let puzzle = batch.grid(*place).unwrap_or(&Grid::BLANK);
            grids.push(if status == Status::Unique {
                *batch.solution(*place)
            } else {
                *puzzle
            });
            // Puzzles that are not searched are counted as unique.
            asked.tally.add(match status {
                Status::Unknown => Status::Unique,
                status => status,
            });
        }
        if self.by != SplitBy::Row {
            canonizer.run(batch.kernel(), grids, forms);
            grids.clear();
            grids.extend(forms.iter().map(|form| form.form));
        }
        let mut identified = grids.iter();
        for (record, place) in asked.places.iter().enumerate() {
            let grid = place.and_then(|_| identified.next());
            let Some(grid) = grid else {
                asked.tally.add(Status::Invalid);
                give.skip(record);
                continue;
            };
            let class = ClassId::seeded(self.seed, grid);
            let part = self.part(class);
            let is_misplaced = self.expected.is_some_and(|expected| expected != part);
            asked.tally[AnswerNumber::Misplaced] += u64::from(is_misplaced);
            give.accept(record, &SplitAnswer { part, class }, None)?;
        }
        Continue(())
    }

    fn recount_limit(&self) -> Option<u128> {
        None
    }
}

impl Row for SplitAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        fields.number(self.part as u64);
    }
}

impl CopiedAnswer for SplitAnswer {
    fn allows_any_text(&self) -> bool {
        false
    }
}
