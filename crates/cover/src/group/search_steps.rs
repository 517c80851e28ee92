//! Limit of a search for symmetries.

use std::sync::atomic::{AtomicBool, Ordering};

use countless_engine::Error;

/// Steps that a search may take. Each vertex of an option that is read is a step.
#[derive(Debug)]
pub struct SearchSteps<'a> {
    left: u64,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> SearchSteps<'a> {
    /// A number of steps, until the search is cancelled.
    pub fn new(left: u64, cancel: Option<&'a AtomicBool>) -> Self {
        Self { left, cancel }
    }

    /// Any number of steps.
    pub fn unlimited() -> Self {
        Self::new(u64::MAX, None)
    }

    /// Number of steps left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Takes steps, or all that are left.
    pub fn take(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
    }

    /// Returns whether the search has to end: no step is left, or it was cancelled.
    pub fn are_spent(&self) -> bool {
        self.left == 0 || self.is_cancelled()
    }

    fn is_cancelled(&self) -> bool {
        (self.cancel).is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// Refuses what a search found that had to end.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if it was cancelled, [`Error::Impossible`] if no step is left.
    pub fn require_some(&self) -> Result<(), Error> {
        if self.is_cancelled() {
            return Err(Error::Interrupted);
        }
        if self.left > 0 {
            return Ok(());
        }
        Err(Error::Impossible(
            "the symmetries of this problem take too long to find\n\
             hint: --keep keeps items apart, so that there are fewer"
                .to_owned(),
        ))
    }
}
