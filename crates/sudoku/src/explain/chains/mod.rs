//! Alternating inference chains: candidates of which one end or the other is true.
//!
//! ```text
//!     false ══▶ true ──▶ false ══▶ true ──▶ false ══▶ true
//!       └ first           ══ one of the two must be true        last ┘
//!                         ── not both can be true
//! ```
//!
//! If the first candidate is false, the last one is true: so one of them is, and what
//! neither leaves room for goes. If both ends are the same candidate, it is true; if they
//! leave no room for each other, the chain is a loop, and holds from wherever one begins.
//!
//! Of all chains a shortest one is taken. It has no detours: if two of its true
//! candidates left no room for each other, the part between them would be a chain that
//! refutes the first of them, and shorter.

mod chain;
mod graph;
mod search;
mod words;

use super::cells::{UNITS, bits, has_two};
use super::deduction::Deduction;
use super::news::News;
use super::state::State;
use super::technique::Technique;
use graph::{Kind, Nodes};
use search::Found;

/// A chain of the places of one digit.
pub fn x(state: &State, digits: u16) -> Option<Deduction> {
    // Chains of two such units are turbot fish, or colours that clash.
    let is_linked = |&digit: &usize| {
        let pairs = (0..UNITS).filter(|&unit| has_two(state.places(digit, unit)));
        pairs.take(3).count() == 3
    };
    let chains = bits(digits).filter(is_linked);
    let chains = chains.filter_map(|digit| {
        let nodes = Nodes::new(state, Kind::OneDigit, digit..digit + 1);
        shortest(&nodes, state)
    });
    let shortest = chains.min_by_key(|found| found.chain.nodes().len());
    shortest?.deduction(Technique::XChain)
}

/// A chain of cells with two candidates, each sharing one with the next.
pub fn xy(state: &State, news: News) -> Option<Deduction> {
    if (state.pairs() & news.cells).is_empty() {
        return None;
    }
    find(state, Technique::XyChain, Kind::Pairs)
}

/// A chain of candidates, linked in either way.
pub fn alternating(state: &State) -> Option<Deduction> {
    find(state, Technique::AlternatingChain, Kind::Candidates)
}

/// A chain in which places of a digit that a line and a box share may count as one.
pub fn grouped(state: &State) -> Option<Deduction> {
    find(state, Technique::GroupedChain, Kind::Grouped)
}

fn find(state: &State, technique: Technique, kind: Kind) -> Option<Deduction> {
    shortest(&Nodes::new(state, kind, 0..9), state)?.deduction(technique)
}

/// The first of the shortest chains, by sets that are just as large as they need to be.
fn shortest(nodes: &Nodes, state: &State) -> Option<Found> {
    match nodes.all.len() {
        0..=64 => search::shortest::<1>(nodes, state),
        65..=128 => search::shortest::<2>(nodes, state),
        129..=256 => search::shortest::<4>(nodes, state),
        257..=512 => search::shortest::<8>(nodes, state),
        _ => search::shortest::<20>(nodes, state),
    }
}

#[cfg(test)]
mod tests;
