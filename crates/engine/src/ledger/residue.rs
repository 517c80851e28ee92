//! Counts that are summed a second time, modulo a prime.

use std::ops::AddAssign;

/// A count modulo a prime, summed independently of the count.
///
/// Kernels add every number to a count and to a residue. The two differ only if one of them was
/// corrupted later: by an overflow of a sum or product, or by a flipped bit in a register, in
/// memory or in a file.
///
/// A number that was wrong before the addition is wrong in both. Only a count of the subtree by
/// another kernel or method detects it.
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
    /// The largest prime below 2³². No power of two is a multiple of it. The residue therefore
    /// detects every single flipped bit and every overflow of a binary word.
    pub const MODULUS: u32 = 4_294_967_291;

    /// Residue of a number.
    #[inline]
    pub fn of(number: u128) -> Self {
        // Division of 128 bits is slow and rarely needed.
        Self(match u64::try_from(number) {
            Ok(number) => (number % u64::from(Self::MODULUS)) as u32,
            Err(_) => (number % u128::from(Self::MODULUS)) as u32,
        })
    }

    /// A residue with this value; `None` if it is not below the modulus.
    pub fn new(residue: u32) -> Option<Self> {
        (residue < Self::MODULUS).then_some(Self(residue))
    }

    /// The value, below the [modulus](Self::MODULUS).
    pub fn get(self) -> u32 {
        self.0
    }

    /// Residue of the product with another number.
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

/// A count and its residue, as kernels sum them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedCount {
    /// The count.
    pub count: u64,
    /// Expected residue of `count`.
    pub residue: Residue,
}

impl CheckedCount {
    /// Adds a number to the count and the residue.
    #[inline]
    pub fn add(&mut self, number: u64) {
        self.count = self.count.wrapping_add(number);
        self.residue += Residue::of(number.into());
    }

    /// Adds another count and its residue.
    #[inline]
    pub fn merge(&mut self, other: Self) {
        self.count = self.count.wrapping_add(other.count);
        self.residue += other.residue;
    }

    /// Multiplies the count and the residue.
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
