//! The links of a state: which candidates, and groups of them, exclude or replace others.

use std::ops::Range;

use super::super::cells::{CellSet, SEGMENTS, bits, has_two, segments_of};
use super::super::state::State;
use super::chain::Node;

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

/// A set of nodes, as bits of so many words.
pub type Set<const W: usize> = [u64; W];

/// Adds the nodes of one set to another.
#[inline(always)]
pub fn add<const W: usize>(more: &Set<W>, set: &mut Set<W>) {
    for (word, more) in set.iter_mut().zip(more) {
        *word |= more;
    }
}

/// Whether a node is in a set.
fn has<const W: usize>(set: &Set<W>, node: usize) -> bool {
    set[node / 64] >> (node % 64) & 1 != 0
}

/// The nodes of a set.
pub fn members<const W: usize>(set: &Set<W>) -> impl Iterator<Item = usize> {
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

/// The nodes of a state. Candidates come before groups.
#[derive(Debug)]
pub struct Nodes {
    pub all: Vec<Node>,
    /// How many are single candidates.
    pub candidates: usize,
    kind: Kind,
    index: Index,
}

/// How nodes are linked, in sets of so many words: a row for each node that has partners.
#[derive(Debug)]
pub struct Graph<const W: usize> {
    /// The nodes of the rows, ascending, and as a set.
    pub nodes: Vec<u16>,
    pub linked: Set<W>,
    /// The row of each node.
    rows: Vec<u16>,
    /// The nodes that are true if a node is false.
    pub partners: Vec<Partners>,
    /// The nodes that are false if a node is true.
    pub excluded: Vec<Set<W>>,
    /// The nodes that are false if a node is false, by way of a partner.
    pub next: Vec<Set<W>>,
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
#[derive(Debug)]
struct Index {
    candidates: [[u16; 81]; 9],
    groups: [[u16; SEGMENTS]; 9],
}

/// No node.
const NONE: u16 = u16::MAX;

impl Nodes {
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
        Self {
            all: nodes,
            candidates,
            kind,
            index,
        }
    }
}

impl<const W: usize> Graph<W> {
    /// The links of nodes, of which there are no more than bits in a set.
    pub fn new(state: &State, nodes: &Nodes) -> Self {
        let mut graph = Self {
            nodes: Vec::with_capacity(nodes.all.len()),
            linked: [0; W],
            rows: vec![NONE; nodes.all.len()],
            partners: Vec::with_capacity(nodes.all.len()),
            excluded: Vec::new(),
            next: Vec::new(),
        };
        graph.find_partners(state, nodes);
        graph.find_excluded(state, nodes);
        graph.compose();
        graph
    }

    /// The row of a node, if it has partners.
    #[inline(always)]
    pub fn row(&self, node: usize) -> Option<usize> {
        let row = self.rows[node];
        (row != NONE).then_some(row.into())
    }

    /// Whether a node that has partners excludes another.
    pub fn excludes(&self, node: usize, other: usize) -> bool {
        self.row(node)
            .is_some_and(|row| has(&self.excluded[row], other))
    }

    fn find_partners(&mut self, state: &State, nodes: &Nodes) {
        let (kind, index) = (nodes.kind, &nodes.index);
        for (number, &node) in nodes.all.iter().enumerate() {
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
                match rest.only() {
                    Some(cell) => add(index.candidates[digit][cell]),
                    None if kind == Kind::Grouped && matches!(rest.len(), 2 | 3) => {
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
            if !partners.is_empty() {
                self.linked[number / 64] |= 1 << (number % 64);
                self.rows[number] = self.nodes.len() as u16;
                self.nodes.push(number as u16);
                self.partners.push(partners);
            }
        }
    }

    fn find_excluded(&mut self, state: &State, nodes: &Nodes) {
        let (kind, index) = (nodes.kind, &nodes.index);
        let groups = &nodes.all[nodes.candidates..];
        let before = |digit: usize| groups.partition_point(|node| node.digit() < digit);
        let first = |digit: usize| nodes.candidates + before(digit);
        let first: [usize; 10] = std::array::from_fn(first);
        self.excluded = vec![[0; W]; self.nodes.len()];
        for (row, &number) in self.excluded.iter_mut().zip(&self.nodes) {
            let node = nodes.all[usize::from(number)];
            let digit = node.digit();
            let seen = node.cells(state).common_peers();
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
                if (nodes.all[group].cells(state) & !seen).is_empty() {
                    add(group as u16);
                }
            }
        }
    }

    fn compose(&mut self) {
        let next = self.partners.iter().map(|partners| {
            let mut next = [0; W];
            for row in partners.iter().filter_map(|partner| self.row(partner)) {
                add(&self.excluded[row], &mut next);
            }
            next
        });
        self.next = next.collect();
    }
}
