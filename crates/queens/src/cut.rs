//! How deep a board is cut, for the problems that fill it row by row.

use super::search::{self, deepen};
use countless_engine::{Cut, Error, depth_for};

/// The subtrees of a plan unless the user wants more. Recording one takes about half a
/// microsecond, so that even 17 queens, 0.15 s, lose less than 1 %.
pub(super) const USUAL: u32 = 2048;

/// How many rows to fill, at most `deepest`, given how many subtrees there are `at` a depth.
pub(super) fn depth(
    cut: &Cut,
    deepest: usize,
    at: impl FnMut(usize) -> usize,
) -> Result<usize, Error> {
    if let Some(threads) = cut.threads(USUAL) {
        return Ok(depth_for(threads, deepest, at));
    }
    let depth = cut.number("rows")?;
    if depth > deepest {
        let reason = format!("granularity rows:{depth} is too deep");
        return Err(Error::ledger(&"the plan", reason));
    }
    Ok(depth)
}

/// The name of a cut.
pub(super) fn split(depth: usize) -> String {
    format!("rows:{depth}")
}

/// Fills rows of boards of `n` rows, and says how deep it was cut: each subtree with its cost,
/// in lexicographic order if `boards` are.
pub(super) fn rows(
    cut: &Cut,
    n: usize,
    boards: &[search::Subtree],
) -> Result<(String, Vec<(u64, search::Subtree)>), Error> {
    let at = |depth| deepen(boards.to_vec(), depth);
    let depth = depth(cut, n, |depth| at(depth).len())?;
    let subtrees = at(depth).into_iter();
    let subtrees = subtrees.map(|subtree| (subtree.cost(), subtree));
    Ok((split(depth), subtrees.collect()))
}
