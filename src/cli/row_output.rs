//! File of rows that a command writes itself, such as the file of `--rejects`.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use countless::table::TableError;
use countless::table::{Columns, Format, Row, RowFormat};
use countless::table::{Output, RowWriter};

/// Size of a block that is written at once, in bytes.
const BLOCK_SIZE: usize = 1 << 16;

/// Rows on their way to a file or stdout. The file exists once it is finished.
pub struct RowOutput {
    format: RowFormat,
    path: PathBuf,
    output: RowWriter<Output>,
    text: Vec<u8>,
    /// First error of writing.
    error: Option<TableError>,
}

impl RowOutput {
    /// Opens a file of rows. None stands for stdout.
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

    /// Opens the file of a flag, for rows beside the result.
    pub fn beside(flag: &str, path: &Path, columns: &Columns) -> anyhow::Result<Self> {
        ensure!(
            path != Path::new("-"),
            "{flag} needs a FILE: stdout is reserved for the result"
        );
        Ok(Self::create(Some(path), Format::of(path)?, columns)?)
    }

    /// Path as the user gave it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a row. Returns false after an error.
    pub fn write(&mut self, row: &impl Row) -> bool {
        self.format.write(row, &mut self.text);
        self.flush(BLOCK_SIZE);
        self.error.is_none()
    }

    /// True if the reader of stdout has closed the pipe.
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
