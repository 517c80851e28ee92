//! Pieces of puzzles that have many solutions.

use std::sync::{Arc, Mutex, PoisonError};

/// A piece of a puzzle, or all of it.
#[derive(Clone, Debug)]
pub struct PuzzlePiece<P> {
    puzzle: P,
    cut: Arc<CutPuzzle>,
}

/// A puzzle that was cut.
#[derive(Debug)]
struct CutPuzzle {
    text: String,
    /// The number of pieces that are left, and the solutions of the others.
    remaining: Mutex<(usize, u128)>,
}

impl<P> PuzzlePiece<P> {
    /// All pieces of a puzzle with this text.
    pub(super) fn all(text: &str, pieces: Vec<P>) -> impl Iterator<Item = Self> {
        let whole = Arc::new(CutPuzzle {
            text: text.to_owned(),
            remaining: Mutex::new((pieces.len(), 0)),
        });
        pieces.into_iter().map(move |puzzle| Self {
            puzzle,
            cut: Arc::clone(&whole),
        })
    }

    /// The piece as a puzzle.
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// The text of the whole puzzle.
    pub fn text(&self) -> &str {
        &self.cut.text
    }

    /// Whether the solutions that were counted are enough.
    pub(super) fn has_solutions(&self, limit: u128) -> bool {
        let open = self.cut.remaining.lock();
        open.unwrap_or_else(PoisonError::into_inner).1 >= limit
    }

    /// Adds its solutions, up to a limit: returns their number, and that of the whole puzzle if
    /// this was the last piece.
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
