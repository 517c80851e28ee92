//! What one thread keeps of a chunk while it is solved.

use std::ops::Range;

use super::super::puzzle_set::{Place, PuzzleSet};
use super::super::tally::{BatchTally, Complaint, Written};

/// One thread's memory, reused from chunk to chunk.
#[derive(Debug, Default)]
pub struct Worker {
    /// Which input the chunk is of.
    pub input: usize,
    /// The texts that entries point into.
    pub texts: Vec<u8>,
    pub kept: Vec<Range<usize>>,
    pub entries: Vec<Entry>,
    pub puzzles: PuzzleSet,
    pub tally: BatchTally,
    /// What has been written of the chunk, if anybody wants to know.
    pub signature: Option<Signature>,
}

/// The length and the checksum of a text that grows.
#[derive(Debug, Default)]
pub struct Signature {
    bytes: u64,
    hasher: crc32fast::Hasher,
}

impl Signature {
    pub fn written(self) -> Written {
        Written {
            bytes: self.bytes,
            checksum: self.hasher.finalize(),
        }
    }
}

/// A row of the input.
#[derive(Debug)]
pub struct Entry {
    pub text: Range<usize>,
    /// Where its puzzle is, if it is one.
    pub place: Option<Place>,
    /// The first of the worker's kept fields that belongs to it.
    pub first_kept: usize,
}

impl Worker {
    pub fn clear(&mut self) {
        self.texts.clear();
        self.kept.clear();
        self.entries.clear();
        self.puzzles.clear();
    }

    /// Notes a row that was written.
    #[inline]
    pub fn sign(&mut self, row: &[u8]) {
        if let Some(signature) = &mut self.signature {
            signature.bytes += row.len() as u64;
            signature.hasher.update(row);
        }
    }

    /// Keeps a text, and says where.
    pub fn note(&mut self, text: &[u8]) -> Range<usize> {
        let start = self.texts.len();
        self.texts.extend_from_slice(text);
        start..self.texts.len()
    }

    pub fn complain(&mut self, line: u64, column: usize, reason: String) {
        self.tally.complaints.push(Complaint {
            input: self.input,
            line,
            column,
            reason,
        });
    }
}
