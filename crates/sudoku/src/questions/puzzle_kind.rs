//! Kinds of puzzles: the reader of their records, and their search.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::answer_tally::Status;
use super::chunk_records::{ChunkRecords, PuzzlePlace, RecordTexts, SingleRecord};
use crate::explain::Rating;
use crate::puzzle::Repeats;
use countless_engine::ledger::{Residue, Spec};
use countless_simd::Kernel;
use countless_table::Fields;
use countless_text::Outline;

/// Function that counts the solutions of a puzzle up to a limit.
pub type PlainCount<'a, P> = Box<dyn FnMut(&P, u128) -> u128 + 'a>;

/// Kind of puzzle: 9×9, or the variants of one layout.
pub trait PuzzleKind: Debug + Sync + Send + Sized + 'static {
    /// Single puzzle.
    type Puzzle: Clone + Debug + Send + Sync + 'static;
    /// Solution of a puzzle.
    type Solution: SolutionField<Owned = Self::Solution> + PartialEq + Debug + Send + Sync + 'static;
    /// Puzzles that one thread searches together.
    type SearchBatch: PuzzleBatch<Puzzle = Self::Puzzle, Solution = Self::Solution>;

    /// First word of the names of its problems.
    const NAME: &'static str;

    /// True if plans have the version of the passed columns.
    const NAMES_VERSION: bool;

    /// Most solutions that the [plain](Self::plain) solver visits one by one.
    const MOST_VISITED: u128;

    /// Adds the parameters of the kind to a plan.
    fn describe(&self, spec: Spec) -> Spec {
        spec
    }

    /// Positions of the cells in a drawing, or `None` for 9×9 cells.
    fn outline(&self) -> Option<Arc<Outline>> {
        None
    }

    /// Creates a batch for the puzzles of a chunk.
    fn batch(&self, kernel: Kernel) -> Self::SearchBatch;

    /// Reads the records of a chunk: their puzzles into `set`, and everything else into `lines`.
    fn read(
        &self,
        records: &ChunkRecords<'_>,
        repeats: Repeats,
        set: &mut Self::SearchBatch,
        lines: &mut RecordTexts,
    );

    /// Visits the records of a chunk one by one.
    fn visit_records(
        &self,
        records: &ChunkRecords<'_>,
        visit: &mut dyn FnMut(SingleRecord<Self::Puzzle>),
    );

    /// Returns a solver that shares no code with the kernels.
    fn plain<'a>(&'a self, stop: &'a AtomicBool) -> PlainCount<'a, Self::Puzzle>;
}

/// Puzzles that one thread searches together, with their results.
pub trait PuzzleBatch: Debug {
    /// Single puzzle.
    type Puzzle;
    /// Solution of a puzzle.
    type Solution;
    /// Solution that borrows from the batch.
    type Shown<'a>: SolutionField<Owned = Self::Solution>
    where
        Self: 'a;

    /// Removes all puzzles.
    fn clear(&mut self);

    /// Replaces all puzzles by `puzzle`.
    fn set_only(&mut self, puzzle: &Self::Puzzle) -> PuzzlePlace;

    /// Searches all puzzles, each up to `limit` solutions, and up to `most` nodes if these are
    /// counted. Returns false if `stop` was set before the end.
    fn solve(&mut self, limit: u64, most: Option<u64>, stop: &AtomicBool) -> bool;

    /// Removes the results of puzzles with a digit twice in a house. Returns true if any were
    /// found; the chunk is then to be read again.
    fn forget_repeats(&mut self) -> bool {
        false
    }

    /// Returns the result of the last search for a puzzle.
    fn result(&self, place: PuzzlePlace) -> PuzzleResult;

    /// Returns the solution of a puzzle with exactly one.
    fn solution(&mut self, place: PuzzlePlace) -> Self::Shown<'_>;

    /// Counts the solutions of some puzzles up to `limit`, each within `most` nodes. Returns each
    /// count and its nodes, with `None` for a count that was given up. Returns `None` if `stop` was
    /// set.
    fn count_within(
        &mut self,
        places: &[PuzzlePlace],
        limit: u64,
        most: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<(Option<u128>, u64)>>;

    /// Counts the solutions of some puzzles up to `limit`. Returns `None` if `stop` was set.
    fn count_up_to(
        &mut self,
        places: &[PuzzlePlace],
        limit: u128,
        stop: &AtomicBool,
    ) -> Option<Vec<u128>>;

    /// Counts the solutions of a puzzle, with their residue. [`u64::MAX`] means no limit. Returns
    /// `None` if `stop` was set.
    fn count(
        &mut self,
        place: PuzzlePlace,
        limit: u64,
        stop: &AtomicBool,
    ) -> Option<(u128, Residue)>;

    /// Visits the solutions of a puzzle in lexicographic order, until `visit` breaks or `stop` is
    /// set.
    fn list(
        &mut self,
        place: PuzzlePlace,
        stop: &AtomicBool,
        visit: impl FnMut(Self::Shown<'_>) -> ControlFlow<()>,
    );

    /// Rates a puzzle with one solution.
    fn rate(&mut self, place: PuzzlePlace, stop: &AtomicBool) -> Rating;

    /// Cuts a puzzle with solutions into about `pieces` pieces, with the solutions in lexicographic
    /// order. The number before each piece is 1.
    fn pieces(&self, place: PuzzlePlace, pieces: usize) -> Vec<(u64, Self::Puzzle)>;

    /// Cuts a puzzle with solutions, to count them. The number before each piece is that of the
    /// pieces with as many solutions that it stands for.
    fn pieces_for_count(&self, place: PuzzlePlace, pieces: usize) -> Vec<(u64, Self::Puzzle)> {
        self.pieces(place, pieces)
    }

    /// Number of branches in all searches so far.
    fn branches(&self) -> u64;
}

/// Result of the search for a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleResult {
    /// Status of the puzzle, if the limit was at least two.
    pub status: Status,
    /// Number of solutions, up to the limit.
    pub solutions: u64,
    /// Nodes of the search, if they were counted.
    pub nodes: u64,
}

/// Solution as a field of a row.
pub trait SolutionField: Clone {
    /// Solution without borrowed data.
    type Owned: Clone;

    /// Converts the solution into an owned one.
    fn to_owned(&self) -> Self::Owned;

    /// Writes the solution as a field.
    fn write(&self, fields: &mut impl Fields);
}

impl SolutionField for String {
    type Owned = Self;

    fn to_owned(&self) -> Self {
        self.clone()
    }

    fn write(&self, fields: &mut impl Fields) {
        fields.plain(self.as_bytes());
    }
}

impl SolutionField for &str {
    type Owned = String;

    fn to_owned(&self) -> String {
        (*self).into()
    }

    #[inline]
    fn write(&self, fields: &mut impl Fields) {
        fields.plain(self.as_bytes());
    }
}
