//! Problems, by their names in ledgers.

use std::sync::Arc;

use super::generate;
use super::questions::{
    Ask, Canonicalise, Count, FindNeighbours, FindRedundant, List, PuzzleFiles, Question, Rate,
    Solve, Steps, hash_inputs,
};
use super::shape::Shape;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Error, Factory, ReopenInputs};
use countless_sudoku::puzzles::{InputOrigin, ReadOptions};
use countless_sudoku::{Enumerate, Puzzle};

/// Questions and generated variants that a plan can describe.
#[cfg(not(test))]
pub static FACTORIES: [Factory; 15] = ALL;

// A static is compiled wherever the crate is, with all its problems. Unit tests, for which the crate
// is compiled again, need none of them.
#[cfg_attr(test, allow(dead_code))]
const ALL: [Factory; 15] = [
    Factory::new("sudoku solve", reopen::<Solve>),
    Factory::new("sudoku rate", reopen::<Rate>),
    Factory::new("sudoku rate se", reopen::<Rate>),
    Factory::new("sudoku count", count),
    Factory::new("sudoku list", reopen::<List>),
    Factory::new("sudoku neighbours", reopen::<FindNeighbours>),
    Factory::new("sudoku canon", reopen::<Canonicalise>),
    Factory::new("sudoku minimal", reopen::<FindRedundant>),
    Factory::new("sudoku steps", reopen::<Steps>),
    Factory::new("shapes solve", reopen::<Solve>),
    Factory::new("shapes count", reopen::<Count>),
    Factory::new("shapes list", reopen::<List>),
    Factory::new("shapes rate", reopen::<Rate>),
    Factory::new("shapes steps", reopen::<Steps>),
    generate::FACTORY,
];

/// Opens the solutions of one puzzle, or the question of their number for the puzzles of inputs.
fn count(spec: &Spec, inputs: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    if spec.parameter("puzzle").is_none() {
        return reopen::<Count>(spec, inputs);
    }
    Ok(Box::new(Enumerate::new(spec.require::<Puzzle>("puzzle")?)))
}

/// Creates the problem of a plan: a question about the puzzles of some inputs.
///
/// # Errors
///
/// [`Error::Ledger`] if the plan does not belong to this question, [`Error::Impossible`] if the
/// inputs are missing or differ, and the errors of [`Ask::open_as`].
fn reopen<Q: Question>(
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<Box<dyn ErasedProblem>, Error> {
    let (shape, origins, reading) = described_inputs(spec, inputs)?;
    let ask = Ask::open_as(Q::reopen(spec)?, shape, origins, reading)?;
    check_column(spec, ask.inputs())?;
    Ok(Box::new(ask))
}

/// Shape, inputs and options of the reader of a plan.
fn described_inputs(
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<(Arc<Shape>, Vec<InputOrigin>, ReadOptions), Error> {
    let shape = if spec.problem.starts_with("shapes ") {
        Arc::new(Shape::described(spec)?)
    } else {
        Shape::classic()
    };
    let origins = open_origins(spec, inputs)?;
    let reading = ReadOptions::described(spec, inputs.column.as_deref())?;
    let reading = reading.keep_columns(spec.optional("keep")?.unwrap_or(false));
    Ok((shape, origins, reading))
}

/// Refuses inputs whose puzzles are in another column than those of a plan.
fn check_column(spec: &Spec, inputs: &PuzzleFiles) -> Result<(), Error> {
    if spec.parameter("column") != Some(&inputs.column()) {
        let reason = "--column: the ledger was made from another column";
        return Err(Error::Impossible(reason.to_owned()));
    }
    Ok(())
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
    let origin = |path: &String| InputOrigin::File(path.into());
    let origins: Vec<InputOrigin> = inputs.files.iter().map(origin).collect();
    let found = hash_inputs(&origins)?;
    if found != wanted {
        let names = inputs.files.join(", ");
        return Err(Error::Impossible(format!(
            "--input {names}: not the input of the run: expected the SHA-256 {wanted}, found {found}"
        )));
    }
    Ok(origins)
}
