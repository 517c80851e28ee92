//! The search for problems that are not bits: with multiplicities, or very wide.
//!
//! An option is chosen or not; what follows from either is copied. That is slow, and simple.

use std::ops::ControlFlow::{self, Break};
use std::sync::atomic::{AtomicBool, Ordering};

use super::problem::Problem;

/// A node: what is still open.
#[derive(Clone, Debug)]
struct Node {
    /// The options that can still be chosen.
    live: Vec<u32>,
    /// How often each primary item is still to be covered, at least and at most.
    times: Vec<(u32, u32)>,
    /// The options chosen.
    chosen: Vec<u32>,
}

/// What there is to do at a node.
enum Next {
    /// Nothing: an item cannot be covered.
    Nothing,
    /// Nothing: no option is left.
    Solved,
    /// To choose this option, or not.
    Decide(u32),
}

/// Searches a problem; gives the options of each solution, from 0 on, to `found`. Returns how
/// many nodes were visited.
pub fn search(
    problem: &Problem,
    cancel: &AtomicBool,
    mut found: impl FnMut(&[u32]) -> ControlFlow<()>,
) -> u64 {
    let primary = problem.items[..problem.primary].iter();
    let mut open = vec![Node {
        live: problem.choosable(),
        times: primary.map(|item| (item.low, item.high)).collect(),
        chosen: Vec::new(),
    }];
    let mut nodes = 0;
    while let Some(mut node) = open.pop() {
        nodes += 1;
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let option = match node.next(problem) {
            Next::Nothing => continue,
            Next::Solved => {
                if let Break(()) = found(&node.chosen) {
                    break;
                }
                continue;
            }
            Next::Decide(option) => option,
        };
        let chosen = node.with(problem, option);
        node.live.retain(|&other| other != option);
        open.push(node);
        open.push(chosen);
    }
    nodes
}

impl Node {
    /// The option to decide on: of an item that has the fewest to spare, if one must still be
    /// covered.
    fn next(&self, problem: &Problem) -> Next {
        let mut counts = vec![0; problem.primary];
        for used in self.uses(problem).filter(|used| used.1 < problem.primary) {
            counts[used.1] += 1;
        }
        let mut tightest: Option<(u32, usize)> = None;
        for (item, (&count, (low, _))) in counts.iter().zip(&self.times).enumerate() {
            let Some(spare) = u32::checked_sub(count, *low) else {
                return Next::Nothing;
            };
            if *low > 0 && tightest.is_none_or(|(least, _)| spare < least) {
                tightest = Some((spare, item));
            }
        }
        let option = match tightest {
            Some((_, item)) => {
                let option = self.uses(problem).find(|used| used.1 == item);
                option.map(|(option, _)| option)
            }
            None => self.live.first().copied(),
        };
        option.map_or(Next::Solved, Next::Decide)
    }

    /// Each live option with each of its items.
    fn uses(&self, problem: &Problem) -> impl Iterator<Item = (u32, usize)> {
        self.live.iter().flat_map(|&option| {
            let uses = problem.options[option as usize].iter();
            uses.map(move |used| (option, used.item as usize))
        })
    }

    /// The node in which an option is chosen.
    fn with(&self, problem: &Problem, option: u32) -> Self {
        let mut times = self.times.clone();
        let chosen = &problem.options[option as usize];
        for used in chosen {
            if let Some((low, high)) = times.get_mut(used.item as usize) {
                (*low, *high) = (low.saturating_sub(1), *high - 1);
            }
        }
        // Primary items that are full, and secondary ones in another colour, or in none.
        let contradicts = |other: &u32| {
            problem.options[*other as usize].iter().any(|used| {
                let Some(before) = chosen.iter().find(|before| before.item == used.item) else {
                    return false;
                };
                match times.get(used.item as usize) {
                    Some(&(_, high)) => high == 0,
                    None => used.colour == 0 || used.colour != before.colour,
                }
            })
        };
        let live = self.live.iter().copied();
        let live = live.filter(|other| *other != option && !contradicts(other));
        let chosen = self.chosen.iter().copied().chain([option]);
        Self {
            live: live.collect(),
            chosen: chosen.collect(),
            times,
        }
    }
}
