//! Many grids side by side, one per lane; sets of lanes; copies of lanes; and conversion between
//! grids in memory and grids in lanes.
//!
//! Two neighbouring cells of a grid form a 16-bit word, so 81 cells are 41 words. The words are
//! transposed in square tiles with as many rows as there are lanes.

use std::array::from_fn;

use crate::{Grid, PencilMarks};
use countless_simd::{MAX_LANES, Simd, Task, Vector};

/// One 16-bit word for every lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct LaneWords(pub [u16; MAX_LANES]);

/// Candidates of 81 cells, by box, then by place in the box.
pub(super) type LaneCells = [[LaneWords; 9]; 9];
/// Candidates of the three rows, then of the three columns, of every box.
pub(super) type LaneLines = [[LaneWords; 6]; 9];

pub(super) const BLANK_CELLS: LaneCells = [[LaneWords::ZERO; 9]; 9];
pub(super) const BLANK_LINES: LaneLines = [[LaneWords::ZERO; 6]; 9];

/// The two other boxes in the stack of each box.
pub(super) const STACK_MATES: [[usize; 2]; 9] = [
    [3, 6],
    [4, 7],
    [5, 8],
    [0, 6],
    [1, 7],
    [2, 8],
    [0, 3],
    [1, 4],
    [2, 5],
];

/// Box and place in the box of each cell, row by row.
pub(super) const PLACE: [(usize, usize); 81] = const_array!((0, 0); 81, cell => {
    let (row, column) = (cell / 9, cell % 9);
    (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3)
});

impl LaneWords {
    pub const ZERO: Self = Self([0; MAX_LANES]);

    /// Every lane's own index.
    pub const IDENTITY: Self = Self(const_array!(0; MAX_LANES, lane => lane as u16));

    /// One bit for each of sixteen lanes, starting at lane `first`.
    const fn bits(first: usize) -> Self {
        let mut lanes = [0; MAX_LANES];
        let mut lane = first;
        while lane < first + 16 {
            lanes[lane] = 1 << (lane - first);
            lane += 1;
        }
        Self(lanes)
    }

    #[inline(always)]
    pub fn get<S: Simd>(&self, simd: S) -> S::U16 {
        S::U16::load(simd, &self.0)
    }

    #[inline(always)]
    pub fn put<S: Simd>(&mut self, _: S, vector: S::U16) {
        vector.store(&mut self.0);
    }
}

/// Removes the first lane from a set, and returns it.
pub(super) fn take_lane(set: &mut u32) -> Option<usize> {
    let lane = set.trailing_zeros() as usize;
    *set &= set.wrapping_sub(1);
    (lane < MAX_LANES).then_some(lane)
}

/// Returns the lanes of a set in ascending order.
pub(super) fn lanes_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || take_lane(&mut set))
}

/// Returns the lanes of a set as a vector mask.
#[inline(always)]
pub(super) fn lane_mask<S: Simd>(simd: S, lanes: u32) -> <S::U16 as Vector>::Mask {
    const LOW: LaneWords = LaneWords::bits(0);
    const HIGH: LaneWords = LaneWords::bits(16);
    let low = S::U16::splat(simd, lanes as u16) & LOW.get(simd);
    let high = S::U16::splat(simd, (lanes >> 16) as u16) & HIGH.get(simd);
    (low | high).intersects(low | high)
}

/// Returns the candidates of the three rows, then of the three columns, of a box.
#[inline(always)]
pub(super) fn line_unions<V: Vector>(x: [V; 9]) -> [V; 6] {
    [
        x[0].or3(x[1], x[2]),
        x[3].or3(x[4], x[5]),
        x[6].or3(x[7], x[8]),
        x[0].or3(x[3], x[6]),
        x[1].or3(x[4], x[7]),
        x[2].or3(x[5], x[8]),
    ]
}

/// Copies of lanes from one block of cells to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copies {
    /// For every target lane, its source lane.
    pub from: LaneWords,
    /// Target lanes, one bit each.
    pub to: u32,
}

impl Copies {
    pub const NONE: Self = Self {
        from: LaneWords::ZERO,
        to: 0,
    };

    pub fn add(&mut self, from: usize, to: usize) {
        self.from.0[to] = from as u16;
        self.to |= 1 << to;
    }

    pub fn is_empty(&self) -> bool {
        self.to == 0
    }

    /// Makes the copies.
    pub fn merge<S: Simd>(&self, simd: S, source: &LaneCells, target: &mut LaneCells) {
        simd.run(MergeCopies {
            copies: self,
            source,
            target,
        });
    }

    /// Makes the copies one by one.
    #[inline(always)]
    pub fn merge_each(&self, source: &LaneCells, target: &mut LaneCells) {
        for to in lanes_of(self.to) {
            let from = usize::from(self.from.0[to]) % MAX_LANES;
            for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut()) {
                target.0[to] = source.0[from];
            }
        }
    }
}

struct MergeCopies<'a> {
    copies: &'a Copies,
    source: &'a LaneCells,
    target: &'a mut LaneCells,
}

impl Task for MergeCopies<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (copies, source, target) = (self.copies, self.source, self.target);
        if are_few::<S>(copies.to) {
            copies.merge_each(source, target);
            return;
        }
        let from = copies.from.get(simd);
        let to = lane_mask(simd, copies.to);
        for (source, target) in source.as_flattened().iter().zip(target.as_flattened_mut()) {
            let copied = source.get(simd).permute(from);
            target.put(simd, copied.select(to, target.get(simd)));
        }
    }
}

/// True if it is faster to copy these lanes one by one than by permutations of all lanes.
#[inline(always)]
pub(super) fn are_few<S: Simd>(lanes: u32) -> bool {
    let most = match (S::PERMUTES, S::PERMUTES_PAIRS) {
        (false, _) => MAX_LANES as u32,
        // Without permutations of pairs, a permutation of words takes four instructions.
        (true, false) => 1,
        (true, true) => 0,
    };
    lanes.count_ones() <= most
}

/// Candidates of 81 cells, in as many lanes as the instruction set has. With sixteen lanes, they take
/// half the memory of [`LaneCells`], and half the time to copy.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct PackedCells([u16; 81 * MAX_LANES]);

impl PackedCells {
    pub const BLANK: Self = Self([0; 81 * MAX_LANES]);

    /// Writes the candidates of a cell, which is given by its box and its place in the box.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, _: S, b: usize, i: usize, vector: S::U16) {
        vector.store(&mut self.0[(9 * b + i) * S::U16::LANES..]);
    }

    /// Copies the lanes of a set to the same lanes of `target`.
    pub fn restore<S: Simd>(&self, simd: S, lanes: u32, target: &mut LaneCells) {
        simd.run(RestoreLanes {
            cells: self,
            lanes,
            target,
        });
    }
}

struct RestoreLanes<'a> {
    cells: &'a PackedCells,
    lanes: u32,
    target: &'a mut LaneCells,
}

impl Task for RestoreLanes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let rows = self.cells.0.chunks_exact(S::U16::LANES);
        let rows = rows.zip(self.target.as_flattened_mut());
        if S::PERMUTES && are_few::<S>(self.lanes) {
            for (source, target) in rows {
                for lane in lanes_of(self.lanes) {
                    target.0[lane] = source[lane];
                }
            }
            return;
        }
        let lanes = lane_mask(simd, self.lanes);
        for (source, target) in rows {
            let source = S::U16::load(simd, source);
            target.put(simd, source.select(lanes, target.get(simd)));
        }
    }
}

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
