//! Private items that the tests in `tests/unit` use.

pub use super::components::components;
pub use super::cover_check::misfit;
pub use super::cover_problem::undivided;
pub use super::cover_total::residue_of;
pub use super::group::permutation_group::{Permutation, PermutationGroup};
pub use super::group::refinement::SearchSteps;
pub use super::memo::chain_count::{MemoLimits, MemoStop};
pub use super::memo::frontier::StateChains;
pub use super::memo::line::ItemOrder;
pub use super::memo::tree::eliminate;
pub use super::memo::{MemoOrder, MemoTrials, count_by_memo};
pub use super::search::option_table::TreeStep;
pub use super::search::split::{SizedSubtree, TreeSplit, node_orbits, one_per_orbit, split};
pub use super::search::visit::Visit;
pub use super::search::{SearchTree, TreeScratch};
pub use super::symmetry::cover_symmetries::{find_group, normal_cover};
pub use super::symmetry::normal_cover::NormalCover;
pub use super::symmetry::quotient::WeightedCover;
pub use super::symmetry::stabilizer_search::StabilizerSearch;

use super::cover_strategy::Strategy;
use super::{CoverProblem, CoverSymmetries};

/// A search that may end in a count by memo.
pub fn with_memo_trials(mut cover: CoverProblem, trials: MemoTrials) -> CoverProblem {
    if let Strategy::Search(search) = &mut cover.strategy {
        search.memo_trials = Some(trials);
    }
    cover
}

/// All symmetries of a problem as permutations of the options, items and shades of its normal form;
/// `None` if there are more than `most`.
pub fn symmetry_elements(symmetries: &CoverSymmetries, most: usize) -> Option<Vec<Permutation>> {
    Some(symmetries.group.elements(most)?.iter().collect())
}
