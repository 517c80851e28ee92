//! What counting amounts to, in a form that a ledger can keep.

use super::Tally;
use crate::ledger::{CheckedCount, Detail, Residue, Summary};

/// The solutions of a subtree, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The number of solutions.
    pub solutions: u128,
    /// What should be its residue, added up apart from it.
    pub residue: Residue,
    /// What the search took: leaves, nodes or pairs, depending on the problem.
    pub work: u64,
}

impl Counted {
    /// What a kernel has counted, and the work that it took.
    pub fn new(checked: CheckedCount, work: u64) -> Self {
        Self {
            solutions: checked.count.into(),
            residue: checked.residue,
            work,
        }
    }

    /// So many solutions, counted one by one.
    pub fn of(solutions: u64) -> Self {
        Self {
            solutions: solutions.into(),
            residue: Residue::of(solutions.into()),
            work: solutions,
        }
    }
}

impl Tally for Counted {
    fn merge(&mut self, other: Self) {
        // An overflow shows in the residue.
        self.solutions = self.solutions.wrapping_add(other.solutions);
        self.residue += other.residue;
        self.work = self.work.saturating_add(other.work);
    }

    fn solutions(&self) -> u128 {
        self.solutions
    }

    fn summary(&self) -> Summary {
        Summary {
            count: self.solutions,
            residue: self.residue,
            work: self.work,
            detail: Detail::default(),
        }
    }

    fn recall(summary: &Summary) -> Result<Self, String> {
        Ok(Self {
            solutions: summary.count,
            residue: summary.residue,
            work: summary.work,
        })
    }

    fn capped(self, limit: u128) -> Self {
        if self.solutions <= limit {
            return self;
        }
        Self {
            solutions: limit,
            residue: Residue::of(limit),
            work: self.work,
        }
    }
}
