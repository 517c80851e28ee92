//! The last step of rows: to a writer as they are, or as columns.

use std::fmt::{self, Debug, Formatter};
use std::io::{self, Write};

use super::parquet::ParquetEncoder;
use super::{Format, RowFormat};

/// Takes the bytes of rows, with their header, and writes what their format makes of them.
pub struct RowWriter<W> {
    out: W,
    /// What makes columns of them.
    encoder: Option<Box<ParquetEncoder>>,
}

impl<W: Write> RowWriter<W> {
    /// Takes rows of a format.
    ///
    /// # Errors
    ///
    /// If this build cannot write it.
    pub fn new(out: W, rows: &RowFormat) -> io::Result<Self> {
        let encoder = match rows.format() {
            Format::Parquet => Some(Box::new(ParquetEncoder::new(rows.columns())?)),
            Format::Csv | Format::Tsv | Format::Ndjson => None,
        };
        Ok(Self { out, encoder })
    }

    /// Takes rows that are written as they are.
    pub fn plain(out: W) -> Self {
        let encoder = None;
        Self { out, encoder }
    }

    /// Where they go.
    pub fn get_ref(&self) -> &W {
        &self.out
    }

    /// Writes what is left, and gives back where it went.
    ///
    /// # Errors
    ///
    /// As of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        if let Some(encoder) = self.encoder {
            encoder.finish(&mut self.out)?;
        }
        Ok(self.out)
    }
}

impl<W: Write> Write for RowWriter<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        match &mut self.encoder {
            Some(encoder) => encoder.write(text, &mut self.out).map(|()| text.len()),
            None => self.out.write(text),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Debug> Debug for RowWriter<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowWriter")
            .field("out", &self.out)
            .field("has_columns", &self.encoder.is_some())
            .finish()
    }
}
