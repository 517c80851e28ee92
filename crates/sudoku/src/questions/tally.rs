//! The sum of the answers to a question.

use std::fmt::Debug;

use super::statuses::{Status, Statuses};
use countless_engine::ledger::{Residue, Summary};
use countless_engine::{Counted, Tally};

/// The sum of the answers to a question.
pub trait PuzzleTally: Tally + PartialEq + Debug {
    /// The puzzles by their status.
    fn statuses(&self) -> &Statuses;

    /// The puzzles by their status, to be changed.
    fn statuses_mut(&mut self) -> &mut Statuses;

    /// All records.
    fn puzzles(&self) -> u64 {
        self.statuses().total()
    }

    /// Adds a count, where solutions are counted.
    fn add_count(&mut self, _: Counted) {}

    /// Adds solutions, and their residue, which was added up apart.
    fn add_solutions(&mut self, solutions: u128, residue: Residue) {
        self.add_count(Counted {
            solutions,
            residue,
            work: 0,
        });
    }

    /// Adds branches of a search.
    fn add_branches(&mut self, guesses: u64) {
        self.add_count(Counted {
            work: guesses,
            ..Counted::default()
        });
    }

    /// Adds what another method has found of a record: its solutions, or that it is no puzzle.
    fn add_recount(&mut self, solutions: Option<u128>) {
        let status = solutions.map_or(Status::Invalid, |number| Status::of_count(Some(number)));
        self.statuses_mut().read += 1;
        self.statuses_mut().add(status);
        let solutions = solutions.unwrap_or(0);
        self.add_solutions(solutions, Residue::of(solutions));
    }

    /// What a solver finds out that looks at puzzles alone: neither at given solutions, nor at what
    /// else is asked.
    fn recount_summary(&self) -> Summary {
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
