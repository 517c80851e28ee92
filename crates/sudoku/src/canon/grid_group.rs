//! Grids that take each step of a search together, so that their table lookups overlap.

use super::row_tables::Sides;
use super::transform::{IDENTITY, Transform, nibble};
use crate::{CELLS, Grid};
use countless_simd::{Bytes, Simd};

/// Number of grids that are searched together.
pub(super) const GROUP_SIZE: usize = 32;

/// A set of these grids fits into a word.
const _: () = assert!(GROUP_SIZE <= u32::BITS as usize);

/// The identity.
pub(super) const NO_CHANGE: Transform = Transform::new(false, IDENTITY, IDENTITY, IDENTITY);

/// A transform to the least image, and the number of symmetries that lead there.
pub(super) type LeastTransform = (Transform, u32);

/// Grids that are searched together.
#[derive(Debug)]
pub(super) struct GridGroup {
    pub sides: [Sides; GROUP_SIZE],
}

impl Default for GridGroup {
    fn default() -> Self {
        Self {
            sides: [Sides::BLANK; GROUP_SIZE],
        }
    }
}

impl GridGroup {
    /// Stores the grids. Returns those without an empty cell, one bit each.
    #[inline(always)]
    pub fn set<S: Simd>(&mut self, simd: S, grids: &[Grid]) -> u32 {
        let mut full = 0;
        for (place, (grid, sides)) in grids.iter().zip(&mut self.sides).enumerate() {
            sides.set(simd, grid);
            full |= u32::from(sides.is_full()) << place;
        }
        full
    }
}

/// Returns the image of a grid.
#[inline(always)]
pub(super) fn image<S: Simd>(simd: S, sides: &Sides, transform: &Transform) -> Grid {
    let (transposed, rows, columns, digits) = transform.parts();
    let (columns, labels) = (simd.hex_digits(columns), simd.hex_digits(digits));
    let mut cells = [0; CELLS + 7];
    for i in 0..9 {
        let line = simd.bytes(&sides.lines[usize::from(transposed)][nibble(rows, i) % 9]);
        let line = labels.shuffle(line.shuffle(columns)).to_array();
        cells[9 * i..9 * i + 16].copy_from_slice(&line);
    }
    let mut digits = [0; CELLS];
    digits.copy_from_slice(&cells[..CELLS]);
    Grid(digits)
}
