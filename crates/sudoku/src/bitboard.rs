//! The places of one digit as a bitboard, and the deductions from them alone.
//!
//! A grid is three bands of three rows. A band has 27 cells, one bit each, in the low bits of a
//! 32-bit word. The three bands are the lanes of one 128-bit vector (SSE2, NEON):
//!
//! ```text
//!     lane 0    bit  0  1  2 │  3  4  5 │  6  7  8     row 0 of the band
//!     (top           9 10 11 │ 12 13 14 │ 15 16 17     row 1
//!      band)        18 19 20 │ 21 22 23 │ 24 25 26     row 2
//!     lane 1         …  middle band
//!     lane 2         …  bottom band
//!     lane 3         always 0
//! ```
//!
//! Three cells side by side in a box are a *minirow*. Rows, columns and boxes have fixed patterns
//! of bits in each lane, so one operation serves all of them.

use std::ops::{BitAnd, BitOr, BitXor};

use countless_simd::{Mask, QUAD_TOKEN, Quad, Vector};

/// A set of the 81 cells, such as the places of a digit.
#[derive(Clone, Copy, Debug)]
pub struct Bitboard(Quad);

/// First column of a band: the lowest bit of each row.
const COLUMN: u32 = 0o001_001_001;
/// Lowest bit of each minirow.
const MINIROW: u32 = 0o111_111_111;

impl Bitboard {
    /// The empty set.
    #[inline(always)]
    pub fn none() -> Self {
        Self::of([0; 4])
    }

    /// The set of all 81 cells.
    #[inline(always)]
    pub fn all() -> Self {
        splat(0o777_777_777)
    }

    /// Makes a set of the cells of three bands, with the bits of the module's drawing.
    #[inline(always)]
    pub fn new([top, middle, bottom]: [u32; 3]) -> Self {
        Self::of([top, middle, bottom, 0])
    }

    /// Returns the cells of the three bands, with the bits of the module's drawing.
    #[inline(always)]
    pub fn bands(self) -> [u32; 3] {
        let mut lanes = [0; 4];
        self.0.store(&mut lanes);
        let [top, middle, bottom, _] = lanes;
        [top, middle, bottom]
    }

    #[inline(always)]
    fn of(lanes: [u32; 4]) -> Self {
        Self(Quad::load(QUAD_TOKEN, &lanes))
    }

    /// The set of one cell, 0 to 80.
    #[inline(always)]
    pub fn cell(cell: usize) -> Self {
        Self::of(CELL[cell])
    }

    /// The 20 cells that a cell sees in its row, column and box.
    #[inline(always)]
    pub fn seen_from(cell: usize) -> Self {
        Self::of(SEEN_CELLS[cell])
    }

    /// Returns the first cell, 0 to 80; `None` for the empty set.
    #[inline(always)]
    pub fn first(self) -> Option<usize> {
        self.iter().next()
    }

    /// Returns the cells, 0 to 80, in ascending order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let bands = self.bands().into_iter().enumerate();
        bands.flat_map(|(band, mut cells)| {
            std::iter::from_fn(move || {
                let cell = 27 * band + cells.trailing_zeros() as usize;
                let some = cells != 0;
                cells &= cells.wrapping_sub(1);
                some.then_some(cell)
            })
        })
    }

    /// Number of cells.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.count_ones().sum() as u32
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == Self::none()
    }

    #[inline(always)]
    pub fn and_not(self, other: Self) -> Self {
        Self(self.0.and_not(other.0))
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        Self(self.0.shl(bits))
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        Self(self.0.shr(bits))
    }

    /// Moves each band up by one, the first to the end.
    #[inline(always)]
    fn bands_up(self) -> Self {
        Self(self.0.permute(Quad::load(QUAD_TOKEN, &[1, 2, 0, 3])))
    }

    /// Moves each band down by one, the last to the start.
    #[inline(always)]
    fn bands_down(self) -> Self {
        Self(self.0.permute(Quad::load(QUAD_TOKEN, &[2, 0, 1, 3])))
    }

    /// Moves each row of a band up by one, the first to the end. Leaves stray bits above the 27.
    #[inline(always)]
    fn rows_up(self) -> Self {
        self.shr(9) | self.shl(18)
    }

    /// Moves each row of a band down by one, the last to the start. Leaves stray bits above the 27.
    #[inline(always)]
    fn rows_down(self) -> Self {
        self.shl(9) | self.shr(18)
    }

    /// Moves each minirow to the left by one, the first to the end.
    #[inline(always)]
    fn minirows_left(self) -> Self {
        self.shr(3) & splat(0o077_077_077) | self.shl(6) & splat(0o700_700_700)
    }

    /// Moves each minirow to the right by one, the last to the start.
    #[inline(always)]
    fn minirows_right(self) -> Self {
        self.shl(3) & splat(0o770_770_770) | self.shr(6) & splat(0o007_007_007)
    }

    /// Moves each cell of a minirow to the left by one, the first to the end.
    #[inline(always)]
    fn cells_left(self) -> Self {
        self.shr(1) & splat(0o333_333_333) | self.shl(2) & splat(0o444_444_444)
    }

    /// Moves each cell of a minirow to the right by one, the last to the start.
    #[inline(always)]
    fn cells_right(self) -> Self {
        self.shl(1) & splat(0o666_666_666) | self.shr(2) & splat(0o111_111_111)
    }

    /// Returns all cells of the rows that contain a cell of the set.
    #[inline(always)]
    pub fn rows(self) -> Self {
        // Adding 255 to the low eight bits of a row carries into the ninth bit if any of them is
        // set.
        let low = splat(0o377 * COLUMN).0;
        let ninth = ((self.0 & low).add(low) | self.0) & splat(COLUMN << 8).0;
        Self(ninth.shl(1).sub(ninth.shr(8)))
    }

    /// Returns all cells of the rows that contain two cells or more of the set.
    ///
    /// Correct only if no row is empty: the subtraction borrows from the next row.
    #[inline(always)]
    pub fn crowded_rows(self) -> Self {
        Self(self.0 & self.0.sub(splat(COLUMN).0)).rows()
    }

    /// Returns all cells of the bands that contain no cell of the set.
    #[inline(always)]
    pub fn empty_bands(self) -> Self {
        let none = Self::none().0;
        Self(Self::all().0.select(self.0.equal(none), none))
    }

    /// Returns the places of a digit that locked candidates within bands leave.
    ///
    /// A solved band has the digit in three of its nine minirows, which share neither row nor box.
    /// A minirow remains only if two other minirows with places complete it to such a triple. If a
    /// band has no triple, no place in it remains.
    #[inline(always)]
    pub fn lock_rows(self) -> Self {
        let minirows = (self | self.shr(1) | self.shr(2)) & splat(MINIROW);
        let (left, right) = (minirows.minirows_left(), minirows.minirows_right());
        let kept =
            minirows & (left.rows_up() & right.rows_down() | right.rows_up() & left.rows_down());
        self & Self(kept.0.shl(3).sub(kept.0))
    }

    /// Returns the places of a digit that locked candidates within stacks leave, and those of them
    /// that are the only one in their column.
    ///
    /// The rule is that of [`Bitboard::lock_rows`], with minicolumns for minirows.
    #[inline(always)]
    pub fn lock_columns(self) -> (Self, Self) {
        let near = self.rows_up() | self.rows_down();
        let columns = self | near;
        let (left, right) = (columns.cells_left(), columns.cells_right());
        let kept =
            columns & (left.bands_up() & right.bands_down() | right.bands_up() & left.bands_down());
        let far = kept.bands_up() | kept.bands_down();
        let board = self & kept;
        (board, board.and_not(near | far))
    }
}

/// Lanes of the set of each single cell.
const CELL: [[u32; 4]; 81] = {
    let mut lanes = [[0; 4]; 81];
    let mut cell = 0;
    while cell < 81 {
        lanes[cell][cell / 27] = 1 << (cell % 27);
        cell += 1;
    }
    lanes
};

/// Lanes of the set of cells that each cell sees.
const SEEN_CELLS: [[u32; 4]; 81] = {
    let mut lanes = [[0; 4]; 81];
    let mut pair = 0;
    while pair < 81 * 81 {
        let (a, b) = (pair / 81, pair % 81);
        let same_row = a / 9 == b / 9;
        let same_column = a % 9 == b % 9;
        let same_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
        if a != b && (same_row || same_column || same_box) {
            lanes[a][b / 27] |= 1 << (b % 27);
        }
        pair += 1;
    }
    lanes
};

/// Repeats a pattern of bits in each band.
#[inline(always)]
fn splat(band: u32) -> Bitboard {
    Bitboard::new([band; 3])
}

impl PartialEq for Bitboard {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        !(self.0 ^ other.0).intersects(self.0 ^ other.0).any()
    }
}

impl Eq for Bitboard {}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::{Cell, GridHouse};

    type PlainCells = BTreeSet<usize>;

    fn board(cells: &PlainCells) -> Bitboard {
        let cells = cells.iter().map(|&cell| Bitboard::cell(cell));
        cells.fold(Bitboard::none(), |all, cell| all | cell)
    }

    fn cells(board: Bitboard) -> PlainCells {
        board.iter().collect()
    }

    fn filter(keep: impl Fn(usize) -> bool) -> PlainCells {
        (0..81).filter(|&cell| keep(cell)).collect()
    }

    fn row(cell: usize) -> usize {
        cell / 9
    }

    fn column(cell: usize) -> usize {
        cell % 9
    }

    fn minirow(cell: usize) -> usize {
        cell / 3
    }

    /// Finds the cells left by locked candidates, by trial. `part` gives the band or stack of a
    /// cell, `at` its minirow or minicolumn, numbered three times the line plus the box. One
    /// remains if it and two others of the part have cells, and these three share neither line nor
    /// box.
    fn matched(
        all: &PlainCells,
        part: impl Fn(usize) -> usize,
        at: impl Fn(usize) -> usize,
    ) -> PlainCells {
        const ORDERS: [[usize; 3]; 6] = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        let has = |p, i, j| {
            all.iter()
                .any(|&cell| part(cell) == p && at(cell) == 3 * i + j)
        };
        let good = |p, order: &[usize; 3]| (0..3).all(|i| has(p, i, order[i]));
        let kept = |&&cell: &&usize| {
            let (p, i, j) = (part(cell), at(cell) / 3, at(cell) % 3);
            ORDERS.iter().any(|order| order[i] == j && good(p, order))
        };
        all.iter().filter(kept).copied().collect()
    }

    fn boards() -> impl Strategy<Value = PlainCells> {
        let cell = 0..81_usize;
        prop_oneof![
            prop::collection::btree_set(cell.clone(), 0..20),
            prop::collection::btree_set(cell, 20..81),
        ]
    }

    proptest! {
        #[test]
        fn boards_are_sets_of_cells(a in boards(), b in boards(), cell in 0..81_usize) {
            let (x, y) = (board(&a), board(&b));
            prop_assert_eq!(cells(x), a.clone());
            prop_assert_eq!(cells(x | y), &a | &b);
            prop_assert_eq!(cells(x & y), &a & &b);
            prop_assert_eq!(cells(x ^ y), &a ^ &b);
            prop_assert_eq!(cells(x.and_not(y)), &a - &b);
            prop_assert_eq!(x.len() as usize, a.len());
            prop_assert_eq!(x.first(), a.first().copied());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            let units = GridHouse::all().map(|unit| unit.cells().map(Cell::index)).filter(|unit| unit.contains(&cell));
            let mut peers: PlainCells = units.flatten().collect();
            peers.remove(&cell);
            prop_assert_eq!(cells(Bitboard::seen_from(cell)), peers);
        }

        #[test]
        fn rows_and_bands(a in boards()) {
            let count = |r| a.iter().filter(|&&cell| row(cell) == r).count();
            prop_assert_eq!(cells(board(&a).rows()), filter(|cell| count(row(cell)) > 0));
            let empty = |band| a.iter().all(|&cell| cell / 27 != band);
            prop_assert_eq!(cells(board(&a).empty_bands()), filter(|cell| empty(cell / 27)));
            if (0..9).all(|r| count(r) > 0) {
                let crowded = filter(|cell| count(row(cell)) > 1);
                prop_assert_eq!(cells(board(&a).crowded_rows()), crowded);
            }
        }

        #[test]
        fn locked_candidates(a in boards()) {
            // The lines of a band are its rows; those of a stack are its columns.
            let rows = matched(&a, |cell| cell / 27, |cell| minirow(cell) % 9);
            prop_assert_eq!(cells(board(&a).lock_rows()), rows);
            let stack = |cell| column(cell) / 3;
            let place = |cell| 3 * (column(cell) % 3) + cell / 27;
            let columns = matched(&a, stack, place);
            let (kept, alone) = board(&a).lock_columns();
            let in_column = |c| columns.iter().filter(|&&cell| column(cell) == c).count();
            prop_assert_eq!(cells(kept), columns.clone());
            let single = columns.iter().copied().filter(|&cell| in_column(column(cell)) == 1);
            prop_assert_eq!(cells(alone), single.collect::<PlainCells>());
        }
    }
}
