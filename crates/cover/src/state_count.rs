//! Numbers of solutions in as many words as needed, each with its residue.
//!
//! A number is added up twice: as itself, and independently modulo a prime. The residue takes the
//! upper half of the last word, so that a state needs no more memory for it:
//!
//! ```text
//! Count32  | number  residue |
//! Count96  | number          | number  residue |
//! Count224 | number          | number          | number          | number  residue |
//! ```

use std::fmt::Debug;

use num_bigint::BigUint;

use countless_engine::ledger::Residue;

/// Number of solutions of a state.
pub trait StateCount: Clone + Debug + Send + Sync + 'static {
    /// Type for larger numbers.
    type Larger: StateCount;
    /// Largest number that may be added; twice as much still fits.
    const MOST: f64;
    fn one() -> Self;
    fn add(&mut self, other: &Self);
    fn enlarge(self) -> Self::Larger;
    /// Approximate number, compared with [`MOST`](Self::MOST).
    fn approximate(&self) -> f64;
    fn total(self) -> (BigUint, Residue);
}

/// Power of two.
const fn power(exponent: u64) -> f64 {
    f64::from_bits((1023 + exponent) << 52)
}

/// Bits of the last word that belong to the number.
const LOW: u64 = u32::MAX as u64;

/// Number of `W` words less 32 bits, and its residue.
#[derive(Clone, Copy, Debug)]
pub struct CountWords<const W: usize>([u64; W]);

/// Number of 32 bits.
pub type Count32 = CountWords<1>;
/// Number of 96 bits.
pub type Count96 = CountWords<2>;
/// Number of 224 bits.
pub type Count224 = CountWords<4>;

impl<const W: usize> CountWords<W> {
    fn new() -> Self {
        let mut words = [0; W];
        words[W - 1] = 1 << 32;
        words[0] += 1;
        Self(words)
    }

    #[inline]
    fn add_words(&mut self, other: &Self) {
        let (here, there) = (self.0[W - 1], other.0[W - 1]);
        let mut carry = false;
        for (word, other) in self.0.iter_mut().zip(other.0).take(W - 1) {
            let (sum, first) = word.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(carry.into());
            (*word, carry) = (sum, first || second);
        }
        // An overflow is lost here; the residue reveals it.
        let number = (here & LOW) + (there & LOW) + u64::from(carry);
        let residue = (here >> 32) + (there >> 32);
        let residue = residue.min(residue.wrapping_sub(Residue::MODULUS.into()));
        self.0[W - 1] = residue << 32 | number & LOW;
    }

    /// Copies the number into more words.
    fn widen<const V: usize>(self) -> CountWords<V> {
        let mut words = [0; V];
        words[..W].copy_from_slice(&self.0);
        words[W - 1] &= LOW;
        words[V - 1] |= self.0[W - 1] & !LOW;
        CountWords(words)
    }

    fn as_f64(&self) -> f64 {
        let mut words = self.0;
        words[W - 1] &= LOW;
        let words = words.iter().rev();
        words.fold(0.0, |about, &word| about * power(64) + word as f64)
    }

    fn split(mut self) -> (BigUint, Residue) {
        let residue = self.0[W - 1] >> 32;
        self.0[W - 1] &= LOW;
        let bytes = self.0.iter().flat_map(|word| word.to_le_bytes());
        let number = BigUint::from_bytes_le(&bytes.collect::<Vec<u8>>());
        (number, Residue::of(residue.into()))
    }
}

macro_rules! amount {
    ($($number:ty, $larger:ty, $bits:expr, $enlarge:expr);+) => {$(
        impl StateCount for $number {
            type Larger = $larger;
            const MOST: f64 = power($bits - 1);

            fn one() -> Self {
                Self::new()
            }
            #[inline]
            fn add(&mut self, other: &Self) {
                self.add_words(other);
            }
            fn enlarge(self) -> $larger {
                $enlarge(self)
            }
            #[inline]
            fn approximate(&self) -> f64 {
                self.as_f64()
            }
            fn total(self) -> (BigUint, Residue) {
                self.split()
            }
        }
    )+};
}

amount!(
    Count32, Count96, 32, Count32::widen;
    Count96, Count224, 96, Count96::widen;
    Count224, BigStateCount, 224, |number: Count224| { let (number, residue) = number.split(); BigStateCount(number, residue) }
);

/// Number of any size, and its residue.
#[derive(Clone, Debug)]
pub struct BigStateCount(BigUint, Residue);

impl StateCount for BigStateCount {
    type Larger = Self;
    const MOST: f64 = f64::INFINITY;

    fn one() -> Self {
        Self(1_u32.into(), Residue::of(1))
    }
    fn add(&mut self, other: &Self) {
        self.0 += &other.0;
        self.1 += other.1;
    }
    fn enlarge(self) -> Self {
        self
    }
    /// Always 0, since every number fits.
    fn approximate(&self) -> f64 {
        0.0
    }
    fn total(self) -> (BigUint, Residue) {
        (self.0, self.1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cover_total::residue_of;

    /// Doubles 1 for each bit, and adds 1 for each true one.
    fn grown<A: StateCount>(bits: &[bool]) -> A {
        let mut amount = A::one();
        for &bit in bits {
            amount.add(&amount.clone());
            if bit {
                amount.add(&A::one());
            }
        }
        amount
    }

    fn number(bits: &[bool]) -> BigUint {
        let one = BigUint::from(1_u32);
        bits.iter()
            .fold(one, |number, &bit| number * 2_u32 + u32::from(bit))
    }

    proptest! {
        #[test]
        fn both_sums_are_those_of_the_number(
            bits in prop::collection::vec(any::<bool>(), 0..200),
            places in prop::array::uniform3(0..200_usize),
        ) {
            let short = |most: usize| &bits[..bits.len().min(most)];
            let right = |(sum, residue): (BigUint, Residue), bits: &[bool]| {
                sum == number(bits) && residue == residue_of(&sum)
            };
            prop_assert!(right(grown::<Count32>(short(30)).total(), short(30)));
            prop_assert!(right(grown::<Count32>(short(30)).enlarge().total(), short(30)));
            prop_assert!(right(grown::<Count96>(short(94)).total(), short(94)));
            prop_assert!(right(grown::<Count96>(short(94)).enlarge().total(), short(94)));
            prop_assert!(right(grown::<Count224>(&bits).total(), &bits));
            prop_assert!(right(grown::<Count224>(&bits).enlarge().total(), &bits));
            prop_assert!(right(grown::<BigStateCount>(&bits).total(), &bits));
            // Each flipped bit changes the number or its residue, but not both alike.
            for place in places {
                let mut flipped = grown::<Count96>(short(94));
                flipped.0[place % 2] ^= 1 << (place % 64);
                let (sum, residue) = flipped.total();
                prop_assert!(residue != residue_of(&sum));
            }
        }

        #[test]
        fn an_overflow_shows(bits in prop::collection::vec(any::<bool>(), 0..80)) {
            let (sum, residue) = grown::<Count32>(&bits).total();
            let fits = number(&bits) == sum;
            prop_assert_eq!(residue == residue_of(&sum), fits);
        }
    }
}
