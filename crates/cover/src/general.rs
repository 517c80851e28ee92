//! The search for problems with multiplicities.
//!
//! An option is chosen or not; what follows from either is copied. That is slow, and simple. A
//! subtree is the decisions that lead to it.

use std::collections::VecDeque;
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

/// What was decided of an option: in order, that it is chosen, and that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decision {
    Chosen(u32),
    Left(u32),
}

/// Cuts the search into about so many subtrees, in the order in which it meets them: the
/// shallowest is cut first, whatever its size.
pub fn cut(problem: &Problem, wanted: usize) -> Vec<Vec<Decision>> {
    let mut open = VecDeque::from([(Vec::new(), Node::root(problem))]);
    let mut done = Vec::new();
    // A tree that is cut down as fast as it grows is small.
    for _ in 0..4 * wanted {
        if open.len() + done.len() >= wanted {
            break;
        }
        let Some((decisions, node)) = open.pop_front() else {
            break;
        };
        match node.next(problem) {
            Next::Nothing => {}
            Next::Solved => done.push(decisions),
            Next::Decide(option) => {
                for decision in [Decision::Chosen(option), Decision::Left(option)] {
                    let decisions = [&decisions[..], &[decision]].concat();
                    open.push_back((decisions, node.after(problem, decision)));
                }
            }
        }
    }
    done.extend(open.into_iter().map(|(decisions, _)| decisions));
    done.sort();
    done
}

/// The two parts of a subtree, if there is anything to decide.
pub fn parts(problem: &Problem, decisions: &[Decision]) -> Vec<Vec<Decision>> {
    let Next::Decide(option) = Node::at(problem, decisions).next(problem) else {
        return Vec::new();
    };
    let either = [Decision::Chosen(option), Decision::Left(option)];
    let parts = either.map(|decision| [decisions, &[decision]].concat());
    parts.into()
}

/// The options that are chosen in a subtree, and those that can still be.
pub fn left(problem: &Problem, decisions: &[Decision]) -> Vec<u32> {
    let node = Node::at(problem, decisions);
    [node.chosen, node.live].concat()
}

/// Searches a subtree; gives the options of each solution, from 0 on, to `found`. Returns how
/// many nodes were visited.
pub fn search(
    problem: &Problem,
    decisions: &[Decision],
    cancel: &AtomicBool,
    mut found: impl FnMut(&[u32]) -> ControlFlow<()>,
) -> u64 {
    let mut open = vec![Node::at(problem, decisions)];
    let mut nodes = 0;
    while let Some(node) = open.pop() {
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
        open.push(node.after(problem, Decision::Left(option)));
        open.push(node.after(problem, Decision::Chosen(option)));
    }
    nodes
}

impl Node {
    fn root(problem: &Problem) -> Self {
        let primary = problem.items[..problem.primary].iter();
        Self {
            live: problem.choosable(),
            times: primary.map(|item| (item.low, item.high)).collect(),
            chosen: Vec::new(),
        }
    }

    /// The node that decisions lead to.
    fn at(problem: &Problem, decisions: &[Decision]) -> Self {
        let root = Self::root(problem);
        let decisions = decisions.iter();
        decisions.fold(root, |node, &decision| node.after(problem, decision))
    }

    fn after(&self, problem: &Problem, decision: Decision) -> Self {
        match decision {
            Decision::Chosen(option) => self.with(problem, option),
            Decision::Left(option) => {
                let mut node = self.clone();
                node.live.retain(|&other| other != option);
                node
            }
        }
    }

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
