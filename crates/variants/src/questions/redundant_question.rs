//! Redundant clues of each puzzle, and the minimal puzzles inside.
//!
//! A clue of a puzzle with one solution is redundant if no other digit in its cell gives a
//! solution. A search for that is cheaper than one for two solutions without the clue.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::answer_tally::AnswerNumber;
use super::puzzle_batch::ClassicBatch;
use super::puzzle_row::OwnedAnswer;
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::rate_question::RECORDS_PER_CHUNK;
use super::requirements::{NodeBudget, Requirements};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_simd::Kernel;
use countless_sudoku::lanes::{Budget, Lanes, SolveOutcome};
use countless_sudoku::setters;
use countless_sudoku::{CELLS, Clues, Grid, PencilMarks, Status};
use countless_table::{Columns, Fields, Row};

/// Question for the redundant clues of each puzzle, or for the minimal puzzles inside.
///
/// The columns are `puzzle,status,minimal,redundant`, or `puzzle,status,subset` for minimal puzzles
/// inside.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::{Ask, FindRedundant};
///
/// let text = "53467....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
/// let ask = Ask::open(FindRedundant::new(), vec![origin], None)?;
/// let total = Run::new().count(&ask)?.total;
/// assert_eq!((total.number("unique"), total.number("minimal")), (1, 0));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindRedundant {
    all: bool,
    budget: NodeBudget,
}

/// Redundant clues of a puzzle with exactly one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RedundantAnswer {
    /// Status of the puzzle.
    pub status: Status,
    /// Redundant clues, or a minimal puzzle.
    pub found: RedundantClues,
}

/// Redundant clues of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedundantClues {
    /// Each redundant clue; several may not be removable together.
    Each(Option<Clues>),
    /// Minimal puzzle inside.
    Subset(Option<Grid>),
}

impl FindRedundant {
    /// Creates the question for redundant clues.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Writes a row for every minimal puzzle inside.
        all: bool;
        /// Limits the nodes of the searches for a puzzle.
        budget: NodeBudget;
    }
}

impl Question for FindRedundant {
    type Answer = RedundantAnswer;
    type Scratch = RedundancyChecks;

    const NAME: &'static str = "minimal";
    const RECORDED: &'static [AnswerNumber] = &[AnswerNumber::Minimal, AnswerNumber::Subsets];
    const SHOWN: &'static [AnswerNumber] = &[
        AnswerNumber::Minimal,
        AnswerNumber::Multiple,
        AnswerNumber::None,
        AnswerNumber::Invalid,
        AnswerNumber::Unknown,
    ];

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        let columns = columns.field("status");
        if self.all {
            columns.field("subset")
        } else {
            columns.field("minimal").field("redundant")
        }
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        with_columns(spec.with("all", self.all))
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        let find = Self::new().all(spec.require("all")?);
        Ok(find.budget(NodeBudget::of(spec)?))
    }

    fn check_options(&self) -> Result<(), Error> {
        if !self.all || self.budget == NodeBudget::new() {
            return Ok(());
        }
        let flag = self.budget.max_nodes.map_or("--nodes", |_| "--max-nodes");
        Err(Error::Impossible(format!(
            "{flag} cannot be used here: --all makes several searches per puzzle, not one"
        )))
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            budget: self.budget,
            search_limit: Some(2),
            takes_only_grids: true,
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<RedundantAnswer>>(
        &self,
        asked: AskedPuzzles<'_, RedundancyChecks>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let (tests, stop) = (asked.scratch, asked.stop);
        let Some(set) = asked.batch.classic() else {
            return Continue(());
        };
        let (kernel, most) = (set.kernel, self.budget.counted_limit());
        let found = asked.places.iter().map(|place| {
            let place = (*place)?;
            Some((set.result(place), *set.grid(place)?))
        });
        let found: Vec<_> = found.collect();
        tests.clear();
        for (index, found) in found.iter().enumerate() {
            if let Some((found, grid)) = found
                && found.status == Status::Unique
            {
                tests.add(index, grid, clue_cells(grid));
            }
        }
        let mut redundant = vec![Clues::default(); found.len()];
        // Nodes of all searches for each puzzle.
        let spent = found
            .iter()
            .map(|found| found.map_or(0, |(found, _)| found.nodes));
        let mut spent: Vec<u64> = spent.collect();
        let note = |(index, cell): (usize, usize), is_redundant, nodes| {
            spent[index] = spent[index].saturating_add(nodes);
            if is_redundant {
                redundant[index].insert(cell);
            }
        };
        if !tests.run_within(kernel, &mut set.lanes, most, stop, note) {
            return Break(()); // a partial result is dropped
        }
        let each = found.into_iter().zip(redundant.into_iter().zip(spent));
        for (record, (found, (redundant, spent))) in each.enumerate() {
            if stop.load(Ordering::Relaxed) {
                return Continue(());
            }
            let status = match found {
                Some(_) if most.is_some_and(|most| spent > most) => Status::Unknown,
                Some((found, _)) => found.status,
                None => Status::Invalid,
            };
            asked.tally.add(status);
            let unique = found.filter(|_| status == Status::Unique);
            let is_minimal = unique.is_some() && redundant.is_empty();
            asked.tally[AnswerNumber::Minimal] += u64::from(is_minimal);
            let Some((_, grid)) = unique.filter(|_| self.all) else {
                let found = if self.all {
                    RedundantClues::Subset(None)
                } else {
                    RedundantClues::Each(unique.map(|_| redundant))
                };
                let answer = RedundantAnswer { status, found };
                give.accept(record, &answer, self.budget.column_value(spent))?;
                continue;
            };
            let mut visit = |subset: &Grid| {
                asked.tally[AnswerNumber::Subsets] += 1;
                let found = RedundantClues::Subset(Some(*subset));
                give.accept(record, &RedundantAnswer { status, found }, None)
            };
            visit_minimal(set, stop, &grid, redundant, Clues::default(), &mut visit)?;
        }
        Continue(())
    }
}

/// Cells with a clue.
fn clue_cells(grid: &Grid) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(|&cell| grid.digits()[cell] != 0)
}

/// Visits every minimal puzzle inside a puzzle with one solution. `redundant` are its redundant
/// clues, and `kept` the clues that must stay. Clues are removed in ascending order, so each minimal
/// puzzle is found once.
fn visit_minimal(
    batch: &mut ClassicBatch,
    stop: &AtomicBool,
    grid: &Grid,
    redundant: Clues,
    mut kept: Clues,
    visit: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if redundant.is_empty() {
        return visit(grid);
    }
    for cell in redundant.without(kept).cells() {
        if stop.load(Ordering::Relaxed) {
            return Break(());
        }
        let fewer = grid.with_cell(cell, 0);
        let (mut tests, mut still) = (RedundancyChecks::default(), Clues::default());
        // A clue that is needed now is needed with fewer clues, too.
        tests.add(0, &fewer, redundant.cells().filter(|&other| other != cell));
        tests.run(batch.kernel, &mut batch.lanes, |_, cell| still.insert(cell));
        visit_minimal(batch, stop, &fewer, still, kept, visit)?;
        kept.insert(cell);
    }
    Continue(())
}

impl Row for RedundantAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(self.status.name().as_bytes());
        match self.found {
            RedundantClues::Each(Some(clues)) => {
                let minimal: &[u8] = if clues.is_empty() { b"yes" } else { b"no" };
                fields.plain(minimal);
                fields.plain(clues.to_string().as_bytes());
            }
            RedundantClues::Each(None) => (0..2).for_each(|_| fields.none()),
            RedundantClues::Subset(Some(subset)) => fields.plain(&subset.to_ascii(b'.')),
            RedundantClues::Subset(None) => fields.none(),
        }
    }
}

impl OwnedAnswer for RedundantAnswer {
    fn allows_any_text(&self) -> bool {
        self.status == Status::Invalid
    }
}

/// Clues of several puzzles that may be redundant.
#[derive(Debug, Default)]
pub struct RedundancyChecks {
    marks: Vec<PencilMarks>,
    /// Number of the puzzle and cell of each clue.
    clues: Vec<(usize, usize)>,
    outcomes: Vec<SolveOutcome>,
    nodes: Vec<u64>,
}

impl RedundancyChecks {
    pub fn clear(&mut self) {
        self.marks.clear();
        self.clues.clear();
    }

    /// Adds some clues of a puzzle with one solution.
    pub fn add(&mut self, puzzle: usize, grid: &Grid, cells: impl Iterator<Item = usize>) {
        let marks = PencilMarks::from(grid);
        for cell in cells {
            self.marks.push(marks.with_other_digits(cell));
            self.clues.push((puzzle, cell));
        }
    }

    /// Calls `found` with each clue, with true if it is redundant, and with the nodes of the check.
    /// Each check has a budget of `most` nodes, and counts more than that if it was given up.
    /// Without a budget, only redundant clues are passed, with 0 nodes. Returns false if `stop`
    /// ended the checks early.
    pub fn run_within(
        &mut self,
        kernel: Kernel,
        lanes: &mut Lanes,
        most: Option<u64>,
        stop: &AtomicBool,
        mut found: impl FnMut((usize, usize), bool, u64),
    ) -> bool {
        let Some(most) = most else {
            self.run(kernel, lanes, |puzzle, cell| found((puzzle, cell), true, 0));
            return true;
        };
        let budget = Budget {
            most,
            nodes: &mut self.nodes,
        };
        let done = lanes.solve_within(kernel, &self.marks, 1, budget, stop, &mut self.outcomes);
        let outcomes = self.outcomes.iter().zip(&self.nodes);
        for (&which, (outcome, &nodes)) in self.clues.iter().zip(outcomes) {
            found(which, outcome.solutions == 0, nodes);
        }
        done
    }

    /// Calls `found` with each redundant clue.
    pub fn run(&mut self, kernel: Kernel, lanes: &mut Lanes, mut found: impl FnMut(usize, usize)) {
        lanes.solve_marks(kernel, &self.marks, 1, &mut self.outcomes);
        for (&(puzzle, cell), outcome) in self.clues.iter().zip(&self.outcomes) {
            if outcome.solutions == 0 {
                found(puzzle, cell);
            }
        }
    }
}
