//! Counts of the fillings of a band once each of its minicolumns has three digits.
//!
//! ```text
//!            9 bits  spare  9 bits  spare  9 bits       a filling of a column or box:
//! filling [  row 3  |  0  |  row 2  |  0  |  row 1  ]   the digits of each row
//! ```
//!
//! Two fillings of two boxes fit if no row has a digit twice, `a & b == 0`. The remaining digits
//! are the filling of the third box. It fits if each row has one digit in each column. Then
//! `(rest & column) + 511` carries into the spare bit of every row.

use super::lane_grids::LaneCells;
use countless_simd::{MAX_LANES, Mask, Simd, Vector};

/// Candidates of three rows of nine cells. Each column has three digits in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BandCandidates([[u16; 9]; 3]);

impl BandCandidates {
    /// Returns the candidates of a band of the grid in a lane.
    pub fn of(cells: &LaneCells, lane: usize, band: usize) -> Self {
        let mut rows = [[0; 9]; 3];
        for (i, row) in rows.iter_mut().enumerate() {
            for (column, cell) in row.iter_mut().enumerate() {
                *cell = cells[3 * band + column / 3][3 * i + column % 3].0[lane];
            }
        }
        Self(rows)
    }

    /// Returns a hash: seven cells of nine bits at a time, multiplied by the golden ratio and
    /// folded (Knuth 1973).
    fn hash(&self) -> usize {
        let mut hash = 0_u64;
        for cells in self.0.as_flattened().chunks(7) {
            let word = cells
                .iter()
                .fold(0, |word, &cell| word << 9 | u64::from(cell));
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        (hash >> 40) as usize
    }

    /// Counts the fillings of the band.
    #[inline(always)]
    fn fills<S: Simd>(&self, simd: S, boxes: &mut BandBoxes) -> u64 {
        if !boxes.set_band(self) {
            return 0;
        }
        let zero = S::U32::splat(simd, 0);
        let ones = S::U32::splat(simd, FIELDS * 0x1FF);
        let guard = S::U32::splat(simd, FIELDS << 9);
        let third = S::U32::splat_each(simd, boxes.third);
        let mut total = 0;
        for &first in boxes.first.get() {
            let a = S::U32::splat(simd, first);
            for at in (0..boxes.second.len).step_by(S::U32::LANES) {
                let b = S::U32::load(simd, &boxes.second.ways[at..]);
                let rest = ones.and_not(a | b);
                let fit = (rest & third[0]).add(ones)
                    & (rest & third[1]).add(ones)
                    & (rest & third[2]).add(ones);
                let misfit = guard.and_not(fit) | (a & b);
                total += u64::from(misfit.equal(zero).bits().count_ones());
            }
        }
        total
    }

    fn column(&self, column: usize) -> [u16; 3] {
        [self.0[0][column], self.0[1][column], self.0[2][column]]
    }
}

/// Lowest bit of each field of ten bits.
const FIELDS: u32 = 1 | 1 << 10 | 1 << 20;

/// A list of fillings of a column or box.
///
/// A filling has three fields of ten bits, one per row: the digits of the row, and a spare bit.
#[derive(Clone, Copy, Debug)]
struct FillList<const N: usize> {
    ways: [u32; N],
    len: usize,
}

impl<const N: usize> FillList<N> {
    const NONE: Self = Self {
        ways: [u32::MAX; N],
        len: 0,
    };

    fn push(&mut self, way: u32) {
        self.ways[self.len] = way;
        self.len += 1;
    }

    fn get(&self) -> &[u32] {
        &self.ways[..self.len]
    }
}

impl FillList<6> {
    /// Lists the fillings of a column from the candidates of its cells.
    fn of_column([top, middle, bottom]: [u16; 3]) -> Self {
        let set = top | middle | bottom;
        let mut ways = Self::NONE;
        if set.count_ones() != 3 {
            return ways;
        }
        for x in digit_bits(top) {
            for y in digit_bits(middle & !x) {
                let z = set & !(x | y);
                if z & bottom != 0 {
                    ways.push(u32::from(x) | u32::from(y) << 10 | u32::from(z) << 20);
                }
            }
        }
        ways
    }
}

/// Room for the 6³ fillings of a box, and a vector of values that never fit.
const BOX_WAYS: usize = 216 + MAX_LANES;

impl FillList<BOX_WAYS> {
    /// Replaces the list by the fillings of a box.
    fn set_box(&mut self, columns: &[FillList<6>]) {
        self.len = 0;
        for a in columns[0].get() {
            for b in columns[1].get() {
                for c in columns[2].get() {
                    self.push(a | b | c);
                }
            }
        }
        self.ways[self.len..self.len + MAX_LANES].fill(u32::MAX);
    }
}

/// The three boxes of a band.
///
/// Fillings of the first two that share no digit in a row leave one filling for the third box,
/// which its candidates may exclude.
#[derive(Debug)]
struct BandBoxes {
    first: FillList<BOX_WAYS>,
    second: FillList<BOX_WAYS>,
    /// Candidates of the columns of the third box, in the fields of a filling.
    third: [u32; 3],
}

impl BandBoxes {
    const NONE: Self = Self {
        first: FillList::NONE,
        second: FillList::NONE,
        third: [0; 3],
    };

    /// Prepares a band. Returns false if a column cannot be filled.
    #[inline(always)]
    fn set_band(&mut self, band: &BandCandidates) -> bool {
        let mut columns = [FillList::NONE; 9];
        for (column, ways) in columns.iter_mut().enumerate() {
            *ways = FillList::of_column(band.column(column));
        }
        let number =
            |b: usize| columns[3 * b].len * columns[3 * b + 1].len * columns[3 * b + 2].len;
        let mut order = [0, 1, 2];
        order.sort_unstable_by_key(|&b| number(b));
        let [first, second, third] = order;
        if number(first) == 0 {
            return false;
        }
        self.first.set_box(&columns[3 * first..]);
        self.second.set_box(&columns[3 * second..]);
        for (j, column) in self.third.iter_mut().enumerate() {
            let [top, middle, bottom] = band.column(3 * third + j).map(u32::from);
            *column = top | middle << 10 | bottom << 20;
        }
        true
    }
}

/// Cache of bands and their numbers of fillings.
///
/// Neighbouring leaves of a search tree share most of their bands.
#[derive(Debug)]
pub(super) struct BandCache {
    fills: Vec<(BandCandidates, u64)>,
    boxes: BandBoxes,
}

impl BandCache {
    /// Number of entries. A new band replaces the one at its index.
    const ENTRIES: usize = 1 << 13;

    pub const fn new() -> Self {
        Self {
            fills: Vec::new(),
            boxes: BandBoxes::NONE,
        }
    }

    /// Returns the number of fillings of a band.
    #[inline(always)]
    pub fn fills<S: Simd>(&mut self, simd: S, band: &BandCandidates) -> u64 {
        if self.fills.is_empty() {
            self.allocate();
        }
        let entry = &mut self.fills[band.hash() % Self::ENTRIES];
        if entry.0 != *band {
            *entry = (*band, band.fills(simd, &mut self.boxes));
        }
        entry.1
    }

    /// Allocates the entries. This takes longer than solving a few puzzles, which needs none.
    #[cold]
    fn allocate(&mut self) {
        self.fills = vec![(BandCandidates([[0; 9]; 3]), 0); Self::ENTRIES];
    }
}

fn digit_bits(mut set: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let digit = set & set.wrapping_neg();
        set ^= digit;
        (digit != 0).then_some(digit)
    })
}
