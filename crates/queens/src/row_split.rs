//! Depth at which problems that fill a board row by row are split.

use super::search::{self, deepen};
use countless_engine::{Error, Granularity, depth_for};

/// Usual number of subtrees of a plan. Recording one takes about half a microsecond, so that even
/// 17 queens, 0.15 s, lose less than 1 %.
pub(super) const USUAL_SUBTREES: u32 = 2048;

/// Number of rows below which a subtree is searched in less time than it takes to pass it on.
const FEW_ROWS: usize = 10;

/// Unit of depth: a filled row.
pub(super) const ROWS: &str = "rows";

/// Returns the number of rows, or of another unit, to fill, at most `deepest`. `at` returns the
/// number of subtrees at a depth.
pub(super) fn depth(
    cut: &Granularity,
    unit: &str,
    deepest: usize,
    at: impl FnMut(usize) -> usize,
) -> Result<usize, Error> {
    if let Some(threads) = cut.threads(USUAL_SUBTREES) {
        return Ok(depth_for(threads, deepest, at));
    }
    let depth = cut.number(unit)?;
    if depth > deepest {
        let reason = format!("granularity {unit}:{depth} is too deep");
        return Err(Error::ledger(&"the plan", reason));
    }
    Ok(depth)
}

/// Name of a split in plans.
pub(super) fn split_name(unit: &str, depth: usize) -> String {
    format!("{unit}:{depth}")
}

/// Fills rows of boards of `n` rows. Returns the name of the split and each subtree with its cost,
/// in lexicographic order if `boards` are.
pub(super) fn split_boards(
    cut: &Granularity,
    n: usize,
    boards: &[search::SearchSubtree],
) -> Result<(String, Vec<(u64, search::SearchSubtree)>), Error> {
    let at = |depth| deepen(boards.to_vec(), depth);
    let deepest = match cut {
        Granularity::Threads(_) => n.saturating_sub(FEW_ROWS),
        Granularity::Subtrees(_) | Granularity::Split(_) => n,
    };
    let depth = depth(cut, ROWS, deepest, |depth| at(depth).len())?;
    let subtrees = at(depth).into_iter();
    let subtrees = subtrees.map(|subtree| (subtree.cost(), subtree));
    Ok((split_name(ROWS, depth), subtrees.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_share_what_is_quickly_searched() -> Result<(), Error> {
        let subtrees = |cut, n| {
            let board = search::SearchSubtree::of(&search::SearchBoard::new(n));
            Ok::<_, Error>(split_boards(&cut, n, &[board])?.1.len())
        };
        assert_eq!(subtrees(Granularity::Threads(64), 10)?, 1);
        assert_eq!(subtrees(Granularity::Threads(64), 12)?, 110);
        assert!(subtrees(Granularity::Threads(64), 16)? >= 64 * 64);
        // The plan of a ledger is the same on every machine.
        assert!(subtrees(Granularity::Subtrees(None), 10)? > 100);
        Ok(())
    }
}
