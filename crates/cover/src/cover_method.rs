//! Methods to count: visiting every solution, or counting equal states once.

use std::fmt;

use super::exact_cover::ExactCover;
use super::item_order::ItemOrder;
use super::memo::MemoStop;
use super::ordered_cover::OrderedCover;
use super::search_tree::SearchTree;
use super::split_tree;
use countless_engine::Error;

/// Method to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoverMethod {
    /// The faster method, found by a limited trial of memo.
    #[default]
    Auto,
    /// Visits every solution depth-first, but only one of those that a symmetry maps to each other.
    Search,
    /// Counts equal states once, which takes memory.
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

/// Number of subtrees of an estimate. They are enough to see the gain by symmetries.
const SUBTREES: usize = 64;
/// Largest number of nodes of a search that ends before another method could begin.
pub(super) const SMALL: u64 = 20_000;
/// Nodes of a search for each step of a trial. A node takes as long as two or three steps with
/// sorted states, so a trial takes a tenth of the search at most.
const NODES_PER_STEP: u64 = 5;

/// Calls `remember` with the order of items that promises the fewest states. If that takes too much
/// memory, the next order is tried.
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

/// Limit of steps for a count by memo, beyond which the search of this tree is faster; `None` for a
/// small tree.
pub(super) fn memo_step_limit(tree: &SearchTree) -> Option<u64> {
    let nodes = split_tree::total_nodes(&split_tree::split(tree, SUBTREES, true));
    (nodes > SMALL).then_some(nodes / NODES_PER_STEP)
}

/// Error for a count that memo cannot make. If memory is short, the hint ends with `otherwise`.
pub(super) fn refused(stop: &MemoStop, memory: usize, otherwise: &str) -> Error {
    if *stop == MemoStop::Cancelled {
        return Error::Interrupted;
    }
    let mib = memory >> 20;
    Error::Impossible(format!(
        "--memory: expected more than {mib} MiB for the tables of this problem\nhint: give a larger --memory{otherwise}"
    ))
}
