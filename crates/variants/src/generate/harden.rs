//! Hard puzzles with cages.
//!
//! Adjacent cages of a puzzle with one solution are merged, as long as the solution stays unique.
//! Of several merges, the one is chosen after which the search takes the most nodes.

use std::collections::HashSet;

use super::random_grid::with_sums;
use super::{GenerateVariants, PuzzleInProgress, VariantGenerateScratch};
use crate::cages::Cages;
use countless_engine::{Emitter, SplitMix64};
use countless_simd::sort;
use countless_sudoku::Status;

/// Number of merges that are compared.
const COMPARED: usize = 8;

/// Largest size in cells of a merged cage.
const MOST_CELLS: usize = 5;

/// Limit for the nodes of a puzzle. A merge that exceeds it is rejected.
const MOST_NODES: u64 = 10_000;

/// Merge of two cages, as their indices.
type Merge = [usize; 2];

/// Puzzle whose cages are merged.
#[derive(Debug)]
struct MergedCages {
    /// Sorted cages. The first cell of a cage is its key.
    cages: Vec<Vec<u16>>,
    solution: Vec<u8>,
    /// Keys of cages that cannot be merged. A merge that loses the unique solution usually does so
    /// after other merges, too, so it is tried again only at the end.
    rejected: HashSet<[u16; 2]>,
    /// True if cages have been merged since `rejected` was empty.
    has_merged: bool,
    random: SplitMix64,
    nodes: u64,
}

impl MergedCages {
    fn new(making: &PuzzleInProgress) -> Option<Self> {
        let cages = making.cages.as_ref()?;
        let mut sorted: Vec<Vec<u16>> = cages.drawn().map(|(cells, _)| cells.to_vec()).collect();
        sort(&mut sorted);
        Some(Self {
            cages: sorted,
            solution: making.solution.clone(),
            rejected: HashSet::new(),
            has_merged: false,
            random: making.random.clone(),
            nodes: 0,
        })
    }

    fn keys(&self, merge: Merge) -> [u16; 2] {
        merge.map(|index| self.cages[index][0])
    }

    /// Returns some of the merges that were not rejected.
    fn choose_merges(&mut self, all: &GenerateVariants) -> Vec<Merge> {
        let mut merges = self.possible_merges(all);
        if merges.is_empty() && self.has_merged {
            self.rejected.clear();
            self.has_merged = false;
            merges = self.possible_merges(all);
        }
        self.random.shuffle(&mut merges);
        merges.truncate(COMPARED);
        merges
    }

    /// Returns all merges that were not rejected.
    fn possible_merges(&self, all: &GenerateVariants) -> Vec<Merge> {
        let mut merges = Vec::new();
        for (second, cage) in self.cages.iter().enumerate() {
            for (first, other) in self.cages[..second].iter().enumerate() {
                let differ = other.iter().all(|&cell| {
                    let digit = self.solution[usize::from(cell)];
                    let mut others = cage.iter().map(|&cell| self.solution[usize::from(cell)]);
                    others.all(|other| other != digit)
                });
                let is_small = cage.len() + other.len() <= MOST_CELLS;
                let keys = self.keys([first, second]);
                if is_small
                    && differ
                    && !self.rejected.contains(&keys)
                    && all.neighbours.touch(cage, other)
                {
                    merges.push([first, second]);
                }
            }
        }
        merges
    }

    fn with_sums(&self) -> Cages {
        with_sums(&self.cages, &self.solution)
    }

    /// Returns the cages after a merge.
    fn merged(&self, [first, second]: Merge) -> Vec<Vec<u16>> {
        let mut cages = self.cages.clone();
        let cells = cages.remove(second);
        cages[first].extend(cells);
        sort(&mut cages[first]);
        sort(&mut cages);
        cages
    }
}

impl GenerateVariants {
    /// Merges cages of each puzzle until no merge leaves one solution, and records the nodes of
    /// the search. Returns `None` if the run is cancelled.
    pub(super) fn harden(
        &self,
        worker: &mut VariantGenerateScratch,
        all: &mut [PuzzleInProgress],
        emitter: &Emitter<'_, Self>,
    ) -> Option<()> {
        let mut merging: Vec<MergedCages> = all.iter().filter_map(MergedCages::new).collect();
        let drafts: Vec<Cages> = merging.iter().map(MergedCages::with_sums).collect();
        self.count_nodes(worker, &drafts, emitter)?;
        for (puzzle, &nodes) in merging.iter_mut().zip(&worker.results.nodes) {
            puzzle.nodes = nodes;
        }
        loop {
            let chosen = merging.iter_mut().map(|puzzle| puzzle.choose_merges(self));
            let chosen: Vec<Vec<Merge>> = chosen.collect();
            let mut drafts = Vec::new();
            for (puzzle, merges) in merging.iter().zip(&chosen) {
                let merged = merges.iter().map(|&merge| puzzle.merged(merge));
                drafts.extend(merged.map(|cages| with_sums(&cages, &puzzle.solution)));
            }
            if drafts.is_empty() {
                break;
            }
            self.count_nodes(worker, &drafts, emitter)?;
            let found = &worker.results;
            let mut number = 0;
            for (puzzle, merges) in merging.iter_mut().zip(chosen) {
                let mut best = None;
                for merge in merges {
                    if found.status(number, Some(MOST_NODES)) == Status::Unique {
                        best = best.max(Some((found.nodes[number], merge)));
                    } else {
                        let keys = puzzle.keys(merge);
                        puzzle.rejected.insert(keys);
                    }
                    number += 1;
                }
                if let Some((nodes, merge)) = best {
                    (puzzle.cages, puzzle.nodes) = (puzzle.merged(merge), nodes);
                    puzzle.has_merged = true;
                }
            }
        }
        for (making, puzzle) in all.iter_mut().zip(merging) {
            making.cages = Some(puzzle.with_sums());
            making.nodes = Some(puzzle.nodes);
        }
        Some(())
    }

    /// Counts the solutions and nodes of empty grids with these cages. Returns `None` if the run is
    /// cancelled.
    fn count_nodes(
        &self,
        worker: &mut VariantGenerateScratch,
        cages: &[Cages],
        emitter: &Emitter<'_, Self>,
    ) -> Option<()> {
        let puzzles = vec![0; cages.len() * self.shape.cells()];
        let (limit, stop) = (Some(MOST_NODES), emitter.cancel_flag());
        let (kernel, found) = (worker.kernel, &mut worker.results);
        let lanes = &mut worker.lanes;
        let done = lanes.count(kernel, &puzzles, cages, 2, limit, stop, found);
        done.then_some(())
    }
}
