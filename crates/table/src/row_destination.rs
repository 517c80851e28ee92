//! Where the rows of a run go.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::table_error::TableError;
use super::{Format, Output, RowFormat, RowWriter};

/// Where the rows of a run go, and in what format.
///
/// A file is there only once all rows are in it; see [`Output`].
pub struct Table<'w> {
    format: Format,
    target: TableTarget<'w>,
}

enum TableTarget<'w> {
    /// A file; none is standard output.
    File(Option<PathBuf>),
    Writer(&'w mut dyn Write),
}

impl Table<'static> {
    /// Rows on standard output.
    pub fn stdout(format: Format) -> Self {
        Self {
            format,
            target: TableTarget::File(None),
        }
    }

    /// Rows in a file, whose name says how they are compressed; `-` is standard output.
    pub fn file(path: &Path, format: Format) -> Self {
        let path = (path != Path::new("-")).then(|| path.to_owned());
        Self {
            format,
            target: TableTarget::File(path),
        }
    }
}

impl<'w> Table<'w> {
    /// Rows to a writer.
    pub fn writer(writer: &'w mut dyn Write, format: Format) -> Self {
        Self {
            format,
            target: TableTarget::Writer(writer),
        }
    }

    /// The format of the rows.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.target {
            TableTarget::File(path) => path.as_deref(),
            TableTarget::Writer(_) => None,
        }
    }

    /// Opens it for rows in its format, compressed by so many threads if that is wanted.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if the file cannot be made.
    pub fn open(self, rows: &RowFormat, threads: usize) -> Result<OpenTable<'w>, TableError> {
        Ok(match self.target {
            TableTarget::File(path) => {
                let output = Output::create_with(path.as_deref(), threads)?;
                OpenTable::Output(output.rows(rows)?)
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

/// A table that is being written.
#[allow(clippy::large_enum_variant)] // there is one in a run
pub enum OpenTable<'w> {
    /// A file or standard output.
    Output(RowWriter<Output>),
    /// A writer of the caller.
    Writer(RowWriter<&'w mut dyn Write>),
    /// Every row is there already.
    Complete,
}

impl std::fmt::Debug for OpenTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("OpenTable").field(&self.path()).finish()
    }
}

/// What errors call a writer.
const WRITER_NAME: &str = "the rows";

impl OpenTable<'_> {
    /// What errors call it.
    pub fn path(&self) -> &Path {
        match self {
            Self::Output(output) => output.get_ref().path(),
            Self::Writer(_) | Self::Complete => WRITER_NAME.as_ref(),
        }
    }

    /// The writer of the rows; none if they are there already.
    pub fn writer(&mut self) -> Option<&mut dyn Write> {
        match self {
            Self::Output(output) => Some(output),
            Self::Writer(writer) => Some(writer),
            Self::Complete => None,
        }
    }

    /// Completes it; a file gets its name.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`] if not all can be written.
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
