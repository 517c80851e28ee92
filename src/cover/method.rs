//! How to count: by visiting every solution, or without.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::cut::size;
use super::front::Ordered;
use super::memo::{Counted, Limits, Stop};
use super::order::Order;
use super::problem::Problem;
use super::search::Tree;
use crate::error::Error;

/// How to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The one that a short trial of both promises to be faster.
    #[default]
    Auto,
    /// Visiting every solution, depth first.
    Search,
    /// Counting what is the same only once, which takes memory.
    Memo,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Search => "search",
            Self::Memo => "memo",
        })
    }
}

/// So many random descents estimate the whole search.
const DESCENTS: u64 = 32;
/// Searches of fewer nodes end before anything else could begin.
const SMALL: f64 = 20_000.0;
/// The steps that each order gets at first, and how many times more in the next round.
const FIRST: u64 = 1 << 18;
const MORE: u64 = 8;
/// A node of the search takes as long as about ten steps: so many a node, for two orders, are
/// a tenth of the search.
const STEPS_PER_NODE: f64 = 0.5;

/// The order that counts within `most` steps first, and what it counts. Orders that fall behind
/// are given up.
pub(super) fn race(
    problem: &Problem,
    most: u64,
    memory: usize,
    cancel: &AtomicBool,
) -> Result<(Order, Counted), Stop> {
    let ordered = |order: Order| Some((order, Ordered::new(problem, &order.of(problem))?));
    let mut orders: Vec<(Order, Ordered)> = Order::ALL.into_iter().filter_map(ordered).collect();
    let mut steps = FIRST.min(most);
    loop {
        let mut reached = Vec::new();
        for (order, ordered) in orders {
            let limits = Limits {
                steps,
                memory,
                cancel,
            };
            match ordered.count(limits) {
                Ok(counted) => return Ok((order, counted)),
                Err(Stop::Steps(place)) => reached.push((place, order, ordered)),
                Err(Stop::Memory) => {}
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            }
        }
        if reached.is_empty() {
            return Err(Stop::Memory);
        }
        if steps >= most {
            return Err(Stop::Steps(0));
        }
        let furthest = reached.iter().map(|(place, ..)| *place).max();
        reached.retain(|(place, ..)| Some(*place) == furthest);
        orders = reached
            .into_iter()
            .map(|(_, order, ordered)| (order, ordered))
            .collect();
        steps = steps.saturating_mul(MORE).min(most);
    }
}

/// What a count by memo may take before the search of this tree would have been better.
pub(super) fn worth(tree: &Tree) -> Option<u64> {
    let nodes = size(&tree.table, &tree.root, &[], DESCENTS);
    (nodes > SMALL).then_some((nodes * STEPS_PER_NODE) as u64)
}

/// Why there is no count by memo.
pub(super) fn refused(stop: &Stop, problem: &Problem, memory: usize) -> Error {
    if *stop == Stop::Cancelled {
        return Error::Interrupted;
    }
    if problem.repeats() {
        return Error::Impossible("memo takes no multiplicities; search does".to_owned());
    }
    let mib = memory >> 20;
    Error::Impossible(format!(
        "memo needs more than {mib} MiB for this problem; search needs next to none"
    ))
}
