//! Questions created again from the plans of ledgers, and compiled together with their kind of
//! puzzle.

use std::ops::ControlFlow;

use super::ask::Ask;
use super::puzzle_files::hash_inputs;
use super::puzzle_kind::PuzzleKind;
use super::puzzle_row::PuzzleRow;
use super::question::Question;
use crate::puzzles::{InputOrigin, ReadOptions};
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Error, Job, Outcome, ReopenInputs, Run};

/// Creates the problem of a plan: a question about the puzzles of some inputs.
///
/// # Errors
///
/// [`Error::Ledger`] if the plan does not belong to this question, [`Error::Impossible`] if the
/// inputs are missing or differ, and the errors of [`Ask::open_kind`].
pub fn reopen<Q: Question<K>, K: PuzzleKind>(
    kind: K,
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<Box<dyn ErasedProblem>, Error> {
    let origins = open_origins(spec, inputs)?;
    let question = Q::reopen(spec)?;
    let reading = ReadOptions::described(spec, inputs.column.as_deref())?;
    let ask = Ask::open_kind(kind, question, origins, &reading)?;
    if spec.parameter("column") != Some(&ask.inputs().column()) {
        let reason = "--column: the ledger was made from another column";
        return Err(Error::Impossible(reason.to_owned()));
    }
    Ok(Box::new(ask))
}

/// Opens the inputs of a plan, which must be the files of `inputs`.
fn open_origins(spec: &Spec, inputs: &ReopenInputs) -> Result<Vec<InputOrigin>, Error> {
    let Some(wanted) = spec.parameter("input") else {
        return Err(Error::ledger(&spec.problem, "the plan names no input"));
    };
    if inputs.files.is_empty() {
        let problem = &spec.problem;
        let reason = format!("{problem} needs its input again: --input FILE");
        return Err(Error::Impossible(reason));
    }
    let origins = inputs
        .files
        .iter()
        .map(|path| InputOrigin::File(path.into()));
    let origins: Vec<InputOrigin> = origins.collect();
    let found = hash_inputs(&origins)?;
    if found != wanted {
        let names = inputs.files.join(", ");
        return Err(Error::Impossible(format!(
            "--input {names}: not the input of the run: expected the SHA-256 {wanted}, found {found}"
        )));
    }
    Ok(origins)
}

/// Question and kind of puzzle with a search that is compiled once, in the crate of the kind.
///
/// [`Ask`](super::Ask) is generic, so a problem of that type is compiled where it is run. The
/// methods of this trait are compiled already.
pub trait Compiled<K: PuzzleKind> {
    /// Type of the question.
    type Question: Question<K>;

    /// Returns a job that answers the question.
    fn job(&self) -> Job<'_>;

    /// Passes each row to `visit` until that breaks, as [`Run::try_for_each`] does.
    ///
    /// # Errors
    ///
    /// Errors of [`Run::try_for_each`].
    fn visit(
        &self,
        run: &Run,
        visit: &mut dyn FnMut(
            PuzzleRow<<Self::Question as Question<K>>::Answer>,
        ) -> ControlFlow<()>,
    ) -> Result<Outcome, Error>;
}

/// Compiles questions for a kind of puzzle, by implementing
/// [`Compiled`](crate::questions::Compiled).
#[macro_export]
macro_rules! compile_questions {
    ($kind:ty: $($question:ty),*) => {$(
        impl $crate::questions::Compiled<$kind> for $crate::Ask<$question, $kind> {
            type Question = $question;

            fn job(&self) -> ::countless_engine::Job<'_> {
                ::countless_engine::Job::of(self)
            }

            fn visit(
                &self,
                run: &::countless_engine::Run,
                visit: &mut dyn FnMut(
                    $crate::PuzzleRow<<$question as $crate::Question<$kind>>::Answer>,
                ) -> ::std::ops::ControlFlow<()>,
            ) -> ::std::result::Result<::countless_engine::Outcome, ::countless_engine::Error>
            {
                run.try_for_each(self, visit)
            }
        }
    )*};
}
