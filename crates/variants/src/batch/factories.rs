//! The problems by their names, as ledgers have them.

use super::{Batch, PROBLEMS};
use crate::shape::Shape;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Factory, ReopenInputs};
use countless_sudoku::{ReadOptions, What, reading};

/// Everything about shapes that a plan can be about.
pub const FACTORIES: [Factory; 4] = [
    Factory::new(PROBLEMS[0].1, |spec, inputs| {
        batch(What::Solve, spec, inputs)
    }),
    Factory::new(PROBLEMS[1].1, |spec, inputs| {
        batch(What::Count, spec, inputs)
    }),
    Factory::new(PROBLEMS[2].1, |spec, inputs| {
        batch(What::List, spec, inputs)
    }),
    Factory::new(PROBLEMS[3].1, |spec, inputs| {
        batch(What::Rate, spec, inputs)
    }),
];

/// The puzzles of some inputs, which must be those of the specification.
fn batch(what: What, spec: &Spec, inputs: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    let (origins, mut options) = reading(what, spec, inputs)?;
    // The first version knew no shapes.
    options.as_at_first = false;
    let shape = Shape::described(spec)?;
    let reading = ReadOptions::described(spec, inputs.column.as_deref())?;
    let batch = Batch::open_as(shape, origins, &reading, options)?;
    if spec.parameter("column") != Some(&batch.column()) {
        let reason = "--column: the ledger was made from another column";
        return Err(Error::Impossible(reason.to_owned()));
    }
    Ok(Box::new(batch))
}
