//! Counters that workers advance and a progress bar reads.

use std::sync::atomic::{AtomicU64, Ordering};

/// Progress of a run.
#[derive(Debug, Default)]
pub struct Progress {
    /// 0 if unknown.
    total: AtomicU64,
    done: AtomicU64,
    solutions: AtomicU64,
}

impl Progress {
    /// The progress of a run before it begins.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cost of all subtrees, in any unit, if it is known.
    pub fn total(&self) -> Option<u64> {
        Some(self.total.load(Ordering::Relaxed)).filter(|&total| total > 0)
    }

    /// Cost of the subtrees searched so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Number of solutions found so far, at most `u64::MAX`.
    pub fn solutions(&self) -> u64 {
        self.solutions.load(Ordering::Relaxed)
    }

    /// Begins a run. `total` is the cost of all its subtrees, if it is known.
    pub fn begin(&self, total: Option<u64>) {
        self.total.store(total.unwrap_or(0), Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.solutions.store(0, Ordering::Relaxed);
    }

    /// Adds the cost of a searched subtree.
    pub fn advance(&self, cost: u64) {
        self.done.fetch_add(cost, Ordering::Relaxed);
    }

    /// Adds solutions.
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
