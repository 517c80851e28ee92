//! ClosedWalks of strong and weak links, as a walk finds them.

use super::super::layout::classic::PEERS;
use super::candidate_rows::Candidates;
use super::chain_hints::ChainLink;
use super::link_rows::{Links, Node};
use super::marks::{Marks, cells_in};
use countless_simd::sort;

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
    /// True if the last false candidate is also false before.
    pub fn is_twisted(&self) -> bool {
        let mut at = self.last;
        while at != 0 {
            if usize::from(self.nodes[at].off) == self.off {
                return true;
            }
            at = self.nodes[at].before.into();
        }
        false
    }

    /// Candidates outside the cycle that see a true and a false literal of their digit.
    pub fn removed(&self, marks: &Marks) -> Vec<(usize, u16)> {
        let mut cells = 0;
        let mut seen = [[0; 9]; 2];
        let mut add = |number: usize, is_on: bool| {
            let literal = self.candidates.literals[number];
            cells |= 1 << literal.cell();
            seen[usize::from(is_on)][literal.digit()] |= PEERS[literal.cell()].0;
        };
        add(self.off, false);
        let mut at = self.last;
        while at != 0 {
            add(self.nodes[at].on.into(), true);
            add(self.nodes[at].off.into(), false);
            at = self.nodes[at].before.into();
        }
        add(self.nodes[0].on.into(), true);
        let mut removed: Vec<(usize, u16)> = Vec::new();
        for (digit, board) in marks.boards.iter().enumerate() {
            for cell in cells_in(seen[0][digit] & seen[1][digit] & board & !cells) {
                match removed.iter_mut().find(|(other, _)| *other == cell) {
                    Some((_, digits)) => *digits |= 1 << digit,
                    None => removed.push((cell, 1 << digit)),
                }
            }
        }
        sort(&mut removed);
        removed
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
