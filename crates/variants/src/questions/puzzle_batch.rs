//! Puzzles of a chunk, of the classic layout or another, and what a search finds about them.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::chunk_records::{PuzzlePlace, PuzzleResult};
use super::classic_batch::ClassicBatch;
use super::variant_batch::VariantBatch;
use crate::any_puzzle::AnyPuzzle;
use crate::shape::Shape;
use countless_engine::ledger::Residue;
use countless_simd::Kernel;
use countless_sudoku::{Grid, Rating};
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
            Self::Classic(batch) => batch.forget_repeats(),
            // The reader refuses them.
            Self::Variant(_) => false,
        }
    }

    /// Returns the result of the last search for a puzzle.
    #[inline]
    pub fn result(&self, place: PuzzlePlace) -> PuzzleResult {
        of_either!(self, batch => batch.result(place))
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
        of_either!(self, batch => batch.count_up_to(places, limit, stop))
    }

    /// Counts the solutions of a puzzle, with their residue. [`u64::MAX`] means no limit. Returns
    /// `None` if `stop` was set.
    pub fn count(
        &mut self,
        place: PuzzlePlace,
        limit: u64,
        stop: &AtomicBool,
    ) -> Option<(u128, Residue)> {
        of_either!(self, batch => batch.count(place, limit, stop))
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
            Self::Classic(batch) => batch.list(place, stop, |grid| {
                visit(Solution::Grid(Cow::Borrowed(grid)))
            }),
            Self::Variant(batch) => batch.list(place, stop, |cells| {
                visit(Solution::Cells(Cow::Borrowed(cells)))
            }),
        }
    }

    /// Rates a puzzle with one solution.
    pub fn rate(&mut self, place: PuzzlePlace, stop: &AtomicBool) -> Rating {
        of_either!(self, batch => batch.rate(place, stop))
    }

    /// Cuts a puzzle with solutions into about `pieces` pieces, with the solutions in lexicographic
    /// order, or only to count them. The number before each piece is that of the pieces with as many
    /// solutions that it stands for, 1 unless solutions are counted.
    pub fn pieces(&self, place: PuzzlePlace, pieces: usize, counts: bool) -> Vec<(u64, AnyPuzzle)> {
        of_either!(self, batch => batch.pieces(place, pieces, counts))
    }

    /// Number of branches in all searches so far.
    pub(super) fn branches(&self) -> u64 {
        of_either!(self, batch => batch.branches())
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
