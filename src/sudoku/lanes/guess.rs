//! The choice of the next branch, for every lane at once.
//!
//! In a band, a digit has one row in each of the three boxes: six ways. As every way is
//! the AND of three lines, a vector of nine bits says for all digits which ones have it:
//!
//! ```text
//! lines of a band           ways                        digits 987654321
//!   row 1  ┌─┬─┬─┐            0  row 1, row 2, row 3  [ 010000110 ]  ┐
//!   row 2  ├─┼─┼─┤            1  row 2, row 3, row 1  [ 000010110 ]  │ added bit by bit:
//!   row 3  └─┴─┴─┘              ⋮                                    │ ways per digit
//!          box 1 2 3          5  row 3, row 2, row 1  [ 101000001 ]  ┘ (1, 2 and 4)
//! ```
//!
//! The band or stack with the fewest ways in all is chosen, as tdoku does (Dillon 2019),
//! in it a digit with two ways or else three, and of its ways a line that only one has:
//! the digit is in that line, or it is not.

use super::grids::{BAND_MATES, Lines, Row, STACK_MATES};
use super::pass::majority;
use crate::simd::{Simd, Vector};

/// Line of each of three boxes, for each of the six ways to spread a digit over a band.
pub(super) const WAYS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
];

/// For each set of ways (bit k for `WAYS[k]`) the line to branch on: box * 3 + line.
static BRANCH: [u8; 64] = {
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut fewest = 9;
        let mut place = 0;
        while place < 9 {
            let mut ways = 0;
            let mut k = 0;
            while k < 6 {
                if set >> k & 1 == 1 && WAYS[k][place / 3] == place % 3 {
                    ways += 1;
                }
                k += 1;
            }
            if ways > 0 && ways < fewest {
                fewest = ways;
                table[set] = place as u8;
            }
            place += 1;
        }
        set += 1;
    }
    table
};

/// The boxes of each band, then of each stack.
const CHUTES: [[usize; 3]; 6] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
];

/// Per lane: the chute, the digit (one bit), the ways in which each is possible.
#[derive(Debug)]
pub(super) struct Choice {
    chute: Row,
    digit: Row,
    ways: Row,
}

/// A digit is, or is not, in a line of a box.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Branch {
    pub digit: u16,
    /// The box, and its line: three rows, then three columns.
    pub square: u8,
    pub line: u8,
}

impl Choice {
    pub(super) const NONE: Self = Self {
        chute: Row::ZERO,
        digit: Row::ZERO,
        ways: Row::ZERO,
    };

    pub(super) fn branch(&self, lane: usize) -> Branch {
        let chute = self.chute.0[lane] as usize;
        let place = BRANCH[self.ways.0[lane] as usize & 63] as usize;
        Branch {
            digit: self.digit.0[lane],
            square: CHUTES[chute][place / 3] as u8,
            line: (chute / 3 * 3 + place % 3) as u8,
        }
    }
}

impl Branch {
    /// Nothing to branch on.
    pub(super) fn is_none(self) -> bool {
        self.digit == 0
    }

    /// Removes what contradicts that the digit is in the line.
    pub(super) fn accept(self, edits: &mut Lines, lane: usize) {
        let (b, l) = (self.square as usize, self.line as usize);
        let (mates, first) = if l < 3 {
            (BAND_MATES[b], 0)
        } else {
            (STACK_MATES[b], 3)
        };
        for other in first..first + 3 {
            if other != l {
                edits[b][other].0[lane] |= self.digit;
            }
        }
        for mate in mates {
            edits[mate][l].0[lane] |= self.digit;
        }
    }

    /// Removes the digit from the line.
    pub(super) fn refuse(self, edits: &mut Lines, lane: usize) {
        edits[self.square as usize][self.line as usize].0[lane] |= self.digit;
    }
}

/// Chooses a branch for every lane, in stacks only if that is wanted. A lane has nothing to
/// branch on if the digit is 0.
#[inline(always)]
pub(super) fn choose<S: Simd>(simd: S, lines: &Lines, stacks: bool, choice: &mut Choice) {
    let zero = S::U16::splat(simd, 0);
    let sign = S::U16::splat(simd, 0x8000);
    let nine = S::U16::splat(simd, 9);
    let mut best = S::U16::splat(simd, 0x7FFF);
    let mut chute = zero;
    let mut ways = [zero; 6];
    let mut bits = [zero; 3];
    for (c, boxes) in CHUTES.iter().enumerate() {
        if stacks && c < 3 {
            continue;
        }
        let first = c / 3 * 3;
        let mut way = [zero; 6];
        for k in 0..6 {
            way[k] = lines[boxes[0]][first + WAYS[k][0]].get(simd)
                & lines[boxes[1]][first + WAYS[k][1]].get(simd)
                & lines[boxes[2]][first + WAYS[k][2]].get(simd);
        }
        // Bit-sliced count of the ways of every digit.
        let (s, t) = (way[0] ^ way[1] ^ way[2], way[3] ^ way[4] ^ way[5]);
        let (u, v) = (
            majority(way[0], way[1], way[2]),
            majority(way[3], way[4], way[5]),
        );
        let ones = s ^ t;
        let carry = s & t;
        let twos = u ^ v ^ carry;
        let fours = majority(u, v, carry);
        let total = ones
            .count_ones()
            .add(twos.count_ones().shl(1))
            .add(fours.count_ones().shl(2));
        let better = total.sub(best).intersects(sign) & !total.equal(nine);
        best = total.select(better, best);
        chute = S::U16::splat(simd, c as u16).select(better, chute);
        for k in 0..6 {
            ways[k] = way[k].select(better, ways[k]);
        }
        for (bit, new) in bits.iter_mut().zip([ones, twos, fours]) {
            *bit = new.select(better, *bit);
        }
    }
    let [ones, twos, fours] = bits;
    let two = twos.and_not(ones | fours);
    let three = twos & ones;
    let more = three.or_else(fours);
    let digits = two.or_else(more);
    let digit = digits & zero.sub(digits);
    let mut set = zero;
    for k in 0..6 {
        let bit = S::U16::splat(simd, 1 << k);
        set = set | bit.select(ways[k].intersects(digit), zero);
    }
    choice.chute.put(simd, chute);
    choice.digit.put(simd, digit);
    choice.ways.put(simd, set);
}
