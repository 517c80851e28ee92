//! Exact cover whose states form a tree: each part of the items that has begun has a set of its own.
//!
//! The turn of an item joins the sets that reach it. A state then has few bits, even if the items
//! reached by all sets together are many: in rooms that doors join to a tree, a set is about one
//! room, and a line of states is about all rooms that have begun.

use std::collections::HashSet;

use super::chain_count::STEPS_PER_PAIR;
use super::elimination::{EliminatedItem, eliminate};
use super::exact_cover::ExactCover;
use super::frontier::ItemTurn;
use super::stage_draft::{ChainDraft, OptionOpening, StageDraft, StateChains, stage_cost};
use countless_engine::stable_sort;

/// Share of pairs of states that use no item together, for each item that both reach.
const DISJOINT: f64 = 0.75;
/// Pairs that are joined for each pair so estimated, with a margin. In tilings, more states than
/// assumed use no common item.
const PAIRS: f64 = 16.0 / 3.0;

impl StateChains {
    /// Arranges items in a tree; `None` if that takes more than `work` steps, if the cost would not
    /// be less than `most`, if a state would be too wide, or if the problem has colours or
    /// multiplicities.
    ///
    /// An item has the same bit in all sets.
    pub fn tree(problem: &ExactCover, work: u64, most: f64) -> Option<Self> {
        let mut uses = problem.options.iter().flatten();
        if problem.has_multiplicities() || uses.any(|used| used.colour != 0) {
            return None;
        }
        let turns = eliminate(problem, work)?;
        let (bits, width) = assign_bits(&turns);
        let mut options = vec![Vec::new(); problem.items.len()];
        for option in problem.choosable() {
            for used in &problem.options[option as usize] {
                options[used.item as usize].push(option);
            }
        }
        let mut opened = vec![false; problem.options.len()];
        for turn in &turns {
            let begins = |option: &u32| !std::mem::replace(&mut opened[*option as usize], true);
            options[turn.item].retain(begins);
        }
        let bits_of = |items: &[usize]| items.iter().map(|&item| bits[item]).collect::<Vec<_>>();
        let cost = tree_cost(&turns, &options, bits_of);
        if cost >= most {
            return None;
        }
        let mut tree = Self {
            chains: Vec::new(),
            width,
            cost,
        };
        for EliminatedItem {
            item,
            reach,
            children,
        } in turns
        {
            if children != 1 {
                tree.chains.push(ChainDraft {
                    joined: children,
                    ..ChainDraft::default()
                });
            }
            let opening = |&option: &u32| {
                let uses = problem.options[option as usize].iter();
                let others = uses.map(|used| used.item as usize);
                let others = others.filter(|&other| other != item);
                let others: Vec<usize> = others.map(|other| bits[other]).collect();
                OptionOpening {
                    number: option,
                    needs: others.clone(),
                    uses: others,
                    counters: Vec::new(),
                }
            };
            let stage = StageDraft {
                turn: if item < problem.primary {
                    ItemTurn::Primary(bits[item])
                } else {
                    ItemTurn::Secondary(bits[item])
                },
                options: options[item].iter().map(opening).collect(),
                reach: reach.len(),
                ..StageDraft::default()
            };
            if let Some(chain) = tree.chains.last_mut() {
                chain.stages.push(stage);
                chain.reach = bits_of(&reach);
            }
        }
        Some(tree)
    }
}

/// Estimated cost of a count. `options` are those that begin with each item.
fn tree_cost(
    turns: &[EliminatedItem],
    options: &[Vec<u32>],
    bits_of: impl Fn(&[usize]) -> Vec<usize>,
) -> f64 {
    let mut cost = 0.0;
    // Bits in reach at the ends of chains that are not joined yet.
    let mut ends: Vec<Vec<usize>> = Vec::new();
    for turn in turns {
        let joined = ends.split_off(ends.len() - turn.children);
        if turn.children != 1 {
            cost += join_cost(joined);
        }
        cost += stage_cost(options[turn.item].len(), turn.reach.len());
        ends.push(bits_of(&turn.reach));
    }
    cost
}

/// Bit of each item, and the number of bits. In reverse order, each item gets the least bit that no
/// item in reach behind it has.
fn assign_bits(turns: &[EliminatedItem]) -> (Vec<usize>, usize) {
    let items = turns.iter().map(|turn| turn.item + 1).max().unwrap_or(0);
    let (mut bits, mut width) = (vec![0; items], 0);
    for turn in turns.iter().rev() {
        let taken: HashSet<usize> = turn.reach.iter().map(|&item| bits[item]).collect();
        let bit = (0..taken.len()).find(|bit| !taken.contains(bit));
        bits[turn.item] = bit.unwrap_or(taken.len());
        width = width.max(bits[turn.item] + 1);
    }
    (bits, width)
}

/// Estimated cost of joining sets with these bits in reach, smaller sets first.
fn join_cost(mut sets: Vec<Vec<usize>>) -> f64 {
    stable_sort(&mut sets, |a, b| a.len().cmp(&b.len()));
    let (mut all, mut cost) = (HashSet::new(), 0.0);
    for (number, set) in sets.into_iter().enumerate() {
        let common = set.iter().filter(|bit| all.contains(*bit)).count();
        if number > 0 {
            let pairs = ((all.len() + set.len()) as f64 / 2.0).exp2();
            cost += STEPS_PER_PAIR as f64 * PAIRS * pairs * DISJOINT.powi(common as i32);
        }
        all.extend(set);
    }
    cost
}
