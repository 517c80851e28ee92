//! The least image of a puzzle, row by row: only the partial images with the least rows are kept.
//!
//! A partial image, the first rows of an image, is the result of choices: transposed or not, an order of the columns as far as
//! the rows distinguish them, the rows used, and the labels of their digits. In the next row of
//! every partial image, columns that are equal so far are sorted. A digit without a label counts as
//! more than any other, since it gets the next label. New digits side by side in equal columns may
//! come in any order. Each order is a partial image.

use super::super::grid::BAND_MATES;
use super::row_tables::{
    COLUMN_SORTS, GROUP_SIZE, GridGroup, IDENTITY, LEAST_PATTERN, LEAST_PATTERN_BELOW, LEFT,
    LeastTransform, LineDigits, NO_CHANGE, ORDERS, RIGHT, STACK_COLUMNS, STACK_ORDERS, Sides,
    Transform, arrangements, nibble, set_group,
};
use crate::Grid;
use countless_simd::{Bytes, Scalar, Simd};

/// Number of symmetries.
const SYMMETRIES: u32 = 2 * 1296 * 1296;

/// Memory of a search, reused by the next.
#[derive(Debug, Default)]
pub(super) struct RowByRowScratch {
    images: Vec<PartialImage>,
    next_images: Vec<PartialImage>,
    /// Possible next rows, and the labels of each row as a number.
    next_rows: Vec<NextRow>,
    keys: Vec<u64>,
    first_rows: Vec<FirstRow>,
    /// Partial images that are the only one of a grid. Their remaining rows are to be sorted.
    settled_images: Vec<PartialImage>,
}

/// A possible next row of a partial image, in one word: row, grid, index of the partial image.
#[derive(Clone, Copy, Debug)]
struct NextRow(u64);

impl NextRow {
    /// A row of no grid.
    const NONE: Self = Self(u64::MAX);

    #[inline(always)]
    fn new(state: usize, row: usize, place: usize) -> Self {
        Self((state as u64) << 16 | (place << 8 | row) as u64)
    }

    #[inline(always)]
    fn row(self) -> u8 {
        self.0 as u8 & 15
    }

    #[inline(always)]
    fn place(self) -> usize {
        self.0 as usize >> 8 & 255
    }

    #[inline(always)]
    fn image(self) -> usize {
        (self.0 >> 16) as usize
    }
}

/// Returns a transform to the least image of each of up to 32 grids, and the number of symmetries
/// that lead there.
pub fn least_row_by_row(grids: &[Grid]) -> Vec<(Transform, u32)> {
    let mut group = GridGroup::default();
    set_group(Scalar, grids, &mut group);
    let which = (u64::MAX >> (64 - grids.len())) as u32;
    let mut found = [(NO_CHANGE, 0); GROUP_SIZE];
    least(
        Scalar,
        &group,
        which,
        &mut RowByRowScratch::default(),
        &mut found,
    );
    found[..grids.len()].to_vec()
}

/// Finds a transform to the least image of each grid in `which`, and the number of symmetries that
/// lead there.
#[inline(always)]
pub(super) fn least<S: Simd>(
    simd: S,
    sides: &GridGroup,
    which: u32,
    memory: &mut RowByRowScratch,
    found: &mut [LeastTransform; GROUP_SIZE],
) {
    let RowByRowScratch {
        images: states,
        next_images: next,
        next_rows: pairs,
        keys,
        first_rows: roots,
        settled_images: last,
    } = memory;
    roots.clear();
    states.clear();
    last.clear();
    for place in (0..GROUP_SIZE).filter(|place| which >> place & 1 == 1) {
        found[place] = (NO_CHANGE, 0);
        if push_first_rows(&sides[place], place, roots) {
            found[place].1 = SYMMETRIES;
        }
    }
    let begun = roots
        .iter()
        .fold(0, |levels, root| levels | 1 << root.level());
    for level in 1..=9 {
        if begun >> (level - 1) & 1 == 1 {
            for root in roots.iter().filter(|root| root.level() + 1 == level) {
                let sides = &sides[root.place()];
                expand(simd, sides, &root.image(sides), root.row(), states, None);
            }
        }
        if level == 9 {
            break;
        }
        // With a growing length, each step would wait for the previous one.
        let room = 9 * states.len() + 1;
        if pairs.len() < room {
            pairs.resize(room, NextRow::NONE);
            keys.resize(room, 0);
        }
        let (pairs, keys) = (&mut pairs[..], &mut keys[..]);
        let mut all = 0;
        let mut least = [u64::MAX; GROUP_SIZE];
        for (index, state) in states.iter().enumerate() {
            let place = usize::from(state.place) % GROUP_SIZE;
            let sides = &sides[place];
            let lines = &sides.lines[usize::from(state.side & 1)];
            let columns = simd.bytes(&state.columns);
            let labels = simd.bytes(&state.labels);
            let mut rows = state.possible_rows(level, sides.blank[usize::from(state.side & 1)]);
            let mut best = least[place];
            while rows != 0 {
                let row = rows.trailing_zeros() as usize % 16;
                rows &= rows - 1;
                let labelled = labels.shuffle(simd.bytes(&lines[row]).shuffle(columns));
                // Sorting columns that are already distinct costs less than a branch that is hard
                // to predict.
                let key = labelled
                    .shuffle(sorting(simd, labelled, state.equal_pairs))
                    .to_hex();
                best = best.min(key);
                keys[all] = key;
                pairs[all] = NextRow::new(index, row, place);
                all += 1;
            }
            least[place] = best;
        }
        let mut kept = 0;
        for (i, &key) in keys[..all].iter().enumerate() {
            let pair = pairs[i];
            pairs[kept] = pair;
            kept += usize::from(key == least[pair.place() % GROUP_SIZE]);
        }
        pairs[kept] = NextRow::NONE;
        next.clear();
        // Partial images of a grid are neighbours: its first rows have one level, and the order is
        // kept.
        let mut before = NextRow::NONE;
        for pairs in pairs[..=kept].windows(2) {
            let pair = pairs[0];
            let is_alone = [before, pairs[1]]
                .iter()
                .all(|other| other.place() != pair.place());
            before = pair;
            let mut state = states[pair.image()];
            let sides = &sides[pair.place() % GROUP_SIZE];
            state.use_row(pair.row(), sides.blank[usize::from(state.side & 1)]);
            // If the only partial image is settled, its remaining rows are only sorted.
            let last = is_alone.then_some(&mut *last);
            expand(simd, sides, &state, pair.row(), next, last);
        }
        std::mem::swap(states, next);
    }
    for state in last {
        let place = usize::from(state.place) % GROUP_SIZE;
        use_rest_sorted(simd, &sides[place], state);
        found[place] = (state.transform(simd), state.ways);
    }
    for state in states {
        let found = &mut found[usize::from(state.place) % GROUP_SIZE];
        *found = (
            state.transform(simd),
            found.1 + state.ways * column_orders(state.equal_pairs),
        );
    }
}

/// Number of orders of equal columns, from the pairs that are equal.
fn column_orders(alike: u32) -> u32 {
    let each = [1, 2, 2, 2, 2, 2, 2, 6];
    [0, 3, 6]
        .map(|stack| each[alike as usize >> stack & 7])
        .iter()
        .product()
}

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

/// A first row with digits, in one word. A copy of separate fields would wait until they are
/// written.
///
/// Fields from the lowest bits on: row, side, order of the stacks, number of rows before it, grid,
/// and empty cells. The last field is the number of empty cells before the first digit of the next
/// row. More of them make the image less.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstRow(u32);

/// Number of empty rows of a side that can come first.
#[inline(always)]
fn leading_blank_rows(blank: u16) -> usize {
    if blank == 0 {
        return 0;
    }
    let in_band = [0, 3, 6].map(|first| (blank >> first & FIRST_BAND_ROWS).count_ones() as usize);
    let whole = in_band.into_iter().filter(|&rows| rows == 3).count();
    let rest = in_band.into_iter().filter(|&rows| rows < 3).max();
    3 * whole + rest.unwrap_or(0)
}

/// Appends the possible first rows with digits. Returns true if the grid is empty.
#[inline(always)]
pub(super) fn push_first_rows(sides: &Sides, place: usize, roots: &mut Vec<FirstRow>) -> bool {
    let blank = sides.blank.map(leading_blank_rows);
    let level = blank[0].max(blank[1]);
    if level == 9 {
        return true;
    }
    let mut patterns = [0; 18];
    for side in 0..2 {
        let allowed = possible_first_rows(sides.blank[side], blank[side], level);
        for row in 0..9 {
            let pattern = LEAST_PATTERN[usize::from(sides.occupied[side][row] & 0x1ff)];
            // A row that is not possible gets a value above all patterns.
            patterns[9 * side + row] = pattern | (!allowed >> row & 1) << 15;
        }
    }
    let pattern = patterns.iter().fold(u16::MAX, |least, &of| least.min(of));
    let mut rows = (0..18).fold(0, |rows: u32, i| {
        rows | u32::from(patterns[i] == pattern) << i
    });
    // Of these rows and orders of stacks, only those can be the least for which the next row has
    // the most empty cells before its first digit.
    let first = roots.len();
    let mut most = 0u8;
    while rows != 0 {
        let row = rows.trailing_zeros() as usize % 18;
        rows &= rows - 1;
        let (side, row) = (row / 9, row % 9);
        let own = sides.occupied[side][row] & 0x1ff;
        let others = match level % 3 {
            2 => [0; 2],
            _ => BAND_MATES[row].map(|other| sides.occupied[side][other]),
        };
        let [one, two] = if level % 3 == 1 {
            // One of the two rows is empty, and is used already.
            [others[0] | others[1]; 2]
        } else {
            others
        };
        let (one, two) = (below(own, one), below(own, two));
        let mut orders = STACK_ORDERS[usize::from(own)];
        while orders != 0 {
            let order = orders.trailing_zeros() as usize % ORDERS.len();
            orders &= orders - 1;
            let blanks = leading_blanks(one, order).max(leading_blanks(two, order));
            most = most.max(blanks);
            let word = row | side << 4 | order << 8 | level << 12 | place << 16;
            roots.push(FirstRow(word as u32 | u32::from(blanks) << 24));
        }
    }
    let mut kept = first;
    for i in first..roots.len() {
        let root = roots[i];
        roots[kept] = root;
        kept += usize::from(root.0 >> 24 == u32::from(most));
    }
    roots.truncate(kept);
    false
}

impl FirstRow {
    /// Returns a field of four bits.
    #[inline(always)]
    fn field(self, number: u32) -> usize {
        (self.0 >> (4 * number) & 15) as usize
    }

    #[inline(always)]
    pub(super) fn row(self) -> u8 {
        self.field(0) as u8
    }

    #[inline(always)]
    pub(super) fn level(self) -> usize {
        self.field(3)
    }

    #[inline(always)]
    pub(super) fn place(self) -> usize {
        (self.0 >> 16) as usize % GROUP_SIZE
    }

    /// Returns the partial image that uses this row, before its columns are sorted.
    #[inline(always)]
    pub(super) fn image(self, sides: &Sides) -> PartialImage {
        let (side, row) = (self.field(1), self.row());
        let blank = sides.blank[side & 1];
        let mut state = PartialImage {
            columns: STACK_COLUMNS[self.field(2) % ORDERS.len()],
            labels: UNLABELLED,
            rows: 0,
            equal_pairs: COLUMNS,
            ways: 1,
            used: 0,
            next_label: 1,
            side: side as u8,
            place: self.place() as u8,
        };
        if blank != 0 {
            state.use_blank_rows(blank, row);
        }
        state.use_row(row, blank);
        state
    }
}

/// Returns the rows of a side that can be the first row with digits: those in a band with the empty
/// rows directly before.
#[inline(always)]
fn possible_first_rows(blank: u16, blank_first: usize, level: usize) -> u16 {
    let (a, b, c) = (blank, blank >> 1, blank >> 2);
    let bands = match level % 3 {
        0 => 0o111,
        1 => a | b | c,
        _ => a & (b | c) | b & c,
    };
    let rows = ((bands & 0o111) * FIRST_BAND_ROWS) & !blank;
    if blank_first < level { 0 } else { rows }
}

/// Returns the least patterns of the stacks of a row below another, eight bits each.
#[inline(always)]
fn below(above: u16, row: u16) -> u32 {
    let of = |stack: u32| {
        let both = (above >> (3 * stack) & 7) << 3 | row >> (3 * stack) & 7;
        u32::from(LEAST_PATTERN_BELOW[usize::from(both)]) << (8 * stack)
    };
    of(0) | of(1) | of(2)
}

/// Returns a number that grows with the empty cells before the first digit, with the stacks in an
/// order.
#[inline(always)]
fn leading_blanks(patterns: u32, order: usize) -> u8 {
    let [a, b, c] = ORDERS[order].map(|stack| patterns >> (8 * stack) & 7);
    (a << 6 | b << 3 | c).leading_zeros() as u8
}
