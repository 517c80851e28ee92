//! Methods to count: visiting every solution, or counting equal states once.

use std::fmt;

use super::exact_cover::ExactCover;
use super::item_order::ItemOrder;
use super::memo::MemoCount;
use super::memo_limits::{MemoLimits, MemoStop};
use super::ordered_cover::OrderedCover;
use super::search_tree::SearchTree;
use super::split_tree::TreeSplit;
use super::tree_cover::TreeCover;
use countless_engine::{Error, Run, stable_sort};

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

/// Least cost of a line for which a tree is considered. Arranging a tree takes longer than this.
const LEAST_LINE: f64 = 16_384.0;
/// Words of neighbours that may be read for each step, to arrange a tree. That takes at most half of
/// the time of the steps.
const WORK_PER_STEP: u64 = 8;
/// Largest cost of a tree that is tried, as a share of that of the best line.
const LESS: f64 = 0.5;
/// Steps that a tree may take, as a multiple of its cost. Trees that pay take at most 6.5 times
/// their cost.
const PATIENCE: f64 = 8.0;

/// Order of items in a count by memo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoOrder {
    /// One item after the other.
    Line(ItemOrder),
    /// By parts whose states are joined.
    Tree,
}

impl MemoOrder {
    /// Name in ledgers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Line(order) => order.name(),
            Self::Tree => "tree",
        }
    }
}

/// Counts by memo: in a tree, if it promises less than half of the best line, otherwise or if it
/// takes much more than it promises, in a line.
///
/// # Errors
///
/// If a limit is reached.
pub fn count_by_memo(
    problem: &ExactCover,
    limits: MemoLimits<'_>,
) -> Result<(MemoOrder, MemoCount), MemoStop> {
    let lines = lines(problem);
    let tree = promising_tree(problem, lines.first(), limits.steps);
    let Some(tree) = tree else {
        return count_in_line(&lines, limits);
    };
    let counted = |steps| {
        let counted = tree.count(MemoLimits { steps, ..limits })?;
        Ok((MemoOrder::Tree, counted))
    };
    let steps = ((tree.cost() * PATIENCE) as u64).min(limits.steps / 2);
    let stop = match counted(if lines.is_empty() {
        limits.steps
    } else {
        steps
    }) {
        Err(stop) if stop != MemoStop::Cancelled && !lines.is_empty() => stop,
        result => return result,
    };
    let limits = MemoLimits {
        steps: limits.steps - steps,
        ..limits
    };
    match count_in_line(&lines, limits) {
        // The tree may have been given up too early.
        Err(MemoStop::Memory) if stop == MemoStop::Steps => counted(limits.steps),
        result => result,
    }
}

/// Tree of items, if it promises less than the best line.
fn promising_tree(
    problem: &ExactCover,
    line: Option<&(ItemOrder, OrderedCover)>,
    steps: u64,
) -> Option<TreeCover> {
    let (mut work, mut cost) = (steps, f64::INFINITY);
    if let Some((_, line)) = line {
        if line.cost() < LEAST_LINE || line.has_isomorphic_parts() {
            return None;
        }
        cost = LESS * line.cost();
        work = work.min(line.cost() as u64);
    }
    TreeCover::new(problem, work.saturating_mul(WORK_PER_STEP), cost)
}

fn count_in_line(
    lines: &[(ItemOrder, OrderedCover)],
    limits: MemoLimits<'_>,
) -> Result<(MemoOrder, MemoCount), MemoStop> {
    let (order, counted) = first_within_memory(lines, |line| line.count(limits))?;
    Ok((MemoOrder::Line(order), counted))
}

/// Calls `remember` with the order of items that promises the fewest states. If that takes too much
/// memory, the next order is tried.
pub(super) fn in_best_order<T>(
    problem: &ExactCover,
    remember: impl Fn(&OrderedCover) -> Result<T, MemoStop>,
) -> Result<(ItemOrder, T), MemoStop> {
    first_within_memory(&lines(problem), remember)
}

fn first_within_memory<T>(
    lines: &[(ItemOrder, OrderedCover)],
    remember: impl Fn(&OrderedCover) -> Result<T, MemoStop>,
) -> Result<(ItemOrder, T), MemoStop> {
    for (order, line) in lines {
        match remember(line) {
            Err(MemoStop::Memory) => {}
            result => return result.map(|found| (*order, found)),
        }
    }
    Err(MemoStop::Memory)
}

/// Orders of items that are narrow enough, those that promise the fewest states first.
fn lines(problem: &ExactCover) -> Vec<(ItemOrder, OrderedCover)> {
    let line = |order: ItemOrder| Some((order, OrderedCover::new(problem, &order.items(problem))?));
    let mut lines: Vec<(ItemOrder, OrderedCover)> =
        ItemOrder::ALL.into_iter().filter_map(line).collect();
    stable_sort(&mut lines, |(_, a), (_, b)| a.cost().total_cmp(&b.cost()));
    lines
}

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
