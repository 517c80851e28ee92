//! How to count: by visiting every solution, or without.

use std::fmt;

use super::cut;
use super::memo::Stop;
use super::order::Order;
use super::ordered::Ordered;
use super::problem::Problem;
use super::search::Tree;
use countless_engine::Error;

/// How to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The faster one, by a limited trial of the memo.
    #[default]
    Auto,
    /// Visiting every solution, depth first; of those that a symmetry of the problem maps to each
    /// other, one.
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

/// Cut into so many subtrees, it is known what symmetries are worth.
const SUBTREES: usize = 64;
/// Searches of fewer nodes end before anything else could begin.
pub(super) const SMALL: u64 = 20_000;
/// A node of the search takes as long as two or three steps whose states are sorted: one
/// step for so many nodes is a tenth of the search at most.
const NODES_PER_STEP: u64 = 5;

/// Does something that remembers states in the order of items that promises the fewest of them;
/// if that takes too much memory, in the next.
pub(super) fn in_order<T>(
    problem: &Problem,
    remember: impl Fn(&Ordered) -> Result<T, Stop>,
) -> Result<(Order, T), Stop> {
    let ordered = |order: Order| Some((order, Ordered::new(problem, &order.of(problem))?));
    let mut orders: Vec<(Order, Ordered)> = Order::ALL.into_iter().filter_map(ordered).collect();
    orders.sort_by(|(_, a), (_, b)| a.cost().total_cmp(&b.cost()));
    for (order, ordered) in orders {
        match remember(&ordered) {
            Err(Stop::Memory) => {}
            result => return result.map(|found| (order, found)),
        }
    }
    Err(Stop::Memory)
}

/// What a count by memo may take before the search of this tree would have been better.
pub(super) fn worth(tree: &Tree) -> Option<u64> {
    let nodes = cut::nodes(&cut::cut(tree, SUBTREES, true));
    (nodes > SMALL).then_some(nodes / NODES_PER_STEP)
}

/// Why there is no count by memo; where memory is short, the hint goes on with `otherwise`.
pub(super) fn refused(stop: &Stop, memory: usize, otherwise: &str) -> Error {
    if *stop == Stop::Cancelled {
        return Error::Interrupted;
    }
    let mib = memory >> 20;
    Error::Impossible(format!(
        "--memory: expected more than {mib} MiB for the tables of this problem\nhint: give a larger --memory{otherwise}"
    ))
}
