//! Questions created again from the plans of ledgers.

use std::sync::Arc;

use super::ask::Ask;
use super::puzzle_files::hash_inputs;
use super::question::Question;
use crate::shape::Shape;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Error, ReopenInputs};
use countless_sudoku::puzzles::{InputOrigin, ReadOptions};

/// Creates the problem of a plan: a question about the puzzles of some inputs.
///
/// # Errors
///
/// [`Error::Ledger`] if the plan does not belong to this question, [`Error::Impossible`] if the
/// inputs are missing or differ, and the errors of [`Ask::open_as`].
pub(crate) fn reopen<Q: Question>(
    shape: Arc<Shape>,
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<Box<dyn ErasedProblem>, Error> {
    let origins = open_origins(spec, inputs)?;
    let question = Q::reopen(spec)?;
    let reading = ReadOptions::described(spec, inputs.column.as_deref())?;
    let ask = Ask::open_as(question, shape, origins, &reading)?;
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
