//! Hints with their chains.

use super::marks::{Hint, Literal, Marks};

/// Step that leads to a literal of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChainStep {
    /// Assumption, without a step.
    Start,
    /// In the cell.
    Cell,
    /// In this house.
    House(u8),
}

/// Literal of a chain and the step that leads to it. For the assumption of a multiple chain that is
/// the cell, or the house, of its branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChainLink {
    /// Literal.
    pub literal: Literal,
    /// Step from the literal before it.
    pub by: ChainStep,
}

/// Hint with the chains that prove it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainHint {
    /// Effect, rating and length.
    pub hint: Hint,
    /// Order of hints with equal rating and length.
    pub key: u8,
    /// For each end the chain from it back to its assumption. A cycle ends where it starts; its
    /// second chain is the same backwards, with true and false exchanged.
    pub ends: Vec<Vec<ChainLink>>,
}

/// Search for chains of one kind, with reused memory.
pub trait ChainSearch {
    /// The hint that Sudoku Explainer applies.
    fn first(&mut self, marks: &Marks) -> Option<Hint>;

    /// All hints, sorted; of those that remove the same the first.
    fn all(&mut self, marks: &Marks) -> Vec<ChainHint>;

    /// Hints of chains rated up to a limit, in tenths.
    fn within(&mut self, _: &Marks, _: u16) -> Vec<Hint> {
        Vec::new()
    }
}

/// Words of a row of up to 256 candidates. In WebAssembly all rows are long, for half as much code.
pub const SHORT_ROW: usize = if cfg!(target_family = "wasm") {
    LONG_ROW
} else {
    4
};
/// Words of a row of all 729 candidates.
pub const LONG_ROW: usize = 12;

/// Search over rows of 256 candidates, or of all 729 where a state has more than 256.
#[derive(Debug, Default)]
pub struct ByWidth<S, L> {
    small: S,
    large: Option<Box<L>>,
}

impl<S: ChainSearch, L: ChainSearch + Default> ByWidth<S, L> {
    /// Returns the search for a state.
    pub fn fitting(&mut self, marks: &Marks) -> &mut dyn ChainSearch {
        if marks.count() <= 256 {
            &mut self.small
        } else {
            &mut **self.large.get_or_insert_default()
        }
    }

    /// The hint that Sudoku Explainer applies.
    pub fn first(&mut self, marks: &Marks) -> Option<Hint> {
        self.fitting(marks).first(marks)
    }

    /// All hints, sorted; of those that remove the same the first.
    pub fn all(&mut self, marks: &Marks) -> Vec<ChainHint> {
        self.fitting(marks).all(marks)
    }

    /// Hints of chains rated up to a limit, in tenths.
    pub fn within(&mut self, marks: &Marks, most: u16) -> Vec<Hint> {
        self.fitting(marks).within(marks, most)
    }
}

/// Rating of `length` literals above the least of a rung, added up as Sudoku Explainer does.
pub fn length_rating(length: u32) -> f64 {
    let (mut sum, mut most, mut is_odd) = (0.0, 4, false);
    while length > most + 2 {
        sum += 0.1;
        most = if is_odd { most * 4 / 3 } else { most * 3 / 2 };
        is_odd = !is_odd;
    }
    sum
}
