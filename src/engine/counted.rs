//! What counting amounts to, in a form that a ledger can keep.

use super::Tally;
use crate::ledger::{Checked, Residue, Summary};

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
    pub fn new(checked: Checked, work: u64) -> Self {
        Self {
            solutions: checked.count.into(),
            residue: checked.residue,
            work,
        }
    }
}

impl Tally for Counted {
    fn merge(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.residue += other.residue;
        self.work += other.work;
    }

    fn solutions(&self) -> u128 {
        self.solutions
    }
}

impl From<&Counted> for Summary {
    fn from(counted: &Counted) -> Self {
        Self {
            count: counted.solutions,
            residue: counted.residue,
            work: counted.work,
            detail: String::new(),
        }
    }
}

impl From<&Summary> for Counted {
    fn from(summary: &Summary) -> Self {
        Self {
            solutions: summary.count,
            residue: summary.residue,
            work: summary.work,
        }
    }
}
