//! Rows on their way to a file or standard output, one by one.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::output::Output;
use super::rows::{Columns, Row};
use super::table_error::TableError;
use super::{Format, RowFormat, RowWriter};

/// Bytes that are written at once.
const BLOCK: usize = 1 << 16;

/// Rows on their way to a file or stdout. The file exists once it is finished.
#[derive(Debug)]
pub struct RowOutput {
    format: RowFormat,
    path: PathBuf,
    output: RowWriter<Output>,
    text: Vec<u8>,
    /// First error of writing.
    error: Option<TableError>,
}

impl RowOutput {
    /// Opens a file of rows, or standard output for `None`.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names the path.
    pub fn create(
        path: Option<&Path>,
        format: Format,
        columns: &Columns,
    ) -> Result<Self, TableError> {
        let format = RowFormat::new(format, columns);
        let output = Output::create(path)?.rows(&format)?;
        Ok(Self {
            path: path.unwrap_or(output.get_ref().path()).to_owned(),
            output,
            text: format.header(),
            format,
            error: None,
        })
    }

    /// Returns the path as the user gave it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a row. Returns false after an error, which [`finish`](Self::finish) returns.
    pub fn write(&mut self, row: &impl Row) -> bool {
        self.format.write(row, &mut self.text);
        self.flush(BLOCK);
        self.error.is_none()
    }

    /// Returns whether the reader of standard output has closed the pipe.
    pub fn is_closed(&self) -> bool {
        let Some(TableError::Write { source, .. }) = &self.error else {
            return false;
        };
        source.kind() == ErrorKind::BrokenPipe && self.output.get_ref().is_stdout()
    }

    /// Writes the buffered text if it has at least `least` bytes.
    fn flush(&mut self, least: usize) {
        if self.text.len() < least || self.error.is_some() {
            return;
        }
        let written = self.output.write_all(&self.text);
        self.error = written
            .err()
            .map(|error| TableError::write(&self.path, error));
        self.text.clear();
    }

    /// Completes the file. A closed pipe is not an error.
    ///
    /// # Errors
    ///
    /// First error of writing.
    pub fn finish(mut self) -> Result<(), TableError> {
        self.flush(1);
        if self.is_closed() {
            return Ok(());
        }
        self.complete()?.publish()
    }

    /// Completes the file, except for its name.
    pub(super) fn complete(mut self) -> Result<Output, TableError> {
        self.flush(1);
        match self.error {
            Some(error) => Err(error),
            None => Output::complete_rows(self.output),
        }
    }
}
