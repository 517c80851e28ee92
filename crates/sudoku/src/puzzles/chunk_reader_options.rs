//! Options of the reader of chunks.

use std::sync::Arc;

use super::InputFormat;
use countless_text::{Outline, Signs};

/// Options for reading an input.
#[derive(Clone, Debug)]
pub struct ChunkReaderOptions {
    pub(super) column: Option<String>,
    pub(super) records_per_chunk: usize,
    pub(super) format: Option<InputFormat>,
    pub(super) signs: Arc<Signs>,
    pub(super) outline: Option<Arc<Outline>>,
    pub(super) passes_all: bool,
}

impl Default for ChunkReaderOptions {
    fn default() -> Self {
        Self {
            column: None,
            records_per_chunk: 1024,
            format: None,
            signs: Arc::default(),
            outline: None,
            passes_all: false,
        }
    }
}

impl ChunkReaderOptions {
    /// Creates options that detect the column and the format of 9×9 puzzles. A chunk has 1024
    /// records.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the column with the puzzle, by name or by number from 1.
    #[must_use]
    pub fn column(self, column: Option<&str>) -> Self {
        let column = column.map(str::to_owned);
        Self { column, ..self }
    }

    /// Sets the number of records in a chunk: lines, grids or rows.
    #[must_use]
    pub fn records_per_chunk(self, records_per_chunk: usize) -> Self {
        Self {
            records_per_chunk,
            ..self
        }
    }

    /// Sets the format of the input, or `None` to detect it.
    #[must_use]
    pub fn format(self, format: Option<InputFormat>) -> Self {
        Self { format, ..self }
    }

    /// Sets the signs of digits and empty cells.
    #[must_use]
    pub fn signs(self, signs: impl Into<Arc<Signs>>) -> Self {
        let signs = signs.into();
        Self { signs, ..self }
    }

    /// Rejects objects of JSON with a key that the first 64 KiB of the input lack, because all keys
    /// are passed on.
    #[must_use]
    pub fn passes_all(self, passes_all: bool) -> Self {
        Self { passes_all, ..self }
    }

    /// Sets the positions of the cells, for puzzles other than 9×9.
    #[must_use]
    pub fn outline(self, outline: Option<Arc<Outline>>) -> Self {
        Self { outline, ..self }
    }
}
