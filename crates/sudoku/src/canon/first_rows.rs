//! First rows with digits of an image.

use super::super::grid::BAND_MATES;
use super::grid_group::GROUP_SIZE;
use super::partial_image::{COLUMNS, FIRST_BAND_ROWS, PartialImage, UNLABELLED};
use super::row_tables::{LEAST_PATTERN, LEAST_PATTERN_BELOW, ORDERS, STACK_COLUMNS, STACK_ORDERS};
use super::sides::Sides;

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
