//! Puzzles of 9×9 cells, as a kind.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::answer_tally::Status;
use super::chunk_records::{ChunkRecords, PuzzlePlace, RecordTexts, SingleRecord};
use super::count_question::FEW_SOLUTIONS;
use super::puzzle_kind::{PlainCount, PuzzleBatch, PuzzleKind, PuzzleResult, SolutionField};
use super::solution_check::{SolutionCheck, check_solution};
use crate::explain::{Rating, rate_unique, rate_unique_marks};
use crate::lanes::{Budget, Lanes, SolveOutcome};
use crate::puzzles::{PuzzleRecord, PuzzleReject, RejectReason};
use crate::{Grid, PencilMarks, Puzzle, Repeats, Solver, split};
use countless_engine::ledger::Residue;
use countless_simd::Kernel;
use countless_table::Fields;

/// Most solutions that are visited one by one.
pub(crate) const MOST_VISITED: u128 = 1 << 24;

/// Puzzles of 9×9 cells with boxes of 3×3 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NineByNine;

/// 9×9 puzzles that are searched side by side, with their results.
#[derive(Debug)]
pub struct NineByNineBatch {
    kernel: Kernel,
    lanes: Lanes,
    grids: Vec<Grid>,
    grid_outcomes: Vec<SolveOutcome>,
    pencilled: Vec<PencilMarks>,
    pencilled_outcomes: Vec<SolveOutcome>,
    /// Nodes of each search; valid if `most`, the limit of nodes, is set.
    grid_nodes: Vec<u64>,
    pencilled_nodes: Vec<u64>,
    most: Option<u64>,
}

impl NineByNineBatch {
    /// Creates an empty batch.
    pub(super) fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            lanes: Lanes::new(),
            grids: Vec::new(),
            grid_outcomes: Vec::new(),
            pencilled: Vec::new(),
            pencilled_outcomes: Vec::new(),
            grid_nodes: Vec::new(),
            pencilled_nodes: Vec::new(),
            most: None,
        }
    }

    /// Adds a puzzle, and returns its place.
    pub(super) fn add(&mut self, puzzle: &Puzzle) -> PuzzlePlace {
        match puzzle {
            Puzzle::Grid(grid) => {
                self.grids.push(*grid);
                PuzzlePlace::Grid(self.grids.len() - 1)
            }
            Puzzle::Pencilled(marks) => self.add_marks(marks),
        }
    }

    fn add_marks(&mut self, marks: &PencilMarks) -> PuzzlePlace {
        self.pencilled.push(*marks);
        PuzzlePlace::Pencilled(self.pencilled.len() - 1)
    }

    /// Returns a puzzle with its candidates.
    fn marks(&self, place: PuzzlePlace) -> PencilMarks {
        match place {
            PuzzlePlace::Grid(index) => (&self.grids[index]).into(),
            PuzzlePlace::Pencilled(index) => self.pencilled[index],
        }
    }

    /// Returns the puzzle if it is a grid.
    pub(super) fn grid(&self, place: PuzzlePlace) -> Option<&Grid> {
        place.of_grid(&self.grids)
    }

    /// All puzzles that are grids.
    pub(super) fn grids(&self) -> &[Grid] {
        &self.grids
    }

    /// Kernel that searches the puzzles.
    pub(super) fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Lanes that search the puzzles.
    pub(super) fn lanes(&mut self) -> &mut Lanes {
        &mut self.lanes
    }

    fn outcome(&self, place: PuzzlePlace) -> &SolveOutcome {
        match place {
            PuzzlePlace::Grid(index) => &self.grid_outcomes[index],
            PuzzlePlace::Pencilled(index) => &self.pencilled_outcomes[index],
        }
    }

    /// Searches each puzzle by itself, up to `most` nodes.
    fn solve_within(&mut self, limit: u64, most: u64, stop: &AtomicBool) -> bool {
        let (kernel, lanes) = (self.kernel, &mut self.lanes);
        let grids: Vec<PencilMarks> = self.grids.iter().map(PencilMarks::from).collect();
        let mut solve = |marks: &[PencilMarks], nodes, outcomes| {
            let budget = Budget { most, nodes };
            lanes.solve_within(kernel, marks, limit, budget, stop, outcomes)
        };
        solve(&grids, &mut self.grid_nodes, &mut self.grid_outcomes)
            && solve(
                &self.pencilled,
                &mut self.pencilled_nodes,
                &mut self.pencilled_outcomes,
            )
    }
}

impl PuzzleKind for NineByNine {
    type Puzzle = PencilMarks;
    type Solution = Grid;
    type SearchBatch = NineByNineBatch;

    const NAME: &'static str = "sudoku";
    const NAMES_VERSION: bool = true;
    const MOST_VISITED: u128 = MOST_VISITED;

    fn batch(&self, kernel: Kernel) -> NineByNineBatch {
        NineByNineBatch::new(kernel)
    }

    fn read(
        &self,
        records: &ChunkRecords<'_>,
        repeats: Repeats,
        set: &mut NineByNineBatch,
        lines: &mut RecordTexts,
    ) {
        let form = records.input;
        form.format.read(records.chunk, repeats, |record| {
            let mut checked = SolutionCheck::None;
            let place = match puzzle_of_record(&record, records.takes_only_grids) {
                Ok(puzzle) => {
                    if records.passed.compares {
                        checked = SolutionCheck::Right;
                        if let Err((found, reason)) =
                            check_solution(puzzle, record.solution, form.format.signs())
                        {
                            checked = found;
                            lines.wrong_solutions += 1;
                            lines.add_diagnostic(form.wrong_solution_diagnostic(
                                record.line,
                                record.row,
                                reason,
                            ));
                        }
                    }
                    Some(set.add(puzzle))
                }
                Err(bad) => {
                    lines.add_diagnostic(form.reject_diagnostic(bad, record.row));
                    None
                }
            };
            match &record.puzzle {
                Ok(puzzle) if records.rewrites => {
                    lines.push(record.line, &puzzle.to_string(), place);
                }
                // A drawn grid is written as 81 characters.
                Ok(Puzzle::Grid(grid)) if record.text.len() != 81 => {
                    lines.push(record.line, &grid.to_string(), place);
                }
                _ => lines.push(record.line, &record.text, place),
            }
            records.add_columns(lines, checked, record.fields, record.tag);
        });
    }

    fn visit_records(
        &self,
        records: &ChunkRecords<'_>,
        visit: &mut dyn FnMut(SingleRecord<PencilMarks>),
    ) {
        let form = records.input;
        form.format.parse(records.chunk, |record| {
            visit(match puzzle_of_record(&record, records.takes_only_grids) {
                Ok(puzzle) => SingleRecord {
                    text: puzzle.to_string(),
                    puzzle: Ok(puzzle.marks()),
                },
                Err(bad) => SingleRecord {
                    puzzle: Err(form.reject_diagnostic(bad, record.row)),
                    text: record.text.into_owned(),
                },
            });
        });
    }

    fn plain<'a>(&'a self, stop: &'a AtomicBool) -> PlainCount<'a, PencilMarks> {
        let mut solver = Solver::with_stop(stop);
        Box::new(move |marks, limit| solver.count(*marks, limit))
    }
}

/// Returns the puzzle of a record, or the reason why it is not accepted.
fn puzzle_of_record<'a>(
    record: &'a PuzzleRecord<'_>,
    takes_grids: bool,
) -> Result<&'a Puzzle, PuzzleReject> {
    match &record.puzzle {
        Ok(Puzzle::Pencilled(_)) if takes_grids => Err(PuzzleReject {
            line: record.line,
            column: 1,
            reason: RejectReason::Pencilled,
        }),
        Ok(puzzle) => Ok(puzzle),
        Err(bad) => Err(bad.clone()),
    }
}

impl PuzzleBatch for NineByNineBatch {
    type Puzzle = PencilMarks;
    type Solution = Grid;
    type Shown<'a> = &'a Grid;

    fn clear(&mut self) {
        self.grids.clear();
        self.pencilled.clear();
    }

    fn set_only(&mut self, puzzle: &PencilMarks) -> PuzzlePlace {
        self.clear();
        self.add_marks(puzzle)
    }

    fn solve(&mut self, limit: u64, most: Option<u64>, stop: &AtomicBool) -> bool {
        self.most = most;
        if let Some(most) = most {
            return self.solve_within(limit, most, stop);
        }
        let (kernel, lanes) = (self.kernel, &mut self.lanes);
        lanes.solve(kernel, &self.grids, limit, &mut self.grid_outcomes);
        let outcomes = &mut self.pencilled_outcomes;
        lanes.solve_marks(kernel, &self.pencilled, limit, outcomes);
        true
    }

    fn forget_repeats(&mut self) -> bool {
        let (all, mut grids) = (self.grids.len(), self.grids.iter());
        self.grid_outcomes.retain(|outcome| {
            let grid = grids.next();
            outcome.solutions > 0 || grid.is_none_or(Grid::is_consistent)
        });
        self.grid_outcomes.len() < all
    }

    #[inline]
    fn result(&self, place: PuzzlePlace) -> PuzzleResult {
        let nodes = match (self.most, place) {
            (None, _) => 0,
            (_, PuzzlePlace::Grid(index)) => self.grid_nodes[index],
            (_, PuzzlePlace::Pencilled(index)) => self.pencilled_nodes[index],
        };
        let solutions = self.outcome(place).solutions;
        PuzzleResult {
            status: match self.most {
                Some(most) if nodes > most => Status::Unknown,
                _ => Status::of(solutions),
            },
            solutions,
            nodes,
        }
    }

    #[inline]
    fn solution(&mut self, place: PuzzlePlace) -> &Grid {
        &self.outcome(place).solution
    }

    fn count_within(
        &mut self,
        places: &[PuzzlePlace],
        limit: u64,
        most: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<(Option<u128>, u64)>> {
        // The first search visits up to `few` solutions. Puzzles that have more are counted by a
        // second search.
        let few = limit.min(FEW_SOLUTIONS);
        let limit = super::count_question::limit_as_u128(limit);
        let marks: Vec<PencilMarks> = places.iter().map(|&place| self.marks(place)).collect();
        let (kernel, lanes) = (self.kernel, &mut self.lanes);
        let (mut outcomes, mut nodes) = (Vec::new(), Vec::new());
        let budget = Budget {
            most,
            nodes: &mut nodes,
        };
        if !lanes.solve_within(kernel, &marks, few, budget, stop, &mut outcomes) {
            return None;
        }
        let counts = outcomes.iter().map(|outcome| outcome.solutions.into());
        let mut found: Vec<(u128, u64)> = counts.zip(nodes).collect();
        let few = u128::from(few);
        let more = found
            .iter_mut()
            .zip(&marks)
            .filter(|((count, nodes), _)| few < limit && *count == few && *nodes <= most);
        let (more, marks): (Vec<_>, Vec<PencilMarks>) = more.unzip();
        let (mut counts, mut nodes) = (Vec::new(), Vec::new());
        let budget = Budget {
            most,
            nodes: &mut nodes,
        };
        if !lanes.count_within(kernel, &marks, limit, budget, stop, &mut counts) {
            return None;
        }
        for ((count, spent), (all, nodes)) in more.into_iter().zip(counts.into_iter().zip(nodes)) {
            (*count, *spent) = (all, spent.saturating_add(nodes));
        }
        let is_known = |(count, nodes)| ((nodes <= most).then_some(count), nodes);
        Some(found.into_iter().map(is_known).collect())
    }

    fn count_up_to(
        &mut self,
        places: &[PuzzlePlace],
        limit: u128,
        stop: &AtomicBool,
    ) -> Option<Vec<u128>> {
        let marks: Vec<PencilMarks> = places.iter().map(|&place| self.marks(place)).collect();
        let mut counts = Vec::new();
        let lanes = &mut self.lanes;
        let done = lanes.count_up_to(self.kernel, &marks, limit, stop, &mut counts);
        done.then_some(counts)
    }

    fn count(
        &mut self,
        place: PuzzlePlace,
        limit: u64,
        stop: &AtomicBool,
    ) -> Option<(u128, Residue)> {
        let marks = self.marks(place);
        self.lanes.count_one(self.kernel, &marks, limit, stop)
    }

    fn list(
        &mut self,
        place: PuzzlePlace,
        stop: &AtomicBool,
        visit: impl FnMut(&Grid) -> ControlFlow<()>,
    ) {
        let marks = self.marks(place);
        self.lanes.list(self.kernel, &marks, stop, visit);
    }

    fn rate(&mut self, place: PuzzlePlace, _: &AtomicBool) -> Rating {
        match place {
            PuzzlePlace::Grid(index) => rate_unique(&self.grids[index]),
            PuzzlePlace::Pencilled(index) => rate_unique_marks(&self.pencilled[index]),
        }
    }

    fn pieces(&self, place: PuzzlePlace, pieces: usize) -> Vec<(u64, PencilMarks)> {
        let parts = split(&self.marks(place), pieces);
        parts.into_iter().map(|part| (1, part)).collect()
    }

    fn branches(&self) -> u64 {
        self.lanes.work().branches
    }
}

impl SolutionField for Grid {
    type Owned = Self;

    fn to_owned(&self) -> Self {
        *self
    }

    #[inline]
    fn write(&self, fields: &mut impl Fields) {
        fields.plain(&self.to_ascii(b'0'));
    }
}

impl SolutionField for &Grid {
    type Owned = Grid;

    fn to_owned(&self) -> Grid {
        **self
    }

    #[inline]
    fn write(&self, fields: &mut impl Fields) {
        fields.plain(&self.to_ascii(b'0'));
    }
}
