//! State that workers share with the caller: the flag of a cancellation, which they poll, and the
//! counters that a progress bar reads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// The reason why a run ended before all subtrees were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The user interrupted the run.
    Interrupted,
    /// The limit on rows or solutions was reached.
    Limit,
    /// The reader of the output closed it.
    Closed,
    /// An error, which the run returns.
    Failed,
}

/// A token that ends runs early. Clones share one state. The first reason is kept.
///
/// ```
/// use countless_engine::{CancelToken, Reason};
///
/// let token = CancelToken::new();
/// token.clone().cancel(Reason::Limit);
/// token.cancel(Reason::Interrupted);
/// assert!(token.is_cancelled());
/// assert_eq!(token.reason(), Some(Reason::Limit));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<CancelState>);

#[derive(Debug, Default)]
struct CancelState {
    flag: AtomicBool,
    reason: OnceLock<Reason>,
    children: Mutex<Vec<Weak<CancelState>>>,
}

impl CancelState {
    fn cancel(&self, reason: Reason) {
        // Only the first reason is kept.
        let _ = self.reason.set(reason);
        self.flag.store(true, Ordering::Relaxed);
        let mut children = lock(&self.children);
        for child in children.drain(..).filter_map(|child| child.upgrade()) {
            child.cancel(reason);
        }
    }
}

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests all workers to stop.
    pub fn cancel(&self, reason: Reason) {
        self.0.cancel(reason);
    }

    /// True if the run should end.
    pub fn is_cancelled(&self) -> bool {
        self.0.flag.load(Ordering::Relaxed)
    }

    /// Reason of the cancellation, or `None`.
    pub fn reason(&self) -> Option<Reason> {
        self.0.reason.get().copied()
    }

    /// The flag, for kernels to poll.
    pub fn flag(&self) -> &AtomicBool {
        &self.0.flag
    }

    /// A token for a single run. Cancelling this token cancels the child, but not the reverse.
    #[must_use]
    pub fn child(&self) -> Self {
        let child = Self::new();
        let mut children = lock(&self.0.children);
        children.retain(|child| child.strong_count() > 0);
        children.push(Arc::downgrade(&child.0));
        drop(children);
        if let Some(reason) = self.reason() {
            child.cancel(reason);
        }
        child
    }
}

/// Locks a value that stays consistent even if another thread has panicked.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

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
    fn a_run_is_cancelled_with_its_parent_but_not_the_other_way_round() {
        let parent = CancelToken::new();
        let (one, two) = (parent.child(), parent.child());
        one.cancel(Reason::Limit);
        assert!(!parent.is_cancelled() && !two.is_cancelled());
        parent.cancel(Reason::Interrupted);
        assert_eq!(one.reason(), Some(Reason::Limit));
        assert_eq!(two.reason(), Some(Reason::Interrupted));
        assert_eq!(parent.child().reason(), Some(Reason::Interrupted));
    }
}

#[cfg(test)]
mod progress_tests {
    use super::*;

    #[test]
    fn solutions_never_wrap_around() {
        let progress = Progress::new();
        progress.found(u128::MAX);
        progress.found(7);
        assert_eq!(progress.solutions(), u64::MAX);
    }
}
