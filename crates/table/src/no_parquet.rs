//! Replacement for Parquet in builds without it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::rows::Columns;

/// Error message.
const REASON: &str = "this build does not support Parquet\nhint: write .csv or .ndjson, or use a released program, or \
                      build with `--features parquet`";

/// Returns an error: this build does not support Parquet.
pub(super) fn built() -> Result<(), String> {
    Err(REASON.to_owned())
}

fn none<T>() -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::Unsupported, REASON))
}

/// Type without values, in place of the encoder.
pub(super) enum ParquetEncoder {}

impl ParquetEncoder {
    pub fn new(_: &Columns) -> io::Result<Self> {
        none()
    }

    pub fn write(&mut self, _: &[u8], _: &mut dyn Write) -> io::Result<()> {
        match *self {}
    }

    pub fn finish(self, _: &mut dyn Write) -> io::Result<()> {
        match self {}
    }
}

/// Returns an error: this build does not support Parquet.
pub(super) fn rows(_: File, _: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    none()
}
