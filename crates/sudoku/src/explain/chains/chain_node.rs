//! Node of a chain: a candidate or a group.

use super::super::layout::{CandidateSet, Layout, LayoutSet, bits};
use super::super::solving_state::SolvingState;

/// Candidate, or group of candidates: the places of a digit that a line and another house, such as
/// a box, share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainNode {
    /// Number of the cell or of the segment.
    cell_or_segment: u16,
    digit: u8,
    is_group: bool,
}

impl ChainNode {
    pub fn candidate(cell: usize, digit: usize) -> Self {
        Self {
            cell_or_segment: cell as u16,
            digit: digit as u8,
            is_group: false,
        }
    }

    pub fn group(segment: usize, digit: usize) -> Self {
        Self {
            cell_or_segment: segment as u16,
            digit: digit as u8,
            is_group: true,
        }
    }

    #[inline(always)]
    pub fn digit(self) -> usize {
        self.digit.into()
    }

    /// Cell of a candidate; `None` for a group.
    #[inline(always)]
    pub fn cell(self) -> Option<usize> {
        (!self.is_group).then_some(self.cell_or_segment.into())
    }

    /// Cells of the node in a state.
    #[inline(always)]
    pub fn cells<L: Layout>(self, state: &SolvingState<L>) -> L::Cells {
        match self.cell() {
            Some(cell) => L::Cells::of(cell),
            None => {
                state.layout.segment(self.cell_or_segment.into())
                    & state.candidate_cells(self.digit())
            }
        }
    }

    /// Candidates that are false if the node is true.
    pub fn excludes<L: Layout>(self, state: &SolvingState<L>) -> CandidateSet<L> {
        let digit = self.digit();
        let seen = state.layout.common_peers(self.cells(state));
        let mut excluded = CandidateSet::<L>::of(digit, state.candidate_cells(digit) & seen);
        if let Some(cell) = self.cell() {
            for other in bits(state.candidates_of(cell) & !(1 << digit)) {
                excluded[other].insert(cell);
            }
        }
        excluded
    }
}
