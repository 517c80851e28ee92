//! Generation of puzzles of a shape, as a problem of the engine. A subtree is a range of their
//! numbers.

use std::ops::Range;

use super::GenerateVariants;
use super::generated_variant::GeneratedVariant;
use crate::cages::cages_text;
use crate::digits;
use crate::lanes::{LaneResults, VariantLanes};
use crate::shape::Shape;
use crate::single_puzzles::Rater;
use countless_engine::ledger::Spec;
use countless_engine::{
    Emitter, ErasedProblem, Error, Factory, Granularity, Known, Problem, ReopenInputs, Subtrees,
    Tally,
};
use countless_simd::Kernel;
use countless_sudoku::SCALE_VERSION;
use countless_table::Columns;

/// Number of puzzles in a subtree. Ledgers depend on it.
const PER_SUBTREE: u64 = 64;

/// Name of the problem in ledgers.
const PROBLEM: &str = "shapes generate";

/// Factory of the problem, for plans.
pub const FACTORY: Factory = Factory {
    problem: PROBLEM,
    open,
    known_total: |spec| {
        let total = spec.parameter("count")?.parse().ok()?;
        let source = "the number requested";
        Some(Known { total, source })
    },
};

/// Scratch memory of a thread.
#[derive(Debug)]
pub struct VariantGenerateScratch {
    pub(super) kernel: Kernel,
    pub(super) lanes: VariantLanes,
    pub(super) results: LaneResults,
    /// Rater, if a level is requested.
    pub(super) rater: Option<Rater>,
}

impl Problem for GenerateVariants {
    type Root = Range<u64>;
    type Scratch = VariantGenerateScratch;
    type Solution = GeneratedVariant;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = self.shape.describe(Spec::new(PROBLEM, "lanes"));
        let spec = spec.with("count", self.count).with("seed", self.seed);
        let spec = match self.clues {
            Some(clues) => spec.with("clues", clues),
            None => spec,
        };
        let spec = match self.level {
            Some(level) => spec.with("level", level).with("scale", SCALE_VERSION),
            None => spec,
        };
        Ok(if self.hardest {
            spec.with("hardest", true)
        } else {
            spec
        })
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, Range<u64>>, Error> {
        if let Granularity::Split(split) = cut
            && split != "puzzles"
        {
            let reason = format!("expected split puzzles, found {split}");
            return Err(Error::ledger(&"the plan", reason));
        }
        let count = self.count;
        let subtrees = count.div_ceil(PER_SUBTREE);
        let ranges = (0..subtrees).map(move |index| {
            let range = index * PER_SUBTREE..count.min((index + 1) * PER_SUBTREE);
            Ok((range.end - range.start, range))
        });
        let ranges = Subtrees::stream("puzzles", ranges);
        Ok(ranges.with_count(Some(subtrees)).with_cost(Some(count)))
    }

    fn scratch(&self, kernel: Kernel) -> VariantGenerateScratch {
        VariantGenerateScratch {
            kernel,
            lanes: VariantLanes::new(&self.shape),
            results: LaneResults::default(),
            rater: self.level.map(|_| Rater::new(&self.shape)),
        }
    }

    fn search(
        &self,
        worker: &mut VariantGenerateScratch,
        range: Range<u64>,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let mut all = Vec::new();
        for number in range {
            let Some(making) = self.start_puzzle(number, 0, emitter) else {
                return Tally::default();
            };
            all.push(making);
        }
        loop {
            while !all.iter().all(|making| self.is_done(making)) {
                let done = if self.shape.options().own_cages {
                    self.revise_cages(worker, &mut all, emitter)
                } else {
                    self.remove_clues(worker, &mut all, emitter)
                };
                if !done {
                    return Tally::default();
                }
            }
            // A puzzle that has too many clues or is too easy is generated anew.
            let mut again = false;
            for making in all.iter_mut().filter(|making| !making.is_accepted) {
                making.is_accepted = self.matches_request(worker, making, emitter);
                self.efforts.add(1, usize::from(making.is_accepted));
                if !making.is_accepted {
                    let Some(new) = self.start_puzzle(making.number, making.attempt + 1, emitter)
                    else {
                        return Tally::default();
                    };
                    *making = new;
                    again = true;
                }
            }
            if !again {
                break;
            }
        }
        if self.hardest && !self.harden(worker, &mut all, emitter) {
            return Tally::default();
        }
        let mut made = 0;
        for making in all {
            made += 1;
            let row = GeneratedVariant {
                puzzle: digits::digits_text(&making.puzzle),
                cages: making
                    .cages
                    .map(|cages| cages_text(&cages, making.solution.len())),
                solution: digits::digits_text(&making.solution),
                clues: making.clues,
                level: self.level,
                nodes: making.nodes,
            };
            if emitter.push(row).is_break() {
                break;
            }
        }
        Tally::of(made)
    }

    fn columns(&self) -> Columns {
        let columns = Columns::new().field("puzzle");
        let columns = if self.shape.options().own_cages {
            columns.field("cages")
        } else {
            columns
        };
        let columns = columns.field("solution").number("clues");
        let columns = match self.level {
            Some(_) => columns.field("level"),
            None => columns,
        };
        if self.hardest {
            columns.number("nodes")
        } else {
            columns
        }
    }

    fn can_be_sampled(&self) -> bool {
        false
    }
}

/// Returns the problem of a specification.
fn open(spec: &Spec, inputs: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    let clues = match spec.parameter("clues") {
        Some(_) => Some(spec.require("clues")?),
        None => None,
    };
    let (count, seed) = (spec.require("count")?, spec.require("seed")?);
    let shape = Shape::described(spec)?;
    let generate = GenerateVariants::new(shape, count, seed, clues, &inputs.run)?;
    let generate = match spec.optional("level")? {
        Some(level) => generate.with_level(level)?,
        None => generate,
    };
    Ok(Box::new(if spec.parameter("hardest").is_some() {
        generate.with_hardest()?
    } else {
        generate
    }))
}
