//! Methods to count: visiting every solution, or counting equal states once.

use std::fmt;

use super::memo::chain_count::MemoStop;
use super::search::SearchTree;
use super::search::split::TreeSplit;
use countless_engine::{Error, Run};

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

/// First split of a tree, which estimates its size.
pub(super) fn first_split(tree: &SearchTree) -> TreeSplit {
    let mut split = TreeSplit::new(tree, true);
    split.refine(tree, SUBTREES);
    split
}

/// Limit of steps for a count by memo, beyond which the search of this many nodes is faster; `None`
/// for a small tree.
pub(super) fn memo_step_limit(nodes: u64) -> Option<u64> {
    (nodes > SMALL).then_some(nodes / NODES_PER_STEP)
}

/// Memory of a count by memo in a run, in bytes.
pub(super) fn memo_memory(run: &Run) -> usize {
    run.memory_limit().unwrap_or(super::MEMORY)
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
