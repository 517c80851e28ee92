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
//! Each box uses the results of the boxes before it. A pass has no branch on data. All kernels visit
//! the boxes in the same order. The order does not change the fixed point of a grid with a solution.
//! For a grid without one, the order may decide which contradictions are found.
//!
//! **Fixed point.** The lines only lose digits, so their sum shows whether they have changed since the
//! last pass. If they have not, the pass has reached a fixed point: rules 1, 2 and 4 always take a
//! digit from a line. Rule 3 may also remove a digit that its lines have elsewhere in the box. Nothing
//! follows from that, because the box has the digit at least twice: otherwise a line would have lost it.

use super::super::grid::BAND_MATES;
use super::lane_grids::{LaneCells, LaneLines, LaneWords, STACK_MATES, line_unions};
use countless_simd::{Mask, Simd, Vector};
use std::hint::black_box;

/// Order of the boxes by diagonals: the three boxes of a diagonal share no line.
const ORDER: [usize; 9] = [0, 4, 8, 1, 5, 6, 2, 3, 7];

/// Result of a pass, one bit per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassResult {
    /// Contradiction: the grid has no solution.
    pub dead: u32,
    /// Every cell is solved and every rule kept.
    pub solved: u32,
    /// The pass may have removed a candidate. If not, this is a fixed point.
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

/// Applies all rules once to the nine boxes. `line_sums` has the sum of the lines of each lane after
/// the last pass, or 0 if the lane was changed since then.
#[inline(always)]
pub(super) fn pass<S: Simd>(
    simd: S,
    cells: &mut LaneCells,
    lines: &mut LaneLines,
    line_sums: &mut LaneWords,
) -> PassResult {
    let zero = S::U16::splat(simd, 0);
    // If the compiler sees `x & (x - 1)`, it counts bits instead, which takes longer.
    let hidden_one = if S::COUNTS_BITS { black_box(1) } else { 1 };
    let one = S::U16::splat(simd, hidden_one);
    let full = S::U16::splat(simd, 0x1FF);
    let mut line_sum = zero;
    let mut clash = zero;
    let mut least = full;
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
            let rest = x[i] & x[i].sub(one);
            s[i] = x[i].select(rest.equal(zero), zero);
        }
        let placed = s[0]
            .or3(s[1], s[2])
            .or3(s[3].or3(s[4], s[5]), s[6].or3(s[7], s[8]));
        for i in 0..9 {
            x[i] = x[i] & (!placed | s[i]);
        }
        // Hidden singles.
        let once = [
            x[0].or3(x[1], x[2]),
            x[3].or3(x[4], x[5]),
            x[6].or3(x[7], x[8]),
        ];
        let twice = [
            x[0].majority(x[1], x[2]),
            x[3].majority(x[4], x[5]),
            x[6].majority(x[7], x[8]),
        ];
        let repeated = twice[0].or3(twice[1], twice[2]) | once[0].majority(once[1], once[2]);
        let any = once[0].or3(once[1], once[2]);
        let single = any.and_not(repeated);
        seen = seen & any;
        settled = settled & single;
        clash = clash | (placed & repeated);
        for i in 0..9 {
            x[i] = x[i].and_not(repeated.where_any(x[i] & single));
            least = least.min(x[i]);
            cells[i].put(simd, x[i]);
        }
        let union = line_unions(x);
        for l in 0..6 {
            let f = l / 3 * 3;
            let others = union[f + (l + 1) % 3] | union[f + (l + 2) % 3];
            let line = fill_line(simd, union[l], others);
            line_sum = line_sum.add(line);
            lines[b][l].put(simd, line);
        }
    }
    let dead = clash | (seen ^ full);
    let dead = (dead.intersects(dead) | least.equal(zero)).bits() as u32;
    // Every box has each digit once, and no cell is empty: every cell has one digit.
    let mut solved = settled.equal(full).bits() as u32 & !dead;
    if solved != 0 {
        solved &= complete_lanes(simd, lines);
    }
    let same = line_sum.equal(line_sums.get(simd));
    line_sums.put(simd, line_sum);
    PassResult {
        dead,
        solved,
        changed: (!same).bits() as u32,
    }
}

/// Restricts a line to the digits that the two others of the box lack, if they are three or more. A
/// lane with more has no solution, which later passes find.
#[inline(always)]
fn fill_line<S: Simd>(simd: S, line: S::U16, others: S::U16) -> S::U16 {
    let certain = line.and_not(others);
    if S::COUNTS_BITS {
        let three = S::U16::splat(simd, 3);
        certain.select(certain.count_ones().min(three).equal(three), line)
    } else {
        let one = S::U16::splat(simd, 1);
        let but_one = certain & certain.sub(one);
        line.and_not(others.where_any(but_one & but_one.sub(one)))
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::lane_grids::{BLANK_CELLS, BLANK_LINES, lanes_of};
    use super::*;
    use countless_simd::{Kernel, MAX_LANES, Task, dispatch};

    /// Candidates of one grid, by box and place, and of its lines.
    #[derive(Clone, PartialEq, Debug)]
    struct PlainGrid {
        cells: [[u16; 9]; 9],
        lines: [[u16; 6]; 9],
    }

    impl PlainGrid {
        fn new(cells: [[u16; 9]; 9]) -> Self {
            let lines = cells.map(line_sets);
            Self { cells, lines }
        }

        /// Applies each rule in turn until none removes a candidate. Returns false for a contradiction.
        fn propagate(&mut self) -> bool {
            loop {
                let before = self.clone();
                for b in 0..9 {
                    for (from, [p, q]) in [(0, BAND_MATES[b]), (3, STACK_MATES[b])] {
                        for l in 0..3 {
                            let (m, n) = (from + (l + 1) % 3, from + (l + 2) % 3);
                            let lines = &mut self.lines;
                            lines[b][from + l] &=
                                lines[p][m] & lines[q][n] | lines[p][n] & lines[q][m];
                        }
                    }
                    self.propagate_box(b);
                }
                if *self == before {
                    break;
                }
            }
            self.cells.iter().all(|&cells| {
                let single = single_digits(cells);
                let lacks_none = cells.iter().fold(0, |all, cell| all | cell) == 0x1FF;
                // No cell may be empty, or the only one for several digits.
                let is_possible = |cell: &u16| *cell != 0 && (cell & single).count_ones() <= 1;
                lacks_none && cells.iter().all(is_possible)
            })
        }

        fn propagate_box(&mut self, b: usize) {
            let (cells, lines) = (&mut self.cells[b], &mut self.lines[b]);
            for i in 0..9 {
                cells[i] &= lines[i / 3] & lines[3 + i % 3];
            }
            for i in 0..9 {
                if cells[i].is_power_of_two() {
                    for j in (0..9).filter(|&j| j != i) {
                        cells[j] &= !cells[i];
                    }
                }
            }
            let single = single_digits(*cells);
            for cell in cells.iter_mut().filter(|cell| **cell & single != 0) {
                *cell &= single;
            }
            let unions = line_sets(*cells);
            for l in 0..6 {
                lines[l] &= unions[l];
                let (m, n) = (l / 3 * 3 + (l + 1) % 3, l / 3 * 3 + (l + 2) % 3);
                let certain = unions[l] & !(unions[m] | unions[n]);
                if certain.count_ones() >= 3 {
                    lines[l] &= certain;
                }
            }
        }
    }

    /// Returns the digits with one place in a box.
    fn single_digits(cells: [u16; 9]) -> u16 {
        (0..9)
            .map(|digit| 1 << digit)
            .filter(|digit| cells.iter().filter(|&cell| cell & digit != 0).count() == 1)
            .sum()
    }

    fn line_sets(cells: [u16; 9]) -> [u16; 6] {
        std::array::from_fn(|l| {
            (0..9)
                .filter(|i| if l < 3 { i / 3 == l } else { i % 3 == l - 3 })
                .fold(0, |all, i| all | cells[i])
        })
    }

    /// Makes passes. Compares every lane without a contradiction once a pass has not changed it.
    struct PassCheck<'a> {
        grids: &'a [[[u16; 9]; 9]],
        expected: &'a [Option<PlainGrid>],
    }

    impl Task for PassCheck<'_> {
        type Output = ();
        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            let (mut cells, mut lines) = (Box::new(BLANK_CELLS), Box::new(BLANK_LINES));
            let mut line_sums = LaneWords::ZERO;
            let lanes = S::U16::LANES;
            for (lane, &grid) in self.grids[..lanes].iter().enumerate() {
                for b in 0..9 {
                    for i in 0..9 {
                        cells[b][i].0[lane] = grid[b][i];
                    }
                    for (l, set) in line_sets(grid[b]).into_iter().enumerate() {
                        lines[b][l].0[lane] = set;
                    }
                }
            }
            let mut waiting = (u64::MAX >> (64 - lanes)) as u32;
            while waiting != 0 {
                let result = pass(simd, &mut cells, &mut lines, &mut line_sums);
                // Passes find some contradictions only after a branch.
                for lane in lanes_of(waiting & result.dead) {
                    assert!(self.expected[lane].is_none(), "{simd:?}, lane {lane}");
                }
                waiting &= !result.dead;
                for lane in lanes_of(waiting & result.solved) {
                    let single = |row: &LaneWords| row.0[lane].is_power_of_two();
                    assert!(cells.as_flattened().iter().all(single));
                }
                for lane in lanes_of(waiting & !result.changed) {
                    let Some(expected) = &self.expected[lane] else {
                        continue;
                    };
                    for b in 0..9 {
                        let line = |l: usize| lines[b][l].0[lane];
                        for i in 0..9 {
                            let cell = cells[b][i].0[lane] & line(i / 3) & line(3 + i % 3);
                            assert_eq!(cell, expected.cells[b][i], "{simd:?}, lane {lane}");
                        }
                    }
                }
                waiting &= result.changed;
            }
        }
    }

    proptest! {
        #[test]
        fn passes_reach_the_fixed_point_of_the_plain_rules(
            noise in prop::collection::vec((0u16..512, 0u16..512), 81 * MAX_LANES),
            kinds in prop::collection::vec((0usize..4, 0usize..81), MAX_LANES),
        ) {
            let grids: Vec<_> = (0..MAX_LANES)
                .map(|lane| {
                    let (kind, fault) = kinds[lane];
                    std::array::from_fn(|b| {
                        std::array::from_fn(|i| {
                            let (row, column) = (b / 3 * 3 + i / 3, b % 3 * 3 + i % 3);
                            let digit = 1 << ((row * 3 + row / 3 + column) % 9);
                            let (some, more) = noise[81 * lane + 9 * b + i];
                            let clue = if some % 4 == 0 { 0 } else { 0x1FF };
                            let others = [clue, some & more, some, some | more][kind];
                            let is_fault = kind > 0 && fault == 9 * b + i;
                            if is_fault { others & !digit } else { others | digit }
                        })
                    })
                })
                .collect();
            let expected: Vec<_> = grids
                .iter()
                .map(|&cells| {
                    let mut grid = PlainGrid::new(cells);
                    grid.propagate().then_some(grid)
                })
                .collect();
            for kernel in Kernel::available() {
                dispatch(kernel, PassCheck { grids: &grids, expected: &expected });
            }
        }
    }
}
