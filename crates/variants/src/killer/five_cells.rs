//! Exact candidates of five cells with a known sum, for all sets of digits at once.
//!
//! Each lane of a vector has one set of five digits with the sum, and 32 bits: one for each subset of
//! these digits. Before each cell they are the subsets that the cells before it can take. Behind each
//! cell they are the subsets that may be taken there so that the cells behind can take the rest. A
//! candidate remains if it leads from one of the former to one of the latter:
//!
//! ```text
//! cells       a         b           c             d              e
//! before  {}     {1}       {1,2}       {1,2,4}        {1,2,4,7}
//!            ─1─▶     ─2─▶        ─4─▶         ─7─▶             ─8─▶
//! behind         {1}       {1,2}       {1,2,4}        {1,2,4,7}     {1,2,4,7,8}
//! ```

use super::candidate_word::candidates_of;
use super::killer_board::{DIGITS, SUMS, sets_with_sums};
use countless_simd::{Simd, Vector};

/// Number of cells.
const CELLS: usize = 5;

/// Largest number of sets of five digits with the same sum, rounded up to a number of lanes.
pub(super) const SETS: usize = 16;

/// For each rank, the subsets of five digits without the digit of this rank, as bits.
const WITHOUT: [u32; CELLS] = [
    0x5555_5555,
    0x3333_3333,
    0x0f0f_0f0f,
    0x00ff_00ff,
    0x0000_ffff,
];

/// Sets of five digits with the same sum: for each rank, the digit of each set as a bit.
#[derive(Clone, Copy, Debug, Default)]
struct DigitsByRank([[u32; SETS]; CELLS]);

/// For each sum, its sets of five digits.
#[derive(Debug)]
pub(super) struct FiveCells(Vec<DigitsByRank>);

impl FiveCells {
    pub fn new() -> Self {
        let mut all = vec![DigitsByRank::default(); SUMS];
        let mut lens = [0; SUMS];
        for (set, sum) in sets_with_sums(CELLS) {
            let digits = (0..DIGITS).filter(|digit| set >> digit & 1 == 1);
            for (rank, digit) in digits.enumerate() {
                all[sum].0[rank][lens[sum]] = 1 << digit;
            }
            lens[sum] += 1;
        }
        Self(all)
    }

    /// Returns the exact candidates of five cells with the candidates `word` and this sum, and the
    /// digits in every combination.
    #[inline(always)]
    pub fn combine<S: Simd>(&self, simd: S, word: u64, sum: usize) -> (u64, u64) {
        let Some(DigitsByRank(sets)) = self.0.get(sum) else {
            return (0, 0);
        };
        let mut cells = [0; CELLS];
        for (cell, candidates) in cells.iter_mut().enumerate() {
            *candidates = candidates_of(word, cell).into();
        }
        let (mut allowed, mut missing) = (0, 0);
        for start in (0..SETS).step_by(S::U32::LANES) {
            let found = combine_lanes::<S>(simd, sets, start, cells);
            allowed |= found.0;
            missing |= found.1;
        }
        (allowed, !missing)
    }
}

/// Returns the exact candidates for the sets of the lanes from `start` on, and the digits that a
/// combination lacks.
#[inline(always)]
fn combine_lanes<S: Simd>(
    simd: S,
    sets: &[[u32; SETS]; CELLS],
    start: usize,
    cells: [u32; CELLS],
) -> (u64, u64) {
    let zero = S::U32::splat(simd, 0);
    let mut digits = [zero; CELLS];
    let mut without = [zero; CELLS];
    for rank in 0..CELLS {
        digits[rank] = S::U32::load(simd, &sets[rank][start..]);
        without[rank] = S::U32::splat(simd, WITHOUT[rank]);
    }
    // For each candidate, the states before its cell from which it leads to a state behind.
    let mut leading = [[zero; CELLS]; CELLS];
    let mut behind = S::U32::splat(simd, 1 << 31);
    for cell in (0..CELLS).rev() {
        let candidates = S::U32::splat(simd, cells[cell]);
        let mut states = zero;
        for rank in 0..CELLS {
            let before = behind.shr(1 << rank) & without[rank];
            leading[cell][rank] = before;
            states = (states | before).select(candidates.intersects(digits[rank]), states);
        }
        behind = states;
    }
    let mut before = S::U32::splat(simd, 1);
    let mut allowed = [zero; CELLS];
    for cell in 0..CELLS {
        let candidates = S::U32::splat(simd, cells[cell]);
        let mut states = zero;
        for rank in 0..CELLS {
            let is_candidate = candidates.intersects(digits[rank]);
            let remains = before.intersects(leading[cell][rank]) & is_candidate;
            allowed[cell] = (allowed[cell] | digits[rank]).select(remains, allowed[cell]);
            let after = before.shl(1 << rank).and_not(without[rank]);
            states = (states | after).select(is_candidate, states);
        }
        before = states;
    }
    // The digits of the sets that have a combination.
    let mut all = zero;
    for rank in 0..CELLS {
        all = all | digits[rank];
    }
    let is_alive = allowed[0].intersects(S::U32::splat(simd, u32::MAX));
    let lacking = S::U32::splat(simd, (1 << DIGITS) - 1).and_not(all);
    let lacking = lacking.select(is_alive, zero);
    let two = 2 * DIGITS as u32;
    let low = allowed[0] | allowed[1].shl(DIGITS as u32) | allowed[2].shl(two);
    let high = allowed[3] | allowed[4].shl(DIGITS as u32) | lacking.shl(two);
    let (low, high) = (low.union(), high.union());
    (low | (high & ((1 << two) - 1)) << (3 * DIGITS), high >> two)
}
