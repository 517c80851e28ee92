//! Checks of puzzles against the request.

use super::GenerateVariants;
use super::generate_problem::VariantGenerateScratch;
use super::puzzle_in_progress::PuzzleInProgress;
use crate::cages::Cages;
use countless_engine::Emitter;
use countless_sudoku::{Level, Status};

/// Largest number of digits for which checks have no limit of nodes. Without a limit, the last
/// clues of larger puzzles would take far too long.
const LARGE: usize = 16;

/// Limit for the nodes of a check. A clue of a large puzzle stays if its check takes more.
const PATIENCE: u64 = 200;

impl GenerateVariants {
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
        let VariantGenerateScratch {
            kernel,
            lanes,
            results: found,
            rater,
        } = worker;
        let stop = emitter.cancel_flag();
        let most = self.is_large().then_some(PATIENCE);
        if !lanes.count_within(*kernel, puzzles, cages, 2, most, stop, found) {
            return None;
        }
        let is_unique = |number| found.status(number, most) == Status::Unique;
        let mut fits: Vec<bool> = (0..found.counts.len()).map(is_unique).collect();
        // No puzzle is harder than extreme.
        let level = self.level.filter(|&level| level < Level::Extreme);
        if let (Some(rater), Some(level)) = (rater, level) {
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
