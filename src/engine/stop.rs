//! Cancellation: one flag that workers poll, and the reason it was raised.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a run ended before all subtrees were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The user interrupted it.
    Interrupted,
    /// The limit on rows or solutions was reached.
    Limit,
    /// Whoever read the output closed it.
    Closed,
    /// An error, which the run returns.
    Failed,
}

/// A token that stops a run early. The first reason given stays.
#[derive(Debug, Default)]
pub struct Stop {
    flag: AtomicBool,
    reason: OnceLock<Reason>,
}

impl Stop {
    /// A token that has not been raised.
    pub const fn new() -> Self {
        Self {
            flag: AtomicBool::new(false),
            reason: OnceLock::new(),
        }
    }

    /// Asks all workers to stop.
    pub fn raise(&self, reason: Reason) {
        // A later reason than the first changes nothing.
        let _ = self.reason.set(reason);
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the run should end.
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The flag itself, for kernels to poll.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Why the run should end, if it should.
    pub fn reason(&self) -> Option<Reason> {
        self.reason.get().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays() {
        let stop = Stop::new();
        assert_eq!((stop.is_raised(), stop.reason()), (false, None));
        stop.raise(Reason::Limit);
        stop.raise(Reason::Interrupted);
        assert_eq!(
            (stop.is_raised(), stop.reason()),
            (true, Some(Reason::Limit))
        );
    }
}
