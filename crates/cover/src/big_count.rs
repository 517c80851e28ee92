//! Counts of any size.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};
use std::str::FromStr;

use num_bigint::BigUint;

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

    /// True of zero.
    pub fn is_zero(&self) -> bool {
        self.0 == BigUint::ZERO
    }
}

macro_rules! from_unsigned {
    ($($number:ty)*) => {$(
        impl From<$number> for BigCount {
            fn from(number: $number) -> Self {
                Self(number.into())
            }
        }
    )*};
}

from_unsigned!(u32 u64 u128 usize);

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
