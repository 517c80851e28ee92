//! Pieces of puzzles with many solutions.

use std::sync::{Arc, Mutex, PoisonError};

/// Piece of a puzzle, or all of it.
#[derive(Clone, Debug)]
pub struct PuzzlePiece<P> {
    puzzle: P,
    times: u64,
    cut: Arc<CutPuzzle>,
}

/// Puzzle that was cut.
#[derive(Debug)]
struct CutPuzzle {
    text: String,
    /// Number of remaining pieces, and solutions of the finished ones.
    remaining: Mutex<(usize, u128)>,
}

impl<P> PuzzlePiece<P> {
    /// All pieces of a puzzle with this text. The number before each piece is that of the pieces
    /// with as many solutions that it stands for.
    pub(super) fn all(text: &str, pieces: Vec<(u64, P)>) -> impl Iterator<Item = Self> {
        let whole = Arc::new(CutPuzzle {
            text: text.to_owned(),
            remaining: Mutex::new((pieces.len(), 0)),
        });
        pieces.into_iter().map(move |(times, puzzle)| Self {
            puzzle,
            times,
            cut: Arc::clone(&whole),
        })
    }

    /// Returns the piece as a puzzle.
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Number of pieces with as many solutions that it stands for.
    pub(super) fn times(&self) -> u64 {
        self.times
    }

    /// Text of the whole puzzle.
    pub fn text(&self) -> &str {
        &self.cut.text
    }

    /// True if the solutions counted so far reach the limit.
    pub(super) fn has_solutions(&self, limit: u128) -> bool {
        let open = self.cut.remaining.lock();
        open.unwrap_or_else(PoisonError::into_inner).1 >= limit
    }

    /// Adds the solutions of the piece, up to a limit for the whole puzzle. Returns the number
    /// added and, after the last piece, the number for the whole puzzle.
    pub(super) fn add(&self, solutions: u128, limit: u128) -> (u128, Option<u128>) {
        let open = self.cut.remaining.lock();
        let mut open = open.unwrap_or_else(PoisonError::into_inner);
        let (left, sum) = &mut *open;
        let added = solutions.min(limit - *sum);
        *left -= 1;
        *sum += added;
        (added, (*left == 0).then_some(*sum))
    }
}
