//! Step of an explanation, as data and in words.

use super::super::grid::Cell;
use super::house::House;
use super::technique::Technique;
use serde::Serialize;

/// Step that a person takes: the pattern, the effect, and both in words.
///
/// As JSON, a cell is written `r1c1`, and a house `row 1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// Technique of the step.
    pub technique: Technique,
    /// Digits of the pattern.
    pub digits: Vec<u8>,
    /// Cells of the pattern.
    pub cells: Vec<Cell>,
    /// Houses of the pattern.
    #[serde(rename = "units")]
    pub houses: Vec<House>,
    /// Statements of a chain, where each follows from those before; one chain for each alternative.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<Vec<ChainStatement>>,
    /// Edges between the candidates of the pattern and of its chains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// Cells that are solved, with their digits.
    pub placed: Vec<Candidate>,
    /// Candidates that are removed.
    pub removed: Vec<Candidate>,
    /// Pattern and effect as sentences.
    pub text: String,
}

/// Digit in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Candidate {
    /// Cell of the candidate.
    pub cell: Cell,
    /// Digit, from 1.
    pub digit: u8,
}

/// Edge between two candidates, or between groups: one digit in some cells of a house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Edge {
    /// First end.
    pub from: Vec<Candidate>,
    /// Second end.
    pub to: Vec<Candidate>,
    /// Relation of the two ends.
    pub kind: EdgeKind,
}

/// Relation of two candidates or groups of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    /// At least one of the two is true.
    Strong,
    /// Not both are true.
    Weak,
    /// The second end follows if the first is true, perhaps with other premises.
    Leads,
}

/// Statement of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChainStatement {
    /// Cells of the statement; empty if it is about a house.
    pub cells: Vec<Cell>,
    /// Digit of the statement, or `None` if it says that a cell has no digit left.
    pub digit: Option<u8>,
    /// True if the digit is in one of the cells, false if it is in none of them.
    pub holds: bool,
    /// Statement in words, with its reason.
    pub text: String,
    /// Chain by which the digit in the cell would lead to a contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<ChainStatement>,
}
