//! Candidates of every cell, and propagation without branches: on the places of one digit, and between
//! digits.
//!
//! A grid is nine [`Bitboard`]s, one for each digit. A round of deductions has two halves, neither
//! with a branch that depends on the puzzle:
//!
//! ```text
//!     digits   for each digit with a changed board: locked candidates in bands and
//!              stacks; cells that are its only place in a row or column are *placed*
//!        │     (locked candidates turn the only place in a box into one in its row)
//!        ▼
//!     cells    a placed digit removes all others from its cell; a cell with one
//!              candidate is *solved*, and removes that digit from its row
//!        │     (locked candidates then remove it from the box and the column)
//!        ▼
//!     boards that changed take another round, until none changes
//! ```
//!
//! # Bitboards
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

use std::cmp::Reverse;
use std::ops::{BitAnd, BitOr, BitXor};

use super::grid::{Grid, SEEN_CELLS, bits};
use super::puzzle::PencilMarks;
use countless_simd::{Mask, QUAD_TOKEN, Quad, Vector};

/// Number of smallest cells that are compared before a branch.
///
/// On hard puzzles, eight take at most 4 % more branches than all cells.
const WEIGHED: usize = 8;

/// Candidates of every cell.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// Places of each digit; digit 1 comes first.
    digits: [Bitboard; 9],
    /// Cells that had one candidate in the last round.
    solved: Bitboard,
    /// A bit for each digit with a board that has changed since its last round.
    changed: u32,
}

impl Candidates {
    /// Makes the candidates of these pencil marks.
    ///
    /// If a cell has no mark, no digit gets a place. Deductions start from changes and would not
    /// notice that cell.
    pub fn new(marks: &PencilMarks) -> Self {
        if marks.cells().contains(&0) {
            return Self {
                digits: [Bitboard::none(); 9],
                solved: Bitboard::none(),
                changed: 0o777,
            };
        }
        let mut digits = [[0; 3]; 9];
        let mut settled = [0; 3];
        for (cell, &marks) in marks.cells().iter().enumerate() {
            for (digit, board) in digits.iter_mut().enumerate() {
                board[cell / 27] |= u32::from(marks >> digit & 1) << (cell % 27);
            }
            settled[cell / 27] |= u32::from(marks.is_power_of_two()) << (cell % 27);
        }
        Self {
            digits: digits.map(Bitboard::new),
            solved: Bitboard::new(settled),
            changed: 0o777,
        }
    }

    /// Makes candidates that are already propagated, from the places of each digit, from 0, and the
    /// solved cells.
    pub fn from_deduced(digits: [Bitboard; 9], settled: Bitboard) -> Self {
        Self {
            digits,
            solved: settled,
            changed: 0,
        }
    }

    /// Returns the places of a digit, from 0.
    pub fn board(&self, digit: usize) -> Bitboard {
        self.digits[digit]
    }

    /// Returns the cells that are not solved.
    pub fn unsolved(&self) -> Bitboard {
        Bitboard::all().and_not(self.solved)
    }

    /// Deduces until nothing changes. Returns false on a contradiction.
    ///
    /// If every cell is solved afterwards, the grid is a solution. Each digit then has a place in
    /// every row, column and box, and 81 candidates allow only one.
    pub fn propagate(&mut self) -> bool {
        while self.has_changes() {
            if !self.deduce() {
                return false;
            }
        }
        true
    }

    /// True if a digit has changed since its last round.
    #[inline(always)]
    pub fn has_changes(&self) -> bool {
        self.changed != 0
    }

    /// Does one round of deductions. Returns false on a contradiction.
    #[inline(always)]
    pub fn deduce(&mut self) -> bool {
        let found = self.deduce_from_digits();
        found.contradictions.is_empty()
            && (found.changes.is_empty() || self.deduce_from_cells(&found))
    }

    /// Deduces from the places of each changed digit.
    #[inline(always)]
    fn deduce_from_digits(&mut self) -> DigitDeductions {
        let mut found = DigitDeductions {
            placed: [Bitboard::none(); 9],
            taken: Bitboard::none(),
            changes: Bitboard::none(),
            contradictions: Bitboard::none(),
        };
        for digit in bits(std::mem::take(&mut self.changed)) {
            let before = self.digits[digit];
            let here = before & self.solved;
            let elsewhere = here.rows().and_not(here) | found.taken;
            let locked = before.and_not(elsewhere).lock_rows();
            let (board, alone_in_column) = locked.lock_columns();
            let crowded = board.crowded_rows();
            let placed = board.and_not(crowded) | alone_in_column;
            // A digit has no place in a band, or two solved cells in a row.
            found.contradictions =
                found.contradictions | board.empty_bands() | board & here & crowded;
            found.changes = found.changes | (before ^ board) | placed.and_not(self.solved);
            found.taken = found.taken | placed;
            found.placed[digit] = placed;
            self.changed |= u32::from(board != locked) << digit;
            self.digits[digit] = board;
        }
        found
    }

    /// Deduces from the candidates of each cell. Returns false if a cell has no candidate.
    #[inline(always)]
    fn deduce_from_cells(&mut self, found: &DigitDeductions) -> bool {
        let (mut once, mut twice) = (Bitboard::none(), Bitboard::none());
        let mut boards = self.digits;
        for (board, placed) in boards.iter_mut().zip(found.placed) {
            *board = board.and_not(found.taken) | placed;
            twice = twice | once & *board;
            once = once | *board;
        }
        let news = once.and_not(twice | self.solved);
        self.solved = once.and_not(twice);
        for (digit, board) in boards.into_iter().enumerate() {
            let changed = (board ^ self.digits[digit]) | board & news;
            self.changed |= u32::from(!changed.is_empty()) << digit;
            self.digits[digit] = board;
        }
        once == Bitboard::all()
    }

    /// True if every cell is solved.
    pub fn is_complete(&self) -> bool {
        self.solved == Bitboard::all()
    }

    /// Returns the first cell that is not solved.
    pub fn first_unsolved(&self) -> Option<usize> {
        self.unsolved().first()
    }

    /// Returns the cells with two candidates.
    pub fn bivalue_cells(&self) -> Bitboard {
        let (mut once, mut twice, mut thrice) =
            (Bitboard::none(), Bitboard::none(), Bitboard::none());
        for &board in &self.digits {
            thrice = thrice | twice & board;
            twice = twice | once & board;
            once = once | board;
        }
        twice.and_not(thrice)
    }

    /// Returns the one of the smallest cells that shares the most candidates with cells that it
    /// sees.
    ///
    /// A candidate shared with a cell of two candidates counts three times, since the branch would
    /// solve that cell. On hard puzzles this choice halves the branches. It takes about as long as
    /// the propagation after a branch.
    pub fn best_unsolved(&self, pairs: Bitboard) -> Option<usize> {
        let cells = self.smallest_cells(pairs).iter().take(WEIGHED);
        let weight = |cell| -> u32 {
            let peers = Bitboard::seen_from(cell);
            let touched = self.candidates(cell).map(|digit| {
                let touched = self.digits[digit] & peers;
                touched.len() + 2 * (touched & pairs).len()
            });
            touched.sum()
        };
        // `max_by_key` returns the last of equal weights; `Reverse` makes it the first.
        cells.max_by_key(|&cell| (weight(cell), Reverse(cell)))
    }

    /// Returns the cells with the fewest candidates of those not solved; `pairs` are the bivalue
    /// cells.
    pub fn smallest_cells(&self, pairs: Bitboard) -> Bitboard {
        if !pairs.is_empty() {
            return pairs;
        }
        // Counts the candidates of all cells in binary: board i is bit i.
        let mut sizes = [Bitboard::none(); 4];
        for &board in &self.digits {
            let mut carry = board;
            for bit in &mut sizes {
                (*bit, carry) = (*bit ^ carry, *bit & carry);
            }
        }
        let mut cells = Bitboard::all().and_not(self.solved);
        for bit in sizes.into_iter().rev() {
            let smaller = cells.and_not(bit);
            if !smaller.is_empty() {
                cells = smaller;
            }
        }
        cells
    }

    /// True if every unsolved cell has two candidates.
    ///
    /// After propagation each digit then has one or two places in every house. Exchanging the
    /// candidate of every unsolved cell for the other one turns a solution into a solution. So a
    /// cell has each of its candidates in half of the solutions.
    pub fn all_unsolved_bivalue(&self, pairs: Bitboard) -> bool {
        (pairs | self.solved) == Bitboard::all()
    }

    /// Returns the candidates of a cell, ascending, from 0.
    pub fn candidates(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let here = Bitboard::cell(cell);
        let open = |digit: usize| u32::from(!(self.digits[digit] & here).is_empty()) << digit;
        bits((0..9).map(open).sum())
    }

    /// Puts a digit, from 0, into a cell.
    pub fn assign(&mut self, cell: usize, digit: usize) {
        let here = Bitboard::cell(cell);
        for other in self.candidates(cell) {
            if other != digit {
                self.digits[other] = self.digits[other].and_not(here);
            }
            self.changed |= 1 << other;
        }
        self.solved = self.solved | here;
    }

    /// Removes a digit, from 0, from a cell with more than one candidate.
    pub fn exclude(&mut self, cell: usize, digit: usize) {
        self.digits[digit] = self.digits[digit].and_not(Bitboard::cell(cell));
        self.changed |= 1 << digit;
        let mut left = self.candidates(cell);
        if let (Some(last), None) = (left.next(), left.next()) {
            self.assign(cell, last);
        }
    }

    /// Returns the candidates as pencil marks.
    pub fn to_marks(self) -> PencilMarks {
        let mut marks = [0; 81];
        for (digit, board) in self.digits.into_iter().enumerate() {
            for cell in board.iter() {
                marks[cell] |= 1 << digit;
            }
        }
        PencilMarks(marks)
    }

    /// Returns the digits of the solved cells.
    pub fn to_grid(self) -> Grid {
        let mut digits = [0; 81];
        for (board, digit) in self.digits.into_iter().zip(1..) {
            for cell in (board & self.solved).iter() {
                digits[cell] = digit;
            }
        }
        Grid(digits)
    }
}

/// Deductions from the places of each digit.
struct DigitDeductions {
    /// Cells that must hold each changed digit.
    placed: [Bitboard; 9],
    /// Cells that must hold any of these digits.
    taken: Bitboard,
    /// Cells that lost a candidate, and placed cells that are not yet solved.
    changes: Bitboard,
    /// Cells with a contradiction.
    contradictions: Bitboard,
}

/// A set of the 81 cells, such as the places of a digit.
#[derive(Clone, Copy, Debug)]
pub struct Bitboard(Quad);

/// First column of a band: the lowest bit of each row.
const COLUMN: u32 = 0o001_001_001;
/// All cells of a band.
const BAND: u32 = 0o777_777_777;
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
        splat(BAND)
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
        Self::of(SEEN_LANES[cell])
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
const CELL: [[u32; 4]; 81] = const_array!([0; 4]; 81, cell => {
    let mut lanes = [0; 4];
    lanes[cell / 27] = 1 << (cell % 27);
    lanes
});

/// Lanes of the set of cells that each cell sees.
static SEEN_LANES: [[u32; 4]; 81] = const_array!([0; 4]; 81, cell => {
    let seen = SEEN_CELLS[cell];
    [seen as u32 & BAND, (seen >> 27) as u32 & BAND, (seen >> 54) as u32 & BAND, 0]
});

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
    use crate::grid::ORDERS;
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
            let houses = GridHouse::all().map(|house| house.cells().map(Cell::index)).filter(|house| house.contains(&cell));
            let mut peers: PlainCells = houses.flatten().collect();
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
