//! Cancellation: a flag that workers poll, and the reason of the cancellation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

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
        let mut children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
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
        let mut children = self
            .0
            .children
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        children.retain(|child| child.strong_count() > 0);
        children.push(Arc::downgrade(&child.0));
        drop(children);
        if let Some(reason) = self.reason() {
            child.cancel(reason);
        }
        child
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
