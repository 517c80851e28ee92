//! Chains: if a candidate were true, others would be false, hence others true, and so on, until
//! one is true that excludes the first.
//!
//! What makes a candidate true is that it is the last but one of its cell, or of a unit. So one
//! end of a chain or the other is true, and what both exclude is false.

use super::field::Field;
use super::links::{Links, exclude, strong, weak};
use super::reach::Reach;
use super::state::{Candidate, State, bits};

/// A candidate that a chain makes true, and what it began with.
#[derive(Clone, Copy, Debug)]
struct Node {
    candidate: Candidate,
    start: Candidate,
    links: u32,
}

/// Memory for a search.
#[derive(Clone, Debug, Default)]
pub struct Chains {
    /// When each candidate was last reached.
    reached: Vec<u32>,
    now: u32,
    queue: Vec<Node>,
    reach: Reach,
}

impl Chains {
    /// A shortest chain from the first candidate that one excludes.
    pub fn find(
        &mut self,
        field: &Field,
        state: &State,
        links: Links,
        gone: &mut Vec<Candidate>,
    ) -> bool {
        let digits = field.board.digits();
        self.reached.resize(field.board.cells() * digits, 0);
        let first = self.reach.first(field, state, links);
        let last = first.and_then(|first| self.refute(field, state, links, first));
        if let Some(last) = last {
            excluded(field, state, last.start, last.candidate, gone);
        }
        last.is_some()
    }

    /// What a candidate makes true that excludes it, by as few links as can be.
    fn refute(
        &mut self,
        field: &Field,
        state: &State,
        links: Links,
        first: Candidate,
    ) -> Option<Node> {
        if self.now == u32::MAX {
            self.reached.fill(0);
            self.now = 0;
        }
        self.now += 1;
        self.queue.clear();
        let root = Node {
            candidate: first,
            start: first,
            links: 0,
        };
        let digits = field.board.digits();
        let mut found = None;
        let (mut at, mut node) = (0, root);
        loop {
            let Self {
                reached,
                now,
                queue,
                ..
            } = self;
            weak(field, state, links, node.candidate, |lost| {
                let start = if node.links == 0 { lost } else { node.start };
                strong(field, state, links, lost, |candidate| {
                    let place = usize::from(candidate.cell) * digits + usize::from(candidate.digit);
                    if reached[place] == *now || found.is_some() {
                        return;
                    }
                    reached[place] = *now;
                    let next = Node {
                        candidate,
                        start,
                        links: node.links + 1,
                    };
                    if exclude(field, candidate, first) {
                        found = Some(next);
                    } else if next.links < links.most {
                        queue.push(next);
                    }
                });
            });
            if found.is_some() {
                return found;
            }
            node = *self.queue.get(at)?;
            at += 1;
        }
    }
}

/// The candidates that two exclude.
fn excluded(
    field: &Field,
    state: &State,
    one: Candidate,
    other: Candidate,
    gone: &mut Vec<Candidate>,
) {
    let is_both = |&candidate: &Candidate| {
        state.has(candidate.cell, candidate.digit)
            && exclude(field, candidate, one)
            && exclude(field, candidate, other)
    };
    let mut push = |cell, digit| {
        let candidate = Candidate { cell, digit };
        if is_both(&candidate) {
            gone.push(candidate);
        }
    };
    if one.digit == other.digit {
        field
            .sight()
            .common(&[one.cell, other.cell], |cell| push(cell, one.digit));
    } else if one.cell == other.cell {
        for digit in bits(state.candidates(one.cell)) {
            push(one.cell, digit as u8);
        }
    } else {
        push(one.cell, other.digit);
        push(other.cell, one.digit);
    }
}
