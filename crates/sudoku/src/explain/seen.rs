//! What a person sees in a pattern: its digits, cells and units, and a sentence.

use super::cells::CellSet;
use super::step::{Edge, Link};

/// The parts of a pattern.
#[derive(Default)]
pub struct Seen {
    /// A bit for each digit, from 0.
    pub digits: u16,
    pub cells: Vec<usize>,
    /// Numbers of units.
    pub units: Vec<usize>,
    pub chains: Vec<Vec<Link>>,
    /// What joins the candidates.
    pub edges: Vec<Edge>,
    /// What is seen, without an end: `in row 1, 5 can only be in r1c2`.
    pub text: String,
}

impl Seen {
    /// A pattern without chains.
    pub fn of(digits: u16, cells: CellSet, units: Vec<usize>, text: String) -> Self {
        Self {
            digits,
            cells: cells.iter().collect(),
            units,
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
