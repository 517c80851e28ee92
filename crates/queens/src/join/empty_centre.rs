//! Count of an orbit of an odd board without a queen in the centre.
//!
//! ```text
//!     . . . . | . . . .      The queen of the middle row is a columns right of the
//!     . . . . | . . . .      centre, that of the middle column b rows below it, and
//!     . . . . | . . . .      0 < a < b: the other seven images of a solution are not
//!     . . . . | . . . .      counted.
//!     --------+-Q------
//!     . . . . | . . . .      So a < H, and if b = H the diagonals of that queen do
//!     . . . . | . . . .      not reach the top half: the patterns are no longer than
//!     . . . . Q . . . .      those of the even board one smaller.
//!     . . . . | . . . .
//! ```
//!
//! The bottom halves are listed with b descending, so that those with b > a are at the front. The
//! top halves are listed for one a after the other. All of these have the two diagonals of the
//! middle row's queen, which rules out half of the bottom halves.

use super::half_boards::{ANY_RANK, ListHalfBoards, PatternList, QuadrantPair, QuadrantPatterns};
use super::orbits::{HalfColumns, JoinTables, OrbitColumns, OrbitScratch};
use super::pairs::{CountPairs, PairLists};
use super::pattern::{BitOrder, BitUsage, DiagonalLayout, EDGE, PatternWord};
use super::quadrant::QuadrantPlacements;
use super::split::{self, DiagonalFilter, HalfBoardSample, OrbitPart, SAMPLED_SETS};
use countless_engine::ledger::CheckedCount;
use countless_simd::Simd;

/// An orbit without a queen in the centre.
pub(super) struct EmptyCentre<'a, S: Simd, W> {
    simd: S,
    board: &'a JoinTables<W>,
    shape: &'a OrbitColumns,
    order: BitOrder<S>,
}

impl<'a, S: Simd, W: CountPairs> EmptyCentre<'a, S, W> {
    #[inline(always)]
    pub fn new(simd: S, board: &'a JoinTables<W>, shape: &'a OrbitColumns) -> Self {
        let order = board.order(simd, || usages(board, shape));
        Self {
            simd,
            board,
            shape,
            order,
        }
    }

    /// Counts the solutions of a part of the orbit. Each board stands for eight.
    #[inline(always)]
    pub fn count(&self, buffer: &mut OrbitScratch<W>, part: &OrbitPart) -> CheckedCount {
        let [ours, theirs] = &part.sides;
        let (ends, _) = self.list_bottom(buffer, (theirs, usize::MAX));
        let mut pairs = CheckedCount::default();
        let placements = self.board.quadrant.get(self.shape.left);
        let [left, right] = &mut buffer.quadrants;
        let left = self.left_of_top(&placements, left);
        // Splitting reorders the bottom halves that are compared. Later lists include them all.
        for a in self.queens() {
            let list = (&mut buffer.ours, &mut *right, &mut buffer.of_rows);
            self.list_top(left, list, (a, usize::MAX), ours);
            pairs.merge(self.simd.run(PairLists {
                scratch: &mut buffer.pairs,
                ours: &mut buffer.ours,
                theirs: (&mut buffer.theirs, ends[a as usize + 1]),
                bits: self.order.bits,
                common: self.order.arranged(middle_queen(self.board.layout, a)),
            }));
        }
        pairs.times(8)
    }

    /// Lists the parts of the orbit.
    #[inline(always)]
    pub fn parts(&self, buffer: &mut OrbitScratch<W>) -> Vec<OrbitPart> {
        let mask = u64::MAX >> (u64::BITS - self.order.bits.max(1));
        let (whole, most) = (DiagonalFilter::default(), SAMPLED_SETS / 4);
        let (_, weight) = self.list_bottom(buffer, (&whole, most));
        let theirs = HalfBoardSample::of(&buffer.theirs.words[..buffer.theirs.len], weight);
        let mut ours = HalfBoardSample::default();
        let placements = self.board.quadrant.get(self.shape.left);
        let [left, right] = &mut buffer.quadrants;
        let left = self.left_of_top(&placements, left);
        for a in self.queens() {
            let list = (&mut buffer.ours, &mut *right, &mut buffer.of_rows);
            let weight = self.list_top(left, list, (a, most), &whole);
            let sample = HalfBoardSample::of(&buffer.ours.words[..buffer.ours.len], weight);
            ours.length = ours.length.max(sample.length);
            ours.patterns.extend(sample.patterns);
        }
        split::parts([ours, theirs], mask, self.board.longest_list)
    }

    /// Distances of the middle row's queen from the centre, the farthest first.
    fn queens(&self) -> impl Iterator<Item = u32> + use<S, W> {
        let (half, right) = (self.board.layout.half, self.shape.right);
        let all = (1..half).rev();
        all.filter(move |a| right >> (half - a) & 1 == 1)
    }

    /// The left quadrant of the top halves, which all queens of the middle row share.
    #[inline(always)]
    fn left_of_top<'q>(
        &self,
        placements: &'q QuadrantPlacements<W>,
        buffer: &'q mut PatternList<W>,
    ) -> QuadrantPatterns<'q, W> {
        let [to_left, _] = self.board.mirrors(HalfColumns::top(self.shape), false);
        let (simd, order) = (self.simd, &self.order);
        QuadrantPatterns::new::<W::Vector<S>>(simd, placements, to_left, order, ANY_RANK, buffer)
    }

    /// Lists the top halves whose middle row has its queen `a` columns from the centre, for about
    /// `most` sets of rows. Returns the number of halves that each of these stands for.
    #[inline(always)]
    fn list_top(
        &self,
        left: QuadrantPatterns<'_, W>,
        (list, buffer, of_rows): (
            &mut PatternList<W>,
            &mut PatternList<W>,
            &mut [PatternList<W>; 2],
        ),
        (a, most): (u32, usize),
        filter: &DiagonalFilter,
    ) -> f32 {
        let (simd, board, order) = (self.simd, self.board, &self.order);
        let half = board.layout.half;
        let columns = HalfColumns::top(self.shape).without(1 << (half - a));
        let [_, to_right] = board.mirrors(columns, false);
        let placements = board.quadrant.get(columns.right);
        let right = QuadrantPatterns::new::<W::Vector<S>>(
            simd,
            &placements,
            to_right,
            order,
            ANY_RANK,
            buffer,
        );
        let queen = order.arranged(middle_queen(board.layout, a));
        let sets = board.rows.for_columns(columns.left);
        let (step, weight) = split::sampling(sets.len(), most);
        list.len = 0;
        simd.run(ListHalfBoards {
            quadrants: QuadrantPair { left, right },
            sets,
            step,
            rows: (1 << half) - 1,
            blocked_and_marks: (queen, queen),
            filter,
            list,
            of_rows,
        });
        weight
    }

    /// Lists the bottom halves of about `most` sets of rows for each b. Returns the end of those
    /// with b or more, for each b, and the number of halves that each of these stands for.
    #[inline(always)]
    fn list_bottom(
        &self,
        buffer: &mut OrbitScratch<W>,
        (filter, most): (&DiagonalFilter, usize),
    ) -> ([usize; 32], f32) {
        let (simd, board, order) = (self.simd, self.board, &self.order);
        let (layout, half) = (board.layout, board.layout.half);
        let columns = HalfColumns::bottom(self.shape, half);
        let placements = board.side_placements(columns);
        let wanted = (columns, true, ANY_RANK);
        let quadrants =
            board.quadrant_pair(simd, &placements, wanted, order, &mut buffer.quadrants);
        let list = &mut buffer.theirs;
        list.len = 0;
        let (mut ends, mut weight) = ([0; 32], 1.0);
        for b in (2..=half).rev() {
            // Rows are counted from the edge.
            let row = half - b;
            let queen = layout.rising(b as i32) | layout.falling(-(b as i32));
            // The diagonals of the outermost square do not reach the other half.
            let blocked = if row == 0 { EDGE | EDGE << 1 } else { queen };
            let sets = board.rows_without[row as usize].for_columns(columns.left);
            let step;
            (step, weight) = split::sampling(sets.len(), most);
            simd.run(ListHalfBoards {
                quadrants,
                sets,
                step,
                rows: ((1 << half) - 1) ^ 1 << row,
                blocked_and_marks: (order.arranged(blocked), order.arranged(queen)),
                filter,
                list,
                of_rows: &mut buffer.of_rows,
            });
            ends[b as usize] = list.len;
        }
        list.reserve(list.len);
        (ends, weight)
    }
}

/// The diagonals of the middle row's queen, `a` columns from the centre.
fn middle_queen(layout: DiagonalLayout, a: u32) -> u64 {
    layout.rising(a as i32) | layout.falling(a as i32)
}

/// Usage of bits by the top halves, for any middle row, and by the bottom halves.
fn usages<W: PatternWord>(board: &JoinTables<W>, shape: &OrbitColumns) -> [BitUsage; 2] {
    let layout = board.layout;
    let half = layout.half;
    let (mut ours, mut theirs) = (BitUsage::new(0), BitUsage::new(0));
    for a in 1..half {
        let column = 1 << (half - a);
        if shape.right & column != 0 {
            board.add_usage(HalfColumns::top(shape).without(column), false, &mut ours);
            ours.used |= middle_queen(layout, a);
        }
    }
    board.add_usage(HalfColumns::bottom(shape, half), true, &mut theirs);
    for b in 2..=half as i32 {
        theirs.used |= layout.rising(b) | layout.falling(-b);
    }
    [ours, theirs]
}
