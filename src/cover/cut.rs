//! Cutting a search into subtrees of about the same size.
//!
//! A fixed depth would give some subtrees that are dozens of times larger than the mean. So the
//! size of each is estimated by a few random descents (Knuth, Estimating the efficiency of
//! backtrack programs, 1975), and the largest is split again and again. Descents are seeded by
//! what was chosen before: the cut depends on the problem only.

use std::collections::BinaryHeap;

use super::search::Tree;
use super::table::{Live, Step, Table};
use crate::random::SplitMix64;
use crate::simd::Kernel;

/// So many descents tell how large a subtree is, and so many how large the whole tree.
const DESCENTS: u64 = 8;
const WHOLE: u64 = 32;
/// Subtrees of fewer nodes are not worth cutting: they take some milliseconds.
const LITTLE: u64 = 100_000;
/// A whole tree of fewer is cut once, at its root: to look at its subtrees would take a tenth of
/// the time that they take themselves.
const SMALL: u64 = 500_000;
/// Estimates may look at so many words of options, on the way down so many nodes at most.
const WORDS: usize = 1 << 30;
const DEEP: usize = 64;
/// No estimate is larger, so that they can be added up.
const LARGEST: f64 = 1e15;

/// A subtree: the options chosen, and its size in nodes, estimated.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subtree {
    pub size: u64,
    pub chosen: Vec<u32>,
}

/// Cuts a tree into about so many subtrees. Sorted by what was chosen, they are in the order in
/// which a search that is not cut meets them.
pub fn cut(tree: &Tree, wanted: usize) -> Vec<Subtree> {
    let (table, kernel) = (&tree.table, Kernel::best());
    let wanted = wanted.min(1 + WORDS / (DESCENTS as usize * DEEP * (1 + table.weight)));
    let mut whole = Subtree {
        size: LARGEST as u64,
        chosen: Vec::new(),
    };
    if wanted > 1 {
        whole.size = size(table, &tree.root, &whole.chosen, WHOLE) as u64;
    }
    let is_small = whole.size <= SMALL;
    let mut open = BinaryHeap::from([whole]);
    let mut done = Vec::new();
    // A tree that is cut down as fast as it grows is small.
    for _ in 0..4 * wanted {
        if open.len() + done.len() >= wanted {
            break;
        }
        let Some(largest) = open.pop() else { break };
        if !largest.chosen.is_empty() && (is_small || largest.size <= LITTLE) {
            done.push(largest);
            break;
        }
        let mut live = at(tree, &largest.chosen);
        match table.step(kernel, &mut live, &mut Vec::new()) {
            Step::Dead => {}
            Step::Solved => done.push(largest),
            Step::Choose(options) => {
                let share = largest.size / options.len() as u64;
                open.extend(options.into_iter().map(|option| {
                    let chosen: Vec<u32> = largest.chosen.iter().copied().chain([option]).collect();
                    let size = if is_small {
                        share
                    } else {
                        size(table, &table.choose(&live, option), &chosen, DESCENTS) as u64
                    };
                    Subtree { size, chosen }
                }));
            }
        }
    }
    done.extend(open);
    done.sort_by(|a, b| a.chosen.cmp(&b.chosen));
    done
}

/// The node in which these options are chosen.
pub fn at(tree: &Tree, chosen: &[u32]) -> Live {
    let root = tree.root.clone();
    let chosen = chosen.iter();
    chosen.fold(root, |live, &option| tree.table.choose(&live, option))
}

/// The size of the subtree of a node, in nodes, estimated.
pub fn size(table: &Table, live: &Live, chosen: &[u32], descents: u64) -> f64 {
    let seed = chosen.iter().fold(0, |seed, &option| {
        SplitMix64(seed ^ u64::from(option)).next()
    });
    let mut random = SplitMix64(seed);
    let sizes = (0..descents).map(|_| descend(table, live.clone(), &mut random));
    (sizes.sum::<f64>() / descents as f64).clamp(1.0, LARGEST)
}

/// Goes down to a leaf: each node stands for as many as there were choices on the way.
fn descend(table: &Table, mut live: Live, random: &mut SplitMix64) -> f64 {
    let (mut size, mut like_it) = (0.0, 1.0);
    let (kernel, mut forced) = (Kernel::best(), Vec::new());
    while size < LARGEST {
        size += like_it;
        let Step::Choose(options) = table.step(kernel, &mut live, &mut forced) else {
            break;
        };
        like_it *= options.len() as f64;
        live = table.choose(&live, options[random.below(options.len())]);
    }
    size
}
