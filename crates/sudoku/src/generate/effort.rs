//! How far the making of puzzles has come.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far the making of puzzles has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How many puzzles were tried.
    pub attempts: u64,
    /// How many came out as wanted.
    pub made: u64,
}

/// The same, of all threads together, while it grows.
#[derive(Debug, Default)]
pub struct Efforts {
    attempts: AtomicU64,
    made: AtomicU64,
}

impl Efforts {
    /// Adds some attempts, and what came of them.
    pub fn add(&self, attempts: usize, made: usize) {
        self.attempts.fetch_add(attempts as u64, Ordering::Relaxed);
        self.made.fetch_add(made as u64, Ordering::Relaxed);
    }

    /// How far it is.
    pub fn so_far(&self) -> Effort {
        Effort {
            attempts: self.attempts.load(Ordering::Relaxed),
            made: self.made.load(Ordering::Relaxed),
        }
    }
}
