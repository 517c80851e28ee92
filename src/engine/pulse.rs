//! Counters that workers advance and a progress bar reads, at no cost to either.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far a run has come.
#[derive(Debug, Default)]
pub struct Pulse {
    total: Option<u64>,
    done: AtomicU64,
    solutions: AtomicU64,
}

impl Pulse {
    /// A run whose subtrees cost `total` together, if that is known beforehand.
    pub fn new(total: Option<u64>) -> Self {
        Self {
            total,
            ..Self::default()
        }
    }

    /// The cost of all subtrees, if known.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// The cost of the subtrees searched so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The solutions found so far, capped at what 64 bits hold.
    pub fn solutions(&self) -> u64 {
        self.solutions.load(Ordering::Relaxed)
    }

    /// Notes work done: the cost of a subtree.
    pub(super) fn advance(&self, cost: u64) {
        self.done.fetch_add(cost, Ordering::Relaxed);
    }

    /// Notes solutions found.
    pub(super) fn found(&self, solutions: u128) {
        let solutions = u64::try_from(solutions).unwrap_or(u64::MAX);
        let before = self.solutions.fetch_add(solutions, Ordering::Relaxed);
        if before.checked_add(solutions).is_none() {
            self.solutions.store(u64::MAX, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_never_wrap_around() {
        let pulse = Pulse::new(None);
        pulse.found(u128::MAX);
        pulse.found(7);
        assert_eq!(pulse.solutions(), u64::MAX);
    }
}
