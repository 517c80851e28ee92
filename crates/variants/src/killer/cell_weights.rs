//! Choice of the branching cell: few candidates, and often part of contradictions.

use super::killer_board::{CELLS, DIGITS, KillerBoard, members};
use super::killer_rules::KillerRules;

/// Factor by which a failure weighs more than the previous one, so that old failures fade.
const GROWTH: f32 = 1.0 / 0.997;

/// Weight that a failure adds to the cell of its branch. It adds 1 to each cell of the
/// contradiction.
const BRANCH: f32 = 2.0;

/// Initial weight of a rule, divided among its cells.
const START: f32 = 0.1;

/// Basic weight of every cell, as a fraction of the weight of a failure.
const LEAST: f32 = 1e-3;

/// Weight of a failure above which all weights are scaled down.
const LARGE: f32 = 1e15;

/// Factor for each number of candidates: the reciprocal of its square.
const SHARES: [f32; DIGITS + 1] = {
    let (mut shares, mut count) = ([0.0; DIGITS + 1], 2);
    while count <= DIGITS {
        shares[count] = 1.0 / (count * count) as f32;
        count += 1;
    }
    shares
};

/// Weights of the cells. A cell gains weight with each failure that it is part of, and old failures
/// fade.
#[derive(Debug)]
pub(super) struct CellWeights {
    by_cell: [f32; CELLS],
    /// Weight of the next failure.
    increment: f32,
}

impl CellWeights {
    /// Returns the weights of a puzzle before the first failure.
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

    /// Records that a branch on a cell failed, and the cells of the contradiction.
    pub fn record_failure(&mut self, cell: u8, blame: u128) {
        self.by_cell[usize::from(cell)] += BRANCH * self.increment;
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

    /// Returns the branching cell and its lowest candidate.
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
