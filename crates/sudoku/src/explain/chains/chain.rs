//! Chain of candidates and of groups.

use super::super::layout::{CandidateSet, CellSet, Frame, Layout, LayoutSet, bits};
use super::super::plain_state::PlainState;
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

    /// Cells of the node in a state as lists.
    pub fn places(self, state: &PlainState<'_>) -> CellSet {
        match self.cell() {
            Some(cell) => CellSet::of(cell),
            None => {
                state.layout.segment(self.cell_or_segment.into())
                    & state.candidate_cells(self.digit())
            }
        }
    }

    /// Returns the node in the frame of a puzzle.
    fn moved(self, frame: &Frame) -> Self {
        let digit = frame.digit(self.digit());
        match self.cell() {
            Some(cell) => Self::candidate(frame.cell(cell), digit),
            None => Self::group(frame.segment(self.cell_or_segment.into()), digit),
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

/// Chain of candidates or groups: if the first is false, the second is true, hence the third is
/// false, and so on. The last one is true.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    nodes: [ChainNode; Self::LONGEST],
    length: usize,
    /// True if the last node excludes the first, so that the chain may begin at any node.
    pub is_loop: bool,
}

impl Chain {
    /// Most nodes of a chain.
    pub const LONGEST: usize = 64;

    /// Creates a chain from its nodes in reverse order, or returns `None` if there are too many.
    pub fn from_last(nodes: impl Iterator<Item = ChainNode>) -> Option<Self> {
        let mut chain = Self {
            nodes: [ChainNode::candidate(0, 0); Self::LONGEST],
            length: 0,
            is_loop: false,
        };
        for node in nodes {
            *chain.nodes.get_mut(chain.length)? = node;
            chain.length += 1;
        }
        chain.nodes[..chain.length].reverse();
        Some(chain)
    }

    /// Returns the chain in the frame of a puzzle.
    pub fn moved(&self, frame: &Frame) -> Self {
        let mut moved = *self;
        for node in &mut moved.nodes[..self.length] {
            *node = node.moved(frame);
        }
        moved
    }

    /// Nodes in order.
    pub fn nodes(&self) -> &[ChainNode] {
        &self.nodes[..self.length]
    }
}
