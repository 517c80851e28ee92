//! Exact candidates of cells with different digits and a known sum.
//!
//! The candidates of all cells are one word, nine bits for each cell. For every set of digits with
//! the sum, the bits of these digits are gathered. For four cells they are sixteen bits, the index
//! of a table: a candidate remains if the set can be distributed among the cells with this
//! candidate. Of five cells, the one with the fewest candidates is tried with each of them, unless
//! vectors are wide enough for all sets at once.
//!
//! Then each lane of a vector has one set of five digits with the sum, and 16 bits: one for each subset
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

use std::sync::LazyLock;

use super::killer_board::{CELL, DIGITS, SUMS, candidates_of, sets_with_sums};
use countless_simd::{BitMoves, Extraction, MAX_LANES, Simd, Vector};

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
        let members = (0..DIGITS).filter(|digit| digits >> digit & 1 == 1);
        for (rank, digit) in members.enumerate() {
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
        moves.undo(self.matched[usize::from(moves.apply(word) as u16)].into())
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
            MOST if S::U16::LANES >= FIVE_SETS => self.fives.combine(simd, word, sum),
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
        if S::U16::LANES < 2 * FIVE_SETS {
            let first = self.candidates::<S, MOST>(simd, words[0], sums[0]);
            return [first, self.candidates::<S, MOST>(simd, words[1], sums[1])];
        }
        // Each cage has half of the lanes.
        let sets = sums.map(|sum| self.fives.of_sum(sum));
        let [first, second] = combine_lanes::<S>(simd, sets, 0, words);
        let exact = |(allowed, lacking): (u64, u64)| ExactCandidates::new(allowed, !lacking);
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
        let (some, needed) = sets.combine(simd, others, sum.wrapping_sub(digit + 1) as usize);
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

/// Number of cells.
const CELLS: usize = 5;

/// Rank of the highest digit of a set.
const HIGHEST: usize = CELLS - 1;

/// Subset of all lower digits.
const ALL: usize = (1 << HIGHEST) - 1;

/// Largest number of sets of five digits with the same sum, rounded up to a number of lanes.
pub(super) const FIVE_SETS: usize = 16;

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
                for half in all[sum].0[rank].chunks_mut(FIVE_SETS) {
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
        for start in (0..FIVE_SETS).step_by(S::U16::LANES) {
            let [found, _] = combine_lanes::<S>(simd, [sets; 2], start, [word; 2]);
            allowed |= found.0;
            lacking |= found.1;
        }
        (allowed, !lacking)
    }

    /// Returns the sets of a sum.
    #[inline(always)]
    fn of_sum(&self, sum: u32) -> &[[u16; MAX_LANES]; CELLS] {
        // No set has the largest sum, which is that of nine digits.
        &self.0[(sum as usize).min(SUMS - 1)].0
    }
}

/// Returns the exact candidates of two cages for the sets of the lanes from `start` on, and the
/// digits that a combination lacks. The second cage has the lanes from [`FIVE_SETS`] on, if the vectors
/// have them.
#[inline(always)]
fn combine_lanes<S: Simd>(
    simd: S,
    sets: [&[[u16; MAX_LANES]; CELLS]; 2],
    start: usize,
    words: [u64; 2],
) -> [(u64, u64); 2] {
    let zero = S::U16::splat(simd, 0);
    let is_first = S::U16::first(simd, FIVE_SETS);
    let mut digits = [zero; CELLS];
    for rank in 0..CELLS {
        digits[rank] = S::U16::load(simd, &sets[0][rank][start..]);
        if S::U16::LANES > FIVE_SETS {
            digits[rank] = digits[rank].select(is_first, S::U16::load(simd, &sets[1][rank]));
        }
    }
    // For each candidate that fits the set, the states before its cell from which it leads to a
    // state behind, and others that `taken_after` excludes.
    let mut leading = [[zero; CELLS]; CELLS];
    let mut behind = S::U16::splat(simd, 1 << ALL);
    for cell in (0..CELLS).rev() {
        let mut candidates = S::U16::splat(simd, candidates_of(words[0], cell));
        if S::U16::LANES > FIVE_SETS {
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
    S::U16::splat(simd, WITHOUT.get(rank).copied().unwrap_or(WITH_COUNT[cell]))
}

#[cfg(test)]
mod tests {
    use super::super::killer_board::candidate_word;
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
        type Output = [[Option<ExactCandidates>; 2]; 2];
        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let Self(words, sums) = self;
            let table = DigitSetTable::get();
            // With every kernel, although few are wide enough to use them.
            let first = table.fives.combine(simd, words[0], sums[0]);
            let one = [first, table.fives.combine(simd, words[1], sums[1])];
            let exact = |found: (u64, u64)| ExactCandidates::new(found.0, found.1);
            [one.map(exact), table.candidates_of_two(simd, words, sums)]
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
