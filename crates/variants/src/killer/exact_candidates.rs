//! Exact candidates of cells with different digits and a known sum.
//!
//! Each vector lane contains one set of digits with the sum. Going forward through the cells, the
//! lane has a bit for every subset of its set that the cells so far can use. Going backward, it has
//! a bit for every subset that the following cells can complete. A candidate remains if it leads
//! from a subset of the first kind to one of the second kind.

use std::sync::LazyLock;

use super::killer_board::DIGITS;
use crate::candidate_word::{CandidateWord, VectorWord};
use countless_simd::{Mask, Simd, Vector};

/// Largest number of cells with exact candidates.
pub(super) const MOST: usize = 5;

/// Sets of digits of one size with one sum.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct DigitSets<W: CandidateWord> {
    /// Digits of the sets, as bits: the lowest digit of each set, then the second one, and so on.
    digits: [W::Lanes; MOST],
    /// Complement of each set.
    missing_digits: W::Lanes,
    len: usize,
}

/// Sets of digits for each number of cells and sum.
#[derive(Debug)]
pub(super) struct DigitSetTable {
    /// Sets of three and four digits, which have at most 16 subsets.
    narrow: Vec<DigitSets<u16>>,
    wide: Vec<DigitSets<u32>>,
}

/// Number of sums, from 0 to the sum of all digits.
const SUMS: usize = DIGITS * (DIGITS + 1) / 2 + 1;

static TABLE: LazyLock<DigitSetTable> = LazyLock::new(|| DigitSetTable {
    narrow: [3, 4].into_iter().flat_map(digit_sets).collect(),
    wide: digit_sets(5).collect(),
});

/// Returns the sets of `cells` digits for each sum.
fn digit_sets<W: CandidateWord>(cells: u32) -> impl Iterator<Item = DigitSets<W>> {
    (0..SUMS as u32).map(move |sum| {
        let mut sets: DigitSets<W> = DigitSets {
            digits: [W::NONE; MOST],
            missing_digits: W::NONE,
            len: 0,
        };
        let mut len = 0;
        for set in (0..1_u32 << DIGITS).filter(|set| set.count_ones() == cells) {
            let digits = (0..DIGITS as u32).filter(|digit| set >> digit & 1 == 1);
            if digits.clone().map(|digit| digit + 1).sum::<u32>() == sum {
                for (row, digit) in sets.digits.iter_mut().zip(digits) {
                    row.as_mut()[len] = W::from_bits(1_u32 << digit);
                }
                sets.missing_digits.as_mut()[len] = W::from_bits(!set);
                len += 1;
            }
        }
        sets.len = len;
        sets
    })
}

/// For each digit of a set, a mask of the subsets without it.
const WITHOUT: [u32; MOST] = [0x5555_5555, 0x3333_3333, 0x0f0f_0f0f, 0x00ff_00ff, 0xffff];

/// Exact candidates of cells with a known sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExactCandidates<const K: usize> {
    /// Candidates of each cell.
    pub allowed: [u16; K],
    /// Digits that are in every combination.
    pub required: u16,
}

impl DigitSetTable {
    /// Returns the table.
    pub fn get() -> &'static Self {
        &TABLE
    }

    /// Returns the exact candidates of `K` cells with the candidates `had` and this sum. Returns
    /// `None` if they have no combination.
    #[inline(always)]
    pub fn candidates<S: Simd, const K: usize>(
        &self,
        simd: S,
        had: [u16; K],
        sum: u32,
    ) -> Option<ExactCandidates<K>> {
        let sum = sum as usize;
        if K == MOST {
            filter_sets::<S, u32, K>(simd, had, self.wide.get(sum)?)
        } else {
            let sets = self.narrow.get((K - 3) * SUMS + sum).filter(|_| sum < SUMS);
            filter_sets::<S, u16, K>(simd, had, sets?)
        }
    }
}

/// Returns the exact candidates, given the sets of digits with the sum.
#[inline(always)]
fn filter_sets<S: Simd, W: VectorWord, const K: usize>(
    simd: S,
    had: [u16; K],
    sets: &DigitSets<W>,
) -> Option<ExactCandidates<K>> {
    let splat = |word: u32| W::from_bits(word);
    let zero = W::Vector::<S>::splat(simd, W::from_bits(0));
    let full = W::Vector::<S>::splat(simd, splat(1 << ((1 << K) - 1)));
    let mut left = [zero; K];
    let (mut lacking, mut is_any) = (zero, false);
    let mut from = 0;
    while from < sets.len {
        let mut digits = [zero; K];
        for j in 0..K {
            digits[j] = W::Vector::<S>::load(simd, &sets.digits[j].as_ref()[from..]);
        }
        // For each cell and digit, the subsets after the cell has used the digit.
        let mut steps = [[zero; K]; K];
        let mut subsets = W::Vector::<S>::splat(simd, W::from_bits(1));
        for i in 0..K {
            let had = W::Vector::<S>::splat(simd, splat(had[i].into()));
            let mut next = zero;
            for j in 0..K {
                let without = W::Vector::<S>::splat(simd, splat(WITHOUT[j]));
                let moved = (subsets & without).shl(1 << j);
                steps[i][j] = moved.select(had.intersects(digits[j]), zero);
                next = next | steps[i][j];
            }
            subsets = next;
        }
        let good = subsets.intersects(full);
        if good.any() {
            is_any = true;
            let none = W::Vector::<S>::load(simd, &sets.missing_digits.as_ref()[from..]);
            lacking = lacking | none.select(good, zero);
            let mut ahead = full.select(good, zero);
            for i in (0..K).rev() {
                let mut next = zero;
                for j in 0..K {
                    let way = steps[i][j] & ahead;
                    left[i] = left[i] | digits[j].select(way.intersects(way), zero);
                    next = next | way.shr(1 << j);
                }
                ahead = next;
            }
        }
        from += W::Vector::<S>::LANES;
    }
    let mut found = ExactCandidates {
        allowed: [0; K],
        required: !lacking.union() as u16,
    };
    for i in 0..K {
        found.allowed[i] = left[i].union() as u16;
    }
    is_any.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_engine::SplitMix64;
    use countless_simd::{Kernel, Task, dispatch};

    struct ExactTask<const K: usize>([u16; K], u32);

    impl<const K: usize> Task for ExactTask<K> {
        type Output = Option<ExactCandidates<K>>;
        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            DigitSetTable::get().candidates(simd, self.0, self.1)
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
        for _ in 0..200 {
            let dense = random.below(2) == 0;
            let had = [(); K].map(|()| {
                let digits = random.next() as u16 & 511;
                if dense {
                    digits | random.next() as u16 & 511
                } else {
                    digits
                }
            });
            let sum = random.below(50) as u32;
            let mut all = Vec::new();
            tried(&had, sum, 0, &mut Vec::new(), &mut all);
            let sets = all.iter().map(|way| way.iter().fold(0, |a, b| a | b));
            let expected = ExactCandidates {
                allowed: std::array::from_fn(|i| all.iter().fold(0, |left, way| left | way[i])),
                required: sets.fold(u16::MAX, |a, b| a & b),
            };
            for kernel in Kernel::available() {
                let found = dispatch(kernel, ExactTask(had, sum));
                assert_eq!(
                    found,
                    (!all.is_empty()).then_some(expected),
                    "{had:?} {sum}"
                );
            }
        }
    }

    #[test]
    fn exactly_what_is_possible_is_left() {
        let mut random = SplitMix64(1);
        check::<3>(&mut random);
        check::<4>(&mut random);
        check::<5>(&mut random);
    }
}
