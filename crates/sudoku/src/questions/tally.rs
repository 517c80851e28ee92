//! The sum of the answers to a question.

use std::fmt::Debug;

use super::statuses::{Status, Statuses};
use countless_engine::Tally;
use countless_engine::ledger::{Residue, Summary};

/// The sum of the answers to a question.
pub trait PuzzleTally: Tally + PartialEq + Debug {
    /// The puzzles by their status.
    fn statuses(&self) -> &Statuses;

    /// The same, to be changed.
    fn statuses_mut(&mut self) -> &mut Statuses;

    /// All records.
    fn puzzles(&self) -> u64 {
        self.statuses().total()
    }

    /// Adds solutions, and their residue, which was added up apart.
    fn add_solutions(&mut self, _number: u128, _residue: Residue) {}

    /// Adds branches of a search.
    fn add_guesses(&mut self, _guesses: u64) {}

    /// Adds what another method has found of a record: its solutions, or that it is no puzzle.
    fn add_again(&mut self, solutions: Option<u128>) {
        let status = solutions.map_or(Status::Invalid, |number| Status::of_count(Some(number)));
        self.statuses_mut().read += 1;
        self.statuses_mut().add(status);
        let solutions = solutions.unwrap_or(0);
        self.add_solutions(solutions, Residue::of(solutions));
    }

    /// What a solver finds out that looks at puzzles alone: neither at given solutions, nor at what
    /// else is asked.
    fn recounted(&self) -> Summary {
        let mut summary = self.summary();
        if !summary.detail.is_empty() {
            summary.detail = self.statuses().detail();
        }
        summary
    }
}

impl PuzzleTally for Statuses {
    fn statuses(&self) -> &Statuses {
        self
    }

    fn statuses_mut(&mut self) -> &mut Statuses {
        self
    }
}
