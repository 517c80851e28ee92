//! Pieces of puzzles that have many solutions.

use std::sync::{Arc, Mutex, PoisonError};

/// A piece of a puzzle, or all of it.
#[derive(Clone, Debug)]
pub struct PuzzlePiece<P> {
    puzzle: P,
    whole: Arc<Whole>,
}

/// A puzzle that was cut.
#[derive(Debug)]
struct Whole {
    text: String,
    /// The number of pieces that are left, and the solutions of the others.
    open: Mutex<(usize, u128)>,
}

impl<P> PuzzlePiece<P> {
    /// All pieces of a puzzle with this text.
    pub(super) fn all(text: &str, pieces: Vec<P>) -> impl Iterator<Item = Self> {
        let whole = Arc::new(Whole {
            text: text.to_owned(),
            open: Mutex::new((pieces.len(), 0)),
        });
        pieces.into_iter().map(move |puzzle| Self {
            puzzle,
            whole: Arc::clone(&whole),
        })
    }

    /// The piece as a puzzle.
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// The text of the whole puzzle.
    pub fn text(&self) -> &str {
        &self.whole.text
    }

    /// Whether the solutions that were counted are enough.
    pub(super) fn has(&self, limit: u128) -> bool {
        let open = self.whole.open.lock();
        open.unwrap_or_else(PoisonError::into_inner).1 >= limit
    }

    /// Adds its solutions, up to a limit: returns their number, and that of the whole puzzle if
    /// this was the last piece.
    pub(super) fn add(&self, solutions: u128, limit: u128) -> (u128, Option<u128>) {
        let open = self.whole.open.lock();
        let mut open = open.unwrap_or_else(PoisonError::into_inner);
        let (left, sum) = &mut *open;
        let added = solutions.min(limit - *sum);
        *left -= 1;
        *sum += added;
        (added, (*left == 0).then_some(*sum))
    }
}
