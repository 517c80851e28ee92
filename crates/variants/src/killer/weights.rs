//! Which cell to guess: where what failed before had few candidates.

use super::board::{Board, CELLS, DIGITS, members};
use super::rules::Rules;

/// How much more a failure weighs than the one before: older ones fade.
const GROWTH: f32 = 1.0 / 0.995;

/// What the cells of a rule weigh at first, together.
const START: f32 = 0.1;

/// What a cell without any weight has, of that of a failure.
const LEAST: f32 = 1e-3;

/// Weights are scaled down before they get too large.
const LARGE: f32 = 1e15;

/// For each number of candidates, one by its square.
const SHARES: [f32; DIGITS + 1] = {
    let (mut shares, mut count) = ([0.0; DIGITS + 1], 2);
    while count <= DIGITS {
        shares[count] = 1.0 / (count * count) as f32;
        count += 1;
    }
    shares
};

/// How often each cell was part of what failed, of late.
#[derive(Debug)]
pub(super) struct Weights {
    of: [f32; CELLS],
    /// What the next failure weighs.
    step: f32,
}

impl Weights {
    /// Those of a puzzle before anything has failed.
    pub fn new(rules: &Rules) -> Self {
        let mut of = [0.0; CELLS];
        for &set in &rules.sets {
            for cell in members(set) {
                of[usize::from(cell)] += START / set.count_ones() as f32;
            }
        }
        Self { of, step: 1.0 }
    }

    /// Notes that a guess failed, and the cells of what had no way.
    pub fn failed(&mut self, cell: u8, blame: u128) {
        self.of[usize::from(cell)] += self.step;
        for cell in members(blame) {
            self.of[usize::from(cell)] += self.step;
        }
        self.step *= GROWTH;
        if self.step > LARGE {
            for weight in self.of.iter_mut().chain([&mut self.step]) {
                *weight /= LARGE;
            }
        }
    }

    /// The cell to guess at, and its lowest digit.
    #[inline(always)]
    pub fn choose(&self, board: &Board) -> (u8, u16) {
        let (mut best, mut chosen) = (-1.0, 0);
        let least = LEAST * self.step;
        for cell in members(board.open) {
            let candidates = board.get(cell).count_ones() as usize;
            let weight = (self.of[usize::from(cell)] + least) * SHARES[candidates % SHARES.len()];
            if weight > best {
                (best, chosen) = (weight, cell);
            }
        }
        let digits = board.get(chosen);
        (chosen, digits & digits.wrapping_neg())
    }
}
