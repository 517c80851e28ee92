//! The result of one or more subtrees.

use std::fmt;

use super::numbers::Numbers;
use super::residue::{CheckedCount, Residue};

/// The result of one or more subtrees, besides their solutions: what a run adds up, and what a
/// ledger stores.
///
/// ```
/// use countless_engine::Tally;
/// use countless_engine::ledger::Numbers;
///
/// let mut total = Tally::of(2);
/// total.merge(Tally { numbers: Numbers::new([("symmetric", 1)]), ..Tally::of(3) });
/// assert_eq!((total.count, total.number("symmetric")), (5, 1));
/// assert_eq!(total.to_string(), "5 symmetric=1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of solutions, or the largest `u128` if it does not fit.
    pub count: u128,
    /// The count modulo a prime, summed independently of it.
    pub residue: Residue,
    /// Work of the search: leaves, nodes or pairs, depending on the problem.
    pub work: u64,
    /// Further numbers, by name.
    pub numbers: Numbers,
    /// Further counts, by place, such as those of the squares of a board. A ledger does not store
    /// them.
    pub places: Vec<u128>,
}

impl Tally {
    /// The count of a kernel, and the work of its search.
    pub fn new(checked: CheckedCount, work: u64) -> Self {
        Self {
            count: checked.count.into(),
            residue: checked.residue,
            work,
            ..Self::default()
        }
    }

    /// A number of solutions that were counted one by one.
    pub fn of(solutions: u64) -> Self {
        Self {
            count: solutions.into(),
            residue: Residue::of(solutions.into()),
            work: solutions,
            ..Self::default()
        }
    }

    /// Adds the result of other subtrees.
    pub fn merge(&mut self, other: Self) {
        // The residue detects an overflow.
        self.count = self.count.saturating_add(other.count);
        self.residue += other.residue;
        self.work = self.work.saturating_add(other.work);
        self.numbers.merge(other.numbers);
        let most = self.places.len().max(other.places.len());
        self.places.resize(most, 0);
        for (place, count) in self.places.iter_mut().zip(other.places) {
            *place += count;
        }
    }

    /// The number with this name, or 0.
    pub fn number(&self, name: &str) -> u64 {
        self.numbers.find(name).unwrap_or(0)
    }

    /// The tally with at most `limit` solutions.
    pub(crate) fn capped(self, limit: u128) -> Self {
        if self.count <= limit {
            return self;
        }
        Self {
            count: limit,
            residue: Residue::of(limit),
            ..self
        }
    }
}

impl fmt::Display for Tally {
    /// Writes the count and the numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = if self.numbers.is_empty() { "" } else { " " };
        write!(f, "{}{blank}{}", self.count, self.numbers)
    }
}
