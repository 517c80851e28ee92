//! The error type of the library. It describes the failure and its position; its source is the
//! cause.
//! Faults of an input are diagnostics.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::sync::Arc;

use countless_simd::KernelError;
use countless_table::TableError;

/// All errors of the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A kernel that is unknown or that this machine does not support.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// A file cannot be read or written, or has another format than expected.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An invalid input.
    #[error("{name}:{line}:{column}: {reason}")]
    Parse {
        /// Name of the file or flag.
        name: String,
        /// The line, counted from 1.
        line: u64,
        /// The column in characters, counted from 1.
        column: usize,
        /// Description of the fault.
        reason: String,
    },
    /// A ledger that is damaged, contradicts another ledger, or belongs to another plan.
    #[error("{origin}: {reason}")]
    Ledger {
        /// Name of the file, with the line if the error is in one line.
        origin: String,
        /// Description of the fault.
        reason: String,
    },
    /// A total that is certainly wrong.
    #[error("the total {total} {reason}")]
    Miscounted {
        /// The total.
        total: u128,
        /// The contradiction.
        reason: String,
    },
    /// An impossible request.
    #[error("{0}")]
    Impossible(String),
    /// A random solution of a problem without solutions.
    #[error("the problem has no solution")]
    Unsolvable,
    /// Cancelled before the first result.
    #[error("interrupted")]
    Interrupted,
    /// The worker threads cannot be started.
    #[error("cannot start the worker threads: {0}")]
    Threads(String),
}

/// Kinds of [`Error`], for callers that choose what to do by them.
///
/// ```
/// use countless_engine::{Error, ErrorKind};
///
/// let error = Error::ledger(&"8.csv:3", "expected 4 columns, found 3");
/// assert_eq!(error.kind(), ErrorKind::Ledger);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The machine lacks a kernel, or no kernel has the name.
    Kernel,
    /// A file or stream cannot be read or written.
    File,
    /// A file or text is malformed, or has another format than expected.
    Input,
    /// A ledger is damaged, contradicts another, or belongs to another run.
    Ledger,
    /// A total contradicts a known one, or its residue.
    Miscounted,
    /// The request cannot be met.
    Impossible,
    /// The problem has no solution to draw from.
    Unsolvable,
    /// The run was cancelled.
    Interrupted,
    /// The worker threads cannot be started.
    Threads,
}

impl Error {
    /// The kind of the error. Its cause, if there is one, is its
    /// [`source`](std::error::Error::source).
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Kernel(_) => ErrorKind::Kernel,
            Self::Table(TableError::Read { .. } | TableError::Write { .. }) => ErrorKind::File,
            Self::Table(_) | Self::Parse { .. } => ErrorKind::Input,
            Self::Ledger { .. } => ErrorKind::Ledger,
            Self::Miscounted { .. } => ErrorKind::Miscounted,
            Self::Impossible(_) => ErrorKind::Impossible,
            Self::Unsolvable => ErrorKind::Unsolvable,
            Self::Interrupted => ErrorKind::Interrupted,
            Self::Threads(_) => ErrorKind::Threads,
        }
    }

    /// A fault of a text at a line and column, which count from 1.
    ///
    /// ```
    /// use countless_engine::Error;
    ///
    /// let error = Error::parse("8.csv", 3, 1, "expected 4 columns, found 3");
    /// assert_eq!(error.to_string(), "8.csv:3:1: expected 4 columns, found 3");
    /// ```
    pub fn parse(
        name: impl Into<String>,
        line: u64,
        column: usize,
        reason: impl Into<String>,
    ) -> Self {
        Self::Parse {
            name: name.into(),
            line,
            column,
            reason: reason.into(),
        }
    }

    /// An error while reading the input `name`.
    pub fn read(name: impl AsRef<Path>, source: io::Error) -> Self {
        TableError::read(name, source).into()
    }

    /// A fault of the ledger, or of the line of a ledger, with the name `origin`.
    pub fn ledger(origin: &dyn Display, reason: impl Into<String>) -> Self {
        Self::Ledger {
            origin: origin.to_string(),
            reason: reason.into(),
        }
    }

    /// An error while writing `path`.
    pub fn write(path: &Path, source: io::Error) -> Self {
        TableError::write(path, source).into()
    }
}

/// A fault of an input and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Name of the input.
    pub input: Arc<str>,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// Description of the fault.
    pub reason: String,
    /// True if the fault is likely to affect much of the input, so that one report is enough.
    pub is_common: bool,
    /// The record as written in the input.
    pub row: Vec<u8>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.line, self.column);
        write!(f, "{}:{line}:{column}: {}", self.input, self.reason)
    }
}
