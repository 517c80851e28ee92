//! Private items that the tests in `tests/unit` use.

pub use super::automorphisms::orbits;
pub use super::component::components;
pub use super::cover_total::residue_of;
pub use super::elimination::eliminate;
pub use super::item_order::ItemOrder;
pub use super::memo::{MemoCount, MemoOrder, count_by_memo};
pub use super::memo_limits::{MemoLimits, MemoStop};
pub use super::memo_trials::MemoTrials;
pub use super::option_table::TreeStep;
pub use super::search_tree::{SearchTree, TreeScratch};
pub use super::solution_visit::Visit;
pub use super::split_tree::{SizedSubtree, TreeSplit, one_per_orbit, split};
pub use super::stage_draft::StateChains;

use super::{CoverMethod, CoverProblem, ExactCover};
use countless_engine::{Error, Run};

/// A problem that is counted as a whole, without a division into components.
///
/// # Errors
///
/// As [`CoverProblem::counting`].
pub fn undivided(
    problem: ExactCover,
    method: CoverMethod,
    run: &Run,
) -> Result<CoverProblem, Error> {
    CoverProblem::undivided(problem, method, run)
}

/// A search that may end in a count by memo.
pub fn with_memo_trials(cover: CoverProblem, trials: MemoTrials) -> CoverProblem {
    cover.with_memo_trials(trials)
}
