//! Depth at which problems that fill a board row by row are split.

use super::search::{self, deepen};
use countless_engine::{Error, Granularity, depth_for};

/// Usual number of subtrees of a plan. Recording one takes about half a microsecond, so that even
/// 17 queens, 0.15 s, lose less than 1 %.
pub(super) const USUAL_SUBTREES: u32 = 2048;

/// Returns the number of rows to fill, at most `deepest`. `at` returns the number of subtrees at a
/// depth.
pub(super) fn depth(
    cut: &Granularity,
    deepest: usize,
    at: impl FnMut(usize) -> usize,
) -> Result<usize, Error> {
    if let Some(threads) = cut.threads(USUAL_SUBTREES) {
        return Ok(depth_for(threads, deepest, at));
    }
    let depth = cut.number("rows")?;
    if depth > deepest {
        let reason = format!("granularity rows:{depth} is too deep");
        return Err(Error::ledger(&"the plan", reason));
    }
    Ok(depth)
}

/// Name of a split in plans.
pub(super) fn split_name(depth: usize) -> String {
    format!("rows:{depth}")
}

/// Fills rows of boards of `n` rows. Returns the name of the split and each subtree with its cost,
/// in lexicographic order if `boards` are.
pub(super) fn split_boards(
    cut: &Granularity,
    n: usize,
    boards: &[search::SearchSubtree],
) -> Result<(String, Vec<(u64, search::SearchSubtree)>), Error> {
    let at = |depth| deepen(boards.to_vec(), depth);
    let depth = depth(cut, n, |depth| at(depth).len())?;
    let subtrees = at(depth).into_iter();
    let subtrees = subtrees.map(|subtree| (subtree.cost(), subtree));
    Ok((split_name(depth), subtrees.collect()))
}
