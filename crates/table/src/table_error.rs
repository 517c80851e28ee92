//! Errors of input and output files.

use std::io;
use std::path::{Path, PathBuf};

/// Error of a file that is read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file or stream cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// Path of the file, or name of a stream.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// A file or stream cannot be read.
    #[error("cannot read {name}")]
    Read {
        /// Path of the file, or name of a stream.
        name: String,
        /// Cause.
        source: io::Error,
    },
    /// A line of a file is malformed.
    #[error("{name}:{line}:{column}: {reason}")]
    Parse {
        /// Name of the file.
        name: String,
        /// Line, counted from 1.
        line: u64,
        /// Column in characters, counted from 1.
        column: usize,
        /// Expected and found text.
        reason: String,
    },
    /// A file has an unexpected format, or its name asks for an unknown one.
    #[error("{0}")]
    Format(String),
}

impl TableError {
    /// Creates the error `source` of reading `name`.
    pub fn read(name: impl AsRef<Path>, source: io::Error) -> Self {
        let name = name.as_ref().display().to_string();
        Self::Read { name, source }
    }

    /// Creates the error `source` of writing `path`.
    pub fn write(path: &Path, source: io::Error) -> Self {
        Self::Write {
            path: path.to_owned(),
            source,
        }
    }
}
