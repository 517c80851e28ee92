//! Tables that all orbits of one size of board share.

use std::sync::Arc;

use super::bit_order::{BitOrder, BitUsage};
use super::diagonal_layout::{DiagonalLayout, Mirror};
use super::half_boards::{PatternList, QuadrantPair, QuadrantPatterns};
use super::orbit_columns::{OrbitColumns, rank};
use super::pairs::{PairScratch, SplitRule};
use super::pattern_word::PatternWord;
use super::placements::QuadrantPlacements;
use super::quadrant::Quadrant;
use countless_engine::stable_sort;
use countless_simd::Simd;

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
            stable_sort(sets, |&a, &b| rank(a, half).cmp(&rank(b, half)));
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
