//! Goals of a lane search.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cages::Cages;
use countless_engine::ledger::Residue;
use countless_sudoku::lanes::Budget;

/// Goal of a lane search.
pub(super) trait LaneGoal {
    /// Returns the number of puzzles.
    fn puzzles(&self) -> usize;
    /// Returns the digits of a puzzle, with 0 for an empty cell.
    fn puzzle(&self, number: usize) -> &[u8];
    /// Returns the cages of a puzzle.
    fn cages(&self, number: usize) -> &Cages;
    /// Returns whether each puzzle is searched depth first in one lane, and its nodes are
    /// [counted](Self::branched). Their number then depends on the puzzle alone, and not on the
    /// kernel or on other puzzles.
    fn isolates_puzzles(&self) -> bool;
    /// Counts a node of a puzzle.
    fn branched(&mut self, puzzle: usize);
    /// Receives a solution, which has the bit of a digit for each cell.
    fn found(&mut self, puzzle: usize, solution: &[u32]);
    /// Returns whether a solution of a puzzle was found.
    fn has_solution(&self, puzzle: usize) -> bool;
    /// Returns whether more solutions of a puzzle are wanted.
    fn wants(&self, puzzle: usize) -> bool;
    /// Returns whether the search shall stop.
    fn stopped(&self) -> bool;
}

/// Goal that counts the solutions of puzzles and stores some of them.
pub(super) struct CountSolutions<'a> {
    pub cells: usize,
    pub puzzles: &'a [u8],
    /// Cages that are common to all puzzles, or those of each puzzle.
    pub cages: &'a [Cages],
    /// Largest count of a puzzle.
    pub limit: u64,
    /// Number of solutions of each puzzle.
    pub counts: &'a mut [u64],
    /// Residue of the sum of all counts, computed independently of them.
    pub residue: Residue,
    pub store: SolutionStore<'a>,
    /// Limit for the nodes of a puzzle, and the nodes of each. Without a limit, lanes share
    /// puzzles.
    pub budget: Option<Budget<'a>>,
    pub stop: &'a AtomicBool,
}

/// Choice of the solutions to store.
pub(super) enum SolutionStore<'a> {
    /// The first solution found of each puzzle.
    First(&'a mut [u8]),
    /// All solutions.
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
