//! Tables in columns with types, as Apache Parquet has them (<https://parquet.apache.org>).
//!
//! [`ParquetEncoder`] makes columns of [typed rows](super::typed) on their way out; [`rows`] makes rows of
//! text of columns on their way in, for the reader of CSV. There, a field that is empty is no
//! value, unless it is quoted: then it is an empty text.
//!
//! ```text
//! workers ──▶ typed rows ──▶ ParquetEncoder ──▶ groups of rows ──▶ file
//! file ──▶ groups of rows ──▶ rows ──▶ CSV ──▶ ChunkReader
//! ```

mod decoder;
mod encoder;
mod guard;
#[cfg(test)]
mod round_trip_tests;

pub(super) use decoder::rows;
pub(super) use encoder::ParquetEncoder;

/// Whether it is there: it is.
#[allow(clippy::unnecessary_wraps)] // other builds say why not
pub(super) fn built() -> Result<(), String> {
    Ok(())
}
