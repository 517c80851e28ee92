//! One step of an explanation, for programs and in words.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::super::grid::Unit;
use super::technique::Technique;

/// A step that a person takes: what was seen, what follows, and both in words.
///
/// Cells count from 0, row by row; digits from 1. As JSON, cells are `r1c1` to `r9c9`
/// and units `row 1` to `box 9`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The digits of the pattern.
    pub digits: Vec<u8>,
    /// The cells of the pattern.
    #[serde(serialize_with = "cells")]
    pub cells: Vec<usize>,
    /// The units of the pattern.
    #[serde(serialize_with = "units")]
    pub units: Vec<Unit>,
    /// What follows from what, if that is a chain, or one chain for each alternative.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<Vec<Link>>,
    /// The cells that are settled.
    pub placed: Vec<Candidate>,
    /// The candidates that are removed.
    pub removed: Vec<Candidate>,
    /// All of this as sentences.
    pub text: String,
}

/// A digit in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell, from 0.
    pub cell: usize,
    /// The digit, from 1.
    pub digit: u8,
}

/// One statement of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// The cells of which something is said; none if it is about a unit.
    #[serde(serialize_with = "cells")]
    pub cells: Vec<usize>,
    /// The digit; none if a cell is left without any.
    pub digit: Option<u8>,
    /// Whether the digit is in the cell, or in none of the cells.
    pub holds: bool,
    /// The same in words, with the reason.
    pub text: String,
    /// The chain by which the digit in the cell would lead to a contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Link>,
}

/// `r1c1` to `r9c9`.
pub fn cell_name(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

impl Serialize for Candidate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Candidate", 2)?;
        object.serialize_field("cell", &cell_name(self.cell))?;
        object.serialize_field("digit", &self.digit)?;
        object.end()
    }
}

fn cells<S: Serializer>(cells: &[usize], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(|&cell| cell_name(cell)))
}

fn units<S: Serializer>(units: &[Unit], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(units.iter().map(Unit::to_string))
}
