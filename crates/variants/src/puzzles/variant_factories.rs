//! Problems, by their names in ledgers.

use super::VariantPuzzles;
use crate::shape::Shape;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Error, Factory, ReopenInputs};
use countless_sudoku::questions::{Count, List, Question, Rate, Solve, reopen};

/// Questions about variants that a plan can describe.
pub const FACTORIES: [Factory; 4] = [
    Factory::new("shapes solve", reopen_question::<Solve>),
    Factory::new("shapes count", reopen_question::<Count>),
    Factory::new("shapes list", reopen_question::<List>),
    Factory::new("shapes rate", reopen_question::<Rate>),
];

/// Reopens a question about the puzzles of inputs.
fn reopen_question<Q: Question<VariantPuzzles>>(
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<Box<dyn ErasedProblem>, Error> {
    let kind = VariantPuzzles::new(Shape::described(spec)?);
    reopen::<Q, VariantPuzzles>(kind, spec, inputs)
}
