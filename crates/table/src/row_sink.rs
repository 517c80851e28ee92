//! Destination of typed rows in several files, and the writer that passes them on.

use std::fmt::Debug;
use std::io::{self, Write};
use std::path::Path;

use super::rows::{TypedRow, TypedStream};
use super::table_error::TableError;

/// Destination of rows in several files.
pub trait RowSink: Debug + Send {
    /// Folder of the files.
    fn path(&self) -> &Path;

    /// Takes the next row.
    ///
    /// # Errors
    ///
    /// Error of the file that it belongs to.
    fn take(&mut self, row: TypedRow<'_>) -> io::Result<()>;

    /// Completes all files.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names a file.
    fn finish(self: Box<Self>) -> Result<(), TableError>;
}

/// Writer of typed rows to a sink.
#[derive(Debug)]
pub struct SinkWriter {
    pub(super) sink: Box<dyn RowSink>,
    stream: TypedStream,
}

impl SinkWriter {
    /// Creates a writer.
    pub(super) fn new(sink: Box<dyn RowSink>) -> Self {
        let stream = TypedStream::default();
        Self { sink, stream }
    }
}

impl Write for SinkWriter {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let sink = &mut self.sink;
        self.stream.write(text, &mut |row| sink.take(row))?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
