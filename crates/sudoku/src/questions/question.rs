//! Questions: the options, columns and answers for each puzzle.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::answer_tally::{AnswerNumber, AnswerTally};
use super::chunk_records::{PuzzlePiece, PuzzlePlace};
use super::node_budget::NodeBudget;
use super::ordered_rows::AnswerSink;
use super::passed_columns::PassedColumns;
use super::puzzle_kind::PuzzleKind;
use super::puzzle_row::AnswerRow;
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_table::Columns;

/// Question about each puzzle of a kind.
///
/// [`Ask`](super::Ask) and [`AskMemory`](super::AskMemory) ask a question through this trait. Its
/// options are part of the plan of a ledger. Each option that changes rows must be in
/// [`describe`](Self::describe) and [`reopen`](Self::reopen).
pub trait Question<K: PuzzleKind>: Clone + Debug + Send + Sync + 'static {
    /// Answer: a row without the puzzle.
    type Answer: AnswerRow<Owned = Self::Answer> + Clone + Debug + Send + Sync + 'static;
    /// Memory of one thread, besides the puzzles.
    type Scratch: Default + Debug;

    /// Second word of the problem's name in plans.
    const NAME: &'static str;

    /// True if the total counts puzzles, and not solutions or neighbours.
    const COUNTS_PUZZLES: bool = true;

    /// Numbers that a ledger stores, besides the [usual](AnswerNumber::USUAL) ones of a question
    /// that counts puzzles.
    const RECORDED: &'static [AnswerNumber] = &[];

    /// Numbers in a summary, in this order, and in JSON.
    const SHOWN: &'static [AnswerNumber];

    /// True if, with a ledger, each subtree is a single puzzle. Its ledger record then has the
    /// answer.
    const HAS_SINGLE_SUBTREES: bool = false;

    /// Adds the columns of an answer.
    fn columns(&self, columns: Columns) -> Columns;

    /// Adds the options to a plan; `with_columns` adds the version of the passed columns.
    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec;

    /// Creates the question with the options of a plan.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if an option is missing or invalid.
    fn reopen(spec: &Spec) -> Result<Self, Error>;

    /// Rejects options that exclude each other.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if options exclude each other.
    fn check_options(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Columns of the input that are passed on.
    fn passed(&self) -> PassedColumns {
        PassedColumns::new()
    }

    /// Limit of nodes.
    fn budget(&self) -> NodeBudget {
        NodeBudget::new()
    }

    /// True if puzzles must consist of clues alone, without pencil marks.
    fn takes_only_grids(&self) -> bool {
        false
    }

    /// True if the question is about all solutions, so that rows show each puzzle in one form.
    fn enumerates(&self) -> bool {
        false
    }

    /// Number of records in a chunk. Ledgers rely on it.
    fn records_per_chunk(&self) -> usize;

    /// Limit of solutions for the search of all puzzles before they are [answered](Self::answer),
    /// or `None` if they are only read.
    fn search_limit(&self) -> Option<u64>;

    /// Answers the question for the puzzles of a chunk, in order.
    fn answer<G: AnswerSink<Self::Answer, K::Puzzle>>(
        &self,
        asked: AskedPuzzles<'_, K, Self>,
        give: &mut G,
    ) -> ControlFlow<()>;

    /// Answers the question for a piece of a puzzle that was deferred.
    fn answer_piece<G: AnswerSink<Self::Answer, K::Puzzle>>(
        &self,
        _piece: &PuzzlePiece<K::Puzzle>,
        _asked: AskedPuzzles<'_, K, Self>,
        _give: &mut G,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Counts the solutions of a single puzzle, for questions with [single
    /// subtrees](Self::HAS_SINGLE_SUBTREES). Returns `None` if `stop` was set.
    fn count_single(
        &self,
        _: &mut K::SearchBatch,
        _: PuzzlePlace,
        _: &AtomicBool,
    ) -> Option<SingleCount> {
        None
    }

    /// Returns the answer for a count of solutions, where `None` is a count that was given up.
    fn answer_of_count(_: Option<u128>) -> Option<Self::Answer> {
        None
    }

    /// Limit of solutions for a recount by another method, or `None` if answers cannot be
    /// recounted.
    fn recount_limit(&self) -> Option<u128> {
        Some(2)
    }
}

/// Puzzles of a chunk, with the tally of their answers.
#[derive(Debug)]
pub struct AskedPuzzles<'a, K: PuzzleKind, Q: Question<K>> {
    /// Puzzles of the chunk.
    pub batch: &'a mut K::SearchBatch,
    /// Place of the puzzle of each record, or `None` if the record is not a puzzle.
    pub places: &'a [Option<PuzzlePlace>],
    /// Scratch memory of the question.
    pub scratch: &'a mut Q::Scratch,
    /// Sum of all answers.
    pub tally: &'a mut AnswerTally,
    /// Most pieces of a large puzzle.
    pub pieces: usize,
    /// Ends long searches once it is set.
    pub stop: &'a AtomicBool,
}

/// Count of a single puzzle.
#[derive(Clone, Copy, Debug)]
pub struct SingleCount {
    /// Number of solutions, or `None` if the count was given up.
    pub count: Option<u128>,
    /// Residue of the number.
    pub residue: Residue,
    /// Nodes of the search, if they were counted.
    pub nodes: u64,
}
