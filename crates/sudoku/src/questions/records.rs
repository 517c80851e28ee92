//! Records of an input that are to be read as puzzles.

use std::sync::Arc;

use super::passed::PassedColumns;
use crate::puzzles::{PuzzleChunk, PuzzleFormat, PuzzleReject};
use countless_engine::Diagnostic;

/// How to read an input.
#[derive(Debug)]
pub struct PuzzleInput {
    /// The name of the input.
    pub name: Arc<str>,
    /// The places of its columns.
    pub format: PuzzleFormat,
    /// The places of the columns passed on; of an input without columns, the tag.
    pub passed: Vec<usize>,
}

/// A chunk whose records are to be read.
#[derive(Clone, Copy, Debug)]
pub struct ChunkRecords<'a> {
    /// The chunk.
    pub chunk: &'a PuzzleChunk,
    /// The layout of its input.
    pub input: &'a PuzzleInput,
    /// True for each passed column of numbers.
    pub are_numbers: &'a [bool],
    /// Passed columns, and the comparison of given solutions.
    pub passed: PassedColumns,
    /// True if puzzles are clues alone, so that pencil marks are not accepted.
    pub takes_only_grids: bool,
    /// True if rows show each puzzle in one form, and not as it stands in the input.
    pub rewrites: bool,
}

/// A record by itself.
#[derive(Clone, Debug)]
pub struct SingleRecord<P> {
    /// The puzzle as rows show it, or what stands in its place.
    pub text: String,
    /// The puzzle, or its fault.
    pub puzzle: Result<P, Diagnostic>,
}

impl PuzzleInput {
    /// The fault of a record that is no puzzle.
    pub(super) fn reject_diagnostic(&self, bad: PuzzleReject, row: &[u8]) -> Diagnostic {
        bad.diagnostic(&self.name, row)
    }

    /// The fault of the solution that a record gives.
    pub(super) fn wrong_solution_diagnostic(
        &self,
        line: u64,
        row: &[u8],
        reason: String,
    ) -> Diagnostic {
        Diagnostic {
            input: Arc::clone(&self.name),
            line,
            column: 1,
            reason,
            is_common: false,
            row: row.to_vec(),
        }
    }
}
