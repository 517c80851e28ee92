//! Puzzles of a chunk, of the classic layout or another, and what a search finds about them.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::chunk_records::{PuzzlePlace, PuzzleResult};
use super::variant_batch::VariantBatch;
use crate::any_puzzle::{AnyPuzzle, Explanation};
use crate::shape::Shape;
use countless_engine::ledger::Residue;
use countless_simd::Kernel;
use countless_sudoku::lanes::{Budget, Lanes, SolveOutcome};
use countless_sudoku::{
    ExplainerLimits, ExplainerOutcome, ExplainerRanges, ExplainerRating, Grid, PencilMarks, Puzzle,
    Rating, Status, Trace, TraceOptions, rate_explainer_within, rate_unique, rate_unique_marks,
    split,
};
use countless_table::Fields;

/// Puzzles that one thread searches together, with their results. Those of the classic layout have
/// lanes of their own.
#[derive(Debug)]
pub enum PuzzleBatch {
    /// Classic puzzles.
    Classic(Box<ClassicBatch>),
    /// Puzzles of another layout.
    Variant(Box<VariantBatch>),
}

/// Evaluates an expression for the batch of either layout.
macro_rules! of_either {
    ($this:expr, $batch:ident => $value:expr) => {
        match $this {
            Self::Classic($batch) => $value,
            Self::Variant($batch) => $value,
        }
    };
}

impl PuzzleBatch {
    /// Creates a batch for the puzzles of a chunk.
    pub(super) fn new(kernel: Kernel, shape: &Arc<Shape>) -> Self {
        if shape.is_classic() {
            Self::Classic(Box::new(ClassicBatch::new(kernel)))
        } else {
            Self::Variant(Box::new(VariantBatch::new(kernel, shape)))
        }
    }

    /// Returns the batch of classic puzzles, for questions about these alone.
    pub(super) fn classic(&mut self) -> Option<&mut ClassicBatch> {
        match self {
            Self::Classic(batch) => Some(batch),
            Self::Variant(_) => None,
        }
    }

    /// Removes all puzzles.
    pub(super) fn clear(&mut self) {
        of_either!(self, batch => batch.clear());
    }

    /// Replaces all puzzles by `puzzle`.
    pub(super) fn set_only(&mut self, puzzle: &AnyPuzzle) -> Option<PuzzlePlace> {
        match (self, puzzle) {
            (Self::Classic(batch), AnyPuzzle::Classic(puzzle)) => {
                batch.clear();
                Some(batch.add(puzzle))
            }
            (Self::Variant(batch), AnyPuzzle::Variant(puzzle)) => Some(batch.set_only(puzzle)),
            _ => None,
        }
    }

    /// Searches all puzzles, each up to `limit` solutions, and up to `most` nodes if these are
    /// counted. Returns false if `stop` was set before the end.
    pub(super) fn solve(&mut self, limit: u64, most: Option<u64>, stop: &AtomicBool) -> bool {
        of_either!(self, batch => batch.solve(limit, most, stop))
    }

    /// Removes the results of puzzles with a digit twice in a house. Returns true if any were
    /// found; the chunk is then to be read again.
    pub(super) fn forget_repeats(&mut self) -> bool {
        match self {
            Self::Classic(batch) => {
                let (all, mut grids) = (batch.grids.len(), batch.grids.iter());
                batch.grid_outcomes.retain(|outcome| {
                    let grid = grids.next();
                    outcome.solutions > 0 || grid.is_none_or(Grid::is_consistent)
                });
                batch.grid_outcomes.len() < all
            }
            // The reader refuses them.
            Self::Variant(_) => false,
        }
    }

    /// Returns the result of the last search for a puzzle.
    #[inline]
    pub fn result(&self, place: PuzzlePlace) -> PuzzleResult {
        of_either!(self, batch => batch.result(place))
    }

    /// Returns the result for a record, which is invalid without a puzzle.
    #[inline]
    pub fn result_of(&self, place: Option<PuzzlePlace>) -> PuzzleResult {
        let invalid = PuzzleResult {
            status: Status::Invalid,
            solutions: 0,
            nodes: 0,
        };
        place.map_or(invalid, |place| self.result(place))
    }

    /// Returns the solution of a puzzle with exactly one.
    #[inline]
    pub fn solution(&mut self, place: PuzzlePlace) -> Solution<'_> {
        match self {
            Self::Classic(batch) => Solution::Grid(Cow::Borrowed(batch.solution(place))),
            Self::Variant(batch) => Solution::Cells(Cow::Borrowed(batch.solution(place))),
        }
    }

    /// Counts the solutions of some puzzles up to `limit`, each within `most` nodes. Returns each
    /// count and its nodes, with `None` for a count that was given up. Returns `None` if `stop` was
    /// set.
    pub fn count_within(
        &mut self,
        places: &[PuzzlePlace],
        limit: u64,
        most: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<(Option<u128>, u64)>> {
        of_either!(self, batch => batch.count_within(places, limit, most, stop))
    }

    /// Counts the solutions of some puzzles up to `limit`. Returns `None` if `stop` was set.
    pub fn count_up_to(
        &mut self,
        places: &[PuzzlePlace],
        limit: u128,
        stop: &AtomicBool,
    ) -> Option<Vec<u128>> {
        match self {
            Self::Classic(batch) => {
                let marks: Vec<_> = places.iter().map(|&place| batch.marks(place)).collect();
                let (mut counts, lanes) = (Vec::new(), &mut batch.lanes);
                let done = lanes.count_up_to(batch.kernel, &marks, limit, stop, &mut counts);
                done.then_some(counts)
            }
            Self::Variant(batch) => {
                let limit = u64::try_from(limit).unwrap_or(u64::MAX);
                let mut count = |&place| Some(batch.count(place, limit, stop)?.0);
                places.iter().map(&mut count).collect()
            }
        }
    }

    /// Counts the solutions of a puzzle, with their residue. [`u64::MAX`] means no limit. Returns
    /// `None` if `stop` was set.
    pub fn count(
        &mut self,
        place: PuzzlePlace,
        limit: u64,
        stop: &AtomicBool,
    ) -> Option<(u128, Residue)> {
        match self {
            Self::Classic(batch) => {
                let marks = batch.marks(place);
                batch.lanes.count_one(batch.kernel, &marks, limit, stop)
            }
            Self::Variant(batch) => batch.count(place, limit, stop),
        }
    }

    /// Visits the solutions of a puzzle in lexicographic order, until `visit` breaks or `stop` is
    /// set.
    pub fn list(
        &mut self,
        place: PuzzlePlace,
        stop: &AtomicBool,
        mut visit: impl FnMut(Solution<'_>) -> ControlFlow<()>,
    ) {
        match self {
            Self::Classic(batch) => {
                let marks = batch.marks(place);
                batch.lanes.list(batch.kernel, &marks, stop, |grid| {
                    visit(Solution::Grid(Cow::Borrowed(grid)))
                });
            }
            Self::Variant(batch) => batch.list(place, stop, |cells| {
                visit(Solution::Cells(Cow::Borrowed(cells)))
            }),
        }
    }

    /// Rates a puzzle with one solution.
    pub fn rate(&mut self, place: PuzzlePlace, stop: &AtomicBool) -> Rating {
        match (self, place) {
            (Self::Classic(batch), PuzzlePlace::Grid(index)) => rate_unique(&batch.grids[index]),
            (Self::Classic(batch), PuzzlePlace::Pencilled(index)) => {
                rate_unique_marks(&batch.pencilled[index])
            }
            (Self::Variant(batch), _) => batch.rate(place, stop),
        }
    }

    /// Prepares the explanation of a puzzle that was searched for two solutions.
    pub fn explain(&mut self, place: PuzzlePlace, options: TraceOptions) -> Explanation {
        match self {
            Self::Classic(batch) => {
                let puzzle = match place {
                    PuzzlePlace::Grid(index) => Puzzle::Grid(batch.grids[index]),
                    PuzzlePlace::Pencilled(index) => {
                        Puzzle::Pencilled(Box::new(batch.pencilled[index]))
                    }
                };
                Explanation::Classic(Box::new(Trace::of(&puzzle, options)))
            }
            Self::Variant(batch) => Explanation::Variant(Box::new(batch.explain(place, options))),
        }
    }

    /// Cuts a puzzle with solutions into about `pieces` pieces, with the solutions in lexicographic
    /// order, or only to count them. The number before each piece is that of the pieces with as many
    /// solutions that it stands for, 1 unless solutions are counted.
    pub fn pieces(&self, place: PuzzlePlace, pieces: usize, counts: bool) -> Vec<(u64, AnyPuzzle)> {
        match self {
            Self::Classic(batch) => {
                let parts = split(&batch.marks(place), pieces).into_iter();
                let puzzle = |part| AnyPuzzle::Classic(Puzzle::Pencilled(Box::new(part)));
                parts.map(|part| (1, puzzle(part))).collect()
            }
            Self::Variant(batch) => batch.pieces(place, pieces, counts),
        }
    }

    /// Number of branches in all searches so far.
    pub(super) fn branches(&self) -> u64 {
        match self {
            Self::Classic(batch) => batch.lanes.work().branches,
            Self::Variant(batch) => batch.branches(),
        }
    }
}

/// Solution of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution<'a> {
    /// Solution of a classic puzzle.
    Grid(Cow<'a, Grid>),
    /// Symbols of all cells of a puzzle of another layout.
    Cells(Cow<'a, str>),
}

impl Solution<'_> {
    /// Returns the grid, or `None` for a layout other than the classic one.
    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Self::Grid(grid) => Some(grid),
            Self::Cells(_) => None,
        }
    }

    /// Converts the solution into one that borrows nothing.
    pub(super) fn to_owned(&self) -> Solution<'static> {
        match self {
            Self::Grid(grid) => Solution::Grid(Cow::Owned(**grid)),
            Self::Cells(cells) => Solution::Cells(Cow::Owned((**cells).to_owned())),
        }
    }

    /// Writes the solution as a field.
    #[inline]
    pub(super) fn write(&self, fields: &mut impl Fields) {
        match self {
            Self::Grid(grid) => fields.plain(&grid.to_ascii(b'0')),
            Self::Cells(cells) => fields.plain(cells.as_bytes()),
        }
    }
}

impl fmt::Display for Solution<'_> {
    /// Writes the symbols of all cells, row by row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid(grid) => grid.fmt(f),
            Self::Cells(cells) => f.pad(cells),
        }
    }
}

/// Number of solutions that takes less time to find than to defer the puzzle.
pub(super) const FEW_SOLUTIONS: u64 = 1000;

/// Converts a limit of solutions, where `u64::MAX` means no limit.
pub(super) fn limit_as_u128(limit: u64) -> u128 {
    match limit {
        u64::MAX => u128::MAX,
        limit => limit.into(),
    }
}

/// Classic puzzles that are searched side by side, with their results.
#[derive(Debug)]
pub struct ClassicBatch {
    pub(super) kernel: Kernel,
    pub(super) lanes: Lanes,
    /// Puzzles of clues alone.
    pub(super) grids: Vec<Grid>,
    grid_outcomes: Vec<SolveOutcome>,
    pencilled: Vec<PencilMarks>,
    pencilled_outcomes: Vec<SolveOutcome>,
    /// Nodes of each search; valid if `most`, the limit of nodes, is set.
    grid_nodes: Vec<u64>,
    pencilled_nodes: Vec<u64>,
    most: Option<u64>,
}

impl ClassicBatch {
    /// Creates an empty batch.
    pub fn new(kernel: Kernel) -> Self {
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
    pub fn add(&mut self, puzzle: &Puzzle) -> PuzzlePlace {
        match puzzle {
            Puzzle::Grid(grid) => {
                self.grids.push(*grid);
                PuzzlePlace::Grid(self.grids.len() - 1)
            }
            Puzzle::Pencilled(marks) => {
                self.pencilled.push(**marks);
                PuzzlePlace::Pencilled(self.pencilled.len() - 1)
            }
        }
    }

    /// Returns a puzzle with its candidates.
    fn marks(&self, place: PuzzlePlace) -> PencilMarks {
        match place {
            PuzzlePlace::Grid(index) => (&self.grids[index]).into(),
            PuzzlePlace::Pencilled(index) => self.pencilled[index],
        }
    }

    /// Returns the puzzle if it is a grid.
    pub fn grid(&self, place: PuzzlePlace) -> Option<&Grid> {
        place.of_grid(&self.grids)
    }

    /// Solution of each grid with exactly one, and the other grids themselves, after a search for
    /// two solutions.
    pub fn solutions(&self) -> impl Iterator<Item = &Grid> {
        let found = self.grids.iter().zip(&self.grid_outcomes);
        found.map(|(grid, outcome)| match outcome.solutions {
            1 => &outcome.solution,
            _ => grid,
        })
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

    pub fn clear(&mut self) {
        self.grids.clear();
        self.pencilled.clear();
    }

    pub fn solve(&mut self, limit: u64, most: Option<u64>, stop: &AtomicBool) -> bool {
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

    #[inline]
    pub fn result(&self, place: PuzzlePlace) -> PuzzleResult {
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
    pub fn solution(&self, place: PuzzlePlace) -> &Grid {
        &self.outcome(place).solution
    }

    pub fn count_within(
        &mut self,
        places: &[PuzzlePlace],
        limit: u64,
        most: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<(Option<u128>, u64)>> {
        // The first search visits up to `few` solutions. Puzzles that have more are counted by a
        // second search.
        let few = limit.min(FEW_SOLUTIONS);
        let limit = limit_as_u128(limit);
        let marks: Vec<PencilMarks> = places.iter().map(|&place| self.marks(place)).collect();
        let (kernel, lanes) = (self.kernel, &mut self.lanes);
        let (mut outcomes, mut nodes) = (Vec::new(), Vec::new());
        let budget = Budget {
            most,
            nodes: &mut nodes,
        };
        let done = lanes.solve_within(kernel, &marks, few, budget, stop, &mut outcomes);
        done.then_some(())?;
        let counts = outcomes.iter().map(|outcome| outcome.solutions.into());
        let mut found: Vec<(u128, u64)> = counts.zip(nodes).collect();
        let few = u128::from(few);
        let more = found.iter_mut().zip(&marks);
        let more =
            more.filter(|((count, nodes), _)| few < limit && *count == few && *nodes <= most);
        let (more, marks): (Vec<_>, Vec<PencilMarks>) = more.unzip();
        let (mut counts, mut nodes) = (Vec::new(), Vec::new());
        let budget = Budget {
            most,
            nodes: &mut nodes,
        };
        let done = lanes.count_within(kernel, &marks, limit, budget, stop, &mut counts);
        done.then_some(())?;
        for ((count, spent), (all, nodes)) in more.into_iter().zip(counts.into_iter().zip(nodes)) {
            (*count, *spent) = (all, spent.saturating_add(nodes));
        }
        let is_known = |(count, nodes)| ((nodes <= most).then_some(count), nodes);
        Some(found.into_iter().map(is_known).collect())
    }

    /// Rates a puzzle with one solution on the scale of Sudoku Explainer. Returns `None` if a
    /// rating is outside its range, or `stop` was set.
    pub fn rate_explainer(
        &self,
        place: PuzzlePlace,
        ranges: ExplainerRanges,
        stop: &AtomicBool,
    ) -> Option<ExplainerRating> {
        let limits = ExplainerLimits::NONE.most(ranges.er.max);
        let stopped = || stop.load(Ordering::Relaxed);
        match rate_explainer_within(&self.marks(place), limits, &stopped) {
            ExplainerOutcome::Rated(rating) => Some(rating).filter(|it| ranges.contains(it)),
            _ => None,
        }
    }
}
