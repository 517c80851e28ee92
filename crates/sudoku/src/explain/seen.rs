//! A pattern as a person sees it: its digits, cells and houses, and a sentence.

use super::layout::{Layout, LayoutSet};
use super::step::{ChainStatement, Edge};

/// The parts of a pattern.
#[derive(Default)]
pub struct PatternDescription {
    /// A bit for each digit, from 0.
    pub digits: u32,
    pub cells: Vec<usize>,
    /// Numbers of houses.
    pub houses: Vec<usize>,
    pub chains: Vec<Vec<ChainStatement>>,
    /// What joins the candidates.
    pub edges: Vec<Edge>,
    /// What is seen, without an end: `in row 1, 5 can only be in r1c2`.
    pub text: String,
}

impl PatternDescription {
    /// A pattern without chains.
    pub fn of<L: Layout>(digits: u32, cells: L::Cells, houses: Vec<usize>, text: String) -> Self {
        Self {
            digits,
            cells: cells.iter().collect(),
            houses,
            chains: Vec::new(),
            edges: Vec::new(),
            text,
        }
    }

    /// The same with what joins the candidates.
    pub fn with_edges(self, edges: Vec<Edge>) -> Self {
        Self { edges, ..self }
    }
}
