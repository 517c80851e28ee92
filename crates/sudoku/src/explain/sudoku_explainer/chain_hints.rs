//! Hints with their chains.

use super::marks::{Hint, Literal};

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
