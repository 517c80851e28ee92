//! Description of a pattern: digits, cells, houses and a sentence.

use super::layout::{CellSet, LayoutSet};
use super::step::{ChainStatement, Edge};

/// Description of a pattern for people.
#[derive(Default)]
pub struct PatternDescription {
    /// Digits from 0, one bit each.
    pub digits: u32,
    pub cells: Vec<usize>,
    /// Numbers of the houses.
    pub houses: Vec<usize>,
    pub chains: Vec<Vec<ChainStatement>>,
    /// Edges between the candidates.
    pub edges: Vec<Edge>,
    /// Sentence without its conclusion: `in row 1, 5 can only be in r1c2`.
    pub text: String,
}

impl PatternDescription {
    /// Creates a description without chains.
    pub fn of(digits: u32, cells: CellSet, houses: Vec<usize>, text: String) -> Self {
        Self {
            digits,
            cells: cells.iter().collect(),
            houses,
            chains: Vec::new(),
            edges: Vec::new(),
            text,
        }
    }

    /// Replaces the edges between candidates.
    pub fn with_edges(self, edges: Vec<Edge>) -> Self {
        Self { edges, ..self }
    }
}
