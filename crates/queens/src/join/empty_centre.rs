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
use super::pattern::{BitOrder, BitUsage, EDGE, PatternWord};
use super::quadrant::QuadrantPlacements;
use super::split::{self, DiagonalFilter, HalfBoardSample, OrbitPart, SAMPLED_SETS};
use countless_engine::ledger::CheckedCount;
use countless_simd::Simd;

/// Counts the solutions of a part of the orbit.
#[inline(always)]
pub(super) fn count<S: Simd, W: CountPairs>(
    simd: S,
    board: &JoinTables<W>,
    buffer: &mut OrbitScratch<W>,
    shape: &OrbitColumns,
    part: &OrbitPart,
) -> CheckedCount {
    let order = board.order(simd, || usages(board, shape));
    count_part(simd, board, (buffer, &order), shape, part).times(8)
}

/// Lists the parts of the orbit.
#[inline(always)]
pub(super) fn parts<S: Simd, W: CountPairs>(
    simd: S,
    board: &JoinTables<W>,
    buffer: &mut OrbitScratch<W>,
    shape: &OrbitColumns,
) -> Vec<OrbitPart> {
    let order = board.order(simd, || usages(board, shape));
    let mask = u64::MAX >> (u64::BITS - order.bits.max(1));
    let (whole, most) = (DiagonalFilter::default(), SAMPLED_SETS / 4);
    let (_, weight) = list_bottom(simd, board, (&mut *buffer, &order), shape, (&whole, most));
    let theirs = HalfBoardSample::of(&buffer.theirs.words[..buffer.theirs.len], weight);
    let mut ours = HalfBoardSample::default();
    let placements = board.quadrant.get(shape.left);
    let [left, right] = &mut buffer.quadrants;
    let top = TopHalf::new(simd, board, (shape, &order), &placements, left);
    for a in top.queens() {
        let list = (&mut buffer.ours, &mut *right, &mut buffer.of_rows);
        let weight = top.list(simd, board, list, (a, most), &whole);
        let sample = HalfBoardSample::of(&buffer.ours.words[..buffer.ours.len], weight);
        ours.length = ours.length.max(sample.length);
        ours.patterns.extend(sample.patterns);
    }
    split::parts([ours, theirs], mask, board.longest_list)
}

/// The top halves of an orbit. All queens of the middle row share the left quadrant.
struct TopHalf<'a, S: Simd, W> {
    columns: HalfColumns,
    half: u32,
    order: &'a BitOrder<S>,
    left: QuadrantPatterns<'a, W>,
}

impl<'a, S: Simd, W: CountPairs> TopHalf<'a, S, W> {
    #[inline(always)]
    fn new(
        simd: S,
        board: &JoinTables<W>,
        (shape, order): (&OrbitColumns, &'a BitOrder<S>),
        placements: &'a QuadrantPlacements<W>,
        buffer: &'a mut PatternList<W>,
    ) -> Self {
        let columns = HalfColumns::top(shape);
        let [to_left, _] = board.mirrors(columns, false);
        let left = QuadrantPatterns::new::<W::Vector<S>>(
            simd, placements, to_left, order, ANY_RANK, buffer,
        );
        Self {
            columns,
            half: board.layout.half,
            order,
            left,
        }
    }

    /// Distances of the middle row's queen from the centre, the farthest first.
    fn queens(&self) -> impl Iterator<Item = u32> + use<S, W> {
        let (half, right) = (self.half, self.columns.right);
        let all = (1..half).rev();
        all.filter(move |a| right >> (half - a) & 1 == 1)
    }

    /// Lists the halves whose middle row has its queen `a` columns from the centre, for about
    /// `most` sets of rows. Returns the number of halves that each of these stands for.
    #[inline(always)]
    fn list(
        &self,
        simd: S,
        board: &JoinTables<W>,
        (list, buffer, of_rows): (
            &mut PatternList<W>,
            &mut PatternList<W>,
            &mut [PatternList<W>; 2],
        ),
        (a, most): (u32, usize),
        filter: &DiagonalFilter,
    ) -> f32 {
        let (layout, all) = (board.layout, (1 << self.half) - 1);
        let columns = self.columns.without(1 << (self.half - a));
        let [_, to_right] = board.mirrors(columns, false);
        let placements = board.quadrant.get(columns.right);
        let right = QuadrantPatterns::new::<W::Vector<S>>(
            simd,
            &placements,
            to_right,
            self.order,
            ANY_RANK,
            buffer,
        );
        let quadrants = QuadrantPair {
            left: self.left,
            right,
        };
        let queen = layout.rising(a as i32) | layout.falling(a as i32);
        let queen = self.order.arranged(queen);
        let sets = board.rows.for_columns(columns.left);
        let (step, weight) = split::sampling(sets.len(), most);
        list.len = 0;
        simd.run(ListHalfBoards {
            quadrants,
            sets,
            step,
            rows: all,
            blocked_and_marks: (queen, queen),
            filter,
            list,
            of_rows,
        });
        weight
    }
}

/// Counts the solutions of a part. Each stands for eight.
#[inline(always)]
fn count_part<S: Simd, W: CountPairs>(
    simd: S,
    board: &JoinTables<W>,
    (buffer, order): (&mut OrbitScratch<W>, &BitOrder<S>),
    shape: &OrbitColumns,
    part: &OrbitPart,
) -> CheckedCount {
    let layout = board.layout;
    let [ours, theirs] = &part.sides;
    let all = (theirs, usize::MAX);
    let (ends, _) = list_bottom(simd, board, (&mut *buffer, order), shape, all);
    let mut pairs = CheckedCount::default();
    let placements = board.quadrant.get(shape.left);
    let [left, right] = &mut buffer.quadrants;
    let top = TopHalf::new(simd, board, (shape, order), &placements, left);
    // Splitting reorders the bottom halves that are compared. Later lists include them all.
    for a in top.queens() {
        let queen: W = order.arranged(layout.rising(a as i32) | layout.falling(a as i32));
        let list = (&mut buffer.ours, &mut *right, &mut buffer.of_rows);
        top.list(simd, board, list, (a, usize::MAX), ours);
        pairs.merge(simd.run(PairLists {
            scratch: &mut buffer.pairs,
            ours: &mut buffer.ours,
            theirs: (&mut buffer.theirs, ends[a as usize + 1]),
            bits: order.bits,
            common: queen,
        }));
    }
    pairs
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
            ours.used |= layout.rising(a as i32) | layout.falling(a as i32);
        }
    }
    board.add_usage(HalfColumns::bottom(shape, half), true, &mut theirs);
    for b in 2..=half as i32 {
        theirs.used |= layout.rising(b) | layout.falling(-b);
    }
    [ours, theirs]
}

/// Lists the bottom halves of about `most` sets of rows for each b. Returns the end of those with b
/// or more, for each b, and the number of halves that each of these stands for.
#[inline(always)]
fn list_bottom<S: Simd, W: PatternWord>(
    simd: S,
    board: &JoinTables<W>,
    (buffer, order): (&mut OrbitScratch<W>, &BitOrder<S>),
    shape: &OrbitColumns,
    (filter, most): (&DiagonalFilter, usize),
) -> ([usize; 32], f32) {
    let layout = board.layout;
    let half = layout.half;
    let all = (1 << half) - 1;
    let columns = HalfColumns::bottom(shape, half);
    let placements = board.side_placements(columns);
    let quadrants = board.quadrant_pair(
        simd,
        &placements,
        (columns, true, ANY_RANK),
        order,
        &mut buffer.quadrants,
    );
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
            rows: all ^ 1 << row,
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
