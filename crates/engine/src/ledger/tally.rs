//! The result of one or more subtrees: a count, its residue, and named numbers, with their form in
//! a ledger. The residue is the count summed a second time, modulo a prime.

use std::borrow::Cow;
use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

/// The result of one or more subtrees, besides their solutions. A run adds it up, and a ledger
/// stores it.
///
/// ```
/// use countless_engine::Tally;
/// use countless_engine::ledger::Numbers;
///
/// let mut total = Tally::of(2);
/// total.merge(Tally { numbers: Numbers::new([("symmetric", 1)]), ..Tally::of(3) });
/// assert_eq!((total.count, total.number("symmetric")), (5, 1));
/// assert_eq!(total.to_string(), "5 symmetric=1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of solutions, or the largest `u128` if it does not fit.
    pub count: u128,
    /// The count modulo a prime, summed independently of it.
    pub residue: Residue,
    /// Work of the search: leaves, nodes or pairs, depending on the problem.
    pub work: u64,
    /// Further numbers, by name.
    pub numbers: Numbers,
    /// Further counts, by place, such as those of the squares of a board. A ledger does not store
    /// them.
    pub places: Vec<u128>,
}

impl Tally {
    /// The count of a kernel, and the work of its search.
    pub fn new(checked: CheckedCount, work: u64) -> Self {
        Self {
            count: checked.count.into(),
            residue: checked.residue,
            work,
            ..Self::default()
        }
    }

    /// A number of solutions that were counted one by one.
    pub fn of(solutions: u64) -> Self {
        Self {
            count: solutions.into(),
            residue: Residue::of(solutions.into()),
            work: solutions,
            ..Self::default()
        }
    }

    /// Adds the result of other subtrees.
    pub fn merge(&mut self, other: Self) {
        // The residue detects an overflow.
        self.count = self.count.saturating_add(other.count);
        self.residue += other.residue;
        self.work = self.work.saturating_add(other.work);
        self.numbers.merge(other.numbers);
        let most = self.places.len().max(other.places.len());
        self.places.resize(most, 0);
        for (place, count) in self.places.iter_mut().zip(other.places) {
            *place += count;
        }
    }

    /// The number with this name, or 0.
    pub fn number(&self, name: &str) -> u64 {
        self.numbers.find(name).unwrap_or(0)
    }

    /// The tally with at most `limit` solutions.
    pub(crate) fn capped(self, limit: u128) -> Self {
        if self.count <= limit {
            return self;
        }
        Self {
            count: limit,
            residue: Residue::of(limit),
            ..self
        }
    }
}

impl fmt::Display for Tally {
    /// Writes the count and the numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = if self.numbers.is_empty() { "" } else { " " };
        write!(f, "{}{blank}{}", self.count, self.numbers)
    }
}

/// Named numbers, in the order in which their names were added. Names are words without spaces,
/// commas or equals signs.
///
/// ```
/// use countless_engine::ledger::Numbers;
///
/// let mut numbers = Numbers::new([("unique", 3), ("invalid", 1)]);
/// assert_eq!(numbers.to_string(), "unique=3 invalid=1");
/// assert_eq!(numbers.get("invalid"), Ok(1));
/// assert!(numbers.get("wrong").is_err());
/// numbers.merge("invalid=1 wrong=2".parse()?);
/// assert_eq!(numbers.to_string(), "unique=3 invalid=2 wrong=2");
/// assert!("unique=three".parse::<Numbers>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers(Vec<(Cow<'static, str>, u64)>);

impl Numbers {
    /// These numbers, in this order.
    pub fn new(numbers: impl IntoIterator<Item = (&'static str, u64)>) -> Self {
        let numbers = numbers.into_iter();
        Self(
            numbers
                .map(|(name, number)| (name.into(), number))
                .collect(),
        )
    }

    /// Adds a number to that with the same name, or appends it.
    pub fn add(&mut self, name: impl Into<Cow<'static, str>>, number: u64) {
        self.add_at(usize::MAX, name.into(), number);
    }

    /// Adds a number, whose name is probably at this position.
    fn add_at(&mut self, at: usize, name: Cow<'static, str>, number: u64) {
        let at = match self.0.get(at) {
            Some((other, _)) if *other == name => Some(at),
            _ => self.0.iter().position(|(other, _)| *other == name),
        };
        match at {
            Some(at) => self.0[at].1 = self.0[at].1.saturating_add(number),
            None => self.0.push((name, number)),
        }
    }

    /// Adds other numbers by their names.
    pub fn merge(&mut self, other: Self) {
        for (at, (name, number)) in other.0.into_iter().enumerate() {
            self.add_at(at, name, number);
        }
    }

    /// The number with this name.
    ///
    /// # Errors
    ///
    /// A message that names the missing number.
    pub fn get(&self, name: &str) -> Result<u64, String> {
        self.find(name).ok_or_else(|| {
            let all = self.to_string();
            format!("expected a number {name} in the detail, found {all:?}")
        })
    }

    /// The number with this name, if there is one.
    pub(super) fn find(&self, name: &str) -> Option<u64> {
        let mut numbers = self.iter();
        let found = numbers.find(|(other, _)| *other == name);
        found.map(|(_, number)| number)
    }

    /// The names and numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, number)| (&**name, *number))
    }

    /// Keeps the numbers for whose names `keep` returns true.
    pub fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.0.retain(|(name, _)| keep(name));
    }

    /// True if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if every number that both contain is equal.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        self.iter()
            .all(|(name, number)| other.find(name).is_none_or(|other| other == number))
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, number)) in self.iter().enumerate() {
            let blank = if at == 0 { "" } else { " " };
            write!(f, "{blank}{name}={number}")?;
        }
        Ok(())
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| {
            let (name, number) = word.split_once('=')?;
            Some((Cow::from(name.to_owned()), number.parse().ok()?))
        };
        let words = text.split(' ').filter(|_| !text.is_empty());
        let numbers: Option<Vec<_>> = words.map(number).collect();
        let reason = || format!("expected name=number in the detail, found {text:?}");
        numbers.map(Self).ok_or_else(reason)
    }
}

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
