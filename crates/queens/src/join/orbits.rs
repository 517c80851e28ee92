//! The subtrees of the join: orbits of column sets, and the tables that all orbits of a board share.
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
//! Let the [`rank`] of a part be a number that it shares with its complement.
//! Boards are compared by the ranks of their parts, the greater first. Mirroring changes neither side of the comparison of T with S, and transposing exchanges them. So solutions with
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

use std::sync::Arc;

use super::half_boards::{PatternList, QuadrantPair, QuadrantPatterns};
use super::pairs::{PairScratch, SplitRule};
use super::pattern::{BitOrder, BitUsage, DiagonalLayout, Mirror, PatternWord};
use super::quadrant::{Quadrant, QuadrantPlacements, parallel_list};
use countless_simd::Simd;
use countless_simd::{sort, sort_by};

/// Smallest board whose costs are in larger units, so that their sum fits 64 bits.
const LARGE_COSTS: u32 = 28;

/// Lists all orbits of the board, [packed](OrbitColumns::packed), costliest first, in the same
/// order everywhere.
pub(super) fn orbits<W: PatternWord>(board: &JoinTables<W>) -> Box<[u32]> {
    let half = board.n / 2;
    let odd = board.n % 2 == 1;
    let mut orbits = parallel_list(1 << half, |lefts, orbits| {
        let mut add = |has_empty_centre, left, right| {
            let orbit = OrbitColumns {
                has_empty_centre,
                left,
                right,
            };
            // The costliest first.
            orbits.push((!cost(board, &orbit), orbit.packed()));
        };
        for left in lefts {
            let queens = half - left.count_ones();
            let rights = |queens: u32| board.rows.for_columns((1 << queens) - 1);
            for &right in rights(queens) {
                let images = images(left, right, half);
                if images.iter().all(|&image| (left, right) <= image) {
                    add(false, left, right);
                }
            }
            if odd && queens < half {
                for &right in rights(queens + 1) {
                    add(true, left, right);
                }
            }
        }
    });
    orbits.sort_unstable();
    orbits.into_iter().map(|(_, packed)| packed).collect()
}

/// The expected time to count an orbit.
pub(super) fn cost<W: PatternWord>(board: &JoinTables<W>, orbit: &OrbitColumns) -> u64 {
    let half = board.n / 2;
    let all = (1 << half) - 1;
    let (left, right) = (orbit.left, orbit.right);
    let size = |columns| u128::from(board.quadrant.profile(columns).count);
    let bottom = size(left ^ all) * size(right ^ all);
    // Fitted to the times of all orbits for N = 16 to 19.
    let cost = if orbit.has_empty_centre {
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

/// Column set of an orbit, which represents its images under mirroring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OrbitColumns {
    /// True if the board has a middle row and column, and no queen where they cross.
    pub has_empty_centre: bool,
    /// The columns used in the left half of the board, counted from the edge.
    pub left: u32,
    /// The columns used in the right half of the board, counted from the edge.
    pub right: u32,
}

impl OrbitColumns {
    /// Packs the orbit into a word. The words of a board are in the order of left and right, and
    /// those without a queen in the centre come last: boards of 16 columns on either side are even.
    pub fn packed(&self) -> u32 {
        u32::from(self.has_empty_centre) << 31 | self.left << 16 | self.right
    }

    /// Unpacks an orbit of a board of `n` rows that was [packed](Self::packed).
    pub fn unpacked(packed: u32, n: u32) -> Self {
        let odd = n % 2;
        Self {
            has_empty_centre: odd == 1 && packed >> 31 == 1,
            left: packed >> 16 & (0xFFFF >> odd),
            right: packed & 0xFFFF,
        }
    }

    /// Number of distinct column sets of the orbit, which has `half` columns on either side.
    pub fn image_count(&self, half: u32) -> u64 {
        let mut images = images(self.left, self.right, half);
        sort(&mut images);
        1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
    }
}

/// The images of a column set under mirroring.
pub(super) fn images(left: u32, right: u32, half: u32) -> [(u32, u32); 4] {
    let all = (1 << half) - 1;
    [
        (left, right),
        (right, left),
        (left ^ all, right ^ all),
        (right ^ all, left ^ all),
    ]
}

/// Returns the rank of a part in the order that decides between a board and its transposed image. A
/// set and its complement share a rank.
#[inline(always)]
pub(super) fn rank(part: u32, half: u32) -> u32 {
    part.min(part ^ ((1 << half) - 1))
}

/// The least number of rows for which a split chosen by cost saves time.
const BY_COST: u32 = 22;

/// The tables of a board.
#[derive(Debug)]
pub(super) struct JoinTables<W> {
    /// The number of rows.
    pub n: u32,
    /// Approximate number of half boards of the longer list that are compared at a time.
    pub most_compared: usize,
    /// Longest list of half boards of an orbit that is counted as a whole.
    pub longest_list: usize,
    /// Rule for splitting lists of half boards.
    pub split: SplitRule,
    /// Bits of the diagonals in a pattern.
    pub layout: DiagonalLayout,
    /// The placements in the top left quadrant.
    pub quadrant: Quadrant<W>,
    /// The sets of rows of a half.
    pub rows: RowSets,
    /// For each row, the sets that leave it out; for odd boards only.
    pub rows_without: Vec<RowSets>,
}

/// Sets of rows by their size, those of one size in order of [`rank`].
#[derive(Debug)]
pub(super) struct RowSets(Vec<Vec<u32>>);

impl RowSets {
    /// The subsets of `rows`.
    fn within(rows: u32, half: u32) -> Self {
        let mut sets = vec![Vec::new(); half as usize + 1];
        for set in (0..1u32 << half).filter(|set| set & !rows == 0) {
            sets[set.count_ones() as usize].push(set);
        }
        for sets in &mut sets {
            sort_by(sets, |&a, &b| rank(a, half).cmp(&rank(b, half)));
        }
        Self(sets)
    }

    /// The sets with as many rows as there are `columns`.
    #[inline(always)]
    pub fn for_columns(&self, columns: u32) -> &[u32] {
        &self.0[columns.count_ones() as usize]
    }
}

/// Scratch space of one thread.
#[derive(Debug, Default)]
pub(super) struct OrbitScratch<W: PatternWord> {
    /// The half boards on one side of the middle, and room to split them.
    pub ours: PatternList<W>,
    /// A copy of `ours`, for lists that are split more than once.
    pub ours_copy: PatternList<W>,
    /// The half boards on the other side, and room to filter them.
    pub theirs: PatternList<W>,
    /// The placements of the half that is being listed.
    pub quadrants: [PatternList<W>; 2],
    /// Half boards with one set of rows.
    pub of_rows: [PatternList<W>; 2],
    /// Scratch space for counting pairs.
    pub pairs: PairScratch,
}

/// The columns of one half of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfColumns {
    /// The columns on the left, counted from the edge.
    pub left: u32,
    /// The columns on the right, counted from the edge.
    pub right: u32,
    /// True for the bottom half.
    pub is_bottom: bool,
}

impl HalfColumns {
    /// The columns of the top half of an orbit, its middle row included.
    #[inline(always)]
    pub fn top(shape: &OrbitColumns) -> Self {
        Self {
            left: shape.left,
            right: shape.right,
            is_bottom: false,
        }
    }

    /// The columns of the bottom half of an orbit, the complement of the top half's.
    #[inline(always)]
    pub fn bottom(shape: &OrbitColumns, half: u32) -> Self {
        let all = (1 << half) - 1;
        Self {
            left: shape.left ^ all,
            right: shape.right ^ all,
            is_bottom: true,
        }
    }

    /// All columns but one on the right.
    #[inline(always)]
    pub fn without(self, column: u32) -> Self {
        let right = self.right ^ column;
        Self { right, ..self }
    }
}

impl<W: PatternWord> JoinTables<W> {
    /// Builds the tables of a board of `n` rows, on all cores.
    pub fn new(n: u32) -> Self {
        let layout = DiagonalLayout { half: n / 2 };
        Self::with(n, Quadrant::new(layout, n), usize::MAX)
    }

    /// Builds the tables of a board of `n` rows without quadrants. These are made on demand and
    /// cached, up to `bytes` bytes. About `most` half boards are compared at a time.
    pub fn on_demand(n: u32, bytes: usize, most: usize) -> Self {
        let layout = DiagonalLayout { half: n / 2 };
        Self::with(n, Quadrant::on_demand(layout, n, bytes), most)
    }

    fn with(n: u32, quadrant: Quadrant<W>, most: usize) -> Self {
        let half = n / 2;
        let layout = DiagonalLayout { half };
        let all = (1 << half) - 1;
        let without = |row: u32| RowSets::within(all & !(1 << row), half);
        Self {
            n,
            most_compared: most,
            longest_list: usize::MAX,
            split: if n < BY_COST {
                SplitRule::InOrder
            } else {
                SplitRule::ByCost
            },
            layout,
            quadrant,
            rows: RowSets::within(all, half),
            rows_without: (0..half * (n % 2)).map(without).collect(),
        }
    }

    /// Returns the order of the bits of patterns for their usage in the top and in the bottom half.
    #[inline(always)]
    pub fn order<S: Simd>(&self, simd: S, usages: impl FnOnce() -> [BitUsage; 2]) -> BitOrder<S> {
        if !W::ORDERED {
            return BitOrder::unchanged(self.layout.bits());
        }
        let [ours, theirs] = usages();
        BitOrder::new(simd, &ours, &theirs)
    }

    /// Adds the usage of the quadrants for `columns` to `usage`.
    pub fn add_usage(&self, columns: HalfColumns, edge: bool, usage: &mut BitUsage) {
        let [left, right] = self.mirrors(columns, edge);
        usage.add(self.quadrant.profile(columns.left), left);
        usage.add(self.quadrant.profile(columns.right), right);
    }

    /// The placements on the left and on the right of the half board with queens in `columns`.
    pub fn side_placements(&self, columns: HalfColumns) -> [Arc<QuadrantPlacements<W>>; 2] {
        [columns.left, columns.right].map(|columns| self.quadrant.get(columns))
    }

    /// Mirrors that turn the stored quadrant into the left and the right one of a half board.
    #[inline(always)]
    pub fn mirrors(&self, columns: HalfColumns, edge: bool) -> [Mirror; 2] {
        [false, true].map(|right| Mirror {
            layout: self.layout,
            to_right: right,
            to_bottom: columns.is_bottom,
            keeps_edge: edge,
        })
    }

    /// Combines two quadrants with the `placements` for `columns`, and puts their bits in `order`.
    /// Sets of rows beyond the rank `most` may lack patterns. `edge` keeps the lowest bits.
    #[inline(always)]
    pub fn quadrant_pair<'a, S: Simd>(
        &self,
        simd: S,
        placements: &'a [Arc<QuadrantPlacements<W>>; 2],
        (columns, edge, most): (HalfColumns, bool, u32),
        order: &BitOrder<S>,
        [left, right]: &'a mut [PatternList<W>; 2],
    ) -> QuadrantPair<'a, W> {
        let [to_left, to_right] = self.mirrors(columns, edge);
        let left =
            QuadrantPatterns::new::<W::Vector<S>>(simd, &placements[0], to_left, order, most, left);
        let right = QuadrantPatterns::new::<W::Vector<S>>(
            simd,
            &placements[1],
            to_right,
            order,
            most,
            right,
        );
        QuadrantPair { left, right }
    }
}
