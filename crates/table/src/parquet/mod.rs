//! Apache Parquet tables, with typed columns (<https://parquet.apache.org>).
//!
//! [`encoder()`] encodes [typed rows](super::rows) as columns. [`rows()`] decodes columns as CSV
//! text for the readers of CSV. In that text, an empty field is a missing value; a quoted empty
//! field is an empty text.
//!
//! ```text
//! workers ──▶ typed rows ──▶ ParquetEncoder ──▶ groups of rows ──▶ file
//! file ──▶ groups of rows ──▶ rows ──▶ CSV ──▶ ChunkReader
//! ```

#[cfg(all(feature = "parquet", panic = "abort"))]
compile_error!(
    "Parquet needs a profile with `panic = \"unwind\"`, since its crate panics on some damaged files: \
     add `--profile unwind`"
);

#[cfg(feature = "parquet")]
mod decoder;
#[cfg(feature = "parquet")]
mod encoder;
#[cfg(all(test, feature = "parquet"))]
mod round_trip_tests;

#[cfg(not(feature = "parquet"))]
pub(super) use absent::{built, encoder, rows};
#[cfg(feature = "parquet")]
pub(super) use decoder::rows;
#[cfg(feature = "parquet")]
pub(super) use encoder::encoder;

/// Returns `Ok`: this build supports Parquet.
#[cfg(feature = "parquet")]
#[allow(clippy::unnecessary_wraps)] // other builds return an error
pub(super) fn built() -> Result<(), String> {
    Ok(())
}

/// Replacement in builds without Parquet.
#[cfg(not(feature = "parquet"))]
mod absent {
    use std::fs::File;
    use std::io::{self, Read};
    use std::sync::Arc;
    use std::sync::atomic::AtomicU64;

    use crate::Columns;
    use crate::rows::TypedEncoder;

    /// Error message.
    const REASON: &str = "this build does not support Parquet\nhint: write .csv or .ndjson, or use a released program, or \
                          build with `--features parquet`";

    /// Returns an error: this build does not support Parquet.
    pub fn built() -> Result<(), String> {
        Err(REASON.to_owned())
    }

    fn none<T>() -> io::Result<T> {
        Err(io::Error::new(io::ErrorKind::Unsupported, REASON))
    }

    /// Returns an error: this build does not support Parquet.
    pub fn encoder(_: &Columns) -> io::Result<Box<dyn TypedEncoder>> {
        none()
    }

    /// Returns an error: this build does not support Parquet.
    pub fn rows(_: File, _: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
        none()
    }
}
