//! Solutions of one search, packed and in order; their text, and their number on each square.
//!
//! Keys are distinct, and spread evenly over their highest bits. To sort them, one pass counts the
//! keys in each bucket of equal highest bits, and a second moves them to their buckets. Within a
//! bucket, the index of each key is its number of lesser keys. Buckets are small, so that the code
//! does not branch on keys. A sort by comparison is slower because it mispredicts half of its
//! branches.
//!
//! The text of a solution is one line of comma-separated numbers. Numbers are looked up three at a
//! time (two for columns of five bits) in a table of texts:
//!
//! ```text
//! key    … 0010 1011 0000 …     three columns, counted from 0
//! entry  0x2B0 of the table     "3,12,1,", and its length 7
//! ```
//!
//! Sixteen bytes are always copied, and the next text overwrites the surplus.

use std::mem::replace;
use std::ops::Range;

use super::expand::LaneWord;
use super::search_board::{MAX_N, PreparedBoard};

/// Keys of solutions, for either width of lanes.
#[derive(Clone, Copy, Debug)]
pub(super) enum SolutionKeys<'a> {
    Narrow(&'a [u64]),
    Wide(&'a [u128]),
}

/// Batch of solutions of one search, in lexicographic order.
#[derive(Clone, Copy, Debug)]
pub struct SolutionBatch<'a> {
    pub(super) board: &'a PreparedBoard,
    pub(super) keys: SolutionKeys<'a>,
}

impl SolutionBatch<'_> {
    /// Number of rows of the board.
    pub fn n(&self) -> usize {
        self.board.n
    }

    /// Number of solutions.
    pub fn len(&self) -> usize {
        match self.keys {
            SolutionKeys::Narrow(keys) => keys.len(),
            SolutionKeys::Wide(keys) => keys.len(),
        }
    }

    /// True if the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the solutions of a range.
    ///
    /// # Panics
    ///
    /// If the range ends beyond the last solution.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let keys = match self.keys {
            SolutionKeys::Narrow(keys) => SolutionKeys::Narrow(&keys[range]),
            SolutionKeys::Wide(keys) => SolutionKeys::Wide(&keys[range]),
        };
        Self {
            board: self.board,
            keys,
        }
    }

    /// Returns the column of the queen in each row of solution `index`, counted from 0.
    ///
    /// # Panics
    ///
    /// If `index` is at least the number of solutions.
    pub fn columns(&self, index: usize) -> Vec<u8> {
        let mut columns = [0; MAX_N];
        self.read(index, &mut columns);
        columns[..self.board.n].to_vec()
    }

    /// Writes the column of the queen in each row of solution `index`, counted from 0, to
    /// `columns`. Entries after the last row are arbitrary.
    ///
    /// # Panics
    ///
    /// If `index` is at least the number of solutions.
    #[inline]
    pub fn read(&self, index: usize, columns: &mut [u8; MAX_N]) {
        *columns = self.board.placed;
        let levels = self.board.levels.iter().rev().zip(0..);
        for (level, i) in levels {
            columns[level.row] = match self.keys {
                SolutionKeys::Narrow(keys) => {
                    u16::key_bits(keys[index], i * u16::COLUMN_BITS) as u8 & 0xF
                }
                SolutionKeys::Wide(keys) => {
                    u32::key_bits(keys[index], i * u32::COLUMN_BITS) as u8 & 0x1F
                }
            };
        }
    }
}

/// Most bits of the number of a bucket.
const RADIX: u32 = 12;

/// Most keys of a bucket that is ordered by counting lesser keys.
const SMALL_BUCKET: usize = 24;

/// Scratch memory for sorting.
#[derive(Debug)]
pub(super) struct KeySorter<L: LaneWord> {
    spare: Vec<L::Key>,
    /// End of each bucket.
    ends: [u32; 1 << RADIX],
}

impl<L: LaneWord> KeySorter<L> {
    pub fn new() -> Self {
        Self {
            spare: Vec::new(),
            ends: [0; 1 << RADIX],
        }
    }

    /// Sorts keys of `bits` bits.
    pub fn sort(&mut self, keys: &mut [L::Key], bits: u32) {
        if keys.is_empty() {
            return;
        }
        let radix = keys.len().ilog2().min(RADIX).min(bits);
        let bucket = |key| L::key_bits(key, bits - radix) % (1 << radix);
        let ends = &mut self.ends[..1 << radix];
        ends.fill(0);
        for &key in &*keys {
            ends[bucket(key)] += 1;
        }
        let mut start = 0;
        for end in &mut *ends {
            start += replace(end, start);
        }
        self.spare.resize(keys.len(), L::Key::default());
        for &key in &*keys {
            let end = &mut ends[bucket(key)];
            self.spare[*end as usize] = key;
            *end += 1;
        }
        let mut start = 0;
        for &end in &*ends {
            let range = start..end as usize;
            start = range.end;
            let (bucket, sorted) = (&self.spare[range.clone()], &mut keys[range]);
            if bucket.len() <= SMALL_BUCKET {
                for &key in bucket {
                    let lesser = bucket.iter().filter(|&&other| other < key).count();
                    sorted[lesser] = key;
                }
            } else {
                sorted.copy_from_slice(bucket);
                sorted.sort_unstable();
            }
        }
    }
}

/// Text of up to five numbers, with its length in the last byte.
type NumberText = [u8; 16];

/// Longest text in bytes that has room for one more number.
const ALMOST_FULL: u8 = 12;

/// Longest line in bytes, "32," for each number, rounded up to a power of two.
const LINE_LENGTH: usize = (3 * MAX_N).next_power_of_two();

/// Buffer of a line, with room for a whole text after the line.
type LineWindow = [u8; LINE_LENGTH + size_of::<NumberText>()];

/// Number of lines that are written between two checks of the room in the buffer.
const LINES_AT_ONCE: usize = 256;

/// Appends the number of a column, counted from 1, and a comma.
const fn push_number(mut text: NumberText, column: usize) -> NumberText {
    let number = column as u8 + 1;
    let mut at = text[15] as usize;
    if number >= 10 {
        text[at] = b'0' + number / 10;
        at += 1;
    }
    text[at] = b'0' + number % 10;
    text[at + 1] = b',';
    text[15] = at as u8 + 2;
    text
}

/// Returns the texts of all sequences of `count` columns of `bits` bits each.
const fn texts<const SIZE: usize>(bits: u32, count: u32) -> [NumberText; SIZE] {
    let mut table = [[0; 16]; SIZE];
    let mut columns = 0;
    while columns < SIZE {
        let mut left = count;
        while left > 0 {
            left -= 1;
            let column = columns >> (left * bits) & ((1 << bits) - 1);
            table[columns] = push_number(table[columns], column);
        }
        columns += 1;
    }
    table
}

/// Empty text, for zero numbers.
static NONE: [NumberText; 1] = [[0; 16]];
static ONE: [NumberText; 32] = texts(5, 1);
static TWO_NARROW: [NumberText; 1 << 8] = texts(4, 2);
static THREE_NARROW: [NumberText; 1 << 12] = texts(4, 3);
static TWO_WIDE: [NumberText; 1 << 10] = texts(5, 2);

/// Part of a line: placed rows followed by open rows.
#[derive(Clone, Copy, Debug, Default)]
struct LineRun {
    /// Numbers of the placed rows.
    placed: NumberText,
    /// Number of open rows that follow.
    open: usize,
}

/// Divides the rows of a line into runs.
fn runs(plan: &PreparedBoard) -> Vec<LineRun> {
    let mut runs = vec![LineRun::default()];
    let mut levels = plan.levels.iter().map(|level| level.row).peekable();
    for row in 0..plan.n {
        let last = runs.len() - 1;
        if levels.next_if_eq(&row).is_some() {
            runs[last].open += 1;
            continue;
        }
        if runs[last].open > 0 || runs[last].placed[15] > ALMOST_FULL {
            runs.push(LineRun::default());
        }
        let run = runs.last_mut().expect("just seen");
        run.placed = push_number(run.placed, plan.placed[row] as usize);
    }
    runs
}

impl SolutionBatch<'_> {
    /// Appends each solution as a line `q1,q2,…,qN`: the column of the queen in each row, counted
    /// from 1.
    pub fn write_csv(&self, out: &mut Vec<u8>) {
        match self.keys {
            SolutionKeys::Narrow(keys) => {
                write_lines::<u16, _>(
                    self.board,
                    keys,
                    &[&NONE, &ONE, &TWO_NARROW],
                    &THREE_NARROW,
                    out,
                );
            }
            SolutionKeys::Wide(keys) => {
                write_lines::<u32, _>(self.board, keys, &[&NONE, &ONE], &TWO_WIDE, out);
            }
        }
    }
}

/// Run with the texts of its open rows. Rows that do not fill a group come first.
struct RunTexts<'a> {
    placed: NumberText,
    /// Texts of the leading open rows, and the number of key bits that select one.
    leading: &'a [NumberText],
    bits: u32,
    /// Number of whole groups that follow.
    groups: usize,
}

/// Writes lines with the texts of `parts.len()` open rows at a time, from `whole`. `parts` has the
/// texts of fewer rows, from zero rows on.
fn write_lines<L: LaneWord, const SIZE: usize>(
    plan: &PreparedBoard,
    keys: &[L::Key],
    parts: &[&[NumberText]],
    whole: &[NumberText; SIZE],
    out: &mut Vec<u8>,
) {
    let cut = |run: LineRun| {
        let rows = run.open % parts.len();
        RunTexts {
            placed: run.placed,
            leading: parts[rows],
            bits: rows as u32 * L::COLUMN_BITS,
            groups: run.open / parts.len(),
        }
    };
    let cuts: Vec<RunTexts> = runs(plan).into_iter().map(cut).collect();
    let all = plan.levels.len() as u32 * L::COLUMN_BITS;
    for keys in keys.chunks(LINES_AT_ONCE) {
        let mut at = out.len();
        out.resize(at + LINES_AT_ONCE * 3 * plan.n + size_of::<LineWindow>(), 0);
        for &key in keys {
            let window = &mut out[at..at + size_of::<LineWindow>()];
            let line: &mut LineWindow = window.try_into().expect("its length");
            let mut end = 0;
            let mut shift = all;
            for cut in &cuts {
                copy_text(&cut.placed, line, &mut end);
                shift -= cut.bits;
                let part = L::key_bits(key, shift) & ((1 << cut.bits) - 1);
                copy_text(&cut.leading[part], line, &mut end);
                for _ in 0..cut.groups {
                    shift -= SIZE.trailing_zeros();
                    copy_text(&whole[L::key_bits(key, shift) % SIZE], line, &mut end);
                }
            }
            // The last comma becomes the line break; the empty board has none.
            end -= usize::from(plan.n > 0);
            line[end % LINE_LENGTH] = b'\n';
            at += end + 1;
        }
        out.truncate(at);
    }
}

/// Copies a text to `line[*at..]`, and moves `at` past it.
#[inline(always)]
fn copy_text(text: &NumberText, line: &mut LineWindow, at: &mut usize) {
    let text = u128::from_le_bytes(*text);
    let from = *at % LINE_LENGTH; // shows that it fits, and saves a check
    line[from..from + size_of::<NumberText>()].copy_from_slice(&text.to_le_bytes());
    *at += (text >> 120) as usize;
}

impl SolutionBatch<'_> {
    /// Adds to each square the number of these solutions with a queen on it. `squares` are those of
    /// the board, row by row.
    ///
    /// # Panics
    ///
    /// If `squares` has fewer squares than the board.
    pub fn count_squares(&self, squares: &mut [u64]) {
        match self.keys {
            SolutionKeys::Narrow(keys) => count_squares::<u16>(self.board, keys, squares),
            SolutionKeys::Wide(keys) => count_squares::<u32>(self.board, keys, squares),
        }
    }
}

fn count_squares<L: LaneWord>(plan: &PreparedBoard, keys: &[L::Key], squares: &mut [u64]) {
    let mut levels = [[0_u64; MAX_N]; MAX_N];
    let levels = &mut levels[..plan.levels.len()];
    for &key in keys {
        // The last level is in the lowest bits.
        for (level, shift) in levels
            .iter_mut()
            .rev()
            .zip((0..).step_by(L::COLUMN_BITS as usize))
        {
            level[L::key_bits(key, shift) & ((1 << L::COLUMN_BITS) - 1)] += 1;
        }
    }
    let n = plan.n;
    let mut open = plan.levels.iter().zip(levels).peekable();
    for row in 0..n {
        let squares = &mut squares[row * n..(row + 1) * n];
        match open.next_if(|(level, _)| level.row == row) {
            Some((_, counts)) => {
                for (square, count) in squares.iter_mut().zip(counts) {
                    *square += *count;
                }
            }
            None => squares[plan.placed[row] as usize] += keys.len() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(
            narrow in prop::collection::btree_set(0u64..1 << 40, 0..3_000),
            bits in 40u32..64,
        ) {
            let expected: Vec<u64> = narrow.iter().copied().collect();
            let mut keys = expected.clone();
            keys.reverse();
            KeySorter::<u16>::new().sort(&mut keys, bits);
            prop_assert_eq!(keys, expected);
        }

        #[test]
        fn sorts_keys_that_crowd_together(
            crowd in prop::collection::btree_set(0u128..200, 0..100),
            rest in prop::collection::btree_set(0u128..1 << 100, 0..100),
        ) {
            let all: BTreeSet<u128> = crowd.union(&rest).copied().collect();
            let mut keys: Vec<u128> = rest.difference(&crowd).chain(&crowd).copied().collect();
            KeySorter::<u32>::new().sort(&mut keys, 100);
            prop_assert_eq!(keys, all.into_iter().collect::<Vec<_>>());
        }
    }
}
