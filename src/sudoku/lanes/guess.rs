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

use super::grids::{Lines, Row, mask};
use super::pass::majority;
use crate::simd::{Mask, Simd, Vector};

/// Line of each of three boxes, for each of the six ways to spread a digit over a band.
pub(super) const WAYS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
];

/// For each line of three boxes the two ways that it has a part in, by box * 3 + line.
const WAYS_OF: [[usize; 2]; 9] = {
    let mut table = [[0; 2]; 9];
    let mut place = 0;
    while place < 9 {
        let (mut k, mut found) = (0, 0);
        while k < 6 {
            if WAYS[k][place / 3] == place % 3 {
                table[place][found] = k;
                found += 1;
            }
            k += 1;
        }
        place += 1;
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

/// For every lane, a branch or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branches {
    /// One bit, or none.
    digit: Row,
    chute: Row,
    /// The box of the chute (bits 0 to 2) and its line (bits 3 to 5).
    place: Row,
}

/// A digit is, or is not, in a line of a box of a chute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    digit: u16,
    chute: u16,
    place: u16,
}

impl Branches {
    pub(super) const NONE: Self = Self {
        digit: Row::ZERO,
        chute: Row::ZERO,
        place: Row::ZERO,
    };

    pub(super) fn get(&self, lane: usize) -> Branch {
        Branch {
            digit: self.digit.0[lane],
            chute: self.chute.0[lane],
            place: self.place.0[lane],
        }
    }

    pub(super) fn put(&mut self, lane: usize, branch: Branch) {
        self.digit.0[lane] = branch.digit;
        self.chute.0[lane] = branch.chute;
        self.place.0[lane] = branch.place;
    }

    /// No lane has a branch any longer.
    #[inline(always)]
    pub(super) fn clear<S: Simd>(&mut self, simd: S) {
        self.digit.put(simd, S::U16::splat(simd, 0));
    }

    /// What the branches remove: where they are refused, the digit from the line; elsewhere, where
    /// they are accepted, from the other lines of its box and from that line of the other boxes.
    #[inline(always)]
    pub(super) fn removed<S: Simd>(&self, simd: S, refused: u32) -> Removed<S> {
        let zero = S::U16::splat(simd, 0);
        let (digit, place) = (self.digit.get(simd), self.place.get(simd));
        let mut parts = [zero; 6];
        for (bit, part) in parts.iter_mut().enumerate() {
            let bit = S::U16::splat(simd, 1 << bit);
            *part = digit.select(place.intersects(bit), zero);
        }
        let [boxes, lines] = [
            [parts[0], parts[1], parts[2]],
            [parts[3], parts[4], parts[5]],
        ];
        let refused = mask(simd, refused);
        let mut digits = [[zero; 3]; 3];
        for b in 0..3 {
            for l in 0..3 {
                digits[b][l] = (boxes[b] & lines[l]).select(refused, boxes[b] ^ lines[l]);
            }
        }
        Removed {
            digits,
            chute: self.chute.get(simd),
        }
    }
}

/// What is removed from the lines of a chute, for every lane.
#[derive(Clone, Copy)]
pub(super) struct Removed<S: Simd> {
    /// For each box of the chute, the digits of its three lines.
    digits: [[S::U16; 3]; 3],
    chute: S::U16,
}

impl<S: Simd> Removed<S> {
    /// What is removed from the rows of a box, and from its columns.
    #[inline(always)]
    pub(super) fn of_box(&self, simd: S, b: usize) -> [[S::U16; 3]; 2] {
        let zero = S::U16::splat(simd, 0);
        let mut removed = [[zero; 3]; 2];
        for (kind, (chute, place)) in [(b / 3, b % 3), (3 + b % 3, b / 3)].into_iter().enumerate() {
            let here = self.chute.equal(S::U16::splat(simd, chute as u16));
            for l in 0..3 {
                removed[kind][l] = self.digits[place][l].select(here, zero);
            }
        }
        removed
    }
}

/// Chooses a branch for each of these lanes, in stacks only if that is wanted, and returns the lanes
/// that have one: the others have nothing to branch on.
#[inline(always)]
pub(super) fn choose<S: Simd>(
    simd: S,
    lines: &Lines,
    stacks: bool,
    lanes: u32,
    branches: &mut Branches,
) -> u32 {
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
    let digit = digit.select(mask(simd, lanes), zero);
    let mut place = S::U16::splat(simd, place_of(0));
    for (p, [j, k]) in WAYS_OF.into_iter().enumerate().rev() {
        let only = (ways[j] ^ ways[k]) & digit;
        place = S::U16::splat(simd, place_of(p)).select(only.intersects(only), place);
    }
    branches.digit.put(simd, digit);
    branches.chute.put(simd, chute);
    branches.place.put(simd, place);
    digit.intersects(digit).bits() as u32
}

/// The bits of a line, by box * 3 + line.
const fn place_of(place: usize) -> u16 {
    1 << (place / 3) | 8 << (place % 3)
}
