//! Partial images: the first rows of an image of a puzzle, as the choices that lead to them.

use super::row_tables::{COLUMN_SORTS, LEFT, RIGHT, arrangements};
use super::sides::{LineDigits, Sides};
use super::transform::{IDENTITY, Transform, nibble};
use countless_simd::{Bytes, Simd};

/// Label of a digit that has none yet.
const NEW: u8 = 15;
/// Labels before the first row. The label of an empty cell is 0.
pub(super) const UNLABELLED: LineDigits = {
    let mut labels = [0; 16];
    let mut digit = 1;
    while digit < 10 {
        labels[digit] = NEW;
        digit += 1;
    }
    labels
};
/// Index of a label that no digit has.
const NO_DIGIT: usize = 15;
/// All columns of a row, one bit each.
pub(super) const COLUMNS: u32 = 0x1ff;
/// Rows of the first band, one bit each.
pub(super) const FIRST_BAND_ROWS: u16 = 7;
/// Rows of the band that a row is in, one bit each.
const BAND_ROWS: [u16; 16] = [7, 7, 7, 56, 56, 56, 448, 448, 448, 0, 0, 0, 0, 0, 0, 0];
/// The first rows of an image, as the choices that lead to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialImage {
    /// Columns in their order.
    pub(super) columns: LineDigits,
    /// Label of each digit.
    pub(super) labels: LineDigits,
    /// Rows as digits of a hexadecimal number, the last one lowest.
    pub(super) rows: u64,
    /// Pairs of columns that are equal so far, one bit each.
    pub(super) equal_pairs: u32,
    /// Number of choices of rows that make this partial image.
    pub(super) ways: u32,
    /// Rows in use, one bit each.
    pub(super) used: u16,
    pub(super) next_label: u8,
    pub(super) side: u8,
    /// Index of the grid in its group.
    pub(super) place: u8,
}

impl PartialImage {
    /// Uses the empty rows that come first if `row` is the first row with digits.
    #[inline(always)]
    pub(super) fn use_blank_rows(&mut self, blank: u16, row: u8) {
        let whole = blank & blank >> 1 & blank >> 2 & 0o111;
        if whole != 0 {
            self.use_blank_bands(whole, blank);
        }
        // Uses two, one or no rows without a loop, since its end would be mispredicted.
        let own = blank & BAND_ROWS[usize::from(row & 15)];
        let (first, last) = (own.trailing_zeros() & 15, own.checked_ilog2().unwrap_or(0));
        let (rows, ways) = match own.count_ones() {
            0 => (0, 1),
            1 => (first, 1),
            _ => (first << 4 | last, 2),
        };
        self.rows = self.rows << (4 * own.count_ones()) | u64::from(rows);
        self.ways *= ways;
        self.used |= own;
    }

    /// Uses the bands that are completely empty.
    #[cold]
    fn use_blank_bands(&mut self, whole: u16, blank: u16) {
        for (number, first) in (0..9).filter(|row| whole >> row & 1 == 1).enumerate() {
            (first..first + 3).for_each(|row| self.use_row(row, blank));
            self.ways *= number as u32 + 1;
        }
    }

    /// Uses a row. An empty row stands for all unused empty rows of its band.
    #[inline(always)]
    pub(super) fn use_row(&mut self, row: u8, blank: u16) {
        if blank >> row & 1 == 1 {
            self.ways *= (blank & !self.used & FIRST_BAND_ROWS << (row / 3 * 3)).count_ones();
        }
        self.used |= 1 << row;
        self.rows = self.rows << 4 | u64::from(row);
    }

    /// Returns the possible next rows. Of the empty rows of a band, only one is included.
    #[inline(always)]
    pub(super) fn possible_rows(&self, level: usize, blank: u16) -> u16 {
        let unused = !self.used & COLUMNS as u16;
        let choice = if level.is_multiple_of(3) {
            // At the start of a band, every unused row is possible.
            unused
        } else {
            unused & BAND_ROWS[(self.rows & 15) as usize]
        };
        let blank = choice & blank;
        if blank == 0 {
            return choice;
        }
        let lowest = [0, 3, 6].map(|first| {
            let of_band = blank & FIRST_BAND_ROWS << first;
            of_band & of_band.wrapping_neg()
        });
        lowest[0] | lowest[1] | lowest[2]
    }

    /// Returns the transform after all rows are used. Digits that do not occur get the last labels.
    #[inline(always)]
    pub(super) fn transform<S: Simd>(&self, simd: S) -> Transform {
        let mut labels = simd.bytes(&self.labels).to_hex();
        let mut next = u64::from(self.next_label);
        for digit in 1..10 {
            if next < 10 && nibble(labels, digit) == usize::from(NEW) {
                labels ^= (u64::from(NEW) ^ next) << (60 - 4 * digit);
                next += 1;
            }
        }
        let columns = simd.bytes(&self.columns).to_hex();
        Transform::new(self.side == 1, self.rows << 28, columns, labels)
    }

    /// Appends this partial image with other columns and equal pairs, and with labels for the
    /// digits of a line in the columns `new`.
    #[inline(always)]
    fn push<B: Bytes>(&self, list: &mut Vec<Self>, columns: B, line: B, alike: u32, new: u32) {
        let columns = columns.to_array();
        list.push(Self {
            columns,
            equal_pairs: alike,
            ..*self
        });
        // Labels are written byte by byte. A copy right after that would have to wait.
        if let Some(state) = list.last_mut() {
            state.label(line.to_hex(), new);
        }
    }

    /// Gives the next labels to the digits of a line, a hexadecimal number, in some columns.
    #[inline(always)]
    fn label(&mut self, line: u64, mut columns: u32) {
        // The place behind the nine columns has the digit that is labelled if no columns remain.
        let line = line | (NO_DIGIT as u64) << (60 - 4 * 9);
        let mut first = |some: bool, columns: u32| {
            let digit = nibble(line, (columns | 1 << 9).trailing_zeros() as usize);
            self.labels[digit % 16] = self.next_label;
            self.next_label += u8::from(some);
        };
        // Mostly there is at most one column, so two are done without a branch.
        for _ in 0..2 {
            first(columns != 0, columns);
            columns &= columns.wrapping_sub(1);
        }
        while columns != 0 {
            first(true, columns);
            columns &= columns - 1;
        }
    }
}

/// Appends the partial images that result from a row that was just used. A settled partial image
/// goes to `last`, if that is given.
#[inline(always)]
pub(super) fn expand<S: Simd>(
    simd: S,
    sides: &Sides,
    state: &PartialImage,
    row: u8,
    next: &mut Vec<PartialImage>,
    last: Option<&mut Vec<PartialImage>>,
) {
    let columns = simd.bytes(&state.columns);
    let labels = simd.bytes(&state.labels);
    let line = &sides.lines[usize::from(state.side & 1)][usize::from(row) % 9];
    let line = simd.bytes(line).shuffle(columns);
    let labelled = labels.shuffle(line);
    let sorting = sorting(simd, labelled, state.equal_pairs);
    let (columns, line) = (columns.shuffle(sorting), line.shuffle(sorting));
    let labelled = labelled.shuffle(sorting);
    let new = simd.bytes(&[NEW; 16]);
    let left = labelled.shuffle(simd.bytes(&LEFT));
    let same = left.equal(labelled.shuffle(simd.bytes(&RIGHT))) & state.equal_pairs;
    let free = same & left.equal(new);
    let alike = same ^ free;
    let new = labelled.equal(new);
    if free == 0 {
        let labels = u32::from(state.next_label) + new.count_ones();
        let is_settled = alike == 0 && labels >= 9;
        match last {
            Some(last) if is_settled => state.push(last, columns, line, alike, new),
            _ => state.push(next, columns, line, alike, new),
        }
        return;
    }
    for a in arrangements(free & 7) {
        for b in arrangements(free >> 3 & 7) {
            for c in arrangements(free >> 6) {
                let order = a << 24 | (b + 0x333) << 12 | (c + 0x666);
                let order = simd.hex_digits(order << 28 | IDENTITY & 0x0fff_ffff);
                let (columns, line) = (columns.shuffle(order), line.shuffle(order));
                state.push(next, columns, line, alike, new);
            }
        }
    }
}

/// Sorts the remaining rows of a partial image with distinct columns and known labels.
#[inline(always)]
pub(super) fn use_rest_sorted<S: Simd>(simd: S, sides: &Sides, state: &mut PartialImage) {
    let side = usize::from(state.side & 1);
    let columns = simd.bytes(&state.columns);
    let labels = simd.bytes(&state.labels);
    let lines = &sides.lines[side];
    let mut keys = [u64::MAX; 9];
    let mut unused = !state.used & COLUMNS as u16;
    while unused != 0 {
        let row = unused.trailing_zeros() as usize;
        unused &= unused - 1;
        let line = simd.bytes(&lines[row]).shuffle(columns);
        keys[row] = labels.shuffle(line).to_hex() | row as u64;
    }
    for level in state.used.count_ones() as usize..9 {
        let mut rows = state.possible_rows(level, sides.blank[side]);
        let mut least = u64::MAX;
        while rows != 0 {
            least = least.min(keys[rows.trailing_zeros() as usize]);
            rows &= rows - 1;
        }
        state.use_row((least & 15) as u8, sides.blank[side]);
    }
}

/// Returns the shuffle that sorts equal columns by the labels of a row in them.
#[inline(always)]
pub(super) fn sorting<S: Simd>(simd: S, labelled: S::Bytes, alike: u32) -> S::Bytes {
    let left = labelled.shuffle(simd.bytes(&LEFT));
    let greater = left.above(labelled.shuffle(simd.bytes(&RIGHT))) & alike;
    simd.bytes(&COLUMN_SORTS[greater as usize & 511])
}
