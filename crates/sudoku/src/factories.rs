//! The problems by their names, as ledgers have them.

use super::batch::{Batch, BatchOptions, What};
use super::generate::AS_MANY;
use super::puzzles::{Origin, ReadOptions};
use super::{Enumerate, Generate, GenerateOptions, Puzzle, Scan, Unavoidable};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Factory, Known, ReopenInputs};

/// Everything about sudokus that a plan can be about.
pub const FACTORIES: [Factory; 10] = [
    Factory::new("sudoku solve", |spec, inputs| {
        batch(What::Solve, spec, inputs)
    }),
    Factory::new("sudoku rate", |spec, inputs| {
        batch(What::Rate, spec, inputs)
    }),
    Factory::new("sudoku count", count),
    Factory::new("sudoku list", |spec, inputs| {
        batch(What::List, spec, inputs)
    }),
    Factory::new("sudoku neighbours", |spec, inputs| {
        batch(What::Neighbours, spec, inputs)
    }),
    Factory::new("sudoku canon", |spec, inputs| {
        batch(What::Canon, spec, inputs)
    }),
    Factory::new("sudoku minimal", |spec, inputs| {
        batch(What::Minimal, spec, inputs)
    }),
    Factory::new("sudoku unavoidable", |spec, _| {
        Ok(Box::new(Unavoidable::of(spec)?))
    }),
    Factory::new("sudoku scan", |spec, _| Ok(Box::new(Scan::of(spec)?))),
    Factory {
        problem: "sudoku generate",
        open: generate,
        known_total: |spec| {
            let total = spec.parameter("count")?.parse().ok()?;
            let source = AS_MANY;
            Some(Known { total, source })
        },
    },
];

/// The solutions of a puzzle, or of those of some inputs.
fn count(spec: &Spec, inputs: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    if spec.parameter("puzzle").is_none() {
        return batch(What::Count, spec, inputs);
    }
    Ok(Box::new(Enumerate::new(spec.require::<Puzzle>("puzzle")?)))
}

/// The puzzles of some inputs.
fn batch(what: What, spec: &Spec, inputs: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    let (origins, options) = reading(what, spec, inputs)?;
    let reading = ReadOptions::described(spec, inputs.column.as_deref())?;
    let batch = Batch::open_as(origins, &reading, options)?;
    if spec.parameter("column") != Some(&batch.column()) {
        let reason = "--column: the ledger was made from another column";
        return Err(Error::Impossible(reason.to_owned()));
    }
    Ok(Box::new(batch))
}

/// The inputs that a specification is about, which must be those of the inputs, and what to do
/// with them.
///
/// # Errors
///
/// [`Error::Ledger`] if the inputs are missing or others.
pub fn reading(
    what: What,
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<(Vec<Origin>, BatchOptions), Error> {
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
    let found = Batch::hash_of(&origins)?;
    if found != wanted {
        let names = inputs.files.join(", ");
        return Err(Error::Impossible(format!(
            "--input {names}: not the input of the run: expected the SHA-256 {wanted}, found {found}"
        )));
    }
    let is_solve = what == What::Solve;
    let exchanged = |name| match what {
        What::Neighbours => spec.require(name),
        _ => Ok(0),
    };
    let has_all = is_solve || what == What::Minimal;
    let passes_on = has_all || matches!(what, What::Rate | What::Canon);
    let (max_nodes, nodes) = BatchOptions::budget_of(spec)?;
    let options = BatchOptions {
        what,
        limit: if is_solve || spec.parameter("limit").is_some() {
            Some(spec.require("limit")?)
        } else {
            None
        },
        remove: exchanged("remove")?,
        add: exchanged("add")?,
        all: has_all && spec.require("all")?,
        transform: what == What::Canon && spec.require("transform")?,
        check: is_solve && spec.require("check")?,
        keep_columns: passes_on && spec.require("keep")?,
        max_nodes,
        nodes,
        as_at_first: spec.parameter("columns").is_none(),
    };
    Ok((origins, options))
}

/// Puzzles that are made.
fn generate(spec: &Spec, _: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    let options = GenerateOptions::of(spec)?;
    let generate = Generate::new(options).map_err(|why| Error::Impossible(why.to_string()))?;
    Ok(Box::new(generate))
}
