//! What lanes know of the cells that two units share.

use super::row::LaneWords;
use crate::plan::CompiledShape;
use crate::word::CandidateWord;

/// What is known of the parts of units.
#[derive(Debug)]
pub(super) struct Intersections<W: CandidateWord> {
    /// The candidates of the cells of each, together.
    pub unions: Vec<LaneWords<W>>,
    /// For each part and each of its two units, what the unit can have only there.
    pub locked: Vec<LaneWords<W>>,
}

impl<W: CandidateWord> Intersections<W> {
    pub fn new(plan: &CompiledShape) -> Self {
        let parts = plan.intersections().len();
        Self {
            unions: vec![LaneWords::NONE; parts],
            locked: vec![LaneWords::NONE; 2 * parts],
        }
    }
}
