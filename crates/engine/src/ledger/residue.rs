//! Counts kept a second time, modulo a prime.

use std::ops::AddAssign;

/// A count modulo a prime, added up apart from the count itself.
///
/// Kernels add every number they find to a count and to a residue. The two can differ
/// only if one of them went wrong on its way: a sum or a product that overflowed, a bit
/// that flipped in a register, in memory or in a file. A number that was wrong before
/// it was added is wrong in both, and shows only when another kernel or method counts
/// the same subtree.
///
/// ```
/// use countless_engine::ledger::Residue;
///
/// let (mut count, mut residue) = (u64::MAX, Residue::of(u64::MAX.into()));
/// count = count.wrapping_add(1); // overflows
/// residue += Residue::of(1);
/// assert_ne!(residue, Residue::of(count.into()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Residue(u32);

impl Residue {
    /// The greatest prime below 2³². No power of two is a multiple of it, so that every
    /// single flipped bit and every overflow of a binary word shows.
    pub const MODULUS: u32 = 4_294_967_291;

    /// The residue of a number.
    #[inline]
    pub fn of(number: u128) -> Self {
        // Division of 128 bits is slow, and hardly ever needed.
        Self(match u64::try_from(number) {
            Ok(number) => (number % u64::from(Self::MODULUS)) as u32,
            Err(_) => (number % u128::from(Self::MODULUS)) as u32,
        })
    }

    /// A number that is a residue; `None` if it is too large.
    pub fn new(residue: u32) -> Option<Self> {
        (residue < Self::MODULUS).then_some(Self(residue))
    }

    /// The number from 0 to below the [modulus](Self::MODULUS).
    pub fn get(self) -> u32 {
        self.0
    }

    /// The residue of the product with another number.
    #[must_use]
    #[inline]
    pub fn times(self, factor: u64) -> Self {
        let factor = factor % u64::from(Self::MODULUS);
        Self((u64::from(self.0) * factor % u64::from(Self::MODULUS)) as u32)
    }
}

impl AddAssign for Residue {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        let sum = u64::from(self.0) + u64::from(other.0);
        self.0 = (sum % u64::from(Self::MODULUS)) as u32;
    }
}

/// A count and its residue, as kernels add them up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckedCount {
    /// The count.
    pub count: u64,
    /// What should be its residue.
    pub residue: Residue,
}

impl CheckedCount {
    /// Counts `number` more.
    #[inline]
    pub fn add(&mut self, number: u64) {
        self.count = self.count.wrapping_add(number);
        self.residue += Residue::of(number.into());
    }

    /// Adds what was counted elsewhere.
    #[inline]
    pub fn merge(&mut self, other: Self) {
        self.count = self.count.wrapping_add(other.count);
        self.residue += other.residue;
    }

    /// Counts everything `factor` times.
    #[must_use]
    #[inline]
    pub fn times(self, factor: u64) -> Self {
        Self {
            count: self.count.wrapping_mul(factor),
            residue: self.residue.times(factor),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sums_and_products_agree_with_those_of_the_numbers(
            numbers in prop::collection::vec(0..1u64 << 40, 0..20),
            factor in 0..1u64 << 16,
        ) {
            let mut checked = CheckedCount::default();
            for &number in &numbers {
                checked.add(number);
            }
            let mut twice = checked.times(factor);
            twice.merge(checked);
            let sum = numbers.iter().sum::<u64>() * (factor + 1);
            prop_assert_eq!(twice.count, sum);
            prop_assert_eq!(twice.residue, Residue::of(sum.into()));
        }

        #[test]
        fn a_flipped_bit_shows(count: u128, bit in 0..128) {
            prop_assert_ne!(Residue::of(count), Residue::of(count ^ (1u128 << bit)));
        }

        #[test]
        fn an_overflow_shows(count: u64, number: u64) {
            let mut checked = CheckedCount { count, residue: Residue::of(count.into()) };
            checked.add(number);
            let fits = count.checked_add(number).is_some();
            prop_assert_eq!(checked.residue == Residue::of(checked.count.into()), fits);
        }
    }
}
