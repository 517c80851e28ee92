//! What a question says about each puzzle.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::ask::Ask;
use super::budget::NodeBudget;
use super::enumerate::PuzzlePiece;
use super::give::Give;
use super::kind::PuzzleKind;
use super::lines::Place;
use super::passed::{ColumnsVersion, Passed};
use super::statuses::{Status, Statuses};
use crate::puzzles::{Origin, ReadOptions};
use countless_engine::ledger::{Residue, Spec, Summary};
use countless_engine::{ErasedProblem, Error, ReopenInputs, Tally};
use countless_simd::Kernel;
use countless_table::{Columns, Row};

/// A question that can be asked of each puzzle of a kind.
///
/// The trait is what [`Ask`] and [`AskMemory`](super::AskMemory) need to know of one. Its options
/// are part of the plan of a ledger; each that changes rows must be in
/// [`describe`](Self::describe) and [`reopen`](Self::reopen).
pub trait Question<K: PuzzleKind>: Clone + Debug + Send + Sync + 'static {
    /// An answer: a row without the puzzle.
    type Answer: Answer<Owned = Self::Answer> + Clone + Debug + Send + Sync + 'static;
    /// The sum of all answers.
    type Tally: PuzzleTally;
    /// Memory of one thread besides the puzzles.
    type Scratch: Default + Debug;

    /// The second word of the problem in plans.
    const NAME: &'static str;

    /// Whether a subtree is a single puzzle where there is a ledger, whose record then has the
    /// answer.
    const IS_ONE_BY_ONE: bool = false;

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
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    /// The columns of the input that are passed on.
    fn passed(&self) -> Passed {
        Passed::default()
    }

    /// The limit of nodes.
    fn budget(&self) -> NodeBudget {
        NodeBudget::default()
    }

    /// Whether puzzles are clues alone, so that pencil marks are none.
    fn takes_grids(&self) -> bool {
        false
    }

    /// Whether it is about all solutions, so that rows show each puzzle in one form.
    fn enumerates(&self) -> bool {
        false
    }

    /// The number of records in a chunk. Ledgers rely on it.
    fn together(&self) -> usize;

    /// The number of solutions up to which all puzzles are searched before they are
    /// [answered](Self::answer); none if they are only read. `cuts` says whether puzzles with
    /// many solutions can be cut.
    fn first(&self, wants_rows: bool, cuts: bool) -> Option<u64>;

    /// Answers the question for the puzzles of a chunk, in order.
    fn answer<G: Give<Self::Answer, K::Puzzle>>(
        &self,
        asked: Asked<'_, K, Self>,
        give: &mut G,
    ) -> ControlFlow<()>;

    /// Answers it for a piece of a puzzle, if it leaves such pieces to others.
    fn answer_piece<G: Give<Self::Answer, K::Puzzle>>(
        &self,
        _piece: &PuzzlePiece<K::Puzzle>,
        _asked: Asked<'_, K, Self>,
        _give: &mut G,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Counts the solutions of a single puzzle, where this is the
    /// [answer](Self::IS_ONE_BY_ONE). None if `stop` was set.
    fn count_alone(&self, _: &mut K::Set, _: Place, _: &AtomicBool) -> Option<Alone> {
        None
    }

    /// The answer for a single puzzle whose solutions were counted, unless that was given up.
    fn counted(_: Option<u128>) -> Option<Self::Answer> {
        None
    }

    /// The number of solutions up to which another method counts, if it checks the answers.
    fn recount_limit(&self) -> Option<u128> {
        Some(2)
    }
}

/// The puzzles of a chunk, and where their answers are added up.
#[derive(Debug)]
pub struct Asked<'a, K: PuzzleKind, Q: Question<K>> {
    /// The instruction set to search with.
    pub kernel: Kernel,
    /// The puzzles.
    pub set: &'a mut K::Set,
    /// Where the puzzle of each record is, if it is one.
    pub places: &'a [Option<Place>],
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
pub struct Alone {
    /// The solutions, unless counting was given up.
    pub count: Option<u128>,
    /// Their residue.
    pub residue: Residue,
    /// The nodes of the search, if they were counted.
    pub nodes: u64,
}

/// An answer as rows show it.
pub trait Answer: Row {
    /// The same, borrowed from nobody.
    type Owned;

    /// Makes that.
    fn to_owned(&self) -> Self::Owned;

    /// Whether any text may stand in the place of the puzzle.
    fn is_of_any_text(&self) -> bool;
}

/// The sum of the answers to a question.
pub trait PuzzleTally: Tally + PartialEq + Debug {
    /// The puzzles by their status.
    fn statuses(&self) -> &Statuses;

    /// The same, to be changed.
    fn statuses_mut(&mut self) -> &mut Statuses;

    /// All records.
    fn puzzles(&self) -> u64 {
        self.statuses().total()
    }

    /// Adds solutions, and their residue, which was added up apart.
    fn add_solutions(&mut self, _number: u128, _residue: Residue) {}

    /// Adds branches of a search.
    fn add_guesses(&mut self, _guesses: u64) {}

    /// Adds what another method has found of a record: its solutions, or that it is no puzzle.
    fn add_again(&mut self, solutions: Option<u128>) {
        let status = solutions.map_or(Status::Invalid, |number| Status::of_count(Some(number)));
        self.statuses_mut().read += 1;
        self.statuses_mut().add(status);
        let solutions = solutions.unwrap_or(0);
        self.add_solutions(solutions, Residue::of(solutions));
    }

    /// What a solver finds out that looks at puzzles alone: neither at given solutions, nor at what
    /// else is asked.
    fn recounted(&self) -> Summary {
        let mut summary = self.summary();
        if !summary.detail.is_empty() {
            summary.detail = self.statuses().detail();
        }
        summary
    }
}

/// The problem of a plan: a question about the puzzles of some inputs.
///
/// # Errors
///
/// [`Error::Ledger`] if the plan is none of this question, [`Error::Impossible`] if the inputs are
/// missing or others, and those of [`Ask::open_kind`].
pub fn reopen<Q: Question<K>, K: PuzzleKind>(
    kind: K,
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<Box<dyn ErasedProblem>, Error> {
    let origins = inputs_of(spec, inputs)?;
    let question = Q::reopen(spec)?;
    let version = match spec.parameter("columns") {
        None if K::HAS_FIRST_VERSION => ColumnsVersion::First,
        _ => ColumnsVersion::Second,
    };
    let reading = ReadOptions::described(spec, inputs.column.as_deref())?;
    let ask = Ask::open_kind(kind, question, origins, &reading, version)?;
    if spec.parameter("column") != Some(&ask.inputs().column()) {
        let reason = "--column: the ledger was made from another column";
        return Err(Error::Impossible(reason.to_owned()));
    }
    Ok(Box::new(ask))
}

/// The inputs of a plan, which must be the files of `inputs`.
fn inputs_of(spec: &Spec, inputs: &ReopenInputs) -> Result<Vec<Origin>, Error> {
    let Some(wanted) = spec.parameter("input") else {
        return Err(Error::ledger(&spec.problem, "the plan names no input"));
    };
    if inputs.files.is_empty() {
        let problem = &spec.problem;
        let reason = format!("{problem} needs its input again: --input FILE");
        return Err(Error::Impossible(reason));
    }
    let origins = inputs.files.iter().map(|path| Origin::File(path.into()));
    let origins: Vec<Origin> = origins.collect();
    let found = super::reread::hash(&origins)?;
    if found != wanted {
        let names = inputs.files.join(", ");
        return Err(Error::Impossible(format!(
            "--input {names}: not the input of the run: expected the SHA-256 {wanted}, found {found}"
        )));
    }
    Ok(origins)
}
