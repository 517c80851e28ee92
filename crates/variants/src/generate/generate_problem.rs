//! Generation of puzzles of a shape, as a problem of the engine. A subtree is a range of their
//! numbers, and a solution is a puzzle that meets the request.

use std::ops::Range;

use super::{GenerateVariants, PuzzleInProgress, VariantGenerateScratch};
use crate::cages::{Cages, cages_text};
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
use countless_sudoku::{Level, SCALE_VERSION, Status};
use countless_table::{Columns, Fields, Row};
use serde::Serialize;

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

impl Problem for GenerateVariants {
    type Root = Range<u64>;
    type Scratch = VariantGenerateScratch;
    type Solution = GeneratedVariant;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = self.shape.describe(Spec::new(PROBLEM, "lanes"));
        let spec = spec.with("count", self.count).with("seed", self.seed);
        let scale = self.level.map(|_| SCALE_VERSION);
        let spec = spec.with_some("clues", self.clues);
        let spec = spec
            .with_some("level", self.level)
            .with_some("scale", scale);
        Ok(spec.with_some("hardest", self.hardest.then_some(true)))
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
        let Some(all) = self.generate(worker, range, emitter) else {
            return Tally::default();
        };
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
        let cages = self.shape.options().own_cages.then_some("cages");
        let columns = ["puzzle"].into_iter().chain(cages).chain(["solution"]);
        let columns = columns.fold(Columns::new(), Columns::field).number("clues");
        let level = self.level.map(|_| "level");
        let columns = level.into_iter().fold(columns, Columns::field);
        let nodes = self.hardest.then_some("nodes");
        nodes.into_iter().fold(columns, Columns::number)
    }

    fn can_be_sampled(&self) -> bool {
        false
    }
}

/// Returns the problem of a specification.
fn open(spec: &Spec, inputs: &ReopenInputs) -> Result<Box<dyn ErasedProblem>, Error> {
    let clues = spec.optional("clues")?;
    let (count, seed) = (spec.require("count")?, spec.require("seed")?);
    let shape = Shape::described(spec)?;
    let mut generate = GenerateVariants::new(shape, count, seed, clues, &inputs.run)?;
    if let Some(level) = spec.optional("level")? {
        generate = generate.with_level(level)?;
    }
    if spec.parameter("hardest").is_some() {
        generate = generate.with_hardest()?;
    }
    Ok(Box::new(generate))
}

/// Generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GeneratedVariant {
    /// Its clues.
    pub puzzle: String,
    /// Its own cages, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cages: Option<String>,
    /// Its only solution.
    pub solution: String,
    /// Number of clues.
    pub clues: usize,
    /// Its level, if one was requested.
    pub level: Option<Level>,
    /// Nodes that a search of it takes, if it was to be hard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Row for GeneratedVariant {
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(self.puzzle.as_bytes());
        if let Some(cages) = &self.cages {
            fields.plain(cages.as_bytes());
        }
        fields.plain(self.solution.as_bytes());
        fields.number(self.clues as u64);
        if let Some(level) = self.level {
            fields.plain(level.name().as_bytes());
        }
        if let Some(nodes) = self.nodes {
            fields.number(nodes);
        }
    }
}

/// Largest number of digits for which checks have no limit of nodes. Without a limit, the last
/// clues of larger puzzles would take far too long.
const LARGE: usize = 16;

/// Limit for the nodes of a check. A clue of a large puzzle stays if its check takes more.
const PATIENCE: u64 = 200;

impl GenerateVariants {
    /// Generates the puzzles of a range. Returns `None` if the run is cancelled.
    fn generate(
        &self,
        worker: &mut VariantGenerateScratch,
        range: Range<u64>,
        emitter: &Emitter<'_, Self>,
    ) -> Option<Vec<PuzzleInProgress>> {
        let started = range.map(|number| self.start_puzzle(number, 0, emitter));
        let mut all = started.collect::<Option<Vec<PuzzleInProgress>>>()?;
        while !all.iter().all(|making| making.is_accepted) {
            while !all.iter().all(|making| self.is_done(making)) {
                if self.shape.options().own_cages {
                    self.revise_cages(worker, &mut all, emitter)?;
                } else {
                    self.remove_clues(worker, &mut all, emitter)?;
                }
            }
            // A puzzle that has too many clues or is too easy is generated anew.
            for making in all.iter_mut().filter(|making| !making.is_accepted) {
                making.is_accepted = self.matches_request(worker, making, emitter);
                self.efforts.add(1, usize::from(making.is_accepted));
                if !making.is_accepted {
                    *making = self.start_puzzle(making.number, making.attempt + 1, emitter)?;
                }
            }
        }
        if self.hardest {
            self.harden(worker, &mut all, emitter)?;
        }
        Some(all)
    }

    /// Returns whether checks of a puzzle have a limit of nodes.
    pub(super) fn is_large(&self) -> bool {
        self.shape.digits() > LARGE
    }

    /// Returns for each puzzle whether it has one solution and is not too hard. A large puzzle
    /// fails if the check takes too many nodes. Returns `None` if the run is cancelled. The puzzles
    /// are concatenated, and each may have its own cages.
    pub(super) fn which_fit(
        &self,
        worker: &mut VariantGenerateScratch,
        puzzles: &[u8],
        cages: &[Cages],
        emitter: &Emitter<'_, Self>,
    ) -> Option<Vec<bool>> {
        let (kernel, found) = (worker.kernel, &mut worker.results);
        let (lanes, stop) = (&mut worker.lanes, emitter.cancel_flag());
        let most = self.is_large().then_some(PATIENCE);
        if !lanes.count(kernel, puzzles, cages, 2, most, stop, found) {
            return None;
        }
        let is_unique = |number| found.status(number, most) == Status::Unique;
        let mut fits: Vec<bool> = (0..found.counts.len()).map(is_unique).collect();
        // No puzzle is harder than extreme.
        let level = self.level.filter(|&level| level < Level::Extreme);
        if let (Some(rater), Some(level)) = (&mut worker.rater, level) {
            let puzzles = puzzles.chunks_exact(self.shape.cells()).enumerate();
            for ((number, puzzle), fits) in puzzles.zip(&mut fits).filter(|(_, fits)| **fits) {
                if let Some(cages) = cages.get(number) {
                    rater.set_cages(cages);
                }
                let stopped = || emitter.is_cancelled();
                *fits = rater.solves(puzzle, level, stopped);
            }
        }
        (!emitter.is_cancelled()).then_some(fits)
    }

    /// Returns whether a puzzle with one solution has the requested clues and level.
    pub(super) fn matches_request(
        &self,
        worker: &mut VariantGenerateScratch,
        making: &PuzzleInProgress,
        emitter: &Emitter<'_, Self>,
    ) -> bool {
        if self.clues.is_some_and(|clues| clues != making.clues) {
            return false;
        }
        let (Some(rater), Some(wanted)) = (&mut worker.rater, self.level) else {
            return true;
        };
        if let Some(cages) = &making.cages {
            rater.set_cages(cages);
        }
        rater.level(&making.puzzle, || emitter.is_cancelled()) == wanted
    }
}
