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

use super::bit_order::{BitOrder, BitUsage};
use super::diagonal_layout::EDGE;
use super::half_boards::{ANY_RANK, QuadrantPair, QuadrantPatterns};
use super::join_tables::{HalfColumns, JoinTables, OrbitScratch};
use super::orbit_columns::OrbitColumns;
use super::pairs::CountPairs;
use super::pattern_word::PatternWord;
use countless_engine::ledger::CheckedCount;
use countless_simd::Simd;

/// Counts the solutions of the orbit.
#[inline(always)]
pub(super) fn count<S: Simd, W: CountPairs>(
    simd: S,
    board: &JoinTables<W>,
    buffer: &mut OrbitScratch<W>,
    shape: &OrbitColumns,
) -> CheckedCount {
    let layout = board.layout;
    let half = layout.half;
    let all = (1 << half) - 1;
    let order = board.order(simd, || usages(board, shape));
    let ends = list_bottom(simd, board, &order, buffer, shape);
    let mut pairs = CheckedCount::default();
    let top = HalfColumns::top(shape);
    let [to_left, to_right] = board.mirrors(top, false);
    let [left_buffer, right_buffer] = &mut buffer.quadrants;
    let placements = board.quadrant.get(top.left);
    let left = QuadrantPatterns::new::<W::Vector<S>>(
        simd,
        &placements,
        to_left,
        &order,
        ANY_RANK,
        left_buffer,
    );
    // Splitting reorders the bottom halves that are compared. Later lists include them all.
    for a in (1..half).rev() {
        let column = 1 << (half - a);
        if shape.right & column == 0 {
            continue;
        }
        let columns = top.without(column);
        let placements = board.quadrant.get(columns.right);
        let right = QuadrantPatterns::new::<W::Vector<S>>(
            simd,
            &placements,
            to_right,
            &order,
            ANY_RANK,
            right_buffer,
        );
        let quadrants = QuadrantPair { left, right };
        let queen = order.arranged(layout.rising(a as i32) | layout.falling(a as i32));
        buffer.ours.len = 0;
        for &rows in board.rows.for_columns(columns.left) {
            let rows = (rows, rows ^ all);
            quadrants.join::<W::Vector<S>>(simd, rows, (queen, queen), &mut buffer.ours);
        }
        pairs.merge(W::count_pairs(
            simd,
            &mut buffer.pairs,
            &mut buffer.ours,
            (&mut buffer.theirs, ends[a as usize + 1]),
            (order.bits, queen),
        ));
    }
    pairs.times(8)
}

/// Usage of bits by the top halves, for any middle row, and by the bottom halves.
fn usages<W: PatternWord>(board: &JoinTables<W>, shape: &OrbitColumns) -> [BitUsage; 2] {
    let layout = board.layout;
    let half = layout.half;
    let (mut ours, mut theirs) = (BitUsage::new(0), BitUsage::new(0));
    for a in 1..half {
        let column = 1 << (half - a);
        if shape.right & column != 0 {
            let columns = HalfColumns::top(shape).without(column);
            board.add_usage(columns, false, &mut ours);
            ours.used |= layout.rising(a as i32) | layout.falling(a as i32);
        }
    }
    let columns = HalfColumns::bottom(shape, half);
    board.add_usage(columns, true, &mut theirs);
    for b in 2..=half as i32 {
        theirs.used |= layout.rising(b) | layout.falling(-b);
    }
    [ours, theirs]
}

/// Lists the bottom halves, and returns the end of those with b or more, for each b.
#[inline(always)]
fn list_bottom<S: Simd, W: PatternWord>(
    simd: S,
    board: &JoinTables<W>,
    order: &BitOrder<S>,
    buffer: &mut OrbitScratch<W>,
    shape: &OrbitColumns,
) -> [usize; 32] {
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
    let mut ends = [0; 32];
    for b in (2..=half).rev() {
        // Rows are counted from the edge.
        let row = half - b;
        let queen = layout.rising(b as i32) | layout.falling(-(b as i32));
        // The diagonals of the outermost square do not reach the other half.
        let blocked = if row == 0 { EDGE | EDGE << 1 } else { queen };
        let (blocked, queen) = (order.arranged(blocked), order.arranged(queen));
        for &rows in board.rows_without[row as usize].for_columns(columns.left) {
            let rows = (rows, rows ^ all ^ 1 << row);
            quadrants.join::<W::Vector<S>>(simd, rows, (blocked, queen), list);
        }
        ends[b as usize] = list.len;
    }
    list.reserve(list.len);
    ends
}
