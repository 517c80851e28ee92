//! Kinds of puzzles: how records become puzzles, and how these are searched.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::lines::{PuzzlePlace, RecordTexts};
use super::records::{ChunkRecords, SingleRecord};
use super::statuses::Status;
use crate::explain::Rating;
use crate::parse::Repeats;
use countless_engine::ledger::{Residue, Spec};
use countless_simd::Kernel;
use countless_table::Fields;
use countless_text::Outline;

/// Counts the solutions of a puzzle up to a limit.
pub type PlainCount<'a, P> = Box<dyn FnMut(&P, u128) -> u128 + 'a>;

/// A kind of puzzle: 9×9, or all of one layout.
pub trait PuzzleKind: Debug + Sync + Send + Sized + 'static {
    /// A puzzle by itself.
    type Puzzle: Clone + Debug + Send + Sync + 'static;
    /// A solution.
    type Solution: SolutionField<Owned = Self::Solution> + PartialEq + Debug + Send + Sync + 'static;
    /// The puzzles that one thread searches together.
    type SearchBatch: PuzzleBatch<Puzzle = Self::Puzzle, Solution = Self::Solution>;

    /// The word with which the names of its problems begin.
    const NAME: &'static str;

    /// True if ledgers of version 0.1 can have its puzzles.
    const HAS_FIRST_VERSION: bool;

    /// More solutions than this are not visited one by one by the [plain](Self::plain) solver.
    const MOST_VISITED: u128;

    /// Adds to a plan how it differs from other kinds.
    fn describe(&self, spec: Spec) -> Spec {
        spec
    }

    /// The places of the cells in a drawing, unless they are 9×9.
    fn outline(&self) -> Option<Arc<Outline>> {
        None
    }

    /// Memory for the puzzles of a chunk.
    fn batch(&self, kernel: Kernel) -> Self::SearchBatch;

    /// Reads the records of a chunk: their puzzles into `set`, and the rest into `lines`.
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

    /// A solver that shares no code with the kernels: it counts the solutions of a puzzle up to a
    /// limit.
    fn plain<'a>(&'a self, stop: &'a AtomicBool) -> PlainCount<'a, Self::Puzzle>;
}

/// Puzzles that one thread searches together, and what was found of them.
pub trait PuzzleBatch: Debug {
    /// A puzzle by itself.
    type Puzzle;
    /// A solution.
    type Solution;
    /// A solution that lies in the set.
    type Shown<'a>: SolutionField<Owned = Self::Solution>
    where
        Self: 'a;

    /// True if a puzzle with many solutions can be cut into pieces.
    const CUTS: bool;

    /// Forgets all puzzles.
    fn clear(&mut self);

    /// Makes this the only puzzle.
    fn set_only(&mut self, puzzle: &Self::Puzzle) -> PuzzlePlace;

    /// Searches all puzzles, each up to `limit` solutions, and up to `most` nodes if these are
    /// counted. Returns false if `stop` was set before the end.
    fn solve(&mut self, limit: u64, most: Option<u64>, stop: &AtomicBool) -> bool;

    /// Forgets what was found of puzzles with a digit twice in a house, and says whether there are
    /// any. The others are to be read again.
    fn forget_repeats(&mut self) -> bool {
        false
    }

    /// The result of the last search for a puzzle.
    fn result(&self, place: PuzzlePlace) -> PuzzleResult;

    /// The residue of all solutions that the last search counted, if it was added up apart from
    /// their numbers.
    fn residue(&self) -> Option<Residue> {
        None
    }

    /// The solution of a puzzle that was found to have one.
    fn solution(&mut self, place: PuzzlePlace) -> Self::Shown<'_>;

    /// The solutions of some puzzles up to `limit`, unless that takes more nodes than `most`, and
    /// the nodes. None if `stop` was set.
    fn count_within(
        &mut self,
        places: &[PuzzlePlace],
        limit: u64,
        most: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<(Option<u128>, u64)>>;

    /// The solutions of some puzzles, up to `limit`. None if `stop` was set.
    fn count_up_to(
        &mut self,
        places: &[PuzzlePlace],
        limit: u128,
        stop: &AtomicBool,
    ) -> Option<Vec<u128>>;

    /// The solutions of a puzzle up to `limit`, if that is not [`u64::MAX`], and their residue. None
    /// if `stop` was set.
    fn count(
        &mut self,
        place: PuzzlePlace,
        limit: u64,
        stop: &AtomicBool,
    ) -> Option<(u128, Residue)>;

    /// Visits the solutions of a puzzle in lexicographic order, until `visit` breaks off or `stop`
    /// is set.
    fn list(
        &mut self,
        place: PuzzlePlace,
        stop: &AtomicBool,
        visit: impl FnMut(Self::Shown<'_>) -> ControlFlow<()>,
    );

    /// The rating of a puzzle with one solution.
    fn rate(&mut self, place: PuzzlePlace, stop: &AtomicBool) -> Rating;

    /// About this many pieces of a puzzle, at least one.
    fn pieces(&self, place: PuzzlePlace, pieces: usize) -> Vec<Self::Puzzle>;

    /// The branches of all searches so far.
    fn branches(&self) -> u64;
}

/// The result of a search for a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleResult {
    /// The status of the puzzle, if the limit was at least two.
    pub status: Status,
    /// Its solutions, up to the limit.
    pub solutions: u64,
    /// The nodes of the search, if they were counted.
    pub nodes: u64,
}

/// A solution as rows show it.
pub trait SolutionField: Clone {
    /// The same, borrowed from nobody.
    type Owned: Clone;

    /// Makes that.
    fn to_owned(&self) -> Self::Owned;

    /// Gives it as a field.
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
