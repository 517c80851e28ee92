//! The problems by their names, as ledgers have them.

use super::batch::{Batch, BatchOptions, What};
use super::generate::AS_MANY;
use super::puzzles::{Origin, ReadOptions};
use super::{Enumerate, Generate, GenerateOptions, Puzzle, Scan, Unavoidable};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{AnyProblem, Context, Family, Known};

/// Everything about sudokus that a plan can be about.
pub const FAMILIES: [Family; 10] = [
    Family::new("sudoku solve", |spec, context| {
        batch(What::Solve, spec, context)
    }),
    Family::new("sudoku rate", |spec, context| {
        batch(What::Rate, spec, context)
    }),
    Family::new("sudoku count", count),
    Family::new("sudoku list", |spec, context| {
        batch(What::List, spec, context)
    }),
    Family::new("sudoku neighbours", |spec, context| {
        batch(What::Neighbours, spec, context)
    }),
    Family::new("sudoku canon", |spec, context| {
        batch(What::Canon, spec, context)
    }),
    Family::new("sudoku minimal", |spec, context| {
        batch(What::Minimal, spec, context)
    }),
    Family::new("sudoku unavoidable", |spec, _| {
        Ok(Box::new(Unavoidable::of(spec)?))
    }),
    Family::new("sudoku scan", |spec, _| Ok(Box::new(Scan::of(spec)?))),
    Family {
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
fn count(spec: &Spec, context: &Context) -> Result<Box<dyn AnyProblem>, Error> {
    if spec.parameter("puzzle").is_none() {
        return batch(What::Count, spec, context);
    }
    Ok(Box::new(Enumerate::new(spec.require::<Puzzle>("puzzle")?)))
}

/// The puzzles of some inputs.
fn batch(what: What, spec: &Spec, context: &Context) -> Result<Box<dyn AnyProblem>, Error> {
    let (origins, options) = reading(what, spec, context)?;
    let reading = ReadOptions::described(spec, context.column.as_deref())?;
    let batch = Batch::open_as(origins, &reading, options)?;
    if spec.parameter("column") != Some(&batch.column()) {
        let reason = "--column: the ledger was made from another column";
        return Err(Error::Impossible(reason.to_owned()));
    }
    Ok(Box::new(batch))
}

/// The inputs that a specification is about, which must be those of the context, and what to do
/// with them.
///
/// # Errors
///
/// [`Error::Ledger`] if the inputs are missing or others.
pub fn reading(
    what: What,
    spec: &Spec,
    context: &Context,
) -> Result<(Vec<Origin>, BatchOptions), Error> {
    let Some(wanted) = spec.parameter("input") else {
        return Err(Error::ledger(&spec.problem, "the plan names no input"));
    };
    if context.inputs.is_empty() {
        let problem = &spec.problem;
        let reason = format!("{problem} needs its input again: --input FILE");
        return Err(Error::Impossible(reason));
    }
    let origins = context.inputs.iter().map(|path| Origin::File(path.into()));
    let origins: Vec<Origin> = origins.collect();
    let found = Batch::hash_of(&origins)?;
    if found != wanted {
        let names = context.inputs.join(", ");
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
fn generate(spec: &Spec, _: &Context) -> Result<Box<dyn AnyProblem>, Error> {
    let options = GenerateOptions::of(spec)?;
    let generate = Generate::new(options).map_err(|why| Error::Impossible(why.to_string()))?;
    Ok(Box::new(generate))
}
