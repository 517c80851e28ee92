//! Conversion between grids in memory and grids in lanes.
//!
//! Two neighbouring cells of a grid form a 16-bit word, so 81 cells are 41 words. The words are
//! transposed in square tiles with as many rows as there are lanes.

use super::lane_grids::{LaneCells, LaneWords, PLACE};
use crate::{Grid, PencilMarks};
use countless_simd::{MAX_LANES, Simd, Task, Vector};
use std::array::from_fn;

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

/// Swaps the words of a square that have bit `BIT` of the index set in the row only with those that
/// have it set in the lane only. `tile` holds the first rows of the square. Its number of rows is a
/// multiple of `2 * BIT`.
///
/// Doing this for every bit transposes the square. As `BIT` is a constant, a permutation with a
/// selection is compiled to one or two fixed shuffles.
#[inline(always)]
fn exchange<S: Simd, const BIT: usize>(simd: S, tile: &mut [LaneWords]) {
    let (number, bit) = (
        LaneWords::IDENTITY.get(simd),
        S::U16::splat(simd, BIT as u16),
    );
    let (high, other) = (number.intersects(bit), number ^ bit);
    for rows in tile.chunks_exact_mut(2 * BIT) {
        let (low_rows, high_rows) = rows.split_at_mut(BIT);
        for (low_row, high_row) in low_rows.iter_mut().zip(high_rows) {
            let (a, b) = (low_row.get(simd), high_row.get(simd));
            low_row.put(simd, b.permute(other).select(high, a));
            high_row.put(simd, b.select(high, a.permute(other)));
        }
    }
}

/// Exchanges the low four bits of the indices, or as many as a lane's index has.
#[inline(always)]
fn exchange_low_bits<S: Simd>(simd: S, tile: &mut [LaneWords]) {
    if S::U16::LANES > 8 {
        exchange::<S, 8>(simd, tile);
    }
    exchange::<S, 4>(simd, tile);
    exchange::<S, 2>(simd, tile);
    exchange::<S, 1>(simd, tile);
}

/// Transposes a tile. Only the first `count` rows of the result are meaningful.
#[inline(always)]
fn transpose_to_first_rows<S: Simd>(simd: S, tile: &mut Tile, count: usize) {
    let lanes = S::U16::LANES;
    if lanes > 16 {
        exchange::<S, 16>(simd, &mut tile[..lanes]);
    }
    let rows = if count <= 16 { lanes.min(16) } else { lanes };
    exchange_low_bits(simd, &mut tile[..rows]);
}

/// Transposes a tile. Only its first `count` rows are meaningful, and so are only as many words of
/// each row of the result.
#[inline(always)]
fn transpose_first_rows<S: Simd>(simd: S, tile: &mut Tile, count: usize) {
    let lanes = S::U16::LANES;
    let rows = if count <= 16 { lanes.min(16) } else { lanes };
    exchange_low_bits(simd, &mut tile[..rows]);
    if lanes > 16 {
        exchange::<S, 16>(simd, &mut tile[..lanes]);
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
                // Whole blocks of known size are copied by single instructions.
                let (blocks, rest) = puzzle.digits()[start..end].as_chunks::<16>();
                let (words, _) = row.0.as_chunks_mut::<8>();
                for (words, block) in words.iter_mut().zip(blocks) {
                    let (pairs, _) = block.as_chunks::<2>();
                    *words = from_fn(|i| u16::from_le_bytes(pairs[i]));
                }
                if let &[last] = rest {
                    row.0[8 * blocks.len()] = u16::from(last);
                }
            }
            transpose_to_first_rows(simd, tile, (end - start).div_ceil(2));
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

/// Loads puzzles into the first lanes of `cells`.
pub(super) struct LoadPuzzles<'a, R> {
    pub puzzles: &'a [R],
    pub cells: &'a mut LaneCells,
    pub tile: &'a mut Tile,
}

impl<R: RootPuzzle> Task for LoadPuzzles<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        R::load(simd, self.puzzles, self.cells, self.tile);
    }
}

/// Writes the first lanes of `cells`, all solved, to the grids, one lane each.
pub(super) struct StoreGrids<'a> {
    pub cells: &'a LaneCells,
    pub grids: &'a mut [Grid],
    pub tile: &'a mut Tile,
}

impl Task for StoreGrids<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { cells, grids, tile } = self;
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
            transpose_first_rows(simd, tile, (end - start).div_ceil(2));
            for (row, grid) in tile.iter().zip(&mut *grids) {
                let (blocks, rest) = grid.0[start..end].as_chunks_mut::<16>();
                let (words, _) = row.0.as_chunks::<8>();
                if let [last] = rest {
                    *last = row.0[8 * blocks.len()] as u8;
                }
                for (block, words) in blocks.iter_mut().zip(words) {
                    *block = from_fn(|i| words[i / 2].to_le_bytes()[i % 2]);
                }
            }
        }
    }
}
