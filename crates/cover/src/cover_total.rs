//! Counts and totals of any size.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};
use std::str::FromStr;

use num_bigint::BigUint;

use super::search::visit::Visit;
use countless_engine::ledger::{Numbers, Residue, Tally};

/// Number of solutions, and the work of finding it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoverTotal {
    /// Number of solutions.
    pub solutions: BigCount,
    /// Residue of the number, added up independently.
    pub residue: Residue,
    /// Number of nodes visited; in a count by memo, of options tried on states.
    pub work: u64,
}

/// Residue of a number of any size.
pub fn residue_of(number: &BigUint) -> Residue {
    let residue = number % Residue::MODULUS;
    Residue::of(u128::try_from(residue).unwrap_or_default())
}

impl CoverTotal {
    /// Creates a total. Its residue was added up independently.
    pub(super) fn new(solutions: BigUint, residue: Residue, work: u64) -> Self {
        Self {
            solutions: BigCount(solutions),
            residue,
            work,
        }
    }

    /// Total of the solutions that a search has found.
    pub(super) fn found_by(visit: &Visit<'_>) -> Self {
        let residue = Residue::of(visit.residue_sum.into());
        Self::new(visit.found.into(), residue, visit.nodes)
    }

    /// Total of solutions that were counted once.
    pub(super) fn of(solutions: u64, work: u64) -> Self {
        Self::new(solutions.into(), Residue::of(solutions.into()), work)
    }

    /// Total of a problem with one solution, found without work.
    pub(super) fn one() -> Self {
        Self::of(1, 0)
    }

    /// Total of all pairs of a solution of each.
    #[must_use]
    pub(super) fn product(&self, other: &Self) -> Self {
        Self {
            solutions: self.solutions.clone() * other.solutions.clone(),
            residue: self.residue.times(other.residue.get().into()),
            work: self.work.saturating_add(other.work),
        }
    }

    /// Total of several equal parts, found by the work of one.
    #[must_use]
    pub(super) fn times(self, parts: u64) -> Self {
        Self {
            solutions: self.solutions * parts,
            residue: self.residue.times(parts),
            work: self.work,
        }
    }

    /// Residue that stands beside the count of a summary. If the residue of the total is wrong,
    /// this one contradicts the count, too.
    fn residue_of_count(&self, count: u128) -> Residue {
        if count < u128::MAX {
            self.residue
        } else if self.residue == residue_of(&self.solutions.0) {
            Residue::of(count)
        } else {
            Residue::of(count - 1)
        }
    }

    /// Number of solutions, or the largest `u128` if it does not fit.
    fn count(&self) -> u128 {
        self.solutions.to_u128().unwrap_or(u128::MAX)
    }

    /// The form that a ledger stores. A number that does not fit is kept as words of 64 bits, the
    /// lowest first.
    pub(super) fn recorded(&self) -> Tally {
        let count = self.count();
        let mut numbers = Numbers::default();
        if count == u128::MAX {
            for (at, digit) in self.solutions.0.iter_u64_digits().enumerate() {
                numbers.add(format!("word{at}"), digit);
            }
        }
        Tally {
            count,
            residue: self.residue_of_count(count),
            work: self.work,
            numbers,
            ..Tally::default()
        }
    }

    /// Restores a total from the record of a ledger.
    pub(super) fn recall(recorded: &Tally) -> Result<Self, String> {
        let mut solutions = BigUint::from(recorded.count);
        if recorded.count == u128::MAX {
            let words = (0..).map_while(|at| recorded.numbers.get(&format!("word{at}")).ok());
            let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
            solutions = BigUint::from_bytes_le(&bytes);
            if solutions < BigUint::from(u128::MAX) {
                return Err("the digits of a total beyond 128 bits are missing".to_owned());
            }
        }
        Ok(Self {
            residue: if recorded.count == u128::MAX {
                residue_of(&solutions)
            } else {
                recorded.residue
            },
            solutions: BigCount(solutions),
            work: recorded.work,
        })
    }
}

/// The places of the tally are the digits of the number to the base 2⁶⁴, the lowest first.
impl From<CoverTotal> for Tally {
    fn from(total: CoverTotal) -> Self {
        Self {
            count: total.count(),
            residue: total.residue,
            work: total.work,
            places: total
                .solutions
                .0
                .iter_u64_digits()
                .map(u128::from)
                .collect(),
            ..Self::default()
        }
    }
}

/// The sum of tallies of totals.
impl From<Tally> for CoverTotal {
    fn from(tally: Tally) -> Self {
        let mut solutions = BigUint::from(tally.count);
        if tally.count == u128::MAX {
            let digits = tally.places.iter().rev();
            solutions = digits.fold(BigUint::ZERO, |sum, &digit| (sum << 64) + digit);
        }
        Self::new(solutions, tally.residue, tally.work)
    }
}

/// An exact number of solutions, of any size.
///
/// It is made from the unsigned integers and from decimal digits, and printed as decimal digits.
///
/// ```
/// use countless_cover::BigCount;
///
/// let small = BigCount::from(12_988_816_u64);
/// assert_eq!(small.to_u128(), Some(12_988_816));
/// let large: BigCount = "112202208776036178000000000000000000000000000".parse()?;
/// assert_eq!(large.to_u128(), None);
/// assert!(small < large);
/// assert_eq!((small + large).to_string(), "112202208776036178000000000000000000012988816");
/// # Ok::<(), countless_cover::BigCountError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BigCount(pub(crate) BigUint);

impl BigCount {
    /// The number, if it has at most 128 bits.
    pub fn to_u128(&self) -> Option<u128> {
        u128::try_from(&self.0).ok()
    }

    /// The bytes of the number, the lowest first, without zeros at the end: one zero for zero.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        self.0.to_bytes_le()
    }

    /// The quotient by a number, if it divides this one without a remainder.
    ///
    /// ```
    /// use countless_cover::BigCount;
    ///
    /// let seven = BigCount::from(7_u32);
    /// assert_eq!(BigCount::from(42_u32).divided_exactly(&seven), Some(6_u32.into()));
    /// assert_eq!(BigCount::from(43_u32).divided_exactly(&seven), None);
    /// ```
    pub fn divided_exactly(&self, divisor: &Self) -> Option<Self> {
        let divides = !divisor.is_zero() && &self.0 % &divisor.0 == BigUint::ZERO;
        divides.then(|| Self(&self.0 / &divisor.0))
    }

    /// True of zero.
    pub fn is_zero(&self) -> bool {
        self.0 == BigUint::ZERO
    }
}

impl<N> From<N> for BigCount
where
    BigUint: From<N>,
{
    fn from(number: N) -> Self {
        Self(number.into())
    }
}

impl FromStr for BigCount {
    type Err = BigCountError;

    /// Reads decimal digits, without a sign.
    fn from_str(text: &str) -> Result<Self, BigCountError> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_number.then(|| BigUint::from_str(text).ok()).flatten();
        number.map(Self).ok_or(BigCountError)
    }
}

/// A text that is not a number of decimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected decimal digits")]
#[non_exhaustive]
pub struct BigCountError;

impl fmt::Display for BigCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for BigCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl AddAssign for BigCount {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Add for BigCount {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for BigCount {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

impl<N: Into<Self>> Mul<N> for BigCount {
    type Output = Self;

    fn mul(self, other: N) -> Self {
        Self(self.0 * other.into().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_of_any_size_are_recalled() {
        for bits in [0, 1, 63, 64, 127, 128, 129, 1000] {
            for solutions in [
                BigUint::from(1_u32) << bits,
                (BigUint::from(1_u32) << bits) - 1_u32,
            ] {
                let solutions: BigUint = solutions;
                let total = CoverTotal::new(solutions.clone(), residue_of(&solutions), 7);
                let recorded = total.recorded();
                let line = recorded.numbers.to_string();
                assert_eq!(line.parse().as_ref(), Ok(&recorded.numbers));
                assert_eq!(CoverTotal::recall(&recorded), Ok(total.clone()));
                assert_eq!(recorded.residue, Residue::of(recorded.count));
                // A sum of tallies is that of the totals.
                let mut twice = Tally::from(total.clone());
                twice.merge(total.clone().into());
                let sum = CoverTotal::from(twice);
                assert_eq!(sum.solutions, total.solutions.clone() * 2_u32);
                assert_eq!(sum.residue, residue_of(&sum.solutions.0));
                // A wrong sum is detected, whatever its size.
                let wrong = CoverTotal::new(solutions + 1_u32, total.residue, 7).recorded();
                assert_ne!(wrong.residue, Residue::of(wrong.count));
            }
        }
    }
}
