//! One pass of propagation over every lane.
//!
//! ```text
//! lane                 0           1           2        …    31
//! cell r1c1     [ 987654321 | 987654321 | 987654321 |  …  ]   a bit per candidate
//! cell r1c2     [ 987654321 | 987654321 | 987654321 |  …  ]
//!    ⋮
//! row 1 of box 1 = r1c1 | r1c2 | r1c3                         54 such lines
//! ```
//!
//! Nine cells, one box, are in registers at a time. The rules are
//!
//! 1. **locked candidates, exactly.** In a band, a digit has one row in each box, all
//!    different. Row i of this box stays possible only if the two other boxes p and q
//!    can take the other rows: `p[i+1] & q[i+2] | p[i+2] & q[i+1]`, for nine digits and
//!    all lanes at once. With columns and stacks likewise, this makes every elimination
//!    along rows and columns. The other rules look at the box alone;
//! 2. **naked singles:** `x & (x - 1) == 0`, removed from the rest of the box;
//! 3. **hidden singles:** digits seen once in the box by OR and majority;
//! 4. **triads:** three digits that have no other line of the box fill this one.
//!
//! Each box uses the results of the boxes before it. A pass has no branch on data. The fixed point
//! does not depend on the order, so every kernel finds the same one.

use super::super::grid::BAND_MATES;
use super::lane_grids::{LaneCells, LaneLines, STACK_MATES, line_unions};
use countless_simd::{Mask, Simd, Vector};

/// Order of the boxes by diagonals: the three boxes of a diagonal share no line.
const ORDER: [usize; 9] = [0, 4, 8, 1, 5, 6, 2, 3, 7];

/// Result of a pass, one bit per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassResult {
    /// Contradiction: the grid has no solution.
    pub dead: u32,
    /// Every cell is solved and every rule kept.
    pub solved: u32,
    /// Some candidate was removed.
    pub changed: u32,
}

/// Returns the digits that each of three lines of a box may have, from those of the two other boxes
/// of its band or stack.
#[inline(always)]
fn support<V: Vector>(p: [V; 3], q: [V; 3]) -> [V; 3] {
    [
        (p[1] & q[2]) | (p[2] & q[1]),
        (p[2] & q[0]) | (p[0] & q[2]),
        (p[0] & q[1]) | (p[1] & q[0]),
    ]
}

#[inline(always)]
fn lines_of<S: Simd, const FROM: usize>(simd: S, lines: &LaneLines, b: usize) -> [S::U16; 3] {
    let lines = &lines[b];
    [
        lines[FROM].get(simd),
        lines[FROM + 1].get(simd),
        lines[FROM + 2].get(simd),
    ]
}

/// Returns the bits set in at least two of the vectors.
#[inline(always)]
pub(super) fn majority<V: Vector>(a: V, b: V, c: V) -> V {
    (a & b) | (c & (a | b))
}

/// Applies all rules once to the nine boxes.
#[inline(always)]
pub(super) fn pass<S: Simd>(simd: S, cells: &mut LaneCells, lines: &mut LaneLines) -> PassResult {
    let zero = S::U16::splat(simd, 0);
    let one = S::U16::splat(simd, 1);
    let full = S::U16::splat(simd, 0x1FF);
    let mut changed = zero;
    let mut clash = zero;
    let mut empty = zero;
    let mut seen = full;
    let mut settled = full;
    for b in ORDER {
        let [p, q] = BAND_MATES[b];
        let mut rows = support(
            lines_of::<S, 0>(simd, lines, p),
            lines_of::<S, 0>(simd, lines, q),
        );
        let [p, q] = STACK_MATES[b];
        let mut cols = support(
            lines_of::<S, 3>(simd, lines, p),
            lines_of::<S, 3>(simd, lines, q),
        );
        let own_rows = lines_of::<S, 0>(simd, lines, b);
        let own_cols = lines_of::<S, 3>(simd, lines, b);
        for l in 0..3 {
            rows[l] = rows[l] & own_rows[l];
            cols[l] = cols[l] & own_cols[l];
        }
        let cells = &mut cells[b];
        let mut x = [zero; 9];
        for i in 0..9 {
            x[i] = cells[i].get(simd) & rows[i / 3] & cols[i % 3];
        }
        // Naked singles.
        let mut s = [zero; 9];
        for i in 0..9 {
            let less = x[i].sub(one);
            empty = empty | less;
            let rest = x[i] & less;
            s[i] = x[i].select(rest.equal(zero), zero);
        }
        let placed = (s[0] | s[1] | s[2]) | (s[3] | s[4] | s[5]) | (s[6] | s[7] | s[8]);
        for i in 0..9 {
            x[i] = x[i] & (!placed | s[i]);
        }
        // Hidden singles.
        let once = [x[0] | x[1] | x[2], x[3] | x[4] | x[5], x[6] | x[7] | x[8]];
        let twice =
            majority(x[0], x[1], x[2]) | majority(x[3], x[4], x[5]) | majority(x[6], x[7], x[8]);
        let any = once[0] | once[1] | once[2];
        let single = any.and_not(twice | majority(once[0], once[1], once[2]));
        seen = seen & any;
        settled = settled & single;
        clash = clash | placed.and_not(single);
        for i in 0..9 {
            x[i] = (x[i] & single).or_else(x[i]);
            changed = changed | (x[i] ^ cells[i].get(simd));
            cells[i].put(simd, x[i]);
        }
        let union = line_unions(x);
        for l in 0..6 {
            let f = l / 3 * 3;
            let certain = union[l].and_not(union[f + (l + 1) % 3] | union[f + (l + 2) % 3]);
            let (line, over) = fill_line(simd, union[l], certain);
            clash = clash | over;
            changed = changed | (line ^ union[l]);
            lines[b][l].put(simd, line);
        }
    }
    let sign = S::U16::splat(simd, 0x8000);
    let dead = (empty & sign) | clash | (seen ^ full);
    let dead = dead.intersects(dead).bits() as u32;
    let mut solved = settled.equal(full).bits() as u32 & !dead;
    if solved != 0 {
        solved &= complete_lanes(simd, lines);
    }
    PassResult {
        dead,
        solved,
        changed: changed.intersects(changed).bits() as u32,
    }
}

/// Restricts a line to its certain digits if they are three. Returns the line, and a nonzero value in
/// lanes with more certain digits. These are dead, and their line may be restricted, too.
#[inline(always)]
fn fill_line<S: Simd>(simd: S, line: S::U16, certain: S::U16) -> (S::U16, S::U16) {
    if S::COUNTS_BITS {
        let count = certain.count_ones();
        let three = S::U16::splat(simd, 3);
        let line = certain.select(count.equal(three), line);
        (line, count & S::U16::splat(simd, 0xC))
    } else {
        let one = S::U16::splat(simd, 1);
        let but_one = certain & certain.sub(one);
        let but_two = but_one & but_one.sub(one);
        // Certain digits are in the line. A select would take one to three instructions more.
        let others = line.select(
            but_two.equal(S::U16::splat(simd, 0)),
            S::U16::splat(simd, 0),
        );
        (certain | others, but_two & but_two.sub(one))
    }
}

/// Returns the lanes in which every row and column has every digit.
#[inline(always)]
fn complete_lanes<S: Simd>(simd: S, lines: &LaneLines) -> u32 {
    let full = S::U16::splat(simd, 0x1FF);
    let mut all = full;
    for i in 0..3 {
        for l in 0..3 {
            all = all
                & (lines[3 * i][l].get(simd)
                    | lines[3 * i + 1][l].get(simd)
                    | lines[3 * i + 2][l].get(simd));
            all = all
                & (lines[i][3 + l].get(simd)
                    | lines[3 + i][3 + l].get(simd)
                    | lines[6 + i][3 + l].get(simd));
        }
    }
    all.equal(full).bits() as u32
}
