//! State that workers share with the caller: the flag of a cancellation, which they poll, and the
//! counters that a progress bar reads.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use super::clock::Instant;

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

/// Progress of a run, whose counters all threads share.
#[derive(Debug, Default)]
pub struct Progress {
    /// 0 if unknown.
    total: AtomicU64,
    done: AtomicU64,
    solutions: AtomicU64,
    watch: Option<Watch>,
}

/// A function that is called with progress, at most once in an interval.
struct Watch {
    interval: Duration,
    last: Mutex<Instant>,
    tell: Box<dyn Fn(&Progress) + Send + Sync>,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watch").field(&self.interval).finish()
    }
}

impl Progress {
    /// The progress of a run before it begins.
    pub fn new() -> Self {
        Self::default()
    }

    /// The progress of a run that calls `tell`, at most once in an interval, on the thread that makes
    /// the progress.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use std::sync::Arc;
    /// use std::time::Duration;
    ///
    /// use countless_engine::Progress;
    ///
    /// let seen = Arc::new(AtomicU64::new(0));
    /// let told = Arc::clone(&seen);
    /// let progress = Progress::watched(Duration::ZERO, move |now| {
    ///     told.store(now.done(), Ordering::Relaxed);
    /// });
    /// progress.advance(3);
    /// assert_eq!(seen.load(Ordering::Relaxed), 3);
    /// ```
    pub fn watched(interval: Duration, tell: impl Fn(&Self) + Send + Sync + 'static) -> Self {
        Self {
            watch: Some(Watch {
                interval,
                last: Mutex::new(Instant::now()),
                tell: Box::new(tell),
            }),
            ..Self::default()
        }
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
        self.tell();
    }

    /// Calls the function that watches the progress, if it is time.
    fn tell(&self) {
        let Some(watch) = &self.watch else { return };
        let mut last = lock(&watch.last);
        let now = Instant::now();
        if now.duration_since(*last) >= watch.interval {
            *last = now;
            drop(last);
            (watch.tell)(self);
        }
    }

    /// Adds solutions.
    pub fn found(&self, solutions: u128) {
        let solutions = u64::try_from(solutions).unwrap_or(u64::MAX);
        let before = self.solutions.fetch_add(solutions, Ordering::Relaxed);
        if before.checked_add(solutions).is_none() {
            self.solutions.store(u64::MAX, Ordering::Relaxed);
        }
        self.tell();
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
