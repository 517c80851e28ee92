//! Exact candidates of five cells with a known sum, for all sets of digits at once.
//!
//! Each lane of a vector has one set of five digits with the sum, and 16 bits: one for each subset
//! of its four lower digits. The number of cells shows whether the highest digit is also taken.
//! Before each cell they are the subsets that the cells before it can take. Behind each cell they
//! are the subsets that may be taken there so that the cells behind can take the rest. A candidate
//! remains if it leads from one of the former to one of the latter. For the digits 1, 2, 4, 7 and 8:
//!
//! ```text
//! cells       a         b           c             d              e
//! before  {}     {1}       {1,2}       {1,2}          {1,2,4}
//!            ─1─▶     ─2─▶        ─8─▶         ─4─▶             ─7─▶
//! behind         {1}       {1,2}       {1,2}          {1,2,4}       {1,2,4,7}
//! ```
//!
//! The lower digit of rank `r` moves a subset by 2ʳ bits. The highest digit does not move it, and is
//! taken only after subsets with as many digits as cells.

use super::candidate_word::candidates_of;
use super::killer_board::{DIGITS, SUMS, sets_with_sums};
use countless_simd::{BitMoves, MAX_LANES, Simd, Vector};

/// Number of cells.
const CELLS: usize = 5;

/// Rank of the highest digit of a set.
const HIGHEST: usize = CELLS - 1;

/// Subset of all lower digits.
const ALL: usize = (1 << HIGHEST) - 1;

/// Largest number of sets of five digits with the same sum, rounded up to a number of lanes.
pub(super) const SETS: usize = 16;

/// For each rank but the highest, the subsets without the digit of this rank, as bits.
const WITHOUT: [u16; HIGHEST] = [0x5555, 0x3333, 0x0f0f, 0x00ff];

/// For each number of digits, the subsets of the four lower digits with as many, as bits.
const WITH_COUNT: [u16; CELLS] = {
    let (mut with_count, mut subset) = ([0; CELLS], 0_u32);
    while subset < 1 << HIGHEST {
        with_count[subset.count_ones() as usize] |= 1 << subset;
        subset += 1;
    }
    with_count
};

/// Sets of five digits with the same sum: for each rank, the digit of each set as a bit. Both halves
/// have the same sets.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct DigitsByRank([[u16; MAX_LANES]; CELLS]);

/// For each sum, its sets of five digits.
#[derive(Debug)]
pub(super) struct FiveCells(Vec<DigitsByRank>);

impl FiveCells {
    pub fn new() -> Self {
        let mut all = vec![DigitsByRank([[0; MAX_LANES]; CELLS]); SUMS];
        let mut lens = [0; SUMS];
        for (set, sum) in sets_with_sums(CELLS) {
            let digits = (0..DIGITS).filter(|digit| set >> digit & 1 == 1);
            for (rank, digit) in digits.enumerate() {
                for half in all[sum].0[rank].chunks_mut(SETS) {
                    half[lens[sum]] = 1 << digit;
                }
            }
            lens[sum] += 1;
        }
        Self(all)
    }

    /// Returns the exact candidates of five cells with the candidates `word` and this sum, and the
    /// digits in every combination.
    #[inline(always)]
    pub fn combine<S: Simd>(&self, simd: S, word: u64, sum: u32) -> (u64, u64) {
        let sets = self.of_sum(sum);
        let (mut allowed, mut lacking) = (0, 0);
        for start in (0..SETS).step_by(S::U16::LANES) {
            let [found, _] = combine_lanes::<S>(simd, [sets; 2], start, [word; 2]);
            allowed |= found.0;
            lacking |= found.1;
        }
        (allowed, !lacking)
    }

    /// Combines the cells of two cages. With vectors of twice as many lanes as sets, each cage has
    /// half of the lanes.
    #[inline(always)]
    pub fn combine_two<S: Simd>(
        &self,
        simd: S,
        words: [u64; 2],
        sums: [u32; 2],
    ) -> [(u64, u64); 2] {
        if S::U16::LANES < 2 * SETS {
            let first = self.combine(simd, words[0], sums[0]);
            return [first, self.combine(simd, words[1], sums[1])];
        }
        let sets = sums.map(|sum| self.of_sum(sum));
        let [first, second] = combine_lanes::<S>(simd, sets, 0, words);
        [(first.0, !first.1), (second.0, !second.1)]
    }

    /// Returns the sets of a sum.
    #[inline(always)]
    fn of_sum(&self, sum: u32) -> &[[u16; MAX_LANES]; CELLS] {
        // No set has the largest sum, which is that of nine digits.
        &self.0[(sum as usize).min(SUMS - 1)].0
    }
}

/// Returns the exact candidates of two cages for the sets of the lanes from `start` on, and the
/// digits that a combination lacks. The second cage has the lanes from [`SETS`] on, if the vectors
/// have them.
#[inline(always)]
fn combine_lanes<S: Simd>(
    simd: S,
    sets: [&[[u16; MAX_LANES]; CELLS]; 2],
    start: usize,
    words: [u64; 2],
) -> [(u64, u64); 2] {
    let zero = S::U16::splat(simd, 0);
    let is_first = S::U16::first(simd, SETS);
    let mut digits = [zero; CELLS];
    for rank in 0..CELLS {
        digits[rank] = S::U16::load(simd, &sets[0][rank][start..]);
        if S::U16::LANES > SETS {
            digits[rank] = digits[rank].select(is_first, S::U16::load(simd, &sets[1][rank]));
        }
    }
    // For each candidate that fits the set, the states before its cell from which it leads to a
    // state behind, and others that `taken_after` excludes.
    let mut leading = [[zero; CELLS]; CELLS];
    let mut behind = S::U16::splat(simd, 1 << ALL);
    for cell in (0..CELLS).rev() {
        let mut candidates = S::U16::splat(simd, candidates_of(words[0], cell));
        if S::U16::LANES > SETS {
            let second = S::U16::splat(simd, candidates_of(words[1], cell));
            candidates = candidates.select(is_first, second);
        }
        let mut states = zero;
        for rank in 0..CELLS {
            let before = if rank == HIGHEST {
                behind
            } else {
                behind.shr(1 << rank)
            };
            let before = before.select(candidates.intersects(digits[rank]), zero);
            leading[cell][rank] = before;
            states = states | (before & taken_after::<S>(simd, cell, rank));
        }
        behind = states;
    }
    let mut before = S::U16::splat(simd, 1);
    let mut allowed = [zero; CELLS];
    for cell in 0..CELLS {
        let mut states = zero;
        for rank in 0..CELLS {
            let from = before & leading[cell][rank] & taken_after::<S>(simd, cell, rank);
            // An addition with a mask is one instruction.
            let more = allowed[cell].add(digits[rank]);
            allowed[cell] = more.select(from.intersects(from), allowed[cell]);
            let after = if rank == HIGHEST {
                from
            } else {
                from.shl(1 << rank)
            };
            states = states | after;
        }
        before = states;
    }
    // The digits of the sets that have a combination.
    let mut all = zero;
    for rank in 0..CELLS {
        all = all | digits[rank];
    }
    let is_alive = allowed[0].intersects(allowed[0]);
    let lacking = S::U16::splat(simd, (1 << DIGITS) - 1).and_not(all);
    let lacking = lacking.select(is_alive, zero);
    let [a, b, c, d, e] = allowed;
    let first_four = simd.unions([a, b, c, d]);
    let others = simd.unions([e, lacking, zero, zero]);
    let fields = simd.extraction(0x01ff_01ff_01ff_01ff);
    let mut found = [(0, 0); 2];
    for cage in 0..2 {
        let others = fields.apply(others[cage]);
        let last = others & ((1 << DIGITS) - 1);
        let allowed = fields.apply(first_four[cage]) | last << (HIGHEST * DIGITS);
        found[cage] = (allowed, others >> DIGITS);
    }
    found
}

/// Returns the subsets after which a cell can take the digit of a rank.
#[inline(always)]
fn taken_after<S: Simd>(simd: S, cell: usize, rank: usize) -> S::U16 {
    let subsets = WITHOUT.get(rank).copied().unwrap_or(WITH_COUNT[cell]);
    S::U16::splat(simd, subsets)
}
