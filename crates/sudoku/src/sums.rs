//! Digits that cells with a known sum can have.

use std::sync::LazyLock;

/// Digits of all sets with a given size and sum that are subsets of a given set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SumCandidates {
    /// Union of the sets, bit 0 for a 1.
    pub allowed: u32,
    /// Intersection of the sets.
    pub required: u32,
}

/// Largest digit in the table.
const LARGEST_TABLED: usize = 9;
/// Number of sets of these digits.
const SETS: usize = 1 << LARGEST_TABLED;

/// Returns the least and the greatest sum of `cells` different digits from 1 to `digits`.
pub const fn range(cells: usize, digits: usize) -> (usize, usize) {
    (
        cells * (cells + 1) / 2,
        cells * (2 * digits + 1 - cells) / 2,
    )
}

/// For each number of cells: the least sum, the number of sums, and the index of the first in the
/// table.
const SUMS: [(usize, usize, usize); LARGEST_TABLED + 1] = {
    let (mut all, mut cells, mut at) = ([(0, 0, 0); LARGEST_TABLED + 1], 0, 0);
    while cells <= LARGEST_TABLED {
        let (least, most) = range(cells, LARGEST_TABLED);
        all[cells] = (least, most - least + 1, at);
        at += most - least + 1;
        cells += 1;
    }
    all
};

/// Allowed and required digits, by the number of cells, the sum and the set of digits.
static TABLE: LazyLock<Vec<(u16, u16)>> = LazyLock::new(|| {
    let (_, sums, at) = SUMS[LARGEST_TABLED];
    let mut table = vec![NO_COMBINATION; (at + sums) * SETS];
    for combination in 0..SETS {
        let digits = (0..LARGEST_TABLED).filter(|digit| combination >> digit & 1 == 1);
        let sum = digits.map(|digit| digit + 1).sum::<usize>();
        let (least, _, at) = SUMS[combination.count_ones() as usize];
        // Every set of digits that contains the combination.
        let rest = !combination & (SETS - 1);
        let mut others = rest;
        loop {
            let (allowed, required) =
                &mut table[(at + sum - least) * SETS + (combination | others)];
            *allowed |= combination as u16;
            *required &= combination as u16;
            if others == 0 {
                break;
            }
            others = (others - 1) & rest;
        }
    }
    table
});

/// Entry for which no combination exists. No other entry requires all 16 bits.
const NO_COMBINATION: (u16, u16) = (0, u16::MAX);

/// Table of the digits that cells with a known sum can have.
#[derive(Clone, Copy, Debug)]
pub struct SumTable(&'static [(u16, u16)]);

impl Default for SumTable {
    fn default() -> Self {
        Self::new()
    }
}

impl SumTable {
    /// Returns the table, which is computed by the first call.
    pub fn new() -> Self {
        Self(&TABLE)
    }

    /// Returns the digits that some cells can have if their digits are different, taken from
    /// `digits`, and have this sum.
    ///
    /// `None` means that no combination exists. With a digit above nine, the result is only a
    /// bound: it may allow too many digits, require too few, and miss that no combination exists.
    #[inline(always)]
    pub fn of(self, cells: usize, sum: u32, digits: u32) -> Option<SumCandidates> {
        if digits < SETS as u32 {
            let &(least, sums, at) = SUMS.get(cells)?;
            let sum = (sum as usize).wrapping_sub(least);
            if sum >= sums {
                return None;
            }
            let (allowed, required) = self.0[(at + sum) * SETS + digits as usize];
            (required != NO_COMBINATION.1).then_some(SumCandidates {
                allowed: allowed.into(),
                required: required.into(),
            })
        } else {
            combine_by_bounds(cells, sum, digits)
        }
    }
}

/// Bounds the result of [`SumTable::of`] by the least and the greatest sum with each digit.
fn combine_by_bounds(cells: usize, sum: u32, digits: u32) -> Option<SumCandidates> {
    let count = digits.count_ones() as usize;
    if cells == 0 || count < cells {
        return (cells == 0 && sum == 0).then(SumCandidates::default);
    }
    let (mut low, mut high) = (0, 0);
    // `low` and `high` are sums of `cells - 1` digits; these are the next digits.
    let (mut next_low, mut next_high) = (0, 0);
    for (rank, digit) in (1..=32)
        .filter(|digit| digits >> (digit - 1) & 1 == 1)
        .enumerate()
    {
        if rank + 1 < cells {
            low += digit;
        } else if rank + 1 == cells {
            next_low = digit;
        }
        let from_top = count - rank;
        if from_top < cells {
            high += digit;
        } else if from_top == cells {
            next_high = digit;
        }
    }
    let mut allowed = 0;
    for digit in (1..=32).filter(|digit| digits >> (digit - 1) & 1 == 1) {
        let (least, most) = (low + digit.max(next_low), high + digit.min(next_high));
        if (least..=most).contains(&sum) {
            allowed |= 1 << (digit - 1);
        }
    }
    let required = if count == cells { allowed } else { 0 };
    let is_whole = count > cells || allowed == digits;
    (is_whole && allowed != 0).then_some(SumCandidates { allowed, required })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds the answer by trying every set of digits.
    fn combine_by_trying(cells: usize, sum: u32, digits: u32) -> Option<SumCandidates> {
        let mut all = SumCandidates {
            allowed: 0,
            required: u32::MAX,
        };
        for set in 0..=digits {
            let members = (1..=32).filter(|digit| set >> (digit - 1) & 1 == 1);
            let is_one = set & !digits == 0
                && set.count_ones() as usize == cells
                && members.sum::<u32>() == sum;
            if is_one {
                all.allowed |= set;
                all.required &= set;
            }
        }
        (all.allowed != 0).then_some(all)
    }

    #[test]
    fn the_table_has_what_trying_finds() {
        let sums = SumTable::new();
        for cells in 1..=9 {
            for sum in 0..=50 {
                for digits in 0..512 {
                    let expected = combine_by_trying(cells, sum, digits);
                    assert_eq!(
                        sums.of(cells, sum, digits),
                        expected,
                        "{cells} {sum} {digits:b}"
                    );
                }
            }
        }
        for (sum, digits) in [(0, 0), (0, 511), (0, 1 << 12)] {
            assert_eq!(sums.of(0, sum, digits), Some(SumCandidates::default()));
            assert_eq!(sums.of(0, sum + 1, digits), None);
        }
    }

    #[test]
    fn bounds_lose_no_set() {
        let mut random = countless_engine::SplitMix64(1);
        for _ in 0..2000 {
            let digits = (random.next() as u32 & 0xfff) | 0x200;
            let (cells, sum) = (1 + random.below(6), random.below(70) as u32);
            let (found, expected) = (
                combine_by_bounds(cells, sum, digits),
                combine_by_trying(cells, sum, digits),
            );
            if let Some(expected) = expected {
                let found = found.expect("there is a set");
                assert_eq!(expected.allowed & !found.allowed, 0);
                assert_eq!(found.required & !expected.required, 0);
            }
            if cells == 1 {
                let allowed = |combined: Option<SumCandidates>| combined.map(|all| all.allowed);
                assert_eq!(allowed(found), allowed(expected));
            }
        }
    }
}
