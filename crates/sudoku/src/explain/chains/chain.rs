//! A chain of candidates and of groups.

use super::super::layout::{Frame, Layout, Marks, Set, bits};
use super::super::state::State;

/// A candidate, or a group of them: the places of a digit that a line and an area share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// A cell, or a segment.
    at: u16,
    digit: u8,
    is_group: bool,
}

impl Node {
    pub fn candidate(cell: usize, digit: usize) -> Self {
        Self {
            at: cell as u16,
            digit: digit as u8,
            is_group: false,
        }
    }

    pub fn group(segment: usize, digit: usize) -> Self {
        Self {
            at: segment as u16,
            digit: digit as u8,
            is_group: true,
        }
    }

    #[inline(always)]
    pub fn digit(self) -> usize {
        self.digit.into()
    }

    /// Its only cell; none of a group.
    #[inline(always)]
    pub fn cell(self) -> Option<usize> {
        (!self.is_group).then_some(self.at.into())
    }

    /// The cells of a state that it stands for.
    #[inline(always)]
    pub fn cells<L: Layout>(self, state: &State<L>) -> L::Cells {
        match self.cell() {
            Some(cell) => L::Cells::of(cell),
            None => state.layout.segment(self.at.into()) & state.marks(self.digit()),
        }
    }

    /// The same in the frame of a puzzle.
    fn moved<L: Layout>(self, frame: &L::Frame) -> Self {
        let digit = frame.digit(self.digit());
        match self.cell() {
            Some(cell) => Self::candidate(frame.cell(cell), digit),
            None => Self::group(frame.segment(self.at.into()), digit),
        }
    }

    /// The candidates that are false if it is true.
    pub fn excludes<L: Layout>(self, state: &State<L>) -> Marks<L> {
        let digit = self.digit();
        let seen = state.layout.common_peers(self.cells(state));
        let mut excluded = Marks::<L>::of(digit, state.marks(digit) & seen);
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
            nodes: [Node::candidate(0, 0); Self::LONGEST],
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
    pub fn moved<L: Layout>(&self, frame: &L::Frame) -> Self {
        let mut moved = *self;
        for node in &mut moved.nodes[..self.length] {
            *node = node.moved::<L>(frame);
        }
        moved
    }

    /// Its nodes in order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes[..self.length]
    }
}
