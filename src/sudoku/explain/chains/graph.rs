//! The links of a state: which candidates, and groups of them, exclude or replace others.

use std::ops::Range;

use super::super::cells::{CellSet, SEGMENTS, bits, has_two, segments_of};
use super::super::deduction::Node;
use super::super::state::State;

/// Which links there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Units with two places for a digit.
    OneDigit,
    /// Cells with two candidates.
    Pairs,
    /// Both.
    Candidates,
    /// Both, and groups of places in a line and a box.
    Grouped,
}

/// A set of nodes for each node, as rows of bits.
#[derive(Clone, Debug)]
pub struct Rows {
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    /// Empty sets, for so many nodes.
    pub fn new(nodes: usize) -> Self {
        let width = nodes.div_ceil(64);
        Self {
            width,
            words: vec![0; width * nodes],
        }
    }

    pub fn of(&self, node: usize) -> &[u64] {
        &self.words[node * self.width..(node + 1) * self.width]
    }

    pub fn of_mut(&mut self, node: usize) -> &mut [u64] {
        &mut self.words[node * self.width..(node + 1) * self.width]
    }

    /// Adds the set of a node to another.
    #[inline(always)]
    pub fn add_to(&self, node: usize, set: &mut [u64]) {
        for (word, more) in set.iter_mut().zip(self.of(node)) {
            *word |= more;
        }
    }

    pub fn has(&self, node: usize, other: usize) -> bool {
        self.of(node)[other / 64] >> (other % 64) & 1 != 0
    }
}

/// The nodes of a set.
pub fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(number, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let node = 64 * number + rest.trailing_zeros() as usize;
            let some = rest != 0;
            rest &= rest.wrapping_sub(1);
            some.then_some(node)
        })
    })
}

/// The nodes of a state and how they are linked. Candidates come before groups.
#[derive(Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// How many nodes are single candidates.
    pub candidates: usize,
    /// The nodes that are true if a node is false.
    pub partners: Vec<Partners>,
    /// The nodes that are false if a node is true.
    pub excluded: Rows,
    /// The nodes that are false if a node is false, by way of a partner.
    pub next: Rows,
}

/// A few nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Partners {
    nodes: [u16; 8],
    count: usize,
}

impl Partners {
    /// Adds a node that is not there yet. A cell's other candidate, and one or two nodes in
    /// each of its units, are all that there can be.
    fn add(&mut self, node: u16) {
        if !self.nodes[..self.count].contains(&node)
            && let Some(free) = self.nodes.get_mut(self.count)
        {
            *free = node;
            self.count += 1;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.nodes[..self.count].iter().map(|&node| node.into())
    }
}

/// Where each candidate and each group is among the nodes.
struct Index {
    candidates: [[u16; 81]; 9],
    groups: [[u16; SEGMENTS]; 9],
}

/// No node.
const NONE: u16 = u16::MAX;

impl Graph {
    pub fn new(state: &State, kind: Kind, digits: Range<usize>) -> Self {
        let mut nodes = Vec::with_capacity(512);
        let mut index = Index {
            candidates: [[NONE; 81]; 9],
            groups: [[NONE; SEGMENTS]; 9],
        };
        for digit in digits.clone() {
            for cell in state.marks(digit).iter() {
                index.candidates[digit][cell] = nodes.len() as u16;
                nodes.push(Node::candidate(cell, digit));
            }
        }
        let candidates = nodes.len();
        if kind == Kind::Grouped {
            for digit in digits {
                for segment in 0..SEGMENTS {
                    let group = Node::group(segment, digit);
                    if group.cells(state).len() > 1 {
                        index.groups[digit][segment] = nodes.len() as u16;
                        nodes.push(group);
                    }
                }
            }
        }
        let mut graph = Self {
            partners: vec![Partners::default(); nodes.len()],
            excluded: Rows::new(nodes.len()),
            next: Rows::new(nodes.len()),
            candidates,
            nodes,
        };
        graph.find_partners(state, kind, &index);
        graph.find_excluded(state, kind, &index);
        graph.compose();
        graph
    }

    fn find_partners(&mut self, state: &State, kind: Kind, index: &Index) {
        for (number, &node) in self.nodes.iter().enumerate() {
            let (digit, cells) = (node.digit(), node.cells(state));
            let mut partners = Partners::default();
            let mut add = |other: u16| {
                if other != NONE {
                    partners.add(other);
                }
            };
            if let Some(cell) = node.cell()
                && kind != Kind::OneDigit
                && has_two(state.cell(cell))
            {
                let other = (state.cell(cell) & !(1 << digit)).trailing_zeros() as usize;
                add(index.candidates[other][cell]);
            }
            for unit in cells.common_units().filter(|_| kind != Kind::Pairs) {
                let rest = state.marks(digit) & CellSet::unit(unit) & !cells;
                match rest.len() {
                    1 => rest
                        .iter()
                        .for_each(|cell| add(index.candidates[digit][cell])),
                    2 | 3 if kind == Kind::Grouped => {
                        for segment in segments_of(unit) {
                            let group = Node::group(segment, digit);
                            let holds_rest = (rest & !group.cells(state)).is_empty();
                            let is_apart = (cells & group.cells(state)).is_empty();
                            // Only two groups of a box may have a place in common.
                            if holds_rest && (is_apart || node.cell().is_none()) {
                                add(index.groups[digit][segment]);
                            }
                        }
                    }
                    _ => {}
                }
            }
            self.partners[number] = partners;
        }
    }

    /// For the nodes that have partners, since chains lead through no others.
    fn find_excluded(&mut self, state: &State, kind: Kind, index: &Index) {
        let groups = &self.nodes[self.candidates..];
        let first = |digit: usize| self.candidates + groups.partition_point(|n| n.digit() < digit);
        let first: [usize; 10] = std::array::from_fn(first);
        for (number, &node) in self.nodes.iter().enumerate() {
            if self.partners[number].is_empty() {
                continue;
            }
            let digit = node.digit();
            let seen = node.cells(state).common_peers();
            let row = self.excluded.of_mut(number);
            let mut add = |other: u16| {
                if other != NONE {
                    row[other as usize / 64] |= 1 << (other % 64);
                }
            };
            for cell in (seen & state.marks(digit)).iter() {
                add(index.candidates[digit][cell]);
            }
            if let Some(cell) = node.cell()
                && kind != Kind::OneDigit
            {
                for other in bits(state.cell(cell) & !(1 << digit)) {
                    add(index.candidates[other][cell]);
                }
            }
            for group in first[digit]..first[digit + 1] {
                if (self.nodes[group].cells(state) & !seen).is_empty() {
                    add(group as u16);
                }
            }
        }
    }

    fn compose(&mut self) {
        for (number, partners) in self.partners.iter().enumerate() {
            let next = self.next.of_mut(number);
            for partner in partners.iter() {
                let excluded = self.excluded.of(partner);
                for (word, more) in next.iter_mut().zip(excluded) {
                    *word |= more;
                }
            }
        }
    }
}
