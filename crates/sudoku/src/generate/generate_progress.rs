//! Progress of the generation of puzzles.

use std::sync::atomic::{AtomicU64, Ordering};

/// Progress of the generation of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenerateProgress {
    /// Number of attempts.
    pub attempts: u64,
    /// Number of puzzles that meet the options.
    pub generated: u64,
}

/// Counters of the progress, which all threads share.
#[derive(Debug, Default)]
pub struct GenerateCounters {
    attempts: AtomicU64,
    generated: AtomicU64,
}

impl GenerateCounters {
    /// Adds attempts, and the puzzles that they made.
    pub fn add(&self, attempts: usize, made: usize) {
        self.attempts.fetch_add(attempts as u64, Ordering::Relaxed);
        self.generated.fetch_add(made as u64, Ordering::Relaxed);
    }

    /// Returns the progress so far.
    pub fn snapshot(&self) -> GenerateProgress {
        GenerateProgress {
            attempts: self.attempts.load(Ordering::Relaxed),
            generated: self.generated.load(Ordering::Relaxed),
        }
    }
}
