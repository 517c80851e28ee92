//! The problems by their names, as ledgers have them.

use super::{Batch, PROBLEMS};
use crate::shape::Shape;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{AnyProblem, Context, Family};
use countless_sudoku::{ReadOptions, What, reading};

/// Everything about shapes that a plan can be about.
pub const FAMILIES: [Family; 4] = [
    Family::new(PROBLEMS[0].1, |spec, context| {
        batch(What::Solve, spec, context)
    }),
    Family::new(PROBLEMS[1].1, |spec, context| {
        batch(What::Count, spec, context)
    }),
    Family::new(PROBLEMS[2].1, |spec, context| {
        batch(What::List, spec, context)
    }),
    Family::new(PROBLEMS[3].1, |spec, context| {
        batch(What::Rate, spec, context)
    }),
];

/// The puzzles of some inputs, which must be those of the specification.
fn batch(what: What, spec: &Spec, context: &Context) -> Result<Box<dyn AnyProblem>, Error> {
    let (origins, mut options) = reading(what, spec, context)?;
    // The first version knew no shapes.
    options.as_at_first = false;
    let shape = Shape::described(spec)?;
    let reading = ReadOptions::described(spec, context.column.as_deref())?;
    let batch = Batch::open_as(shape, origins, &reading, options)?;
    if spec.parameter("column") != Some(&batch.column()) {
        let reason = "--column: the ledger was made from another column";
        return Err(Error::Impossible(reason.to_owned()));
    }
    Ok(Box::new(batch))
}
