//! The subtrees of the join: orbits of column sets.
//!
//! The queens of the top half stand in some set S of columns. Mirroring the board left to right
//! reverses S, mirroring it top to bottom turns S into its complement. Neither changes the number
//! of solutions, so one of these four sets, an *orbit*, is enough. That uses four of the eight
//! symmetries. The remaining four exchange rows and columns, hence S and the set T of the rows of
//! the queens in the left half:
//!
//! ```text
//!               S: columns used here
//!            +----------+----------+
//!            | top left | top right|     S = (left, right), T = (above, below);
//!   T: rows  |  above   |          |     a mirror image takes a part of S or T to
//!   used     +----------+----------+     itself, to the other part, or to the
//!   here     |  bottom  |  bottom  |     complement of one of these
//!            |   left   |   right  |
//!            +----------+----------+
//! ```
//!
//! Let the [rank](super::orbit_columns::rank) of a part be a number that it shares with its
//! complement. Boards are compared by the ranks of their parts, the greater first. Mirroring changes
//! neither side of the comparison of T with S, and transposing exchanges them. So solutions with
//! T < S count twice, those with T = S once, and the rest not at all.
//!
//! Let the parts of an orbit have the ranks l <= g. The pair (above, below) comes before S if both
//! ranks are less than g, or one is g and the other less than l. Each half board determines its
//! part of T. Most of the comparison is therefore a bound on each half alone: half boards with a
//! rank above g are never made. The rest are pairs with one part of rank g and the other of at
//! least l. Two more bits keep them apart, each set on both sides as if it were a diagonal:
//!
//! ```text
//!                     top half            bottom half
//!     bit TIES[0]     rank g              rank l or more
//!     bit TIES[1]     rank l or more      rank g
//! ```
//!
//! That leaves ties, T = S: rank g above and l below, or the reverse. They are counted separately.
//!
//! A board of odd size has a middle row and a middle column, which are not in any part. If their
//! queen is in the centre, the argument holds unchanged. If not, their queens are a columns and b
//! rows from the centre. The symmetries change the signs of a and b and exchange the two, and a = b
//! is an attack. Only solutions with 0 < a < b are therefore counted, eightfold. Here S has the
//! columns of the top half and the middle row.

use rayon::slice::ParallelSliceMut;

use super::join_tables::JoinTables;
use super::orbit_columns::{OrbitColumns, OrbitKind, images, rank};
use super::parallel_list::parallel_list;
use super::pattern_word::PatternWord;

/// Smallest board whose costs are in larger units, so that their sum fits 64 bits.
const LARGE_COSTS: u32 = 28;

/// Lists all orbits of the board, [packed](OrbitColumns::packed), costliest first, in the same
/// order everywhere.
pub(super) fn orbits<W: PatternWord>(board: &JoinTables<W>) -> Box<[u32]> {
    let half = board.n / 2;
    let odd = board.n % 2 == 1;
    let kind = if odd {
        OrbitKind::CentreQueen
    } else {
        OrbitKind::Even
    };
    let mut orbits = parallel_list(1 << half, |lefts, orbits| {
        let mut add = |kind, left, right| {
            let orbit = OrbitColumns { kind, left, right };
            // The costliest first.
            orbits.push((!cost(board, &orbit), orbit.packed()));
        };
        for left in lefts {
            let queens = half - left.count_ones();
            let rights = |queens: u32| board.rows.for_columns((1 << queens) - 1);
            for &right in rights(queens) {
                let images = images(left, right, half);
                if images.iter().all(|&image| (left, right) <= image) {
                    add(kind, left, right);
                }
            }
            if odd && queens < half {
                for &right in rights(queens + 1) {
                    add(OrbitKind::EmptyCentre, left, right);
                }
            }
        }
    });
    orbits.par_sort_unstable();
    orbits.into_iter().map(|(_, packed)| packed).collect()
}

/// The expected time to count an orbit.
pub(super) fn cost<W: PatternWord>(board: &JoinTables<W>, orbit: &OrbitColumns) -> u64 {
    let half = board.n / 2;
    let all = (1 << half) - 1;
    let &OrbitColumns { kind, left, right } = orbit;
    let size = |columns| u128::from(board.quadrant.profile(columns).count);
    let bottom = size(left ^ all) * size(right ^ all);
    // Fitted to the times of all orbits for N = 16 to 19.
    let cost = if kind == OrbitKind::EmptyCentre {
        let queens = (1..half)
            .map(|a| 1 << (half - a))
            .filter(|column| right & column != 0);
        let top: u128 = queens.map(|column| size(left) * size(right ^ column)).sum();
        top + 6 * bottom
    } else {
        // The part of the half boards that come before the columns.
        let sets = board.rows.for_columns(left);
        let last = rank(left, half).max(rank(right, half));
        let before = sets.partition_point(|&rows| rank(rows, half) <= last);
        (size(left) * size(right) + bottom) * before as u128 / sets.len() as u128
    };
    let unit = if board.n < LARGE_COSTS { 0 } else { 16 };
    (cost >> unit) as u64
}
