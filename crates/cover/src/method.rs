//! How to count: by visiting every solution, or without.

use std::fmt;

use super::cut;
use super::memo::MemoStop;
use super::order::ItemOrder;
use super::ordered::OrderedCover;
use super::problem::ExactCover;
use super::search::SearchTree;
use countless_engine::Error;

/// How to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoverMethod {
    /// The faster one, by a limited trial of the memo.
    #[default]
    Auto,
    /// Visiting every solution, depth first; of those that a symmetry of the problem maps to each
    /// other, one.
    Search,
    /// Counting what is the same only once, which takes memory.
    Memo,
}

impl fmt::Display for CoverMethod {
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
pub(super) fn in_best_order<T>(
    problem: &ExactCover,
    remember: impl Fn(&OrderedCover) -> Result<T, MemoStop>,
) -> Result<(ItemOrder, T), MemoStop> {
    let ordered =
        |order: ItemOrder| Some((order, OrderedCover::new(problem, &order.items(problem))?));
    let mut orders: Vec<(ItemOrder, OrderedCover)> =
        ItemOrder::ALL.into_iter().filter_map(ordered).collect();
    orders.sort_by(|(_, a), (_, b)| a.cost().total_cmp(&b.cost()));
    for (order, ordered) in orders {
        match remember(&ordered) {
            Err(MemoStop::Memory) => {}
            result => return result.map(|found| (order, found)),
        }
    }
    Err(MemoStop::Memory)
}

/// What a count by memo may take before the search of this tree would have been better.
pub(super) fn memo_step_limit(tree: &SearchTree) -> Option<u64> {
    let nodes = cut::total_nodes(&cut::split(tree, SUBTREES, true));
    (nodes > SMALL).then_some(nodes / NODES_PER_STEP)
}

/// Why there is no count by memo; where memory is short, the hint goes on with `otherwise`.
pub(super) fn refused(stop: &MemoStop, memory: usize, otherwise: &str) -> Error {
    if *stop == MemoStop::Cancelled {
        return Error::Interrupted;
    }
    let mib = memory >> 20;
    Error::Impossible(format!(
        "--memory: expected more than {mib} MiB for the tables of this problem\nhint: give a larger --memory{otherwise}"
    ))
}
