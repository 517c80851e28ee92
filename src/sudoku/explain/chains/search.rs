//! The shortest chain, breadth first from all nodes together, by rows of bits.

use super::super::cells::Marks;
use super::super::deduction::{Chain, Deduction, Pattern};
use super::super::state::State;
use super::super::technique::Technique;
use super::graph::{Graph, Rows, members};

/// The deepest search: a chain of twice as many nodes.
const DEEPEST: usize = Chain::LONGEST / 2;

/// The first of the shortest chains that remove a candidate.
pub fn shortest(graph: &Graph, state: &State, technique: Technique) -> Option<Deduction> {
    let mut starts: Vec<usize> = (0..graph.nodes.len())
        .filter(|&node| !graph.partners[node].is_empty())
        .collect();
    // For each start, the nodes that are false if it is: all, and those found last.
    let mut reached = Rows::new(graph.nodes.len());
    let mut front = graph.next.clone();
    let mut next = vec![0; front.of(0).len()];
    for depth in 1..=DEEPEST {
        let mut hit = None;
        starts.retain(|&start| {
            if hit.is_some() {
                return true;
            }
            if depth > 1 {
                next.fill(0);
                for node in members(front.of(start)) {
                    graph.next.add_to(node, &mut next);
                }
                front.of_mut(start).copy_from_slice(&next);
            }
            let reached = reached.of_mut(start);
            let (mut any, mut both) = (false, 0);
            let excluded = graph.excluded.of(start);
            let words = front.of_mut(start).iter_mut().zip(reached).zip(excluded);
            for (number, ((word, reached), excluded)) in words.enumerate() {
                *word &= !*reached;
                *reached |= *word;
                any |= *word != 0;
                if both == 0 {
                    both = *word & excluded;
                    let node = 64 * number + both.trailing_zeros() as usize;
                    if both != 0 && node < graph.candidates {
                        hit = Some((start, node));
                    }
                }
            }
            any
        });
        if let Some((start, removed)) = hit {
            let path = path(graph, start, depth, removed);
            return deduction(graph, state, technique, &path);
        }
        if starts.is_empty() {
            break;
        }
    }
    None
}

/// The chain of a depth from a start, whose last node excludes a candidate.
fn path(graph: &Graph, start: usize, depth: usize, removed: usize) -> Vec<usize> {
    let width = graph.next.of(0).len();
    let mut layers = vec![vec![0; width]];
    layers[0][start / 64] = 1 << (start % 64);
    for layer in 1..depth {
        let mut next = vec![0; width];
        for node in members(&layers[layer - 1]) {
            graph.next.add_to(node, &mut next);
        }
        layers.push(next);
    }
    let mut path = Vec::with_capacity(2 * depth);
    let mut end = removed;
    for layer in layers.iter().rev() {
        let link = members(layer).find_map(|node| {
            let mut partners = graph.partners[node].iter();
            let partner = partners.find(|&partner| graph.excluded.has(partner, end))?;
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

fn deduction(
    graph: &Graph,
    state: &State,
    technique: Technique,
    path: &[usize],
) -> Option<Deduction> {
    let [first, .., last] = path else {
        return None;
    };
    let mut removed = between(graph, state, *first, *last);
    let nodes = path.iter().rev().map(|&node| graph.nodes[node]);
    let mut chain = Chain::from_last(nodes)?;
    chain.is_loop = graph.excluded.has(*last, *first);
    if chain.is_loop {
        for pair in path[1..path.len() - 1].chunks_exact(2) {
            removed |= between(graph, state, pair[0], pair[1]);
        }
    }
    Deduction::removing(technique, Pattern::Chain(chain), removed)
}

/// The candidates that neither of two nodes leaves room for.
fn between(graph: &Graph, state: &State, one: usize, other: usize) -> Marks {
    let mut both = graph.nodes[one].excludes(state);
    let others = graph.nodes[other].excludes(state);
    for digit in 0..9 {
        both[digit] &= others[digit];
    }
    both
}
