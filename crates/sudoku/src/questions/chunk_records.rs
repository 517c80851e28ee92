//! Records of an input that are read as puzzles.

use std::borrow::Cow;
use std::sync::Arc;

use super::passed_columns::PassedColumns;
use super::record_texts::RecordTexts;
use super::solution_check::SolutionCheck;
use crate::puzzles::{PuzzleChunk, PuzzleFormat, PuzzleReject};
use countless_engine::Diagnostic;

/// Input of puzzles.
#[derive(Debug)]
pub struct PuzzleInput {
    /// Name of the input.
    pub name: Arc<str>,
    /// Format of the input, with its columns.
    pub format: PuzzleFormat,
    /// Positions of the passed columns, or of the tag in an input without columns.
    pub passed: Vec<usize>,
    /// True if the input has no lines besides blank ones and comments.
    pub is_blank: bool,
}

/// Chunk of records to be read.
#[derive(Clone, Copy, Debug)]
pub struct ChunkRecords<'a> {
    /// Chunk of the input.
    pub chunk: &'a PuzzleChunk,
    /// Input of the chunk.
    pub input: &'a PuzzleInput,
    /// True for each passed column of numbers.
    pub are_numbers: &'a [bool],
    /// Passed columns, and the comparison with given solutions.
    pub passed: PassedColumns,
    /// True if puzzles must consist of clues alone, without pencil marks.
    pub takes_only_grids: bool,
    /// True if rows show each puzzle in one form, and not as in the input.
    pub rewrites: bool,
}

/// Single record.
#[derive(Clone, Debug)]
pub struct SingleRecord<P> {
    /// Text of the puzzle in a row, or the text of a reject.
    pub text: String,
    /// Puzzle, or the diagnostic of a reject.
    pub puzzle: Result<P, Diagnostic>,
}

impl ChunkRecords<'_> {
    /// Adds the other columns of the last record: the comparison with the given solution, and the
    /// passed columns, or the tag of an input without columns.
    #[inline]
    pub fn add_columns(
        &self,
        lines: &mut RecordTexts,
        check: SolutionCheck,
        fields: &[Cow<'_, str>],
        tag: Option<&str>,
    ) {
        if self.passed.has_check {
            lines.add_check(check);
        }
        let has_columns = self.input.format.puzzle_column().is_some();
        for &index in &self.input.passed {
            let field = fields.get(index).map(Cow::as_ref);
            let text = if has_columns { field } else { tag };
            lines.add_passed(text.unwrap_or(""));
        }
    }
}

impl PuzzleInput {
    /// Diagnostic of a record that is not a puzzle.
    pub(super) fn reject_diagnostic(&self, bad: PuzzleReject, row: &[u8]) -> Diagnostic {
        bad.diagnostic(&self.name, row)
    }

    /// Diagnostic of a wrong or missing solution.
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
