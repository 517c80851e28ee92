//! Which cell to guess: where what failed before had few candidates.

use super::board::{CELLS, DIGITS, KillerBoard, members};
use super::rules::KillerRules;

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
pub(super) struct CellWeights {
    by_cell: [f32; CELLS],
    /// What the next failure weighs.
    increment: f32,
}

impl CellWeights {
    /// Those of a puzzle before anything has failed.
    pub fn new(rules: &KillerRules) -> Self {
        let mut of = [0.0; CELLS];
        for &set in &rules.cells_of_rule {
            for cell in members(set) {
                of[usize::from(cell)] += START / set.count_ones() as f32;
            }
        }
        Self {
            by_cell: of,
            increment: 1.0,
        }
    }

    /// Notes that a guess failed, and the cells of what had no way.
    pub fn record_failure(&mut self, cell: u8, blame: u128) {
        self.by_cell[usize::from(cell)] += self.increment;
        for cell in members(blame) {
            self.by_cell[usize::from(cell)] += self.increment;
        }
        self.increment *= GROWTH;
        if self.increment > LARGE {
            for weight in self.by_cell.iter_mut().chain([&mut self.increment]) {
                *weight /= LARGE;
            }
        }
    }

    /// The cell to guess at, and its lowest digit.
    #[inline(always)]
    pub fn choose_branch(&self, board: &KillerBoard) -> (u8, u16) {
        let (mut best, mut chosen) = (-1.0, 0);
        let least = LEAST * self.increment;
        for cell in members(board.open) {
            let candidates = board.get(cell).count_ones() as usize;
            let weight =
                (self.by_cell[usize::from(cell)] + least) * SHARES[candidates % SHARES.len()];
            if weight > best {
                (best, chosen) = (weight, cell);
            }
        }
        let digits = board.get(chosen);
        (chosen, digits & digits.wrapping_neg())
    }
}
