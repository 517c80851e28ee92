//! Apache Parquet tables, with typed columns (<https://parquet.apache.org>).
//!
//! [`ParquetEncoder`] encodes [typed rows](super::typed_rows) as columns. [`rows`] decodes columns
//! as CSV text for the readers of CSV. In that text, an empty field is a missing value; a quoted
//! empty field is an empty text.
//!
//! ```text
//! workers ──▶ typed rows ──▶ ParquetEncoder ──▶ groups of rows ──▶ file
//! file ──▶ groups of rows ──▶ rows ──▶ CSV ──▶ ChunkReader
//! ```

#[cfg(panic = "abort")]
compile_error!(
    "Parquet needs a profile with `panic = \"unwind\"`, since its crate panics on some damaged files: \
     add `--profile unwind`"
);

mod decoder;
mod encoder;
#[cfg(test)]
mod round_trip_tests;

pub(super) use decoder::rows;
pub(super) use encoder::ParquetEncoder;

/// Returns `Ok`: this build supports Parquet.
#[allow(clippy::unnecessary_wraps)] // other builds return an error
pub(super) fn built() -> Result<(), String> {
    Ok(())
}
