//! What one thread keeps of a chunk while it is solved.

use std::ops::Range;

use super::super::lanes::{Lanes, Outcome};
use super::super::tally::{BatchTally, Complaint, Written};
use super::super::{PencilMarks, Puzzle};
use crate::simd::Kernel;

/// One thread's memory, reused from chunk to chunk.
#[derive(Debug, Default)]
pub struct Worker {
    /// Which input the chunk is of.
    pub input: usize,
    /// The texts that entries point into.
    pub texts: Vec<u8>,
    pub kept: Vec<Range<usize>>,
    pub entries: Vec<Entry>,
    /// The puzzles, row by row, 0 for a blank, and their outcomes.
    grids: Vec<[u8; 81]>,
    outcomes: Vec<Outcome>,
    /// The puzzles in pencil marks, and their outcomes.
    pencilled: Vec<PencilMarks>,
    pencilled_outcomes: Vec<Outcome>,
    pub lanes: Lanes,
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

/// Which of the worker's puzzles.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Grid(usize),
    Pencilled(usize),
}

impl Worker {
    pub fn clear(&mut self) {
        self.texts.clear();
        self.kept.clear();
        self.entries.clear();
        self.grids.clear();
        self.pencilled.clear();
    }

    /// Notes a row that was written.
    #[inline]
    pub fn sign(&mut self, row: &[u8]) {
        if let Some(signature) = &mut self.signature {
            signature.bytes += row.len() as u64;
            signature.hasher.update(row);
        }
    }

    /// Keeps a puzzle, and says where.
    pub fn keep(&mut self, puzzle: &Puzzle) -> Place {
        match puzzle {
            Puzzle::Grid(grid) => {
                self.grids.push(*grid.digits());
                Place::Grid(self.grids.len() - 1)
            }
            Puzzle::Pencilled(marks) => {
                self.pencilled.push(**marks);
                Place::Pencilled(self.pencilled.len() - 1)
            }
        }
    }

    /// Solves what is kept.
    pub fn solve(&mut self, kernel: Kernel, limit: u64) {
        self.lanes
            .solve(kernel, &self.grids, limit, &mut self.outcomes);
        let (pencilled, outcomes) = (&self.pencilled, &mut self.pencilled_outcomes);
        self.lanes.solve_marks(kernel, pencilled, limit, outcomes);
    }

    pub fn marks(&self, place: Place) -> PencilMarks {
        match place {
            Place::Grid(index) => PencilMarks::of_digits(&self.grids[index]),
            Place::Pencilled(index) => self.pencilled[index],
        }
    }

    /// The digits of a puzzle, if it is a grid.
    pub fn grid(&self, place: Option<Place>) -> Option<&[u8; 81]> {
        match place? {
            Place::Grid(index) => Some(&self.grids[index]),
            Place::Pencilled(_) => None,
        }
    }

    pub fn outcome(&self, place: Place) -> &Outcome {
        match place {
            Place::Grid(index) => &self.outcomes[index],
            Place::Pencilled(index) => &self.pencilled_outcomes[index],
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
