//! Subtrees of a question.

use std::sync::Arc;

use super::chunk_records::SingleRecord;
use super::puzzle_piece::PuzzlePiece;
use super::puzzle_row::PuzzleRow;
use crate::puzzles::PuzzleChunk;
use countless_engine::Diagnostic;

/// Subtree of a question: a part of its inputs.
#[derive(Clone, Debug)]
pub enum QuestionSubtree<P, A> {
    /// Chunk of an input, and the number of pieces to cut its larger puzzles into.
    Chunk(PuzzleChunk, usize),
    /// Single puzzle.
    Single(Arc<SingleRecord<P>>),
    /// Piece of a puzzle.
    Piece(PuzzlePiece<P>),
    /// Rows deferred behind the pieces of a puzzle, with their diagnostics.
    Rows(Vec<PuzzleRow<A>>, Vec<Diagnostic>),
}
