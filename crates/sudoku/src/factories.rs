//! Factories that make the sudoku problems from the specs in plans and ledgers.

use super::generate::KNOWN_TOTAL_SOURCE;
use super::{Generate, GenerateOptions, Scan, Unavoidable};
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Factory, Known, ReopenInputs};

/// The sudoku problems that a plan can name.
#[cfg(not(test))]
pub static FACTORIES: [Factory; 3] = ALL;

// A static is compiled wherever the crate is, with all its problems. Unit tests, for which the crate
// is compiled again, need none of them.
#[cfg_attr(test, allow(dead_code))]
const ALL: [Factory; 3] = [
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

/// Opens the generation of puzzles.
fn generate(spec: &Spec, _: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    let options = GenerateOptions::of(spec)?;
    let generate = Generate::new(options).map_err(|why| Error::Impossible(why.to_string()))?;
    Ok(Box::new(generate))
}
