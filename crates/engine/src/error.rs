//! The one error type of the library: what went wrong and where; its source says why.

use std::fmt::Display;
use std::io;
use std::path::Path;

use countless_simd::KernelError;
use countless_table::TableError;

/// Everything that can go wrong in the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A kernel that cannot be had.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// A file cannot be read or written, or has another format than expected.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Input that is not what it should be.
    #[error("{name}:{line}:{column}: {reason}")]
    Parse {
        /// The file or the flag.
        name: String,
        /// The line, counted from 1.
        line: u64,
        /// The column in characters, counted from 1.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// A ledger that is damaged, contradicts another, or is about something else.
    #[error("{origin}: {reason}")]
    Ledger {
        /// The file, and the line if it is about one.
        origin: String,
        /// What is wrong.
        reason: String,
    },
    /// A total that cannot be right.
    #[error("the total {total} {reason}")]
    Miscounted {
        /// What was counted.
        total: u128,
        /// Why it cannot be right.
        reason: String,
    },
    /// What is asked is not possible.
    #[error("{0}")]
    Impossible(String),
    /// There is no solution to draw from.
    #[error("the problem has no solution")]
    Unsolvable,
    /// It was cancelled before there was anything to show.
    #[error("interrupted")]
    Interrupted,
    /// The worker threads cannot be started.
    #[error("cannot start the worker threads: {0}")]
    Threads(String),
}

impl Error {
    /// `source` happened while reading `name`.
    pub fn read(name: &str, source: io::Error) -> Self {
        TableError::read(name, source).into()
    }

    /// `reason` is wrong with the ledger, or the line of it, called `origin`.
    pub fn ledger(origin: &dyn Display, reason: impl Into<String>) -> Self {
        Self::Ledger {
            origin: origin.to_string(),
            reason: reason.into(),
        }
    }

    /// `source` happened while writing `path`.
    pub fn write(path: &Path, source: io::Error) -> Self {
        TableError::write(path, source).into()
    }
}
