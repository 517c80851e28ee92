//! Puzzles that are being generated: attempts, and one change of each at a time.

use super::random_grid::{random_solution, undecided_cells, with_sums};
use super::{GenerateVariants, VariantGenerateScratch};
use crate::cages::{CageConstraints, Cages};
use countless_engine::{Emitter, SplitMix64};

/// Interval of splits among the changes of cages. Every eighth change splits a cage; each other
/// change forms new cages from two adjacent ones.
const TRIES: usize = 8;

/// Number of cells of a large puzzle that are tried together. One of them is emptied. A cell with a
/// clue that has to stay is not tried again: with fewer clues, it would have to stay, too.
const TOGETHER: usize = 16;

/// Puzzle that is being generated.
pub(super) struct PuzzleInProgress {
    pub number: u64,
    pub attempt: u64,
    pub solution: Vec<u8>,
    pub puzzle: Vec<u8>,
    /// Cells with clues that are still to be tried, the next one last.
    pub untried_cells: Vec<usize>,
    pub clues: usize,
    pub random: SplitMix64,
    /// Own cages of the puzzle, until it has one solution.
    pub draft_cages: Vec<Vec<u16>>,
    /// Number of changes of `draft_cages`.
    pub cage_changes: usize,
    /// Final cages of the puzzle, if it has its own.
    pub cages: Option<Cages>,
    /// Nodes of the search for all solutions, if hard puzzles are requested.
    pub nodes: Option<u64>,
    /// True if the puzzle matches the request.
    pub is_accepted: bool,
}

impl GenerateVariants {
    /// Returns the random numbers of an attempt at a puzzle.
    fn random(&self, puzzle: u64, attempt: u64) -> SplitMix64 {
        let mut random = SplitMix64(self.seed);
        random.0 = random.next() ^ puzzle;
        random.0 = random.next() ^ attempt;
        random
    }

    /// Begins an attempt at a puzzle. Returns `None` if the run is cancelled.
    pub(super) fn start_puzzle(
        &self,
        number: u64,
        attempt: u64,
        emitter: &Emitter<'_, Self>,
    ) -> Option<PuzzleInProgress> {
        let mut random = self.random(number, attempt);
        let solution = random_solution(&self.compiled, &self.cages, &mut random, || {
            emitter.is_cancelled()
        })?;
        let mut cells: Vec<usize> = (0..solution.len()).collect();
        random.shuffle(&mut cells);
        let mut making = PuzzleInProgress {
            number,
            attempt,
            puzzle: solution.clone(),
            clues: solution.len(),
            solution,
            untried_cells: cells,
            random,
            draft_cages: Vec::new(),
            cage_changes: 0,
            cages: None,
            nodes: None,
            is_accepted: false,
        };
        if self.shape.options().own_cages {
            making.puzzle.fill(0);
            making.untried_cells.clear();
            making.clues = 0;
            let (solution, random) = (&making.solution, &mut making.random);
            let cells = (0..solution.len() as u16).collect();
            making.draft_cages = self.neighbours.partition(cells, solution, random);
        }
        Some(making)
    }

    /// Returns whether the puzzle needs no more changes.
    pub(super) fn is_done(&self, making: &PuzzleInProgress) -> bool {
        making.draft_cages.is_empty()
            && (making.untried_cells.is_empty() || self.clues == Some(making.clues))
    }

    /// Looks for a second solution of each puzzle with its own cages. If one exists, changes a cage
    /// with undecided cells. Returns false if the run is cancelled.
    pub(super) fn revise_cages(
        &self,
        worker: &mut VariantGenerateScratch,
        all: &mut [PuzzleInProgress],
        emitter: &Emitter<'_, Self>,
    ) -> bool {
        let mut open: Vec<&mut PuzzleInProgress> = all
            .iter_mut()
            .filter(|m| !m.draft_cages.is_empty())
            .collect();
        let summed =
            |making: &&mut PuzzleInProgress| with_sums(&making.draft_cages, &making.solution);
        let cages: Vec<Cages> = open.iter().map(summed).collect();
        let puzzles: Vec<u8> = open
            .iter()
            .flat_map(|making| making.puzzle.clone())
            .collect();
        let Some(fits) = self.which_fit(worker, &puzzles, &cages, emitter) else {
            return false;
        };
        let mut constraints = CageConstraints::default();
        for ((making, cages), fits) in open.iter_mut().zip(cages).zip(fits) {
            if fits {
                making.cages = Some(cages);
                making.draft_cages.clear();
                continue;
            }
            let (cut, random, solution) = (
                &mut making.draft_cages,
                &mut making.random,
                &making.solution,
            );
            constraints.load(&cages, &self.areas);
            let is_open = undecided_cells(&self.compiled, &constraints);
            let mut wrong: Vec<usize> = (0..cut.len()).filter(|&i| cut[i].len() > 1).collect();
            let has_open = |index: &usize| cut[*index].iter().any(|&c| is_open[usize::from(c)]);
            // A puzzle that is only too hard may have none.
            if wrong.iter().any(has_open) {
                wrong.retain(has_open);
            }
            if let Some(&index) = wrong.get(random.below(wrong.len().max(1))) {
                making.cage_changes += 1;
                if making.cage_changes % TRIES == 0 {
                    let parts = self.neighbours.split_cage(&cut.swap_remove(index), random);
                    cut.extend(parts);
                } else {
                    let neighbours = &self.neighbours;
                    neighbours.repartition(cut, index, solution, random);
                }
            }
        }
        true
    }

    /// Removes a clue from each puzzle, if one that is tried can be removed without a second
    /// solution and without making the puzzle too hard. Returns false if the run is cancelled.
    pub(super) fn remove_clues(
        &self,
        worker: &mut VariantGenerateScratch,
        all: &mut [PuzzleInProgress],
        emitter: &Emitter<'_, Self>,
    ) -> bool {
        let each = if self.is_large() { TOGETHER } else { 1 };
        let (mut puzzles, mut tried) = (Vec::new(), Vec::new());
        for making in all.iter_mut() {
            let left = making.untried_cells.len();
            let left = if self.is_done(making) {
                0
            } else {
                left.min(each)
            };
            let cells = making
                .untried_cells
                .split_off(making.untried_cells.len() - left);
            for &cell in &cells {
                making.puzzle[cell] = 0;
                puzzles.extend_from_slice(&making.puzzle);
                making.puzzle[cell] = making.solution[cell];
            }
            tried.push(cells);
        }
        let Some(fits) = self.which_fit(worker, &puzzles, &[], emitter) else {
            return false;
        };
        let mut fits = fits.into_iter();
        for (making, cells) in all.iter_mut().zip(tried) {
            // The next cell to try is the last one.
            let fitting = cells
                .into_iter()
                .zip(fits.by_ref())
                .filter(|(_, fits)| *fits);
            let before = making.untried_cells.len();
            making.untried_cells.extend(fitting.map(|(cell, _)| cell));
            if making.untried_cells.len() > before
                && let Some(cell) = making.untried_cells.pop()
            {
                making.puzzle[cell] = 0;
                making.clues -= 1;
            }
        }
        true
    }
}
