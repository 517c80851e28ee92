//! State of intersections in lanes.

use super::lane_words::LaneWords;
use crate::candidate_word::CandidateWord;
use crate::compiled_shape::CompiledShape;

/// State of the intersections of houses.
#[derive(Debug)]
pub(super) struct Intersections<W: CandidateWord> {
    /// Union of the candidates in the cells of each intersection.
    pub unions: Vec<LaneWords<W>>,
    /// For each intersection and each of its two houses, the candidates that the house has only
    /// there.
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
