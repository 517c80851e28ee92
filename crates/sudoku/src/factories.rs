//! Factories that make the sudoku problems from the specs in plans and ledgers.

use super::generate::KNOWN_TOTAL_SOURCE;
use super::questions::{
    Canonicalise, Count, FindNeighbours, FindRedundant, List, NineByNine, Question, Rate, Solve,
    reopen,
};
use super::{Enumerate, Generate, GenerateOptions, Puzzle, Scan, Unavoidable};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Factory, Known, ReopenInputs};

/// The sudoku problems that a plan can name.
#[cfg(not(test))]
pub static FACTORIES: [Factory; 10] = ALL;

// A static is compiled wherever the crate is, with all its problems. Unit tests, for which the crate
// is compiled again, need none of them.
#[cfg_attr(test, allow(dead_code))]
const ALL: [Factory; 10] = [
    Factory::new("sudoku solve", ask::<Solve>),
    Factory::new("sudoku rate", ask::<Rate>),
    Factory::new("sudoku count", count),
    Factory::new("sudoku list", ask::<List>),
    Factory::new("sudoku neighbours", ask::<FindNeighbours>),
    Factory::new("sudoku canon", ask::<Canonicalise>),
    Factory::new("sudoku minimal", ask::<FindRedundant>),
    Factory::new("sudoku unavoidable", |spec, _| {
        Ok(Box::new(Unavoidable::of(spec)?))
    }),
    Factory::new("sudoku scan", |spec, _| Ok(Box::new(Scan::of(spec)?))),
    Factory {
        problem: "sudoku generate",
        open: generate,
        known_total: |spec| {
            let total = spec.parameter("count")?.parse().ok()?;
            let source = KNOWN_TOTAL_SOURCE;
            Some(Known { total, source })
        },
    },
];

/// Opens the solutions of one puzzle, or the question of their number for the puzzles of inputs.
fn count(spec: &Spec, inputs: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    if spec.parameter("puzzle").is_none() {
        return ask::<Count>(spec, inputs);
    }
    Ok(Box::new(Enumerate::new(spec.require::<Puzzle>("puzzle")?)))
}

/// Opens a question about the puzzles of inputs.
fn ask<Q: Question<NineByNine>>(
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<Box<dyn ErasedProblem>, Error> {
    reopen::<Q, NineByNine>(NineByNine, spec, inputs)
}

/// Opens the generation of puzzles.
fn generate(spec: &Spec, _: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    let options = GenerateOptions::of(spec)?;
    let generate = Generate::new(options).map_err(|why| Error::Impossible(why.to_string()))?;
    Ok(Box::new(generate))
}
