//! Last stage of writing rows: unchanged, or as Parquet.

use std::fmt::{self, Debug, Formatter};
use std::io::{self, Write};

use super::parquet::ParquetEncoder;
use super::{Format, RowFormat};

/// Writer of formatted rows, including their header. It passes text on unchanged and encodes typed
/// rows as Parquet.
pub struct RowWriter<W> {
    out: W,
    /// Encoder, if the format is Parquet.
    encoder: Option<Box<ParquetEncoder>>,
}

impl<W: Write> RowWriter<W> {
    /// Creates a writer for rows of a format.
    ///
    /// # Errors
    ///
    /// Fails if this build cannot write the format.
    pub fn new(out: W, rows: &RowFormat) -> io::Result<Self> {
        let encoder = match rows.format() {
            Format::Parquet => Some(Box::new(ParquetEncoder::new(rows.columns())?)),
            Format::Csv | Format::Tsv | Format::Ndjson => None,
        };
        Ok(Self { out, encoder })
    }

    /// Creates a writer that passes rows on unchanged.
    pub fn plain(out: W) -> Self {
        let encoder = None;
        Self { out, encoder }
    }

    /// Returns the underlying writer.
    pub fn get_ref(&self) -> &W {
        &self.out
    }

    /// Writes all remaining bytes and returns the underlying writer.
    ///
    /// # Errors
    ///
    /// Error of the underlying writer or of the encoder.
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
