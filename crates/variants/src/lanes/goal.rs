//! What a search is for.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cages::Cages;
use countless_engine::ledger::Residue;
use countless_sudoku::lanes::Budget;

/// What a search is for.
pub(super) trait LaneGoal {
    /// The number of puzzles.
    fn puzzles(&self) -> usize;
    /// The digits of a puzzle, 0 for a blank.
    fn puzzle(&self, number: usize) -> &[u8];
    /// The cages of a puzzle.
    fn cages(&self, number: usize) -> &Cages;
    /// Whether each puzzle is searched in one lane, depth first, and its nodes are
    /// [counted](Self::guessed): their number then depends on the puzzle alone, and not on the kernel
    /// or on other puzzles.
    fn isolates_puzzles(&self) -> bool;
    /// Takes note of a node.
    fn branched(&mut self, puzzle: usize);
    /// Takes a solution: a bit for each cell.
    fn found(&mut self, puzzle: usize, solution: &[u32]);
    /// Whether a solution of a puzzle was found.
    fn has_solution(&self, puzzle: usize) -> bool;
    /// Whether more solutions of a puzzle are wanted.
    fn wants(&self, puzzle: usize) -> bool;
    /// Whether to give up.
    fn stopped(&self) -> bool;
}

/// To count the solutions of puzzles, and keep some of them.
pub(super) struct CountSolutions<'a> {
    pub cells: usize,
    pub puzzles: &'a [u8],
    /// The cages of all, or of each.
    pub cages: &'a [Cages],
    /// Count no further.
    pub limit: u64,
    /// The solutions of each puzzle.
    pub counts: &'a mut [u64],
    /// The same, added up apart.
    pub residue: Residue,
    pub store: SolutionStore<'a>,
    /// How many nodes each puzzle may take, and how many it has taken; without it, the puzzles are
    /// searched together.
    pub budget: Option<Budget<'a>>,
    pub stop: &'a AtomicBool,
}

/// Which solutions to keep.
pub(super) enum SolutionStore<'a> {
    /// The first that is found of each puzzle.
    First(&'a mut [u8]),
    /// All of them.
    All(&'a mut Vec<u8>),
}

impl LaneGoal for CountSolutions<'_> {
    fn puzzles(&self) -> usize {
        self.counts.len()
    }

    #[inline(always)]
    fn puzzle(&self, number: usize) -> &[u8] {
        &self.puzzles[number * self.cells..][..self.cells]
    }

    #[inline(always)]
    fn cages(&self, number: usize) -> &Cages {
        &self.cages[number.min(self.cages.len() - 1)]
    }

    #[inline(always)]
    fn isolates_puzzles(&self) -> bool {
        self.budget.is_some()
    }

    #[inline(always)]
    fn branched(&mut self, puzzle: usize) {
        if let Some(budget) = &mut self.budget {
            budget.nodes[puzzle] = budget.nodes[puzzle].saturating_add(1);
        }
    }

    #[inline(always)]
    fn found(&mut self, puzzle: usize, solution: &[u32]) {
        let digits = solution.iter().map(|bit| bit.trailing_zeros() as u8 + 1);
        match &mut self.store {
            SolutionStore::First(_) if self.counts[puzzle] > 0 => {}
            SolutionStore::First(kept) => {
                let kept = &mut kept[puzzle * self.cells..][..self.cells];
                for (to, digit) in kept.iter_mut().zip(digits) {
                    *to = digit;
                }
            }
            SolutionStore::All(kept) => kept.extend(digits),
        }
        self.counts[puzzle] += 1;
        self.residue += Residue::of(1);
    }

    #[inline(always)]
    fn has_solution(&self, puzzle: usize) -> bool {
        self.counts[puzzle] > 0
    }

    #[inline(always)]
    fn wants(&self, puzzle: usize) -> bool {
        let is_given_up = |budget: &Budget<'_>| budget.nodes[puzzle] > budget.most;
        self.counts[puzzle] < self.limit && !self.budget.as_ref().is_some_and(is_given_up)
    }

    #[inline(always)]
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
