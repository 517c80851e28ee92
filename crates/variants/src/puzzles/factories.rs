//! The problems by their names, as ledgers have them.

use super::VariantPuzzles;
use crate::shape::Shape;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Error, Factory, ReopenInputs};
use countless_sudoku::questions::{Count, List, Question, Rate, Solve, reopen};

/// The questions about puzzles of other shapes that a plan can be about.
pub const FACTORIES: [Factory; 4] = [
    Factory::new("shapes solve", reopen_question::<Solve>),
    Factory::new("shapes count", reopen_question::<Count>),
    Factory::new("shapes list", reopen_question::<List>),
    Factory::new("shapes rate", reopen_question::<Rate>),
];

/// A question about the puzzles of some inputs.
fn reopen_question<Q: Question<VariantPuzzles>>(
    spec: &Spec,
    inputs: &ReopenInputs,
) -> Result<Box<dyn ErasedProblem>, Error> {
    let kind = VariantPuzzles::new(Shape::described(spec)?);
    reopen::<Q, VariantPuzzles>(kind, spec, inputs)
}
