//! Sum of the answers to a question.

use std::fmt::Debug;

use super::statuses::{Status, Statuses};
use countless_engine::ledger::{Residue, Summary};
use countless_engine::{Counted, Tally};

/// Sum of the answers to a question.
pub trait PuzzleTally: Tally + PartialEq + Debug {
    /// Number of puzzles by status.
    fn statuses(&self) -> &Statuses;

    /// Number of puzzles by status, for changes.
    fn statuses_mut(&mut self) -> &mut Statuses;

    /// Number of records.
    fn puzzles(&self) -> u64 {
        self.statuses().total()
    }

    /// Adds a count, if the question counts solutions.
    fn add_count(&mut self, _: Counted) {}

    /// Adds solutions and their residue, which was computed independently.
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

    /// Adds the result of another method for a record: its solutions, or `None` if it is not a
    /// puzzle.
    fn add_recount(&mut self, solutions: Option<u128>) {
        let status = solutions.map_or(Status::Invalid, |number| Status::of_count(Some(number)));
        self.statuses_mut().read += 1;
        self.statuses_mut().add(status);
        let solutions = solutions.unwrap_or(0);
        self.add_solutions(solutions, Residue::of(solutions));
    }

    /// Summary of a recount, which sees puzzles alone: no given solutions, and no other details of
    /// the question.
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
