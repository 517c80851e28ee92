//! The shortest chain, breadth first from all nodes together, by rows of bits.

use super::super::cells::Marks;
use super::super::deduction::Deduction;
use super::super::state::State;
use super::super::technique::Technique;
use super::chain::{Chain, Node};
use super::graph::{Graph, Nodes, Set, add, members};

/// The deepest search: a chain of twice as many nodes.
const DEEPEST: usize = Chain::LONGEST / 2;

/// A chain, and what it removes.
pub struct Found {
    pub chain: Chain,
    pub removed: Marks,
}

impl Found {
    pub fn deduction(self, technique: Technique) -> Option<Deduction> {
        Deduction::removing(technique, self.chain, self.removed)
    }
}

/// The first of the shortest chains that remove a candidate.
pub fn shortest<const W: usize>(nodes: &Nodes, state: &State) -> Option<Found> {
    let graph = Graph::<W>::new(state, nodes);
    let mut starts: Vec<usize> = (0..graph.nodes.len()).collect();
    // For each start, the nodes that are false if it is: all, and those found last.
    let mut reached: Vec<Set<W>> = vec![[0; W]; starts.len()];
    let mut front: Vec<Set<W>> = graph.next.clone();
    for depth in 1..=DEEPEST {
        let mut hit = None;
        starts.retain(|&start| {
            if hit.is_some() {
                return true;
            }
            if depth > 1 {
                let mut next = [0; W];
                let linked = std::array::from_fn(|word| front[start][word] & graph.linked[word]);
                for row in members::<W>(&linked).filter_map(|node| graph.row(node)) {
                    add(&graph.next[row], &mut next);
                }
                front[start] = next;
            }
            let (front, reached) = (&mut front[start], &mut reached[start]);
            let mut any = 0;
            let mut both: Set<W> = [0; W];
            for word in 0..W {
                front[word] &= !reached[word];
                reached[word] |= front[word];
                both[word] = front[word] & graph.excluded[start][word];
                any |= front[word];
            }
            let first = members::<W>(&both).next();
            let first = first.filter(|&node| node < nodes.candidates);
            hit = first.map(|node| (start, node));
            any != 0
        });
        if let Some((start, removed)) = hit {
            let path = path(&graph, start, depth, removed);
            return found(&graph, &nodes.all, state, &path);
        }
        if starts.is_empty() {
            break;
        }
    }
    None
}

/// The chain of a depth from the node of a row, whose last node excludes a candidate.
fn path<const W: usize>(
    graph: &Graph<W>,
    start: usize,
    depth: usize,
    removed: usize,
) -> Vec<usize> {
    let mut layers: Vec<Set<W>> = vec![[0; W]];
    let start = usize::from(graph.nodes[start]);
    layers[0][start / 64] = 1 << (start % 64);
    for layer in 1..depth {
        let mut next = [0; W];
        for row in members(&layers[layer - 1]).filter_map(|node| graph.row(node)) {
            add(&graph.next[row], &mut next);
        }
        layers.push(next);
    }
    let mut path = Vec::with_capacity(2 * depth);
    let mut end = removed;
    for layer in layers.iter().rev() {
        let link = members(layer).find_map(|node| {
            let mut partners = graph.partners[graph.row(node)?].iter();
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

fn found<const W: usize>(
    graph: &Graph<W>,
    nodes: &[Node],
    state: &State,
    path: &[usize],
) -> Option<Found> {
    let [first, .., last] = *path else {
        return None;
    };
    let between = |one: usize, other: usize| between(nodes[one], nodes[other], state);
    let mut removed = between(first, last);
    let mut chain = Chain::from_last(path.iter().rev().map(|&node| nodes[node]))?;
    chain.is_loop = graph.excludes(last, first);
    if chain.is_loop {
        for pair in path[1..path.len() - 1].chunks_exact(2) {
            removed |= between(pair[0], pair[1]);
        }
    }
    (!removed.is_empty()).then_some(Found { chain, removed })
}

/// The candidates that neither of two nodes leaves room for.
fn between(one: Node, other: Node, state: &State) -> Marks {
    let mut both = one.excludes(state);
    let others = other.excludes(state);
    for digit in 0..9 {
        both[digit] &= others[digit];
    }
    both
}
