//! Writes solutions as text: one line of comma-separated numbers each.
//!
//! The numbers are looked up two at a time in a table of ready-made text:
//!
//! ```text
//! key    … 0010 1011 …        two columns, counted from 0
//! entry  0x2B of the table    "3,12,", and its length 5
//! ```
//!
//! Eight bytes are always copied, and the next text overwrites what is too much.

use std::borrow::Cow;

use super::plan::Plan;
use super::pool::Lane;
use super::solutions::{Keys, Solutions};

/// The text of one or two numbers, and its length in the last byte.
type Text = [u8; 8];

/// How many lines are written between two checks of the room in the buffer.
const LINES: usize = 256;

/// Appends the number of a column, counted from 1, and a comma.
const fn push(mut text: Text, column: usize) -> Text {
    let number = column as u8 + 1;
    let mut at = text[7] as usize;
    if number >= 10 {
        text[at] = b'0' + number / 10;
        at += 1;
    }
    text[at] = b'0' + number % 10;
    text[at + 1] = b',';
    text[7] = at as u8 + 2;
    text
}

/// The texts of all `SIZE` columns.
const fn singles<const SIZE: usize>() -> [Text; SIZE] {
    let mut table = [[0; 8]; SIZE];
    let mut column = 0;
    while column < SIZE {
        table[column] = push([0; 8], column);
        column += 1;
    }
    table
}

/// The texts of all pairs of `1 << bits` columns.
const fn pairs<const SIZE: usize>(bits: u32) -> [Text; SIZE] {
    let mut table = [[0; 8]; SIZE];
    let mut pair = 0;
    while pair < SIZE {
        table[pair] = push(push([0; 8], pair >> bits), pair & ((1 << bits) - 1));
        pair += 1;
    }
    table
}

static SINGLES: [Text; 32] = singles();
static NARROW_PAIRS: [Text; 256] = pairs(4);
static WIDE_PAIRS: [Text; 1024] = pairs(5);

/// A part of a line: the entry of `table` that `mask` bits of the key name.
#[derive(Debug)]
struct Piece {
    shift: u32,
    mask: usize,
    table: Cow<'static, [Text]>,
}

/// The pieces of a line. Queens that all solutions share have a table of one entry.
fn pieces<L: Lane>(plan: &Plan, pairs: &'static [Text]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut levels = plan.levels.iter().map(|level| level.row).peekable();
    let mut shift = plan.levels.len() as u32 * L::COLUMN;
    for row in 0..plan.n {
        let last = pieces.last_mut();
        if levels.next_if_eq(&row).is_none() {
            let column = plan.settled[row] as usize;
            match last {
                Some(Piece { mask: 0, table, .. }) if table[0][7] <= 3 => {
                    *table = vec![push(table[0], column)].into();
                }
                _ => {
                    let table = vec![push([0; 8], column)].into();
                    pieces.push(Piece {
                        shift: 0,
                        mask: 0,
                        table,
                    });
                }
            }
            continue;
        }
        shift -= L::COLUMN;
        let single = (1 << L::COLUMN) - 1;
        match last {
            Some(piece) if piece.mask == single => {
                *piece = Piece {
                    shift,
                    mask: pairs.len() - 1,
                    table: pairs.into(),
                };
            }
            _ => pieces.push(Piece {
                shift,
                mask: single,
                table: SINGLES[..].into(),
            }),
        }
    }
    pieces
}

impl Solutions<'_> {
    /// Appends each solution as a line `q1,q2,…,qN`: the column of the queen in
    /// each row, counted from 1.
    pub fn write_csv(&self, out: &mut Vec<u8>) {
        match self.keys {
            Keys::Narrow(keys) => write::<u16>(self.plan, keys, &NARROW_PAIRS, out),
            Keys::Wide(keys) => write::<u32>(self.plan, keys, &WIDE_PAIRS, out),
        }
    }
}

fn write<L: Lane>(plan: &Plan, keys: &[L::Key], pairs: &'static [Text], out: &mut Vec<u8>) {
    let pieces = pieces::<L>(plan, pairs);
    let longest = 3 * plan.n + 8;
    for keys in keys.chunks(LINES) {
        let mut at = out.len();
        out.resize(at + LINES * longest, 0);
        for &key in keys {
            for piece in &pieces {
                let text = piece.table[L::bits(key, piece.shift) & piece.mask];
                out[at..at + 8].copy_from_slice(&text);
                at += usize::from(text[7]);
            }
            // The last comma ends the line; the empty board has none.
            at -= usize::from(plan.n > 0);
            out[at] = b'\n';
            at += 1;
        }
        out.truncate(at);
    }
}
