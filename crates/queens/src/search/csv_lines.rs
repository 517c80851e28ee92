//! Text of solutions: one line of comma-separated numbers each.
//!
//! Numbers are looked up three at a time (two for columns of five bits) in a table of texts:
//!
//! ```text
//! key    … 0010 1011 0000 …     three columns, counted from 0
//! entry  0x2B0 of the table     "3,12,1,", and its length 7
//! ```
//!
//! Sixteen bytes are always copied, and the next text overwrites the surplus.

use super::node_pool::LaneWord;
use super::prepared_board::PreparedBoard;
use super::search_board::MAX_N;
use super::solution_batch::{SolutionBatch, SolutionKeys};

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
