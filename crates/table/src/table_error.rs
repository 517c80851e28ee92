//! Errors of files.

use std::io;
use std::path::{Path, PathBuf};

/// A fault of a file that is read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file or stream cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file, or the name of a stream.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file or stream cannot be read.
    #[error("cannot read {name}")]
    Read {
        /// The file, or the name of a stream.
        name: String,
        /// The cause.
        source: io::Error,
    },
    /// A line of a file is malformed.
    #[error("{name}:{line}:{column}: {reason}")]
    Parse {
        /// The file.
        name: String,
        /// The line, counted from 1.
        line: u64,
        /// The column in characters, counted from 1.
        column: usize,
        /// What was expected, and what was found.
        reason: String,
    },
    /// A file has another format than expected, or its name asks for one that does not exist.
    #[error("{0}")]
    Format(String),
}

impl TableError {
    /// `source` happened while reading `name`.
    pub fn read(name: &str, source: io::Error) -> Self {
        Self::Read {
            name: name.to_owned(),
            source,
        }
    }

    /// `source` happened while writing `path`.
    pub fn write(path: &Path, source: io::Error) -> Self {
        Self::Write {
            path: path.to_owned(),
            source,
        }
    }
}
