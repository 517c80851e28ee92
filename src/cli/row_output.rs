//! A file of rows that a command writes by itself, beside what a run writes.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use countless::table::TableError;
use countless::table::{Columns, Format, Row, RowFormat};
use countless::table::{Output, RowWriter};

/// So many bytes are written together.
const BLOCK_SIZE: usize = 1 << 16;

/// Rows on their way to a file, which is there once it is finished, or to stdout.
pub struct RowOutput {
    format: RowFormat,
    path: PathBuf,
    output: RowWriter<Output>,
    text: Vec<u8>,
    /// Why it could not be written.
    error: Option<TableError>,
}

impl RowOutput {
    /// Opens it; none is stdout.
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

    /// Opens the file of a flag, for rows beside those of the result.
    pub fn beside(flag: &str, path: &Path, columns: &Columns) -> anyhow::Result<Self> {
        ensure!(
            path != Path::new("-"),
            "{flag} needs a FILE: stdout is reserved for the result"
        );
        Ok(Self::create(Some(path), Format::of(path)?, columns)?)
    }

    /// Where it goes, as the user calls it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a row, and says whether more can be written.
    pub fn write(&mut self, row: &impl Row) -> bool {
        self.format.write(row, &mut self.text);
        self.flush(BLOCK_SIZE);
        self.error.is_none()
    }

    /// Whether the reader of stdout has left.
    pub fn is_closed(&self) -> bool {
        let Some(TableError::Write { source, .. }) = &self.error else {
            return false;
        };
        source.kind() == ErrorKind::BrokenPipe && self.output.get_ref().is_stdout()
    }

    /// Writes what is there, if it is at least so many bytes.
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

    /// Completes it, unless its reader has left.
    pub fn finish(mut self) -> Result<(), TableError> {
        self.flush(1);
        if self.is_closed() {
            return Ok(());
        }
        match self.error {
            Some(error) => Err(error),
            None => Output::finish_rows(self.output),
        }
    }
}
