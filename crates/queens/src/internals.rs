//! Private items that the tests in `tests/unit` and in `tests/all` of the workspace use.

pub use super::board::LazySolutions;
pub use super::board_batch::ReadBoards;
use super::join::Join;
pub use super::join::pairs::{SplitRule, narrow_pairs, wide_pairs};
pub use super::join_counter::{orbit_board, recount_orbits};
pub use super::partial::boards_of as partial_boards;
pub use super::regions::star_search::search as star_search;
pub use super::regions::{LETTERS as REGION_LETTERS, RegionMasks, region_reader};
use super::search::SearchBoard;
use super::{Board, Regions};

/// A board for the search.
pub fn search_board(board: Board) -> SearchBoard {
    board.into_search_board()
}

/// Regions from a number for each square.
pub fn regions_of_squares(n: usize, squares: &[u8]) -> Regions {
    Regions::of_squares(n, squares)
}

/// A join by patterns of 64 bits, of a board that may not need them.
pub fn wide_join(n: u32, on_demand: Option<(usize, usize)>, longest_list: usize) -> Join {
    Join::wide(n, on_demand, longest_list)
}

/// A join whose lists are split by this rule.
pub fn split_by(join: Join, rule: SplitRule) -> Join {
    join.split_by(rule)
}
