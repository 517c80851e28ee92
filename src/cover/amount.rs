//! Numbers of solutions, of as many words as it takes.

use std::fmt::Debug;

use num_bigint::BigUint;

/// A number that is added to others.
pub trait Amount: Clone + Debug + Send + Sync + 'static {
    /// The next larger kind.
    type Larger: Amount;
    /// Every number up to here fits, and as much again.
    const MOST: f64;
    fn one() -> Self;
    fn add(&mut self, other: &Self);
    fn enlarge(self) -> Self::Larger;
    /// About the number, for comparing with [`MOST`](Self::MOST).
    fn about(&self) -> f64;
    fn total(self) -> BigUint;
}

/// A power of two.
const fn power(exponent: u64) -> f64 {
    f64::from_bits((1023 + exponent) << 52)
}

macro_rules! amount {
    ($($number:ty, $larger:ty, $enlarge:expr);+) => {$(
        impl Amount for $number {
            type Larger = $larger;
            const MOST: f64 = power(<$number>::BITS as u64 - 1);

            fn one() -> Self {
                1
            }
            #[inline]
            fn add(&mut self, other: &Self) {
                *self += *other;
            }
            fn enlarge(self) -> $larger {
                $enlarge(self)
            }
            #[inline]
            fn about(&self) -> f64 {
                *self as f64
            }
            fn total(self) -> BigUint {
                self.into()
            }
        }
    )+};
}

amount!(
    u64, u128, u128::from;
    u128, Words, |number: u128| Words([number as u64, (number >> 64) as u64, 0, 0])
);

/// A number of 256 bits, the lowest words first.
#[derive(Clone, Copy, Debug)]
pub struct Words([u64; 4]);

impl Amount for Words {
    type Larger = BigUint;
    const MOST: f64 = power(255);

    fn one() -> Self {
        Self([1, 0, 0, 0])
    }
    #[inline]
    fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = word.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(carry.into());
            (*word, carry) = (sum, first || second);
        }
    }
    fn enlarge(self) -> BigUint {
        self.total()
    }
    fn about(&self) -> f64 {
        let words = self.0.iter().rev();
        words.fold(0.0, |about, &word| about * power(64) + word as f64)
    }
    fn total(self) -> BigUint {
        let bytes = self.0.iter().flat_map(|word| word.to_le_bytes());
        BigUint::from_bytes_le(&bytes.collect::<Vec<u8>>())
    }
}

impl Amount for BigUint {
    type Larger = Self;
    const MOST: f64 = f64::INFINITY;

    fn one() -> Self {
        1_u32.into()
    }
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn enlarge(self) -> Self {
        self
    }
    /// It need not be known: all fit.
    fn about(&self) -> f64 {
        0.0
    }
    fn total(self) -> BigUint {
        self
    }
}
