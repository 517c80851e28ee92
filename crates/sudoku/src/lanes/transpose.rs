//! Conversion between grids in memory and grids in lanes.
//!
//! Two neighbouring cells of a grid form a 16-bit word, so 81 cells are 41 words. The words are
//! transposed in square tiles with as many rows as there are lanes.

use super::lane_grids::{LaneCells, LaneWords, PLACE};
use crate::{Grid, PencilMarks};
use countless_simd::{MAX_LANES, Simd, Vector};

/// A square of words, with as many rows as lanes.
pub(super) type Tile = [LaneWords; MAX_LANES];

pub(super) const BLANK_TILE: Tile = [LaneWords::ZERO; MAX_LANES];

/// Candidates of a cell by its digit; 0 is an empty cell.
const CANDIDATES: [u16; 16] = [
    0x1FF, 0x001, 0x002, 0x004, 0x008, 0x010, 0x020, 0x040, 0x080, 0x100, //
    0, 0, 0, 0, 0, 0,
];

/// Candidates by digit, in one vector or in two of eight lanes.
struct CandidateTable<V> {
    /// Candidates for digits below 8, or for all digits.
    first: V,
    /// Candidates for the digits 8 and 9.
    second: V,
    /// The bit of a digit that selects the second vector.
    eight: V,
}

impl<V: Vector<Lane = u16>> CandidateTable<V> {
    const _ENOUGH: () = assert!(V::LANES >= 8);

    #[inline(always)]
    fn new(simd: V::Simd) -> Self {
        let () = Self::_ENOUGH;
        let mut rows = [[0; MAX_LANES]; 2];
        rows[0][..16].copy_from_slice(&CANDIDATES);
        rows[1][..8].copy_from_slice(&CANDIDATES[8..]);
        Self {
            first: V::load(simd, &rows[0]),
            second: V::load(simd, &rows[1]),
            eight: V::splat(simd, 8),
        }
    }

    /// Returns the candidates of cells with these digits, below 16.
    #[inline(always)]
    fn candidates(&self, digits: V) -> V {
        if V::LANES >= 16 {
            return self.first.permute(digits);
        }
        let low = digits.and_not(self.eight);
        let is_high = digits.intersects(self.eight);
        self.second
            .permute(low)
            .select(is_high, self.first.permute(low))
    }
}

/// Transposes a tile. For each bit of an index, swaps the words with that bit set in the row only
/// and those with it set in the lane only.
#[inline(always)]
fn transpose<S: Simd>(simd: S, tile: &mut Tile) {
    let lanes = S::U16::LANES;
    let number = LaneWords::IDENTITY.get(simd);
    let mut bit = 1;
    while bit < lanes {
        let word = S::U16::splat(simd, bit as u16);
        let high = number.intersects(word);
        let other = number ^ word;
        for row in 0..lanes {
            if row & bit != 0 {
                continue;
            }
            let (a, b) = (tile[row].get(simd), tile[row + bit].get(simd));
            tile[row].put(simd, b.permute(other).select(high, a));
            tile[row + bit].put(simd, b.select(high, a.permute(other)));
        }
        bit *= 2;
    }
}

/// A form of puzzle that can be loaded into lanes.
pub(super) trait RootPuzzle: Sized {
    /// Fills the first lanes of `cells` with the candidates of the puzzles, one lane each.
    fn load<S: Simd>(simd: S, puzzles: &[Self], cells: &mut LaneCells, tile: &mut Tile);
}

impl RootPuzzle for Grid {
    #[inline(always)]
    fn load<S: Simd>(simd: S, puzzles: &[Self], cells: &mut LaneCells, tile: &mut Tile) {
        let lanes = S::U16::LANES;
        if !S::PERMUTES {
            for (lane, puzzle) in puzzles.iter().enumerate() {
                for (&(b, i), &digit) in PLACE.iter().zip(puzzle.digits()) {
                    cells[b][i].0[lane] = CANDIDATES[usize::from(digit & 15)];
                }
            }
            return;
        }
        let table = CandidateTable::new(simd);
        let low = S::U16::splat(simd, 15);
        for start in (0..81).step_by(2 * lanes) {
            let end = (start + 2 * lanes).min(81);
            for (row, puzzle) in tile.iter_mut().zip(puzzles) {
                let part = &puzzle.digits()[start..end];
                let (pairs, rest) = part.as_chunks::<2>();
                for (word, &pair) in row.0.iter_mut().zip(pairs) {
                    *word = u16::from_le_bytes(pair);
                }
                if let &[last] = rest {
                    row.0[pairs.len()] = u16::from(last);
                }
            }
            transpose(simd, tile);
            for cell in start..end {
                let (b, i) = PLACE[cell];
                let pair = tile[(cell - start) / 2].get(simd);
                let digit = if cell % 2 == 0 { pair } else { pair.shr(8) };
                cells[b][i].put(simd, table.candidates(digit & low));
            }
        }
    }
}

impl RootPuzzle for PencilMarks {
    #[inline(always)]
    fn load<S: Simd>(_: S, puzzles: &[Self], cells: &mut LaneCells, _: &mut Tile) {
        for (lane, marks) in puzzles.iter().enumerate() {
            for (&(b, i), &marks) in PLACE.iter().zip(marks.cells()) {
                cells[b][i].0[lane] = marks;
            }
        }
    }
}

/// Returns the digit of a solved cell: one more than the number of bits below its bit.
#[inline(always)]
fn digit<S: Simd>(simd: S, cells: &LaneCells, cell: usize) -> S::U16 {
    let one = S::U16::splat(simd, 1);
    let (b, i) = PLACE[cell];
    cells[b][i].get(simd).sub(one).count_ones().add(one)
}

/// Writes the first lanes of `cells`, all solved, to the grids, one lane each.
#[inline(always)]
pub(super) fn store_grids<S: Simd>(
    simd: S,
    cells: &LaneCells,
    grids: &mut [Grid],
    tile: &mut Tile,
) {
    let lanes = S::U16::LANES;
    if !S::PERMUTES {
        for (lane, grid) in grids.iter_mut().enumerate() {
            for (&(b, i), digit) in PLACE.iter().zip(&mut grid.0) {
                *digit = cells[b][i].0[lane].trailing_zeros() as u8 + 1;
            }
        }
        return;
    }
    for start in (0..81).step_by(2 * lanes) {
        let end = (start + 2 * lanes).min(81);
        for cell in (start..end).step_by(2) {
            let mut pair = digit(simd, cells, cell);
            if cell + 1 < end {
                pair = pair | digit(simd, cells, cell + 1).shl(8);
            }
            tile[(cell - start) / 2].put(simd, pair);
        }
        transpose(simd, tile);
        for (row, grid) in tile.iter().zip(&mut *grids) {
            let (pairs, rest) = grid.0[start..end].as_chunks_mut::<2>();
            for (pair, word) in pairs.iter_mut().zip(row.0) {
                *pair = word.to_le_bytes();
            }
            if let [last] = rest {
                *last = row.0[pairs.len()] as u8;
            }
        }
    }
}
