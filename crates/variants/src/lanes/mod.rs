//! Many puzzles of one shape at once, one per vector lane.
//!
//! ```text
//! puzzles ─▶ lanes ─▶ pass ─▶ solved ─▶ counts, solutions
//!              ▲        │ changed: again
//!              │        │ dead: what waits on the stack, or the next puzzle
//!              └─ guess ◀ stuck, and nothing is locked
//! ```
//!
//! What a unit is, is data: the same code solves all shapes. Up to sixteen digits fit lanes of 16
//! bits, more take lanes of 32.

// Cells of a unit index several arrays side by side.
#![allow(clippy::needless_range_loop)]

mod goal;
mod hard;
mod lock;
mod parts;
mod pass;
mod row;
mod search;
mod state;

use std::sync::atomic::AtomicBool;

use countless_sudoku::Status;
use countless_sudoku::lanes::{Budget, LaneWork};

use super::cages::{CageConstraints, Cages, RuleOf45};
use super::plan::CompiledShape;
use super::shape::Shape;
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, dispatch};
use goal::{CountSolutions, SolutionStore};
use search::{CageSource, LaneSearchTask};
use state::{HardSearch, LaneScratch};

/// A worker that searches as many puzzles of a shape at once as its vectors have lanes.
///
/// It keeps its memory from one call to the next.
#[derive(Debug)]
pub struct VariantLanes {
    compiled: CompiledShape,
    /// The cages of the shape, and what follows from them or from those of a puzzle.
    cages: [Cages; 1],
    constraints: CageConstraints,
    areas: RuleOf45,
    memory: ScratchByWidth,
    hard: HardSearch,
}

/// The memory, in words that have a bit for every digit.
#[derive(Debug)]
enum ScratchByWidth {
    Narrow(LaneScratch<u16>),
    Wide(LaneScratch<u32>),
}

/// What was found of some puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneResults {
    /// The number of solutions of each, or the limit if there are more.
    pub counts: Vec<u64>,
    /// The digits of a solution of each, one behind the other; 0 if there is none. If there are
    /// several, it is any of them.
    pub solutions: Vec<u8>,
    /// What should be the residue of the sum of all counts, added up apart from them.
    pub residue: Residue,
    /// The nodes of each puzzle, if there is a limit of them; more than that of a puzzle that was
    /// given up, of which the rest says nothing.
    pub nodes: Vec<u64>,
}

impl LaneResults {
    /// The status of a puzzle that was searched for at least two solutions, in no more than so many
    /// nodes if that was given.
    pub fn status(&self, puzzle: usize, most: Option<u64>) -> Status {
        if most.is_some_and(|most| self.nodes[puzzle] > most) {
            Status::Unknown
        } else {
            Status::of(self.counts[puzzle])
        }
    }
}

impl VariantLanes {
    /// A worker without work.
    pub fn new(shape: &Shape) -> Self {
        let plan = CompiledShape::new(shape);
        let memory = if plan.digits() <= 16 {
            ScratchByWidth::Narrow(LaneScratch::new(&plan))
        } else {
            ScratchByWidth::Wide(LaneScratch::new(&plan))
        };
        let (areas, mut constraints) = (RuleOf45::new(shape), CageConstraints::default());
        constraints.load(shape.cage_list(), &areas);
        Self {
            compiled: plan,
            cages: [shape.cage_list().clone()],
            constraints,
            areas,
            memory,
            hard: HardSearch::new(),
        }
    }

    /// The same, but puzzles with cages are hard after so many guesses.
    #[cfg(test)]
    pub fn with_patience(mut self, patience: u32) -> Self {
        self.hard.patience = patience;
        self
    }

    /// The number of digits of its shape.
    pub fn digits(&self) -> usize {
        self.compiled.digits()
    }

    /// What the worker has done so far.
    pub fn effort(&self) -> LaneWork {
        match &self.memory {
            ScratchByWidth::Narrow(memory) => memory.effort,
            ScratchByWidth::Wide(memory) => memory.effort,
        }
    }

    /// Counts the solutions of puzzles, which lie one behind the other, 0 for a blank, but no
    /// further than `limit`. Each may have cages of its own; else there are none, or those of the
    /// shape. Once `stop` is set, the search ends early and returns false.
    pub fn count(
        &mut self,
        kernel: Kernel,
        puzzles: &[u8],
        own: &[Cages],
        limit: u64,
        stop: &AtomicBool,
        found: &mut LaneResults,
    ) -> bool {
        self.count_within(kernel, puzzles, own, limit, None, stop, found)
    }

    /// The same, but a puzzle that takes more than `most` nodes, if that is given, is given up. The
    /// nodes of a puzzle are the same with every kernel, whatever the other puzzles are.
    #[allow(clippy::too_many_arguments)] // what to search, how far, and where to put it
    pub fn count_within(
        &mut self,
        kernel: Kernel,
        puzzles: &[u8],
        own: &[Cages],
        limit: u64,
        most: Option<u64>,
        stop: &AtomicBool,
        found: &mut LaneResults,
    ) -> bool {
        let LaneResults {
            counts,
            solutions,
            residue,
            nodes,
        } = found;
        counts.clear();
        counts.resize(puzzles.len() / self.compiled.cells(), 0);
        solutions.clear();
        solutions.resize(puzzles.len(), 0);
        nodes.clear();
        nodes.resize(counts.len(), 0);
        let mut goal = CountSolutions {
            cells: self.compiled.cells(),
            puzzles,
            cages: &[],
            limit,
            counts,
            residue: Residue::default(),
            store: SolutionStore::First(solutions),
            budget: most.map(|most| Budget { most, nodes }),
            stop,
        };
        let done = self.run(kernel, own, &mut goal);
        *residue = goal.residue;
        done
    }

    /// Collects the solutions of a puzzle, in any order, unless there are more than `limit`;
    /// whether these are all.
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
            cells: self.compiled.cells(),
            puzzles: puzzle,
            cages: &[],
            limit: limit + 1,
            counts: &mut counts,
            residue: Residue::default(),
            store: SolutionStore::All(solutions),
            budget: None,
            stop,
        };
        let done = self.run(kernel, own, &mut goal);
        done && counts[0] <= limit
    }

    fn run<'a>(
        &'a mut self,
        kernel: Kernel,
        own: &'a [Cages],
        goal: &mut CountSolutions<'a>,
    ) -> bool {
        goal.cages = if own.is_empty() { &self.cages } else { own };
        let caging = if !own.is_empty() {
            CageSource::Own
        } else if !self.constraints.is_empty() {
            CageSource::Common(&self.constraints)
        } else {
            CageSource::None
        };
        match &mut self.memory {
            ScratchByWidth::Narrow(memory) => dispatch(
                kernel,
                LaneSearchTask {
                    compiled: &self.compiled,
                    cage_source: caging,
                    memory,
                    areas: &self.areas,
                    hard: &mut self.hard,
                    goal,
                },
            ),
            ScratchByWidth::Wide(memory) => dispatch(
                kernel,
                LaneSearchTask {
                    compiled: &self.compiled,
                    cage_source: caging,
                    memory,
                    areas: &self.areas,
                    hard: &mut self.hard,
                    goal,
                },
            ),
        }
    }
}
