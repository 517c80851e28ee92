//! Many grids side by side, one per lane.

use crate::simd::{Simd, Vector};

/// The most lanes that any kernel has.
pub(super) const MAX_LANES: usize = 32;

/// One 16-bit word for every lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [u16; MAX_LANES]);

impl Row {
    pub(super) const ZERO: Self = Self([0; MAX_LANES]);

    #[inline(always)]
    pub(super) fn get<S: Simd>(&self, simd: S) -> S::U16 {
        S::U16::load(simd, &self.0)
    }

    #[inline(always)]
    pub(super) fn put<S: Simd>(&mut self, _: S, vector: S::U16) {
        vector.store(&mut self.0);
    }
}

/// The candidates of 81 cells, by box, then by place in the box.
pub(super) type Cells = [[Row; 9]; 9];
/// Something about the six lines (three rows, three columns) of every box.
pub(super) type Lines = [[Row; 6]; 9];

/// The two other boxes of a box's band, in cyclic order.
pub(super) const BAND_MATES: [[usize; 2]; 9] = [
    [1, 2],
    [2, 0],
    [0, 1],
    [4, 5],
    [5, 3],
    [3, 4],
    [7, 8],
    [8, 6],
    [6, 7],
];
/// The two other boxes of a box's stack, in cyclic order.
pub(super) const STACK_MATES: [[usize; 2]; 9] = [
    [3, 6],
    [4, 7],
    [5, 8],
    [6, 0],
    [7, 1],
    [8, 2],
    [0, 3],
    [1, 4],
    [2, 5],
];

/// The row-major index of the cell at `place` of box `b`.
pub(super) const fn cell_at(b: usize, place: usize) -> usize {
    (b / 3 * 3 + place / 3) * 9 + b % 3 * 3 + place % 3
}
