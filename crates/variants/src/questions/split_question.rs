//! Part of each puzzle when a set is split so that equivalent puzzles stay together.

use std::ops::ControlFlow::{self, Break, Continue};
use std::str::FromStr;
use std::sync::Arc;

use super::Ask;
use super::canonicalise_question::CanonScratch;
use super::puzzle_row::{NoAnswer, OwnedAnswer};
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::requirements::Requirements;
use super::solve_question::RECORDS_PER_CHUNK;
use super::split_strata::{Shares, SplitStrata};
use countless_engine::{Error, Outcome, Run};
use countless_sudoku::{ClassId, Grid, Status};
use countless_table::{Columns, Fields, FolderOutput, Format, Row, RowOutput};

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

impl SplitBy {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Solution, Self::Puzzle, Self::Row];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solution => "solution",
            Self::Puzzle => "puzzle",
            Self::Row => "row",
        }
    }
}

impl FromStr for SplitBy {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| format!("expected solution, puzzle or row, found '{name}'"))
    }
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
        Self {
            shares,
            seed,
            by,
            strata: None,
        }
    }

    /// Divides each stratum exactly.
    #[must_use]
    pub fn strata(self, strata: Option<Arc<SplitStrata>>) -> Self {
        Self { strata, ..self }
    }

    /// Part of a class.
    fn part(&self, class: u64) -> usize {
        let strata = self.strata.as_ref();
        let part = strata.and_then(|strata| strata.part(class));
        part.unwrap_or_else(|| self.shares.part(class))
    }
}

impl Question for Split {
    type Answer = SplitAnswer;
    type Scratch = CanonScratch;

    const NAME: &'static str = "split";

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        columns.number("part")
    }

    fn requirements(&self) -> Requirements {
        Requirements {
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
        let CanonScratch {
            canonizer,
            grids,
            forms,
            ..
        } = asked.scratch;
        let Some(batch) = asked.batch.classic() else {
            return Continue(());
        };
        grids.clear();
        match self.by {
            SplitBy::Solution => grids.extend(batch.solutions()),
            SplitBy::Puzzle | SplitBy::Row => grids.extend(&batch.grids),
        }
        if self.by != SplitBy::Row {
            canonizer.run(batch.kernel, grids, forms);
            grids.clear();
            grids.extend(forms.iter().map(|form| form.form));
        }
        for (record, place) in asked.places.iter().enumerate() {
            let Some(place) = place else {
                asked.tally.add(Status::Invalid);
                give.skip(record);
                continue;
            };
            asked.tally.add(match self.by {
                SplitBy::Solution => batch.result(*place).status,
                // They are not searched.
                SplitBy::Puzzle | SplitBy::Row => Status::Unique,
            });
            let identified = place.of_grid(grids).unwrap_or(&Grid::BLANK);
            let class = ClassId::seeded(self.seed, identified);
            let part = self.part(class);
            give.accept(record, &SplitAnswer { part, class }, None)?;
        }
        Continue(())
    }

    fn recount_limit(&self) -> Option<u128> {
        None
    }
}

impl Ask<Split> {
    /// Writes each puzzle, with all its columns, to the [file](Shares::files) of its part in a
    /// folder. Returns the number of puzzles in each part, too.
    ///
    /// # Errors
    ///
    /// Errors of [`visit`](Self::visit). [`Error::Table`] if a file cannot be written.
    pub fn write_parts(
        &self,
        run: &Run,
        folder: &mut FolderOutput,
        format: Format,
    ) -> Result<(Outcome, Vec<u64>), Error> {
        let columns = self.inputs.columns_beside_puzzle().into_iter();
        let columns = columns.fold(Columns::new().field("puzzle"), Columns::field);
        let files = self.question.shares.files(format);
        let create = |file| RowOutput::create(Some(&folder.path(file)), format, &columns);
        let mut parts = files
            .iter()
            .map(|file| create(file))
            .collect::<Result<Vec<_>, _>>()?;
        let mut puzzles = vec![0; files.len()];
        let outcome = self.visit(run, &mut |row| {
            let part = row.answer.part;
            puzzles[part] += 1;
            if parts[part].write(&row.with_answer(NoAnswer)) {
                Continue(())
            } else {
                Break(())
            }
        })?;
        if !outcome.is_interrupted() {
            let mut files = files.iter().zip(parts);
            files.try_for_each(|(file, rows)| folder.add_rows(file, rows))?;
        }
        Ok((outcome, puzzles))
    }
}

impl Row for SplitAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        fields.number(self.part as u64);
    }
}

impl OwnedAnswer for SplitAnswer {}
