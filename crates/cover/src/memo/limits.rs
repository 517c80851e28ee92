//! Limits of a count by memo.

use std::sync::atomic::{AtomicBool, Ordering};

use countless_engine::Progress;

/// Least number of steps that is worth another thread.
const LITTLE: u64 = 1 << 16;

/// Reason why counting stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoStop {
    /// It would take more steps than its limit.
    Steps,
    /// It took more memory than its limit.
    Memory,
    /// It was cancelled.
    Cancelled,
}

/// Limits of a count.
#[derive(Clone, Copy, Debug)]
pub struct MemoLimits<'a> {
    /// Largest number of options tried on states.
    pub steps: u64,
    /// Largest memory in bytes.
    pub memory: usize,
    /// Threads of the pool that runs the count; 1 outside of a pool.
    pub threads: usize,
    /// Set to stop the count.
    pub cancel: &'a AtomicBool,
    /// Work done so far, for a display.
    pub progress: Option<&'a Progress>,
}

impl MemoLimits<'_> {
    /// Checks for cancellation, and that `bytes` are within the limit.
    ///
    /// # Errors
    ///
    /// If they are not.
    pub fn check(&self, bytes: usize) -> Result<(), MemoStop> {
        if self.cancel.load(Ordering::Relaxed) {
            Err(MemoStop::Cancelled)
        } else if bytes > self.memory {
            Err(MemoStop::Memory)
        } else {
            Ok(())
        }
    }

    /// Number of threads that a number of steps is worth.
    pub fn threads_for(&self, steps: u64) -> usize {
        if steps < LITTLE { 1 } else { self.threads }
    }

    /// Reports additional progress.
    pub fn advance(&self, done: f64) {
        if let Some(progress) = self.progress {
            progress.advance(done as u64);
        }
    }
}
