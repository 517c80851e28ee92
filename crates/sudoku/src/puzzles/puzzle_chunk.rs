//! Chunk of an input: whole records that are not yet read.

/// Whole records of an input, not yet read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleChunk {
    pub(super) index: u64,
    pub(super) input: usize,
    pub(super) line: u64,
    pub(super) bytes: Vec<u8>,
}

impl PuzzleChunk {
    /// Number among all chunks, from 0.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Number of the input, from 0.
    pub fn input(&self) -> usize {
        self.input
    }

    /// First line of the chunk, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Text of the chunk.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
