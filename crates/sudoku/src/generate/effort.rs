//! How far the making of puzzles has come.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far the making of puzzles has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GenerateProgress {
    /// How many puzzles were tried.
    pub attempts: u64,
    /// How many came out as wanted.
    pub generated: u64,
}

/// The same, of all threads together, while it grows.
#[derive(Debug, Default)]
pub struct GenerateCounters {
    attempts: AtomicU64,
    generated: AtomicU64,
}

impl GenerateCounters {
    /// Adds some attempts, and what came of them.
    pub fn add(&self, attempts: usize, made: usize) {
        self.attempts.fetch_add(attempts as u64, Ordering::Relaxed);
        self.generated.fetch_add(made as u64, Ordering::Relaxed);
    }

    /// How far it is.
    pub fn snapshot(&self) -> GenerateProgress {
        GenerateProgress {
            attempts: self.attempts.load(Ordering::Relaxed),
            generated: self.generated.load(Ordering::Relaxed),
        }
    }
}
