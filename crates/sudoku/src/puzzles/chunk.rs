//! Some whole records of an input, cut out of it and not yet read.

/// Some whole records of an input, not yet looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleChunk {
    pub(super) index: u64,
    pub(super) input: usize,
    pub(super) line: u64,
    pub(super) bytes: Vec<u8>,
}

impl PuzzleChunk {
    /// Its number among all chunks, from 0.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// The number of its input, from 0.
    pub fn input(&self) -> usize {
        self.input
    }

    /// The line on which it starts, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Its text.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
