//! Problems, by their names in ledgers.

use std::sync::Arc;

use super::generate;
use super::questions::{
    Canonicalise, Count, ExplainerRate, FindNeighbours, FindRedundant, List, Question, Rate, Solve,
    reopen,
};
use super::shape::Shape;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Error, Factory, ReopenInputs};
use countless_sudoku::{Enumerate, Puzzle};

/// Questions and generated variants that a plan can describe.
#[cfg(not(test))]
pub static FACTORIES: [Factory; 13] = ALL;

// A static is compiled wherever the crate is, with all its problems. Unit tests, for which the crate
// is compiled again, need none of them.
#[cfg_attr(test, allow(dead_code))]
const ALL: [Factory; 13] = [
    Factory::new("sudoku solve", classic::<Solve>),
    Factory::new("sudoku rate", classic::<Rate>),
    Factory::new("sudoku rate se", classic::<ExplainerRate>),
    Factory::new("sudoku count", count),
    Factory::new("sudoku list", classic::<List>),
    Factory::new("sudoku neighbours", classic::<FindNeighbours>),
    Factory::new("sudoku canon", classic::<Canonicalise>),
    Factory::new("sudoku minimal", classic::<FindRedundant>),
    Factory::new("shapes solve", variant::<Solve>),
    Factory::new("shapes count", variant::<Count>),
    Factory::new("shapes list", variant::<List>),
    Factory::new("shapes rate", variant::<Rate>),
    generate::FACTORY,
];

/// Opens the solutions of one puzzle, or the question of their number for the puzzles of inputs.
fn count(spec: &Spec, inputs: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    if spec.parameter("puzzle").is_none() {
        return classic::<Count>(spec, inputs);
    }
    Ok(Box::new(Enumerate::new(spec.require::<Puzzle>("puzzle")?)))
}

/// Opens a question about the classic puzzles of inputs.
fn classic<Q: Question>(
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<Box<dyn ErasedProblem>, Error> {
    reopen::<Q>(Shape::classic(), spec, inputs)
}

/// Opens a question about the puzzles of inputs, of the layout in the plan.
fn variant<Q: Question>(
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<Box<dyn ErasedProblem>, Error> {
    reopen::<Q>(Arc::new(Shape::described(spec)?), spec, inputs)
}
