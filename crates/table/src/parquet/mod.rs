//! Tables in columns with types, as Apache Parquet has them (<https://parquet.apache.org>).
//!
//! To the rest of the program such a table is rows of text, as CSV is: [`Encoder`] makes columns
//! of rows on their way out, [`rows`] makes rows of columns on their way in. A field that is
//! empty is no value, unless it is quoted: then it is an empty text.
//!
//! ```text
//! workers ──▶ rows as CSV ──▶ Encoder ──▶ groups of rows ──▶ file
//! file ──▶ groups of rows ──▶ rows ──▶ CSV ──▶ ChunkReader
//! ```

mod decoder;
mod encoder;
mod guard;
#[cfg(test)]
mod tests;

pub(super) use decoder::rows;
pub(super) use encoder::Encoder;

/// Whether it is there: it is.
#[allow(clippy::unnecessary_wraps)] // other builds say why not
pub(super) fn built() -> Result<(), String> {
    Ok(())
}
