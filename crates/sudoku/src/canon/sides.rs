//! A grid and its transpose, prepared for lookups row by row.

use crate::{CELLS, Grid};
use countless_simd::{Bytes, Simd};

/// Digits of nine cells, then zeros.
pub(super) type LineDigits = [u8; 16];

/// Shuffles that move the first and the last nine of sixteen lanes to the front, then zeros.
const FIRST_NINE: LineDigits = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
];
const LAST_NINE: LineDigits = [
    7, 8, 9, 10, 11, 12, 13, 14, 15, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
];
const NONE: u8 = 128;

/// Rows of a grid, and rows of its transpose.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Sides {
    pub lines: [[LineDigits; 9]; 2],
    /// Columns with digits in each row, the first column as the lowest bit.
    pub occupied: [[u16; 9]; 2],
    /// Rows without a digit, the first row as the lowest bit.
    pub blank: [u16; 2],
}

impl Sides {
    pub const BLANK: Self = Self {
        lines: [[[0; 16]; 9]; 2],
        occupied: [[0; 9]; 2],
        blank: [0x1ff; 2],
    };

    /// Stores a grid and its transpose.
    #[inline(always)]
    pub fn set<S: Simd>(&mut self, simd: S, grid: &Grid) {
        let zero = simd.hex_digits(0);
        let mut lines = [zero; 16];
        for (row, line) in lines[..9].iter_mut().enumerate() {
            // Sixteen bytes are read, so the last row is read with the seven cells before it.
            let first = (9 * row).min(CELLS - 16);
            let from = simd.bytes(if row == 8 { &LAST_NINE } else { &FIRST_NINE });
            let cells = grid.digits()[first..].first_chunk();
            *line = simd.bytes(cells.unwrap_or(&[0; 16])).shuffle(from);
        }
        self.put(simd, 0, &lines);
        // Transposes a square of sixteen by four perfect shuffles.
        for _ in 0..4 {
            let mut shuffled = [zero; 16];
            for i in 0..8 {
                (shuffled[2 * i], shuffled[2 * i + 1]) = lines[i].zip(lines[i + 8]);
            }
            lines = shuffled;
        }
        self.put(simd, 1, &lines);
    }

    /// True if no cell is empty.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.occupied[0].iter().fold(0x1ff, |all, row| all & row) == 0x1ff
    }

    #[inline(always)]
    fn put<S: Simd>(&mut self, simd: S, side: usize, lines: &[S::Bytes; 16]) {
        let zero = simd.hex_digits(0);
        let mut blank = 0;
        for (i, line) in lines.iter().enumerate().take(9) {
            self.lines[side][i] = line.to_array();
            let occupied = !line.equal(zero) as u16 & 0x1ff;
            self.occupied[side][i] = occupied;
            blank |= u16::from(occupied == 0) << i;
        }
        self.blank[side] = blank;
    }
}
