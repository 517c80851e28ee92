//! Cycles of strong and weak links, as a walk finds them.

use std::iter::successors;

use super::super::layout::classic::PEERS;
use super::candidate_rows::Candidates;
use super::link_rows::{Links, Node};
use super::marks::{ChainLink, Marks, cells_in};

/// Walk that ends in a cycle.
#[derive(Debug)]
pub struct ClosedWalk<'a, const W: usize> {
    /// Candidates of the state.
    pub candidates: &'a Candidates<W>,
    /// Links of the list.
    pub links: &'a Links<W>,
    /// Nodes of the walk.
    pub nodes: &'a [Node],
    /// Last true candidate, as a node.
    pub last: usize,
    /// Candidate that is false after the last node.
    pub off: usize,
}

impl<const W: usize> ClosedWalk<'_, W> {
    /// Nodes from the last one back to the start, which is left out.
    fn path(&self) -> impl Iterator<Item = &Node> {
        let before = |&at: &usize| Some(usize::from(self.nodes[at].before));
        let path = successors(Some(self.last), before).take_while(|&at| at != 0);
        path.map(|at| &self.nodes[at])
    }

    /// True if the last false candidate is also false before.
    pub fn is_twisted(&self) -> bool {
        self.path().any(|node| usize::from(node.off) == self.off)
    }

    /// Candidates outside the cycle that see a true and a false literal of their digit, by ascending
    /// cells.
    pub fn removed(&self, marks: &Marks) -> Vec<(usize, u16)> {
        let mut cells = 0;
        let mut seen = [[0; 9]; 2];
        let mut add = |number: usize, is_on: bool| {
            let literal = self.candidates.literals[number];
            cells |= 1 << literal.cell();
            seen[usize::from(is_on)][literal.digit()] |= PEERS[literal.cell()].0;
        };
        add(self.nodes[0].on.into(), true);
        add(self.off, false);
        for node in self.path() {
            add(node.on.into(), true);
            add(node.off.into(), false);
        }
        let gone = |digit: usize| seen[0][digit] & seen[1][digit] & marks.boards[digit] & !cells;
        let gone: [u128; 9] = std::array::from_fn(gone);
        let digits = |cell: usize| {
            let digits = (0..9).filter(|&digit| gone[digit] >> cell & 1 != 0);
            digits.map(|digit| 1 << digit).sum()
        };
        let all = gone.iter().fold(0, |all, cells| all | cells);
        cells_in(all).map(|cell| (cell, digits(cell))).collect()
    }

    /// Literals from the end back to the start.
    pub fn chain(&self) -> Vec<ChainLink> {
        let start = self.nodes[0].on.into();
        let last = self.nodes[self.last].on.into();
        let mut chain = vec![
            self.links.strong_link(self.candidates, self.off, start),
            self.candidates.weak_link(last, self.off),
        ];
        chain.extend(self.links.chain(self.candidates, self.nodes, self.last));
        chain
    }
}
