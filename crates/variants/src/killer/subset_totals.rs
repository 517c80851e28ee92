//! Possible totals of different digits.

use super::killer_board::DIGITS;

/// Possible totals, as bits, of a number of different digits from a set.
#[derive(Debug)]
pub(super) struct SubsetTotals(Vec<[u64; 1 << DIGITS]>);

impl SubsetTotals {
    pub fn new() -> Self {
        let mut all = vec![[0; 1 << DIGITS]; DIGITS + 1];
        all[0] = [1; 1 << DIGITS];
        for len in 1..all.len() {
            for digits in 1..1_usize << DIGITS {
                // Sets without and with the highest digit.
                let digit = digits.ilog2();
                let rest = digits & !(1 << digit);
                all[len][digits] = all[len][rest] | all[len - 1][rest] << (digit + 1);
            }
        }
        Self(all)
    }

    /// Returns the totals of `len` different digits from `digits`, as bits.
    #[inline(always)]
    pub fn of(&self, len: usize, digits: u16) -> u64 {
        self.0[len][usize::from(digits)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_those_of_all_subsets() {
        let totals = SubsetTotals::new();
        for digits in [0, 0b1, 0b1_0110_1011, 0b1_1111_1111_u16] {
            for len in 0..=DIGITS {
                let subsets = (0..=digits).filter(|set| set & !digits == 0);
                let subsets = subsets.filter(|set| set.count_ones() as usize == len);
                let total = |set: u16| {
                    (0..9)
                        .map(|digit| (set >> digit & 1) * (digit + 1))
                        .sum::<u16>()
                };
                let expected = subsets.fold(0, |all, set| all | 1_u64 << total(set));
                assert_eq!(totals.of(len, digits), expected, "{digits:b} {len}");
            }
        }
    }
}
