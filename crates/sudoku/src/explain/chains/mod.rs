//! Alternating inference chains: chains of candidates where at least one end is true.
//!
//! ```text
//!     false ══▶ true ──▶ false ══▶ true ──▶ false ══▶ true
//!       └ first           ══ one of the two must be true        last ┘
//!                         ── not both can be true
//! ```
//!
//! If the first candidate is false, the last one is true: so one of them is, and the candidates
//! that both exclude are removed. If both ends are the same candidate, it is true. If the ends
//! exclude each other, the chain is a loop, and may begin at any node.
//!
//! The search returns a shortest chain, which has no detours. If two of its true candidates
//! excluded each other, the part between them would be a shorter chain, which refutes the first of
//! them.

mod chain_node;
mod chain_words;
mod link_graph;
mod shortest_chain;

use super::change_set::ChangeSet;
use super::deduction::Deduction;
use super::layout::{Layout, LayoutSet, bits, has_two};
use super::solving_state::SolvingState;
use super::technique::Technique;
use link_graph::{LinkRules, Links, Nodes};
use shortest_chain::{ChainPath, FoundChain};

/// Finds a chain of places of one digit.
pub fn x<L: Layout>(state: &SolvingState<L>, digits: u32) -> Option<Deduction<L>> {
    // A chain through fewer than three houses with two places is a turbot fish, or a colour that
    // clashes.
    let is_linked = |&digit: &usize| {
        let pairs = (0..state.layout.houses()).filter(|&house| has_two(state.places(digit, house)));
        pairs.take(3).count() == 3
    };
    let chains = bits(digits).filter(is_linked);
    let chains = chains.filter_map(|digit| {
        let nodes = Nodes::new(state, LinkRules::OneDigit, digit..digit + 1);
        shortest(&nodes, state)
    });
    let shortest = chains.min_by_key(|found| found.nodes.len());
    shortest?.deduction(Technique::XChain, state)
}

/// Finds a chain of cells with two candidates, where each shares one with the next.
pub fn xy<L: Layout>(state: &SolvingState<L>, news: ChangeSet<L>) -> Option<Deduction<L>> {
    if (state.bivalue_cells() & news.cells).is_empty() {
        return None;
    }
    find(state, Technique::XyChain, LinkRules::Pairs)
}

/// Finds a chain of candidates, with links of both kinds.
pub fn alternating<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    find(state, Technique::AlternatingChain, LinkRules::Candidates)
}

/// Finds a chain in which places of a digit shared by a line and a box may count as one.
pub fn grouped<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    find(state, Technique::GroupedChain, LinkRules::Grouped)
}

fn find<L: Layout>(
    state: &SolvingState<L>,
    technique: Technique,
    kind: LinkRules,
) -> Option<Deduction<L>> {
    shortest(&Nodes::new(state, kind, 0..state.layout.digits()), state)?.deduction(technique, state)
}

/// Returns the first of the shortest chains.
fn shortest<L: Layout>(nodes: &Nodes, state: &SolvingState<L>) -> Option<FoundChain<L>> {
    let links = Links::new(state, nodes);
    let path = shortest_path(links, nodes.candidates)?;
    shortest_chain::chain_of_path(path, &nodes.all, state)
}

/// Returns the path of the first of the shortest chains. The sets are arrays of just the size
/// needed.
fn shortest_path(links: Links, candidates: usize) -> Option<ChainPath> {
    use shortest_chain::shortest_path as path;
    match links.nodes() {
        0..=64 => path::<[u64; 1]>(links, candidates),
        65..=128 => path::<[u64; 2]>(links, candidates),
        129..=256 => path::<[u64; 4]>(links, candidates),
        257..=512 => path::<[u64; 8]>(links, candidates),
        513..=1280 => path::<[u64; 20]>(links, candidates),
        _ => path::<Vec<u64>>(links, candidates),
    }
}

#[cfg(test)]
mod shortest_chain_tests;
