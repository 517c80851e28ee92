//! Filling the three bands of a grid whose minicolumns are settled.

use super::grids::Cells;
use crate::simd::{Mask, Simd, Vector};

/// Three rows of nine cells, as candidates, of which every column has three digits in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Band([[u16; 9]; 3]);

impl Band {
    /// Band `band` of the grid in a lane.
    pub fn of(cells: &Cells, lane: usize, band: usize) -> Self {
        let mut rows = [[0; 9]; 3];
        for (i, row) in rows.iter_mut().enumerate() {
            for (column, cell) in row.iter_mut().enumerate() {
                *cell = cells[3 * band + column / 3][3 * i + column % 3].0[lane];
            }
        }
        Self(rows)
    }

    /// A hash: seven cells of nine bits at a time, multiplied by the golden ratio and
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

    /// The ways to fill each box, of which `fills` pairs two and looks for the third.
    #[inline(always)]
    fn fills<S: Simd>(&self, simd: S) -> u64 {
        let mut columns = [Ways::NONE; 9];
        for (column, ways) in columns.iter_mut().enumerate() {
            let [top, middle, bottom] = [0, 1, 2].map(|row| u32::from(self.0[row][column]));
            let set = top | middle | bottom;
            for x in digits(top) {
                for y in digits(middle & !x) {
                    let z = set & !(x | y);
                    if z & bottom != 0 {
                        ways.push(x | y << 10 | z << 20);
                    }
                }
            }
        }
        let number =
            |b: usize| columns[3 * b].len * columns[3 * b + 1].len * columns[3 * b + 2].len;
        let mut boxes = [0, 1, 2];
        boxes.sort_unstable_by_key(|&b| number(b));
        if number(boxes[0]) == 0 {
            return 0;
        }
        let first = Boxes::of(&columns[3 * boxes[0]..]);
        let second = Boxes::of(&columns[3 * boxes[1]..]);
        let third = [0, 1, 2].map(|j| {
            let column = 3 * boxes[2] + j;
            let [top, middle, bottom] = [0, 1, 2].map(|row| u32::from(self.0[row][column]));
            S::U32::splat(simd, top | middle << 10 | bottom << 20)
        });
        let ones = S::U32::splat(simd, FIELDS * 0x1FF);
        let guard = S::U32::splat(simd, FIELDS << 9);
        let zero = S::U32::splat(simd, 0);
        let mut total = 0;
        for &way in &first.ways[..first.len] {
            let a = S::U32::splat(simd, way);
            let mut at = 0;
            while at < second.len {
                let b = S::U32::load(simd, &second.ways[at..]);
                let rest = ones.and_not(a | b);
                let fit = (rest & third[0]).add(ones)
                    & (rest & third[1]).add(ones)
                    & (rest & third[2]).add(ones);
                let miss = guard.and_not(fit) | (a & b);
                total += u64::from(miss.equal(zero).bits().count_ones());
                at += S::U32::LANES;
            }
        }
        total
    }
}

/// One bit at the foot of each field of ten bits.
const FIELDS: u32 = 1 | 1 << 10 | 1 << 20;

/// The ways to fill a column of three cells.
#[derive(Clone, Copy)]
struct Ways {
    ways: [u32; 6],
    len: usize,
}

impl Ways {
    const NONE: Self = Self {
        ways: [0; 6],
        len: 0,
    };

    fn push(&mut self, way: u32) {
        self.ways[self.len] = way;
        self.len += 1;
    }
}

/// The ways to fill a box, then ways that fit nothing.
struct Boxes {
    ways: [u32; 216 + 16],
    len: usize,
}

impl Boxes {
    #[inline(always)]
    fn of(columns: &[Ways]) -> Self {
        let mut boxes = Self {
            ways: [0; 232],
            len: 0,
        };
        for &a in &columns[0].ways[..columns[0].len] {
            for &b in &columns[1].ways[..columns[1].len] {
                for &c in &columns[2].ways[..columns[2].len] {
                    boxes.ways[boxes.len] = a | b | c;
                    boxes.len += 1;
                }
            }
        }
        for w in &mut boxes.ways[boxes.len..boxes.len + 16] {
            *w = u32::MAX;
        }
        boxes
    }
}

/// The bands met lately and their numbers of fills.
///
/// Neighbouring leaves of a search tree share most of their bands.
#[derive(Debug)]
pub(super) struct Memo(Vec<(Band, u64)>);

impl Memo {
    const ENTRIES: usize = 1 << 13;

    pub fn new() -> Self {
        Self(vec![(Band([[0; 9]; 3]), 1); Self::ENTRIES])
    }

    /// The number of ways to fill a band.
    #[inline(always)]
    pub fn fills<S: Simd>(&mut self, simd: S, band: &Band) -> u64 {
        let entry = &mut self.0[band.hash() % Self::ENTRIES];
        if entry.0 != *band {
            *entry = (*band, band.fills(simd));
        }
        entry.1
    }
}

fn digits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let digit = set & set.wrapping_neg();
        set ^= digit;
        (digit != 0).then_some(digit)
    })
}
