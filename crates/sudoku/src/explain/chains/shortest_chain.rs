//! Search for the shortest chain: breadth-first from all nodes side by side, by rows of bits.

use super::super::layout::{CandidateSet, Layout};
use super::super::solving_state::SolvingState;
use super::link_graph::{ChainNode, LinkGraph, Links, NodeSet, add_nodes, insert, members};

/// Greatest depth of the search, in links; a chain has twice as many nodes.
const DEEPEST: usize = 32;

/// Chain with the candidates that it removes. If its first node is false, the second is true, hence
/// the third is false, and so on. The last one is true.
pub struct FoundChain<L: Layout> {
    pub nodes: Vec<ChainNode>,
    /// True if the last node excludes the first, so that the chain may begin at any node.
    pub is_loop: bool,
    pub removed: CandidateSet<L>,
}

/// Nodes of a chain, and whether it is a loop.
pub struct ChainPath {
    nodes: Vec<usize>,
    is_loop: bool,
}

/// Returns the path of the first of the shortest chains that remove a candidate. The first
/// `candidates` nodes are candidates.
pub fn shortest_path<S: NodeSet>(links: Links, candidates: usize) -> Option<ChainPath> {
    let none = S::none(links.nodes());
    let graph = LinkGraph::<S>::new(links);
    let mut starts: Vec<usize> = (0..graph.links.linked.len()).collect();
    // Nodes that are false if the start is false, for each start: all of them, and the latest ones.
    let mut reached: Vec<S> = vec![none.clone(); starts.len()];
    let mut front: Vec<S> = graph.next_false.clone();
    let mut next = none;
    for depth in 1..=DEEPEST {
        let mut hit = None;
        starts.retain(|&start| {
            if hit.is_some() {
                return true;
            }
            if depth > 1 {
                next.as_mut().fill(0);
                let front = front[start].as_mut();
                for (word, linked) in front.iter_mut().zip(graph.linked.as_ref()) {
                    *word &= linked;
                }
                for row in members(front).filter_map(|node| graph.row(node)) {
                    add_nodes(&graph.next_false[row], &mut next);
                }
                front.copy_from_slice(next.as_ref());
            }
            let front = front[start].as_mut();
            let reached = reached[start].as_mut().iter_mut();
            let excluded = graph.excluded[start].as_ref();
            let mut any = 0;
            let mut first = None;
            let words = front.iter_mut().zip(reached).zip(excluded).enumerate();
            for (number, ((front, reached), excluded)) in words {
                *front &= !*reached;
                *reached |= *front;
                any |= *front;
                let both = *front & excluded;
                if both != 0 && first.is_none() {
                    first = Some(64 * number + both.trailing_zeros() as usize);
                }
            }
            let first = first.filter(|&node| node < candidates);
            hit = first.map(|node| (start, node));
            any != 0
        });
        if let Some((start, removed)) = hit {
            let nodes = chain_nodes(&graph, start, depth, removed);
            let [first, .., last] = *nodes else {
                return None;
            };
            let is_loop = graph.excludes(last, first);
            return Some(ChainPath { nodes, is_loop });
        }
        if starts.is_empty() {
            break;
        }
    }
    None
}

/// Returns the nodes of the chain with `depth` links from the node of a row to one that excludes
/// the candidate `removed`.
fn chain_nodes<S: NodeSet>(
    graph: &LinkGraph<S>,
    start: usize,
    depth: usize,
    removed: usize,
) -> Vec<usize> {
    let mut first = graph.linked.clone();
    first.as_mut().fill(0);
    let mut layers: Vec<S> = vec![first.clone()];
    insert(&mut layers[0], graph.links.linked[start].into());
    for layer in 1..depth {
        let mut next = first.clone();
        for row in members(layers[layer - 1].as_ref()).filter_map(|node| graph.row(node)) {
            add_nodes(&graph.next_false[row], &mut next);
        }
        layers.push(next);
    }
    let mut path = Vec::with_capacity(2 * depth);
    let mut end = removed;
    for layer in layers.iter().rev() {
        let link = members(layer.as_ref()).find_map(|node| {
            let mut partners = graph.partners(graph.row(node)?);
            let partner = partners.find(|&partner| graph.excludes(partner, end))?;
            Some((node, partner))
        });
        let Some((node, partner)) = link else {
            break;
        };
        path.extend([partner, node]);
        end = node;
    }
    path.reverse();
    path
}

/// Returns the chain of a path.
pub fn chain_of_path<L: Layout>(
    ChainPath {
        nodes: path,
        is_loop,
    }: ChainPath,
    nodes: &[ChainNode],
    state: &SolvingState<L>,
) -> Option<FoundChain<L>> {
    let [first, .., last] = *path else {
        return None;
    };
    let between = |one: usize, other: usize| excluded_by_both(nodes[one], nodes[other], state);
    let mut removed = between(first, last);
    if is_loop {
        for pair in path[1..path.len() - 1].chunks_exact(2) {
            removed |= between(pair[0], pair[1]);
        }
    }
    (!removed.is_empty()).then(|| FoundChain {
        nodes: path.iter().map(|&node| nodes[node]).collect(),
        is_loop,
        removed,
    })
}

/// Candidates that both nodes exclude.
fn excluded_by_both<L: Layout>(
    one: ChainNode,
    other: ChainNode,
    state: &SolvingState<L>,
) -> CandidateSet<L> {
    let mut both = one.excludes(state);
    let others = other.excludes(state);
    for digit in 0..state.layout.digits() {
        both[digit] &= others[digit];
    }
    both
}
