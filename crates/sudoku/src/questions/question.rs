//! Questions: the options, columns and answers for each puzzle.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::answer::AnswerRow;
use super::budget::NodeBudget;
use super::give::AnswerSink;
use super::kind::PuzzleKind;
use super::lines::PuzzlePlace;
use super::passed::PassedColumns;
use super::piece::PuzzlePiece;
use super::tally::PuzzleTally;
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_table::Columns;

/// A question that can be asked of each puzzle of a kind.
///
/// The trait is what [`Ask`](super::Ask) and [`AskMemory`](super::AskMemory) need to know of one.
/// Its options are part of the plan of a ledger; each that changes rows must be in
/// [`describe`](Self::describe) and [`reopen`](Self::reopen).
pub trait Question<K: PuzzleKind>: Clone + Debug + Send + Sync + 'static {
    /// An answer: a row without the puzzle.
    type Answer: AnswerRow<Owned = Self::Answer> + Clone + Debug + Send + Sync + 'static;
    /// The sum of all answers.
    type Tally: PuzzleTally;
    /// Memory of one thread besides the puzzles.
    type Scratch: Default + Debug;

    /// The second word of the problem in plans.
    const NAME: &'static str;

    /// Whether a subtree is a single puzzle where there is a ledger, whose record then has the
    /// answer.
    const HAS_SINGLE_SUBTREES: bool = false;

    /// Adds the columns of an answer.
    fn columns(&self, columns: Columns) -> Columns;

    /// Adds the options to a plan; `with_columns` adds the version of the passed columns.
    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec;

    /// The question with the options of a plan.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if an option is missing or invalid.
    fn reopen(spec: &Spec) -> Result<Self, Error>;

    /// Refuses options that exclude each other.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are any.
    fn check_options(&self) -> Result<(), Error> {
        Ok(())
    }

    /// The columns of the input that are passed on.
    fn passed(&self) -> PassedColumns {
        PassedColumns::default()
    }

    /// The limit of nodes.
    fn budget(&self) -> NodeBudget {
        NodeBudget::default()
    }

    /// True if puzzles are clues alone, so that pencil marks are not accepted.
    fn takes_only_grids(&self) -> bool {
        false
    }

    /// True if it is about all solutions, so that rows show each puzzle in one form.
    fn enumerates(&self) -> bool {
        false
    }

    /// The number of records in a chunk. Ledgers rely on it.
    fn records_per_chunk(&self) -> usize;

    /// The number of solutions up to which all puzzles are searched before they are
    /// [answered](Self::answer); none if they are only read. `cuts` says whether puzzles with
    /// many solutions can be cut.
    fn search_limit(&self, wants_rows: bool, cuts: bool) -> Option<u64>;

    /// Answers the question for the puzzles of a chunk, in order.
    fn answer<G: AnswerSink<Self::Answer, K::Puzzle>>(
        &self,
        asked: AskedPuzzles<'_, K, Self>,
        give: &mut G,
    ) -> ControlFlow<()>;

    /// Answers it for a piece of a puzzle, if it leaves such pieces to others.
    fn answer_piece<G: AnswerSink<Self::Answer, K::Puzzle>>(
        &self,
        _piece: &PuzzlePiece<K::Puzzle>,
        _asked: AskedPuzzles<'_, K, Self>,
        _give: &mut G,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Counts the solutions of a single puzzle, where this is the
    /// [answer](Self::IS_ONE_BY_ONE). None if `stop` was set.
    fn count_single(
        &self,
        _: &mut K::SearchBatch,
        _: PuzzlePlace,
        _: &AtomicBool,
    ) -> Option<SingleCount> {
        None
    }

    /// The answer for a single puzzle whose solutions were counted, unless that was given up.
    fn answer_of_count(_: Option<u128>) -> Option<Self::Answer> {
        None
    }

    /// The number of solutions up to which another method counts, if it checks the answers.
    fn recount_limit(&self) -> Option<u128> {
        Some(2)
    }
}

/// The puzzles of a chunk, and where their answers are added up.
#[derive(Debug)]
pub struct AskedPuzzles<'a, K: PuzzleKind, Q: Question<K>> {
    /// The puzzles.
    pub batch: &'a mut K::SearchBatch,
    /// The place of the puzzle of each record, if it is one.
    pub places: &'a [Option<PuzzlePlace>],
    /// Memory of the question.
    pub scratch: &'a mut Q::Scratch,
    /// The sum of all answers.
    pub tally: &'a mut Q::Tally,
    /// The number of pieces that a large puzzle may be cut into.
    pub pieces: usize,
    /// Ends long searches once it is set.
    pub stop: &'a AtomicBool,
}

/// The count of a single puzzle.
#[derive(Clone, Copy, Debug)]
pub struct SingleCount {
    /// The solutions, unless counting was given up.
    pub count: Option<u128>,
    /// Their residue.
    pub residue: Residue,
    /// The nodes of the search, if they were counted.
    pub nodes: u64,
}
