//! Questions: the options, columns and answers for each puzzle.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::Ask;
use super::answer_tally::{AnswerNumber, AnswerTally};
use super::chunk_records::{PuzzlePiece, PuzzlePlace};
use super::puzzle_batch::PuzzleBatch;
use super::puzzle_row::{AnswerRow, PuzzleRow};
use super::requirements::Requirements;
use crate::any_puzzle::AnyPuzzle;
use countless_engine::ledger::Spec;
use countless_engine::{Error, Job, Outcome, Run};
use countless_table::Columns;

/// Sink for answers `A`.
pub trait AnswerSink<A> {
    /// True if puzzles with many solutions can be [deferred](Self::defer).
    const DEFERS: bool = false;

    /// True if rows are wanted, and not just their number.
    fn wants_rows(&self) -> bool;

    /// Accepts the answer for a record, given by its number in the chunk. Numbers never decrease.
    ///
    /// The answer is borrowed: a copy would read it in larger words than it was just written in, and
    /// wait until these are in the cache.
    fn accept(
        &mut self,
        record: usize,
        answer: &impl AnswerRow<Owned = A>,
        nodes: Option<u64>,
    ) -> ControlFlow<()>;

    /// Skips a record that has no row.
    fn skip(&mut self, _record: usize) {}

    /// Defers a puzzle and the rows of all later records. The number before each piece is that of
    /// the pieces it stands for.
    fn defer(&mut self, _record: usize, _pieces: Vec<(u64, AnyPuzzle)>) {}

    /// True if a puzzle is deferred, so that later rows have to wait.
    fn is_deferred(&self) -> bool {
        false
    }
}

/// Question about each puzzle.
///
/// [`Ask`](super::Ask) and [`AskMemory`](super::AskMemory) ask a question through this trait. Its
/// options are part of the plan of a ledger. Each option that changes rows must be in
/// [`describe`](Self::describe) and [`reopen`](Self::reopen).
pub trait Question: Clone + Debug + Send + Sync + 'static {
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

    /// Numbers in a summary, in this order, and in JSON. By default, those of the puzzles without
    /// exactly one solution.
    const SHOWN: &'static [AnswerNumber] = &[
        AnswerNumber::Multiple,
        AnswerNumber::None,
        AnswerNumber::Invalid,
    ];

    /// True if, with a ledger, each subtree is a single puzzle. Its ledger record then has the
    /// answer.
    const HAS_SINGLE_SUBTREES: bool = false;

    /// True if a puzzle with many solutions is cut into pieces, which other threads may
    /// [answer](Self::answer_piece).
    const CUTS_PUZZLES: bool = false;

    /// Returns a job that answers the question. It is compiled where the question is.
    fn job(ask: &Ask<Self>) -> Job<'_>;

    /// Passes each row to `visit` until that breaks. It is compiled where the question is.
    ///
    /// # Errors
    ///
    /// Errors of [`Run::try_for_each`].
    fn visit(
        ask: &Ask<Self>,
        run: &Run,
        visit: &mut dyn FnMut(PuzzleRow<Self::Answer>) -> ControlFlow<()>,
    ) -> Result<Outcome, Error>;

    /// Second word of the problem's name in plans, if options change it.
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// Adds the columns of an answer.
    fn columns(&self, columns: Columns) -> Columns;

    /// Adds the options to a plan; `with_columns` adds the passed columns, if rows can have them.
    /// By default, a question has no ledger, and its plan no options.
    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        with_columns(spec)
    }

    /// Creates the question with the options of a plan.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if an option is missing or invalid, or if the question has no ledger.
    fn reopen(spec: &Spec) -> Result<Self, Error> {
        Err(Error::ledger(&spec.problem, "this problem has no ledger"))
    }

    /// Rejects options that exclude each other.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if options exclude each other.
    fn check_options(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Requirements on the inputs and the search of puzzles.
    fn requirements(&self) -> Requirements;

    /// Answers the question for the puzzles of a chunk, in order.
    fn answer<G: AnswerSink<Self::Answer>>(
        &self,
        asked: AskedPuzzles<'_, Self::Scratch>,
        give: &mut G,
    ) -> ControlFlow<()>;

    /// Answers the question for a piece of a puzzle that was deferred.
    fn answer_piece<G: AnswerSink<Self::Answer>>(
        &self,
        _piece: &PuzzlePiece,
        _asked: AskedPuzzles<'_, Self::Scratch>,
        _give: &mut G,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Returns the answer for a count of solutions, where `None` is a count that was given up, for
    /// questions with [single subtrees](Self::HAS_SINGLE_SUBTREES).
    fn answer_of_count(_: Option<u128>) -> Option<Self::Answer> {
        None
    }

    /// Limit of solutions for a count of a single puzzle, or for a recount by another method;
    /// `None` if answers cannot be recounted.
    fn recount_limit(&self) -> Option<u128> {
        Some(2)
    }
}

/// Puzzles of a chunk, with the tally of their answers.
#[derive(Debug)]
pub struct AskedPuzzles<'a, S> {
    /// Puzzles of the chunk.
    pub batch: &'a mut PuzzleBatch,
    /// Place of the puzzle of each record, or `None` if the record is not a puzzle.
    pub places: &'a [Option<PuzzlePlace>],
    /// Number of the first record among all, from 0, if the question
    /// [needs](Requirements::numbers_records) it.
    pub first_record: u64,
    /// Scratch memory of the question.
    pub scratch: &'a mut S,
    /// Sum of all answers.
    pub tally: &'a mut AnswerTally,
    /// Most pieces of a large puzzle.
    pub pieces: usize,
    /// Ends long searches once it is set.
    pub stop: &'a AtomicBool,
}

/// Implements the methods of [`Question`] that are to be compiled in this crate.
macro_rules! compiled_here {
    () => {
        fn job(ask: &super::Ask<Self>) -> ::countless_engine::Job<'_> {
            ::countless_engine::Job::of(ask)
        }

        fn visit(
            ask: &super::Ask<Self>,
            run: &::countless_engine::Run,
            visit: &mut dyn FnMut(super::PuzzleRow<Self::Answer>) -> ::std::ops::ControlFlow<()>,
        ) -> Result<::countless_engine::Outcome, ::countless_engine::Error> {
            run.try_for_each(ask, visit)
        }
    };
}

pub(super) use compiled_here;
