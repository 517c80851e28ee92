//! Destination of the rows of a run.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::table_error::TableError;
use super::{Format, Output, RowFormat, RowWriter};

/// Destination and format of the rows of a run.
///
/// A file gets its name only once it contains all rows; see [`Output`].
pub struct Table<'w> {
    format: Format,
    target: TableTarget<'w>,
}

enum TableTarget<'w> {
    /// File, or standard output for `None`.
    File(Option<PathBuf>),
    Writer(&'w mut dyn Write),
}

impl Table<'static> {
    /// Writes rows to standard output.
    pub fn stdout(format: Format) -> Self {
        Self {
            format,
            target: TableTarget::File(None),
        }
    }

    /// Writes rows to a file, compressed as its name says. The path `-` is standard output.
    pub fn file(path: &Path, format: Format) -> Self {
        let path = (path != Path::new("-")).then(|| path.to_owned());
        Self {
            format,
            target: TableTarget::File(path),
        }
    }
}

impl<'w> Table<'w> {
    /// Writes rows to a writer.
    pub fn writer(writer: &'w mut dyn Write, format: Format) -> Self {
        Self {
            format,
            target: TableTarget::Writer(writer),
        }
    }

    /// Returns the format of the rows.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the path of the file; `None` for standard output and writers.
    pub fn path(&self) -> Option<&Path> {
        match &self.target {
            TableTarget::File(path) => path.as_deref(),
            TableTarget::Writer(_) => None,
        }
    }

    /// Opens the table for rows of a format, with `threads` threads for compression.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if the file cannot be created.
    pub fn open(self, rows: &RowFormat, threads: usize) -> Result<OpenTable<'w>, TableError> {
        Ok(match self.target {
            TableTarget::File(path) => {
                OpenTable::Output(Output::create_with(path.as_deref(), threads)?.rows(rows)?)
            }
            TableTarget::Writer(writer) => {
                let writer = RowWriter::new(writer, rows);
                OpenTable::Writer(
                    writer.map_err(|error| TableError::write(WRITER_NAME.as_ref(), error))?,
                )
            }
        })
    }
}

impl std::fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("format", &self.format)
            .field("path", &self.path())
            .finish_non_exhaustive()
    }
}

/// Table that is being written.
#[allow(clippy::large_enum_variant)] // one per run
pub enum OpenTable<'w> {
    /// File or standard output.
    Output(RowWriter<Output>),
    /// Writer of the caller.
    Writer(RowWriter<&'w mut dyn Write>),
    /// Table that already contains all rows.
    Complete,
}

impl std::fmt::Debug for OpenTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("OpenTable").field(&self.path()).finish()
    }
}

/// Name of a writer in errors.
const WRITER_NAME: &str = "the rows";

impl OpenTable<'_> {
    /// Returns the name of the table in errors.
    pub fn path(&self) -> &Path {
        match self {
            Self::Output(output) => output.get_ref().path(),
            Self::Writer(_) | Self::Complete => WRITER_NAME.as_ref(),
        }
    }

    /// Returns the writer of the rows; `None` if the table already contains all rows.
    pub fn writer(&mut self) -> Option<&mut dyn Write> {
        match self {
            Self::Output(output) => Some(output),
            Self::Writer(writer) => Some(writer),
            Self::Complete => None,
        }
    }

    /// Completes the table; a file gets its name.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if the remaining bytes cannot be written.
    pub fn finish(self) -> Result<(), TableError> {
        match self {
            Self::Output(output) => Output::finish_rows(output),
            Self::Writer(writer) => match writer.finish() {
                Ok(_) => Ok(()),
                Err(error) => Err(TableError::write(WRITER_NAME.as_ref(), error)),
            },
            Self::Complete => Ok(()),
        }
    }
}
