//! Whether a candidate has a chain at all, by sets of bits: most have none, and to follow each of
//! them link by link takes long.

use super::field::Field;
use super::links::{Links, exclude, strong, weak};
use super::state::{Candidate, State, bits};

/// Which candidates are true if another one is, in rows of bits.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    nodes: Vec<Candidate>,
    /// The number of each candidate among the nodes.
    numbers: Vec<u16>,
    words: usize,
    /// The nodes that are true if another one is false, and where those of each begin.
    partners: Vec<u16>,
    starts: Vec<u32>,
    /// For each node, those that are true at once if it is.
    next: Vec<u64>,
    reached: Vec<u64>,
    latest: Vec<u64>,
    newest: Vec<u64>,
}

impl Reach {
    /// The first candidate from which a chain leads to one that excludes it.
    pub fn first(&mut self, field: &Field, state: &State, links: Links) -> Option<Candidate> {
        self.build(field, state, links);
        let nodes = self.nodes.len();
        let found = (0..nodes).find(|&node| self.leads_back(field, node, links.most));
        found.map(|node| self.nodes[node])
    }

    fn build(&mut self, field: &Field, state: &State, links: Links) {
        let digits = field.board.digits();
        let place = |candidate: Candidate| {
            usize::from(candidate.cell) * digits + usize::from(candidate.digit)
        };
        self.nodes.clear();
        self.numbers.resize(field.board.cells() * digits, 0);
        for (cell, candidates) in state.open_cells() {
            for digit in bits(candidates) {
                let digit = digit as u8;
                let candidate = Candidate { cell, digit };
                self.numbers[place(candidate)] = self.nodes.len() as u16;
                self.nodes.push(candidate);
            }
        }
        self.partners.clear();
        self.starts.clear();
        self.starts.push(0);
        for &node in &self.nodes {
            strong(field, state, links, node, |partner| {
                self.partners.push(self.numbers[place(partner)]);
            });
            self.starts.push(self.partners.len() as u32);
        }
        self.words = self.nodes.len().div_ceil(64);
        self.next.clear();
        self.next.resize(self.nodes.len() * self.words, 0);
        for (number, &node) in self.nodes.iter().enumerate() {
            let row = &mut self.next[number * self.words..][..self.words];
            weak(field, state, links, node, |lost| {
                let lost = usize::from(self.numbers[place(lost)]);
                let partners = self.starts[lost] as usize..self.starts[lost + 1] as usize;
                for &partner in &self.partners[partners] {
                    row[usize::from(partner / 64)] |= 1 << (partner % 64);
                }
            });
        }
    }

    /// Whether a node makes one true that excludes it, by so many links at most.
    fn leads_back(&mut self, field: &Field, node: usize, most: u32) -> bool {
        let words = self.words;
        let row = |node: usize| node * words..(node + 1) * words;
        self.reached.clear();
        self.reached.resize(words, 0);
        self.latest.clear();
        self.latest.extend_from_slice(&self.next[row(node)]);
        for _ in 0..most {
            self.newest.clear();
            self.newest.resize(words, 0);
            let mut is_end = true;
            for word in 0..words {
                let mut latest = self.latest[word] & !self.reached[word];
                self.reached[word] |= latest;
                while latest != 0 {
                    let other = 64 * word + latest.trailing_zeros() as usize;
                    latest &= latest - 1;
                    if exclude(field, self.nodes[other], self.nodes[node]) {
                        return true;
                    }
                    let next = &self.next[row(other)];
                    for (all, next) in self.newest.iter_mut().zip(next) {
                        *all |= next;
                    }
                    is_end = false;
                }
            }
            if is_end {
                return false;
            }
            std::mem::swap(&mut self.latest, &mut self.newest);
        }
        false
    }
}
