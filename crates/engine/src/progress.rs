//! Counters that workers advance and a progress bar reads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

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

    /// True if the rest of the run should take at most `limit`, by the share that was done in
    /// `elapsed`.
    pub(super) fn ends_within(&self, limit: Duration, elapsed: Duration) -> bool {
        let done = self.done();
        // Deferred parts have no cost of their own: a run at its end may go on for long.
        let left = self.total().and_then(|total| total.checked_sub(done));
        left.is_some_and(|left| {
            left > 0 && elapsed.as_secs_f64() * left as f64 <= limit.as_secs_f64() * done as f64
        })
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
    fn the_end_is_near_only_if_little_is_left() {
        let progress = Progress::new();
        let ends = |limit| {
            let second = Duration::from_secs(1);
            progress.ends_within(Duration::from_millis(limit), second)
        };
        assert!(!ends(9_000), "the total is not known");
        progress.begin(Some(10));
        assert!(!ends(9_000), "nothing is done");
        progress.advance(8);
        assert!(ends(250) && !ends(249));
        progress.advance(2);
        assert!(!ends(9_000), "only deferred parts are left");
    }

    #[test]
    fn solutions_never_wrap_around() {
        let progress = Progress::new();
        progress.found(u128::MAX);
        progress.found(7);
        assert_eq!(progress.solutions(), u64::MAX);
    }
}
