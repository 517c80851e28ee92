//! Exact candidates of cells with different digits and a known sum.
//!
//! The candidates of all cells are one word, nine bits for each cell. For every set of digits with
//! the sum, the bits of these digits are gathered. For four cells they are sixteen bits, the index
//! of a table: a candidate remains if the set can be distributed among the cells with this
//! candidate. Of five cells, the one with the fewest candidates is tried with each of them, unless
//! vectors are wide enough for [all sets at once](five_cells).

use std::sync::LazyLock;

use super::candidate_word::{CELL, candidates_of};
use super::five_cells::{self, FiveCells};
use super::killer_board::{DIGITS, SUMS, sets_with_sums};
use countless_simd::{BitMoves, Extraction, Simd, Vector};

/// Largest number of cells with exact candidates.
pub(super) const MOST: usize = 5;

/// Number of cells with the larger table. The smaller one is for one cell less.
const TABLED: usize = 4;

/// Largest number of sets of three or four digits with the same sum.
const SETS: usize = 12_usize.next_power_of_two();

/// Lowest candidate of each cell of a word.
const EACH_CELL: u64 = 1 | 1 << DIGITS | 1 << (2 * DIGITS) | 1 << (3 * DIGITS);

/// Set of `K` digits.
#[derive(Clone, Copy, Debug)]
struct DigitSet<const K: usize> {
    /// Digits, repeated for each cell.
    digits: u64,
    /// For instruction sets that do not gather bits: the digits that move to lower bits of their
    /// cell by 1, 2 and 4 positions, at their positions before each step.
    steps: [u64; 3],
}

impl<const K: usize> DigitSet<K> {
    /// As many low bits as digits.
    const RANKS: u64 = (1 << K) - 1;

    fn new(digits: u64) -> Self {
        let digits = digits & CELL;
        let mut steps = [0; 3];
        for (rank, digit) in (0..DIGITS)
            .filter(|digit| digits >> digit & 1 == 1)
            .enumerate()
        {
            let (mut at, distance) = (digit, digit - rank);
            for (i, step) in steps.iter_mut().enumerate() {
                if distance >> i & 1 == 1 {
                    *step |= 1 << at;
                    at -= 1 << i;
                }
            }
        }
        let each_cell = (0..K).fold(0, |all, cell| all | 1 << (DIGITS * cell));
        Self {
            digits: digits * each_cell,
            steps: steps.map(|step| step * each_cell),
        }
    }
}

/// Gathers the bits of a set of digits by shifts within each cell.
impl<const K: usize> BitMoves for DigitSet<K> {
    #[inline(always)]
    fn apply(self, word: u64) -> u64 {
        let mut word = word & self.digits;
        for (i, step) in self.steps.into_iter().enumerate() {
            let moving = word & step;
            word ^= moving ^ moving >> (1 << i);
        }
        let mut all = 0;
        for cell in 0..K {
            all |= word >> ((DIGITS - K) * cell) & Self::RANKS << (K * cell);
        }
        all
    }
}

impl<const K: usize> Extraction for DigitSet<K> {
    #[inline(always)]
    fn undo(self, word: u64) -> u64 {
        let mut all = 0;
        for cell in 0..K {
            all |= word << ((DIGITS - K) * cell) & Self::RANKS << (DIGITS * cell);
        }
        for (i, step) in self.steps.into_iter().enumerate().rev() {
            let moving = all & step >> (1 << i);
            all ^= moving ^ moving << (1 << i);
        }
        all
    }
}

/// Tables for `K` cells.
#[derive(Debug)]
struct DigitSets<const K: usize> {
    /// For each sum, the sets of digits with this sum.
    by_sum: Vec<[DigitSet<K>; SETS]>,
    /// For each sum and set of digits, the sets with this sum that are subsets, as bits.
    within: Vec<[u16; 1 << DIGITS]>,
    /// Cells with as many digits, whose candidates are the index: candidates in a matching of cells
    /// and digits.
    matched: Vec<u16>,
}

impl<const K: usize> DigitSets<K> {
    fn new() -> Self {
        let mut by_sum = vec![[DigitSet::new(0); SETS]; SUMS];
        let mut within = vec![[0; 1 << DIGITS]; SUMS];
        let mut lens = [0; SUMS];
        for (set, sum) in sets_with_sums(K) {
            by_sum[sum][lens[sum]] = DigitSet::new(set);
            for (union, sets) in within[sum].iter_mut().enumerate() {
                *sets |= u16::from(set as usize & !union == 0) << lens[sum];
            }
            lens[sum] += 1;
        }
        let mut matched = vec![0; 1 << (TABLED * TABLED)];
        add_matchings(&mut matched, K, 0, 0);
        Self {
            by_sum,
            within,
            matched,
        }
    }

    /// Returns the exact candidates of cells with the candidates `word` and this sum, and the
    /// digits in every combination, repeated for each cell.
    #[inline(always)]
    fn combine<S: Simd>(&self, simd: S, word: u64, sum: usize) -> (u64, u64) {
        let (mut allowed, mut required) = (0, u64::MAX);
        let (Some(sets), Some(within)) = (self.by_sum.get(sum), self.within.get(sum)) else {
            return (allowed, required);
        };
        let pairs = word | word >> (2 * DIGITS);
        let union = (pairs | pairs >> DIGITS) & CELL;
        let mut rest = within[union as usize];
        while rest != 0 {
            // Two sets at a time, so that the number of steps is easier to predict. If none is left,
            // the second set is the first of the sum, which has a matching only if it counts anyway.
            for _ in 0..2 {
                let set = &sets[rest.trailing_zeros() as usize % SETS];
                rest &= rest.wrapping_sub(1);
                let matched = if S::EXTRACTS_BITS {
                    self.match_cells(simd.extraction(set.digits), word)
                } else {
                    self.match_cells(*set, word)
                };
                allowed |= matched;
                required &= if matched == 0 { u64::MAX } else { set.digits };
            }
        }
        (allowed, required)
    }

    /// Returns the candidates in a matching of the cells and a set of as many digits.
    #[inline(always)]
    fn match_cells(&self, moves: impl Extraction, word: u64) -> u64 {
        let index = moves.apply(word) as u16;
        moves.undo(self.matched[usize::from(index)].into())
    }
}

/// Adds all matchings of cells and digits that contain these candidates. The cells from `cell` on
/// have no digit yet.
fn add_matchings(matched: &mut [u16], cells: usize, cell: usize, chosen: usize) {
    if cell == cells {
        // All candidates that contain the matching.
        let others = (1 << (cells * cells)) - 1 - chosen;
        let mut more = others;
        loop {
            matched[chosen | more] |= chosen as u16;
            if more == 0 {
                return;
            }
            more = (more - 1) & others;
        }
    }
    for digit in 0..cells {
        if (0..cell).all(|other| chosen >> (cells * other + digit) & 1 == 0) {
            let one = 1 << (cells * cell + digit);
            add_matchings(matched, cells, cell + 1, chosen | one);
        }
    }
}

/// Sets of three, four and five digits.
#[derive(Debug)]
pub(super) struct DigitSetTable {
    threes: DigitSets<{ TABLED - 1 }>,
    fours: DigitSets<TABLED>,
    fives: FiveCells,
}

static TABLE: LazyLock<DigitSetTable> = LazyLock::new(|| DigitSetTable {
    threes: DigitSets::new(),
    fours: DigitSets::new(),
    fives: FiveCells::new(),
});

/// Exact candidates of cells with a known sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExactCandidates {
    /// Word of candidates.
    pub allowed: u64,
    /// Digits that are in every combination.
    pub required: u16,
}

impl ExactCandidates {
    /// Takes candidates and required digits, which may have other bits as well. Returns `None`
    /// without candidates.
    #[inline(always)]
    fn new(allowed: u64, required: u64) -> Option<Self> {
        let required = (required & CELL) as u16;
        (allowed != 0).then_some(Self { allowed, required })
    }
}

impl DigitSetTable {
    /// Returns the table.
    pub fn get() -> &'static Self {
        &TABLE
    }

    /// Returns the exact candidates of three, four or five cells with the candidates `word` and
    /// this sum. Returns `None` if they have no combination.
    #[inline(always)]
    pub fn candidates<S: Simd, const K: usize>(
        &self,
        simd: S,
        word: u64,
        sum: u32,
    ) -> Option<ExactCandidates> {
        let (allowed, required) = match K {
            MOST if S::U16::LANES >= five_cells::SETS => self.fives.combine(simd, word, sum),
            MOST => combine_five(&self.fours, simd, word, sum),
            TABLED => self.fours.combine(simd, word, sum as usize),
            _ => self.threes.combine(simd, word, sum as usize),
        };
        ExactCandidates::new(allowed, required)
    }

    /// Returns the exact candidates of two cages of five cells.
    #[inline(always)]
    pub fn candidates_of_two<S: Simd>(
        &self,
        simd: S,
        words: [u64; 2],
        sums: [u32; 2],
    ) -> [Option<ExactCandidates>; 2] {
        if S::U16::LANES < five_cells::SETS {
            let first = self.candidates::<S, MOST>(simd, words[0], sums[0]);
            return [first, self.candidates::<S, MOST>(simd, words[1], sums[1])];
        }
        let [first, second] = self.fives.combine_two(simd, words, sums);
        let exact = |(allowed, required)| ExactCandidates::new(allowed, required);
        [exact(first), exact(second)]
    }
}

/// Combines five cells by the tables of four.
#[inline(always)]
fn combine_five<S: Simd>(sets: &DigitSets<TABLED>, simd: S, word: u64, sum: u32) -> (u64, u64) {
    // The number of candidates and the number of the cell.
    let mut fewest = u32::MAX;
    for cell in 0..MOST {
        let count = candidates_of(word, cell).count_ones();
        fewest = fewest.min(count << 8 | (DIGITS * cell) as u32);
    }
    let place = fewest & 0xff;
    let before = (1_u64 << place) - 1;
    let others = word & before | word >> DIGITS & !before;
    let mut tried = word >> place & CELL;
    let (mut allowed, mut own, mut required) = (0, 0, u64::MAX);
    while tried != 0 {
        let digit = tried.trailing_zeros();
        tried &= tried - 1;
        let others = others & !(EACH_CELL << digit);
        let rest = sum.wrapping_sub(digit + 1) as usize;
        let (some, needed) = sets.combine(simd, others, rest);
        allowed |= some;
        own |= u64::from(some != 0) << digit;
        required &= if some == 0 {
            u64::MAX
        } else {
            needed | 1 << digit
        };
    }
    let allowed = allowed & before | (allowed & !before) << DIGITS | own << place;
    (allowed, required)
}

#[cfg(test)]
mod tests {
    use super::super::candidate_word::candidate_word;
    use super::*;
    use countless_engine::SplitMix64;
    use countless_simd::{Kernel, Scalar, Task, dispatch};

    struct ExactTask<const K: usize>([u16; K], u32);

    impl<const K: usize> Task for ExactTask<K> {
        type Output = Option<ExactCandidates>;
        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let word = candidate_word(self.0);
            DigitSetTable::get().candidates::<S, K>(simd, word, self.1)
        }
    }

    /// Two cages of five cells: candidates and sums.
    struct FiveTask([u64; 2], [u32; 2]);

    impl Task for FiveTask {
        type Output = [[Option<ExactCandidates>; 2]; 3];
        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let Self(words, sums) = self;
            let table = DigitSetTable::get();
            // With every kernel, although few are wide enough to use them.
            let first = table.fives.combine(simd, words[0], sums[0]);
            let one = [first, table.fives.combine(simd, words[1], sums[1])];
            let two = table.fives.combine_two(simd, words, sums);
            let exact = |found: (u64, u64)| ExactCandidates::new(found.0, found.1);
            let used = table.candidates_of_two(simd, words, sums);
            [one.map(exact), two.map(exact), used]
        }
    }

    /// Finds all combinations by backtracking.
    fn tried(had: &[u16], sum: u32, used: u16, at: &mut Vec<u16>, found: &mut Vec<Vec<u16>>) {
        let Some((&first, rest)) = had.split_first() else {
            if sum == 0 {
                found.push(at.clone());
            }
            return;
        };
        for digit in (0..9).filter(|digit| first & !used & 1 << digit != 0) {
            if digit < sum {
                at.push(1 << digit);
                tried(rest, sum - digit - 1, used | 1 << digit, at, found);
                at.pop();
            }
        }
    }

    fn check<const K: usize>(random: &mut SplitMix64) {
        // The case before: candidates, sum and result.
        let mut last = (0, 0, None);
        for _ in 0..1000 {
            let density = random.below(3);
            let had = [(); K].map(|()| {
                let (digits, others) = (random.next() as u16, random.next() as u16);
                let digits = match density {
                    0 => digits & others,
                    1 => digits,
                    _ => digits | others,
                };
                digits & 511
            });
            let word = candidate_word(had);
            let sum = random.below(50) as u32;
            let mut all = Vec::new();
            tried(&had, sum, 0, &mut Vec::new(), &mut all);
            let sets = all.iter().map(|way| way.iter().fold(0, |a, b| a | b));
            let allowed: [u16; K] =
                std::array::from_fn(|i| all.iter().fold(0, |left, way| left | way[i]));
            let required = sets.fold(511, |a, b| a & b);
            let allowed = candidate_word(allowed);
            let expected = (!all.is_empty()).then_some(ExactCandidates { allowed, required });
            for kernel in Kernel::available() {
                let found = dispatch(kernel, ExactTask(had, sum));
                assert_eq!(found, expected, "{had:?} {sum}");
                if K == MOST {
                    let task = FiveTask([word, last.0], [sum, last.1]);
                    for found in dispatch(kernel, task) {
                        assert_eq!(found, [expected, last.2], "{had:?} {sum}, {last:?}");
                    }
                }
            }
            last = (word, sum, expected);
        }
    }

    /// Compares the moves of all sets of `K` digits with those of the portable kernel.
    fn check_moves<const K: usize>(random: &mut SplitMix64) {
        for set in (0..1_u64 << DIGITS).filter(|set| set.count_ones() as usize == K) {
            let set = DigitSet::<K>::new(set);
            let expected = Scalar.extraction(set.digits);
            for _ in 0..20 {
                let word = random.next();
                assert_eq!(set.apply(word), expected.apply(word), "{set:?}");
                let ranks = word & ((1 << (K * K)) - 1);
                assert_eq!(set.undo(ranks), expected.undo(ranks), "{set:?}");
            }
        }
    }

    #[test]
    fn bits_move_as_with_other_moves() {
        let mut random = SplitMix64(1);
        check_moves::<3>(&mut random);
        check_moves::<4>(&mut random);
    }

    #[test]
    fn exactly_what_is_possible_is_left() {
        let mut random = SplitMix64(1);
        check::<3>(&mut random);
        check::<4>(&mut random);
        check::<5>(&mut random);
    }
}
