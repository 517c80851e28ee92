//! Some whole records of an input, cut out of it and not yet read.

/// Some whole records of an input, not yet looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    pub(super) index: u64,
    pub(super) line: u64,
    pub(super) bytes: Vec<u8>,
}

impl Chunk {
    /// Its number among the chunks of the input, from 0.
    pub fn index(&self) -> u64 {
        self.index
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
