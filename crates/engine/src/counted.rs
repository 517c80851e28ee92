//! A tally with the number of solutions and its residue.

use super::Tally;
use crate::ledger::{CheckedCount, Detail, Residue, Summary};

/// Number of solutions of one or more subtrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The number of solutions.
    pub solutions: u128,
    /// Expected residue of `solutions`, summed independently of it.
    pub residue: Residue,
    /// Work of the search: leaves, nodes or pairs, depending on the problem.
    pub work: u64,
}

impl Counted {
    /// The count of a kernel, and the work of its search.
    pub fn new(checked: CheckedCount, work: u64) -> Self {
        Self {
            solutions: checked.count.into(),
            residue: checked.residue,
            work,
        }
    }

    /// A number of solutions that were counted one by one.
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
        // The residue detects an overflow.
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
