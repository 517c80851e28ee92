//! Search of many puzzles of one shape at once, one per vector lane.
//!
//! ```text
//! puzzles ─▶ lanes ─▶ sweep ─▶ solved ─▶ counts, solutions
//!              ▲        │ changed: another sweep
//!              │        │ contradiction: a node of the stack, or the next puzzle
//!              └ branch ◀ stuck, without locked candidates
//! ```
//!
//! Houses are data, and one search solves all shapes. Up to sixteen digits fit lanes of 16 bits;
//! more digits need lanes of 32 bits.

// The cells of a house index several arrays in parallel.
#![allow(clippy::needless_range_loop)]

mod hard_puzzles;
mod lane_scratch;
mod propagation;
mod variant_lane_search;

use std::sync::atomic::AtomicBool;

use countless_sudoku::Status;
use countless_sudoku::lanes::{Budget, LaneWork};

use super::cages::{CageConstraints, Cages, RuleOf45};
use super::compiled_shape::CompiledShape;
use super::digits::WideWord;
use super::shape::Shape;
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, dispatch};
use lane_scratch::{CountSolutions, HardSearch, LaneScratch, SolutionStore};
use variant_lane_search::{CageSource, LaneSearch};

/// Searcher of puzzles of one shape, as many at once as vectors have lanes.
///
/// Its memory is reused from call to call.
#[derive(Debug)]
pub struct VariantLanes {
    compiled: CompiledShape,
    /// Cages of the shape. `constraints` contains them and the cages derived from them in `areas`.
    cages: [Cages; 1],
    constraints: CageConstraints,
    areas: RuleOf45,
    memory: ScratchByWidth,
    hard: HardSearch,
}

/// Scratch memory, in words with a bit for every digit.
#[derive(Debug)]
enum ScratchByWidth {
    Narrow(LaneScratch<u16>),
    Wide(LaneScratch<WideWord>),
}

/// Results of several puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneResults {
    /// Number of solutions of each puzzle, at most the limit.
    pub counts: Vec<u64>,
    /// Digits of a solution of each puzzle, concatenated; 0 without a solution. If a puzzle has
    /// several, any of them.
    pub solutions: Vec<u8>,
    /// Residue of the sum of all counts, computed independently of them.
    pub residue: Residue,
    /// Nodes of each puzzle, if they are limited. A puzzle that was given up has more nodes than
    /// the limit, and its other results are meaningless.
    pub nodes: Vec<u64>,
}

impl LaneResults {
    /// Returns the status of a puzzle that was searched for at least two solutions. `most` is the
    /// limit for its nodes, if any.
    pub fn status(&self, puzzle: usize, most: Option<u64>) -> Status {
        if most.is_some_and(|most| self.nodes[puzzle] > most) {
            Status::Unknown
        } else {
            Status::of(self.counts[puzzle])
        }
    }
}

impl VariantLanes {
    /// Creates a searcher of puzzles of a shape.
    pub fn new(shape: &Shape) -> Self {
        let compiled = CompiledShape::new(shape);
        let memory = if compiled.digits <= 16 {
            ScratchByWidth::Narrow(LaneScratch::new(&compiled))
        } else {
            ScratchByWidth::Wide(LaneScratch::new(&compiled))
        };
        let (areas, mut constraints) = (RuleOf45::new(shape), CageConstraints::default());
        constraints.load(&shape.cages, &areas);
        Self {
            compiled,
            cages: [shape.cages.clone()],
            constraints,
            areas,
            memory,
            hard: HardSearch::new(),
        }
    }

    /// Sets the number of branches after which a puzzle with cages is hard.
    #[must_use]
    pub fn with_patience(mut self, patience: u32) -> Self {
        self.hard.patience = patience;
        self
    }

    /// Returns the number of digits of the shape.
    pub fn digits(&self) -> usize {
        self.compiled.digits
    }

    /// Returns the work done so far.
    pub fn effort(&self) -> LaneWork {
        match &self.memory {
            ScratchByWidth::Narrow(memory) => memory.effort,
            ScratchByWidth::Wide(memory) => memory.effort,
        }
    }

    /// Counts the solutions of concatenated puzzles, each up to `limit`. Empty cells are 0. `own`
    /// contains the cages of each puzzle; if it is empty, all puzzles have the cages of the shape.
    /// With a limit `most`, a puzzle is given up after more nodes, and its nodes do not depend on
    /// the kernel or on other puzzles. Once `stop` is set, the search ends early and returns false.
    #[allow(clippy::too_many_arguments)] // task, limits and results
    pub fn count(
        &mut self,
        kernel: Kernel,
        puzzles: &[u8],
        own: &[Cages],
        limit: u64,
        most: Option<u64>,
        stop: &AtomicBool,
        found: &mut LaneResults,
    ) -> bool {
        let number = puzzles.len() / self.compiled.cells;
        for numbers in [&mut found.counts, &mut found.nodes] {
            numbers.clear();
            numbers.resize(number, 0);
        }
        found.solutions.clear();
        found.solutions.resize(puzzles.len(), 0);
        let nodes = &mut found.nodes;
        let mut goal = CountSolutions {
            cells: self.compiled.cells,
            puzzles,
            cages: &[],
            limit,
            counts: &mut found.counts,
            residue: Residue::default(),
            store: SolutionStore::First(&mut found.solutions),
            budget: most.map(|most| Budget { most, nodes }),
            stop,
        };
        let done = self.run(kernel, own, &mut goal);
        found.residue = goal.residue;
        done
    }

    /// Collects the solutions of a puzzle in any order. Returns false if there are more than
    /// `limit`.
    pub fn collect(
        &mut self,
        kernel: Kernel,
        puzzle: &[u8],
        own: &[Cages],
        limit: u64,
        stop: &AtomicBool,
        solutions: &mut Vec<u8>,
    ) -> bool {
        solutions.clear();
        let mut counts = [0];
        let mut goal = CountSolutions {
            cells: self.compiled.cells,
            puzzles: puzzle,
            cages: &[],
            limit: limit + 1,
            counts: &mut counts,
            residue: Residue::default(),
            store: SolutionStore::All(solutions),
            budget: None,
            stop,
        };
        self.run(kernel, own, &mut goal) && counts[0] <= limit
    }

    fn run<'a>(
        &'a mut self,
        kernel: Kernel,
        own: &'a [Cages],
        goal: &mut CountSolutions<'a>,
    ) -> bool {
        goal.cages = if own.is_empty() { &self.cages } else { own };
        let cage_source = if !own.is_empty() {
            CageSource::Own
        } else if !self.constraints.is_empty() {
            CageSource::Common(&self.constraints)
        } else {
            CageSource::None
        };
        let (compiled, areas, hard) = (&self.compiled, &self.areas, &mut self.hard);
        match &mut self.memory {
            ScratchByWidth::Narrow(memory) => {
                let search = LaneSearch::new(compiled, cage_source, memory, areas, hard, goal);
                dispatch(kernel, search)
            }
            ScratchByWidth::Wide(memory) => {
                let search = LaneSearch::new(compiled, cage_source, memory, areas, hard, goal);
                dispatch(kernel, search)
            }
        }
    }
}
