//! Parts of the inputs that are searched at a time.

use std::sync::Arc;

use super::piece::PuzzlePiece;
use super::records::SingleRecord;
use super::row::PuzzleRow;
use crate::puzzles::PuzzleChunk;
use countless_engine::Diagnostic;

/// A part of the inputs that is searched at a time.
#[derive(Clone, Debug)]
pub enum QuestionSubtree<P, A> {
    /// A chunk of an input, and into how many pieces to cut its larger puzzles.
    Chunk(PuzzleChunk, usize),
    /// A single puzzle.
    Single(Arc<SingleRecord<P>>),
    /// A piece of a puzzle.
    Piece(PuzzlePiece<P>),
    /// Rows that had to wait for the pieces of a puzzle before them, and faults of some of them.
    Rows(Vec<PuzzleRow<A>>, Vec<Diagnostic>),
}
