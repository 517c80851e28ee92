//! Links of a state: the candidates and groups that exclude or replace others.

use std::ops::Range;

use super::super::layout::{CandidateSet, Layout, LayoutSet, bits, has_two};
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
    /// Creates the node of a digit in a cell, or of a group in a segment.
    fn new(cell_or_segment: usize, digit: usize, is_group: bool) -> Self {
        Self {
            cell_or_segment: cell_or_segment as u16,
            digit: digit as u8,
            is_group,
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

/// Kinds of links that a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkRules {
    /// Houses with two places for a digit.
    OneDigit,
    /// Cells with two candidates.
    Pairs,
    /// Both kinds of links.
    Candidates,
    /// Both kinds of links, and groups of places in a line and a box.
    Grouped,
}

/// Set of nodes, one bit each, in an array or a vector of words.
pub trait NodeSet: Clone + AsRef<[u64]> + AsMut<[u64]> {
    /// Returns the empty set for a number of nodes.
    fn none(nodes: usize) -> Self;
}

impl<const W: usize> NodeSet for [u64; W] {
    #[inline(always)]
    fn none(_: usize) -> Self {
        [0; W]
    }
}

impl NodeSet for Vec<u64> {
    fn none(nodes: usize) -> Self {
        vec![0; nodes.div_ceil(64)]
    }
}

/// Adds the nodes of `more` to `set`.
#[inline(always)]
pub fn add_nodes<S: NodeSet>(more: &S, set: &mut S) {
    for (word, more) in set.as_mut().iter_mut().zip(more.as_ref()) {
        *word |= more;
    }
}

/// True if a node is in a set.
fn has(set: &impl NodeSet, node: usize) -> bool {
    set.as_ref()[node / 64] >> (node % 64) & 1 != 0
}

/// Inserts a node into a set.
#[inline(always)]
pub fn insert(set: &mut impl NodeSet, node: usize) {
    set.as_mut()[node / 64] |= 1 << (node % 64);
}

/// Numbers of the nodes in a set.
#[inline(always)]
pub fn members(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(number, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let node = 64 * number + rest.trailing_zeros() as usize;
            let some = rest != 0;
            rest &= rest.wrapping_sub(1);
            some.then_some(node)
        })
    })
}

/// Nodes of a state. Candidates come before groups.
#[derive(Debug)]
pub struct Nodes {
    pub all: Vec<ChainNode>,
    /// Number of nodes that are single candidates.
    pub candidates: usize,
    link_rules: LinkRules,
    index: NodeNumbers,
}

/// Links of the nodes of a state: a row for each node that has partners. The search for them
/// depends on the layout, but not on the size of sets of nodes.
#[derive(Debug)]
pub struct Links {
    /// Nodes of the rows, ascending.
    pub linked: Vec<u16>,
    /// Row of each node.
    rows: Vec<u16>,
    /// Nodes that are true if the node of a row is false, row after row, and the start of each row.
    partners: Vec<u16>,
    starts: Vec<u32>,
    /// Nodes that are false if the node of a row is true: a set of `words` words for each row.
    excluded: Vec<u64>,
    words: usize,
}

/// Links of nodes, and sets of nodes for the search of a chain. They depend on the size of the
/// sets, but not on the layout.
#[derive(Debug)]
pub struct LinkGraph<S> {
    pub links: Links,
    /// Nodes of the rows as a set.
    pub linked: S,
    /// Nodes that are false if the node of a row is true.
    pub excluded: Vec<S>,
    /// Nodes that are false if the node of a row is false, since one of its partners is then true.
    pub next_false: Vec<S>,
}

/// Numbers of the candidates and groups among the nodes.
#[derive(Debug)]
struct NodeNumbers {
    /// Numbers by digit, then by cell.
    candidates: Vec<u16>,
    cells: usize,
    groups: Vec<u16>,
    segments: usize,
}

impl NodeNumbers {
    #[inline(always)]
    fn candidate(&self, digit: usize, cell: usize) -> u16 {
        self.candidates[digit * self.cells + cell]
    }

    #[inline(always)]
    fn group(&self, digit: usize, segment: usize) -> u16 {
        self.groups[digit * self.segments + segment]
    }
}

/// Number that stands for no node.
const NONE: u16 = u16::MAX;

impl Nodes {
    pub fn new<L: Layout>(state: &SolvingState<L>, kind: LinkRules, digits: Range<usize>) -> Self {
        let layout = &state.layout;
        let (cells, segments) = (layout.cells(), layout.plain().segments.len());
        let mut nodes = Vec::with_capacity(512);
        let mut index = NodeNumbers {
            candidates: vec![NONE; layout.digits() * cells],
            cells,
            groups: vec![NONE; layout.digits() * segments],
            segments,
        };
        for digit in digits.clone() {
            for cell in state.candidate_cells(digit).iter() {
                index.candidates[digit * cells + cell] = nodes.len() as u16;
                nodes.push(ChainNode::new(cell, digit, false));
            }
        }
        let candidates = nodes.len();
        if kind == LinkRules::Grouped {
            for digit in digits {
                for segment in 0..segments {
                    let group = ChainNode::new(segment, digit, true);
                    if group.cells(state).len() > 1 {
                        index.groups[digit * segments + segment] = nodes.len() as u16;
                        nodes.push(group);
                    }
                }
            }
        }
        Self {
            all: nodes,
            candidates,
            link_rules: kind,
            index,
        }
    }
}

impl<S: NodeSet> LinkGraph<S> {
    /// Makes the sets of links. A set must have a bit for each node.
    pub fn new(links: Links) -> Self {
        let none = S::none(links.nodes());
        let mut linked = none.clone();
        for &node in &links.linked {
            insert(&mut linked, node.into());
        }
        let mut excluded = vec![none; links.linked.len()];
        let rows = links.excluded.chunks_exact(links.words);
        for (set, row) in excluded.iter_mut().zip(rows) {
            set.as_mut()[..row.len()].copy_from_slice(row);
        }
        let mut graph = Self {
            links,
            linked,
            excluded,
            next_false: Vec::new(),
        };
        graph.compose();
        graph
    }

    /// Row of a node, if it has partners.
    #[inline(always)]
    pub fn row(&self, node: usize) -> Option<usize> {
        let row = self.links.rows[node];
        (row != NONE).then_some(row.into())
    }

    /// Nodes that are true if the node of a row is false.
    #[inline(always)]
    pub fn partners(&self, row: usize) -> impl Iterator<Item = usize> {
        let starts = &self.links.starts;
        let partners = starts[row] as usize..starts[row + 1] as usize;
        let partners = self.links.partners[partners].iter();
        partners.map(|&node| node.into())
    }

    /// True if a node with partners excludes another.
    pub fn excludes(&self, node: usize, other: usize) -> bool {
        self.row(node)
            .is_some_and(|row| has(&self.excluded[row], other))
    }

    fn compose(&mut self) {
        let next = (0..self.excluded.len()).map(|row| {
            let mut next = S::none(self.links.nodes());
            for partner in self.partners(row) {
                if let Some(row) = self.row(partner) {
                    add_nodes(&self.excluded[row], &mut next);
                }
            }
            next
        });
        self.next_false = next.collect();
    }
}

impl Links {
    /// Finds the links of nodes.
    pub fn new<L: Layout>(state: &SolvingState<L>, nodes: &Nodes) -> Self {
        let len = nodes.all.len();
        let mut links = Self {
            linked: Vec::with_capacity(len),
            rows: vec![NONE; len],
            partners: Vec::with_capacity(2 * len),
            starts: Vec::with_capacity(len + 1),
            excluded: Vec::new(),
            words: len.div_ceil(64).max(1),
        };
        links.find_partners(state, nodes);
        links.find_excluded(state, nodes);
        links
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.rows.len()
    }

    fn find_partners<L: Layout>(&mut self, state: &SolvingState<L>, nodes: &Nodes) {
        let (kind, index) = (nodes.link_rules, &nodes.index);
        let layout = &state.layout;
        self.starts.push(0);
        for (number, &node) in nodes.all.iter().enumerate() {
            let (digit, cells) = (node.digit(), node.cells(state));
            let start = self.partners.len();
            let mut add = |other: u16| {
                if other != NONE && !self.partners[start..].contains(&other) {
                    self.partners.push(other);
                }
            };
            if let Some(cell) = node.cell()
                && kind != LinkRules::OneDigit
                && has_two(state.candidates_of(cell))
            {
                let other = (state.candidates_of(cell) & !(1 << digit)).trailing_zeros() as usize;
                add(index.candidate(other, cell));
            }
            let houses = layout.common_houses(cells);
            for house in houses.filter(|_| kind != LinkRules::Pairs) {
                let rest = state.candidate_cells(digit) & layout.group(house) & !cells;
                if let Some(cell) = rest.only() {
                    add(index.candidate(digit, cell));
                } else if kind == LinkRules::Grouped && !rest.is_empty() {
                    for &segment in &layout.plain().groups[house].segments {
                        let group = layout.segment(segment) & state.candidate_cells(digit);
                        let holds_rest = (rest & !group).is_empty();
                        let is_apart = (cells & group).is_empty();
                        // Only two groups of an area may have a place in common.
                        if holds_rest && (is_apart || node.cell().is_none()) {
                            add(index.group(digit, segment));
                        }
                    }
                }
            }
            if self.partners.len() > start {
                self.rows[number] = self.linked.len() as u16;
                self.linked.push(number as u16);
                self.starts.push(self.partners.len() as u32);
            }
        }
    }

    fn find_excluded<L: Layout>(&mut self, state: &SolvingState<L>, nodes: &Nodes) {
        let (kind, index) = (nodes.link_rules, &nodes.index);
        let groups = &nodes.all[nodes.candidates..];
        let before = |digit: usize| groups.partition_point(|node| node.digit() < digit);
        let first = |digit: usize| nodes.candidates + before(digit);
        let first: Vec<usize> = (0..=state.layout.digits()).map(first).collect();
        self.excluded = vec![0; self.words * self.linked.len()];
        let rows = self.excluded.chunks_exact_mut(self.words);
        for (row, &number) in rows.zip(&self.linked) {
            let node = nodes.all[usize::from(number)];
            let digit = node.digit();
            let seen = state.layout.common_peers(node.cells(state));
            let mut add = |other: u16| {
                if other != NONE {
                    row[usize::from(other) / 64] |= 1 << (other % 64);
                }
            };
            for cell in (seen & state.candidate_cells(digit)).iter() {
                add(index.candidate(digit, cell));
            }
            if let Some(cell) = node.cell()
                && kind != LinkRules::OneDigit
            {
                for other in bits(state.candidates_of(cell) & !(1 << digit)) {
                    add(index.candidate(other, cell));
                }
            }
            for group in first[digit]..first[digit + 1] {
                if (nodes.all[group].cells(state) & !seen).is_empty() {
                    add(group as u16);
                }
            }
        }
    }
}
