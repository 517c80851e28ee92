//! Counters that workers advance and a progress bar reads, at no cost to either.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far a run has come.
#[derive(Debug, Default)]
pub struct Progress {
    /// 0 while it is not known.
    total: AtomicU64,
    done: AtomicU64,
    solutions: AtomicU64,
}

impl Progress {
    /// A run that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// The cost of all subtrees, in any unit, if known.
    pub fn total(&self) -> Option<u64> {
        Some(self.total.load(Ordering::Relaxed)).filter(|&total| total > 0)
    }

    /// The cost of the subtrees searched so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The solutions found so far, capped at what 64 bits hold.
    pub fn solutions(&self) -> u64 {
        self.solutions.load(Ordering::Relaxed)
    }

    /// A run begins whose subtrees cost `total` together, if that is known.
    pub fn begin(&self, total: Option<u64>) {
        self.total.store(total.unwrap_or(0), Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.solutions.store(0, Ordering::Relaxed);
    }

    /// Notes work done: the cost of a subtree.
    pub fn advance(&self, cost: u64) {
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
        let progress = Progress::new();
        progress.found(u128::MAX);
        progress.found(7);
        assert_eq!(progress.solutions(), u64::MAX);
    }
}
