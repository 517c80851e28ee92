//! One step of an explanation, for programs and in words.

use serde::Serialize;

use super::super::cell::Cell;
use super::house::House;
use super::technique::Technique;

/// A step that a person takes: what was seen, what follows, and both in words.
///
/// As JSON, cells are such as `r1c1` and houses such as `row 1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The digits of the pattern.
    pub digits: Vec<u8>,
    /// The cells of the pattern.
    pub cells: Vec<Cell>,
    /// The houses of the pattern.
    #[serde(rename = "units")]
    pub houses: Vec<House>,
    /// What follows from what, if that is a chain, or one chain for each alternative.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<Vec<ChainStatement>>,
    /// What joins the candidates of the pattern, and those of its chains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// The cells that are settled.
    pub placed: Vec<Candidate>,
    /// The candidates that are removed.
    pub removed: Vec<Candidate>,
    /// All of this as sentences.
    pub text: String,
}

/// A digit in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: u8,
}

/// Two candidates that are joined, or two groups of them: one digit in some cells of a house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// Where it begins.
    pub from: Vec<Candidate>,
    /// Where it ends.
    pub to: Vec<Candidate>,
    /// What is known of the two.
    pub kind: EdgeKind,
}

/// What is known of two candidates, or groups of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    /// One of the two is true, at least.
    Strong,
    /// Not both are true.
    Weak,
    /// If the first is true, what is said of the second follows, perhaps with other premises.
    Leads,
}

/// One statement of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChainStatement {
    /// The cells of which something is said; none if it is about a house.
    pub cells: Vec<Cell>,
    /// The digit; none if a cell is left without any.
    pub digit: Option<u8>,
    /// Whether the digit is in the cell, or in none of the cells.
    pub holds: bool,
    /// The same in words, with the reason.
    pub text: String,
    /// The chain by which the digit in the cell would lead to a contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<ChainStatement>,
}
