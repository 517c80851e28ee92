//! A chain of candidates and of groups.

use super::super::super::grid::CELLS;
use super::super::cells::{CellSet, Marks, SEGMENTS, bits, segment};
use super::super::frame::Frame;
use super::super::state::State;

/// A candidate, or a group of them: the places of a digit that a line and a box share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node(u16);

impl Node {
    /// The first of the groups.
    const GROUPS: usize = 9 * CELLS;

    pub fn candidate(cell: usize, digit: usize) -> Self {
        Self((digit * CELLS + cell) as u16)
    }

    pub fn group(segment: usize, digit: usize) -> Self {
        Self((Self::GROUPS + digit * SEGMENTS + segment) as u16)
    }

    pub fn digit(self) -> usize {
        match usize::from(self.0).checked_sub(Self::GROUPS) {
            None => usize::from(self.0) / CELLS,
            Some(group) => group / SEGMENTS,
        }
    }

    /// Its only cell; none of a group.
    pub fn cell(self) -> Option<usize> {
        let number = usize::from(self.0);
        (number < Self::GROUPS).then_some(number % CELLS)
    }

    /// The cells of a state that it stands for.
    pub fn cells(self, state: &State) -> CellSet {
        match usize::from(self.0).checked_sub(Self::GROUPS) {
            None => CellSet::of(usize::from(self.0) % CELLS),
            Some(group) => segment(group % SEGMENTS) & state.marks(self.digit()),
        }
    }

    /// The same in the frame of a puzzle.
    fn moved(self, frame: &Frame) -> Self {
        let digit = frame.digit(self.digit());
        match usize::from(self.0).checked_sub(Self::GROUPS) {
            None => Self::candidate(frame.cell(usize::from(self.0) % CELLS), digit),
            Some(group) => Self::group(frame.segment(group % SEGMENTS), digit),
        }
    }

    /// The candidates that are false if it is true.
    pub fn excludes(self, state: &State) -> Marks {
        let digit = self.digit();
        let seen = self.cells(state).common_peers();
        let mut excluded = Marks::of(digit, state.marks(digit) & seen);
        if let Some(cell) = self.cell() {
            for other in bits(state.cell(cell) & !(1 << digit)) {
                excluded[other].insert(cell);
            }
        }
        excluded
    }
}

/// A list of candidates or groups: if the first is false, the second is true, hence the
/// third false, and so on; the last one is true.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    nodes: [Node; Self::LONGEST],
    length: usize,
    /// Whether the last one excludes the first, so that one may begin with any.
    pub is_loop: bool,
}

impl Chain {
    /// The most nodes of a chain.
    pub const LONGEST: usize = 64;

    /// Follows `nodes` from the last; none if there are too many.
    pub fn from_last(nodes: impl Iterator<Item = Node>) -> Option<Self> {
        let mut chain = Self {
            nodes: [Node(0); Self::LONGEST],
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

    /// The same in the frame of a puzzle.
    pub fn moved(&self, frame: &Frame) -> Self {
        let mut moved = *self;
        for node in &mut moved.nodes[..self.length] {
            *node = node.moved(frame);
        }
        moved
    }

    /// Its nodes in order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes[..self.length]
    }
}
