//! States: keys, which are the used items in reach as bits of one word or of eight, and numbers of
//! solutions.
//!
//! A number is added up twice: as itself, and independently modulo a prime. The residue takes the
//! upper half of the last word, so that a state needs no more memory for it:
//!
//! ```text
//! Count32  | number  residue |
//! Count96  | number          | number  residue |
//! Count224 | number          | number          | number          | number  residue |
//! ```

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::marker::PhantomData;

use num_bigint::BigUint;

use crate::bits::Bits;
use countless_engine::ledger::Residue;

/// Number of bits of a key of one word. Tilings, pairs, squares and designs need no more.
pub const NARROW: usize = 64;
/// Number of words of the key of any other state, and the largest number of bits of a state.
pub const WIDE: usize = 8;
pub const WIDEST: usize = 64 * WIDE;

/// Hash of the key of a state. Its highest bits are mixed best.
#[inline]
pub fn mixed_hash<const W: usize>(key: Bits<W>) -> u64 {
    BuildFoldHasher::default().hash_one(key)
}

/// Hasher for keys that no adversary chooses (multiply and fold, after Yi, wyhash, 2019).
#[derive(Clone, Debug, Default)]
pub struct FoldHasher(u64);

/// Builder of [`FoldHasher`].
pub type BuildFoldHasher = BuildHasherDefault<FoldHasher>;

impl Hasher for FoldHasher {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut whole = [0; 8];
            whole[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(whole));
        }
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xA076_1D64_78BD_642F;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Number of solutions of a state.
pub trait StateCount: Clone + Debug + Send + Sync + 'static {
    /// Type for larger numbers.
    type Larger: StateCount;
    /// Largest number that may be added; twice as much still fits.
    const MOST: f64;
    fn one() -> Self;
    /// Makes a number from its words, the lowest first, which fit, and its residue.
    fn from_words(words: &[u64], residue: Residue) -> Self;
    fn add(&mut self, other: &Self);
    /// Number of pairs of a solution of each. The caller makes sure that it fits.
    #[must_use]
    fn product(&self, other: &Self) -> Self;
    fn enlarge(self) -> Self::Larger;
    /// Approximate number, compared with [`MOST`](Self::MOST).
    fn approximate(&self) -> f64;
    fn total(self) -> (BigUint, Residue);
}

/// States in buckets, each with its number.
pub type Buckets<const W: usize, A> = Vec<Vec<(Bits<W>, A)>>;

/// [`Buckets`] of states with keys of `W` words and numbers of some type.
pub trait CountedStates<const W: usize>: Any {
    /// Number of states.
    fn len(&self) -> usize;
    /// Bytes that the states take, without those of numbers beyond 224 bits.
    fn bytes(&self) -> usize;
    /// Approximate sum of the numbers; 0 if they have no limit.
    fn approximate(&self) -> f64;
    /// Sum of the numbers.
    fn total(self: Box<Self>) -> (BigUint, Residue);
    /// The states with larger numbers.
    fn enlarge(self: Box<Self>) -> Box<dyn CountedStates<W>>;
}

impl<const W: usize> Debug for dyn CountedStates<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CountedStates").finish_non_exhaustive()
    }
}

impl<const W: usize, A: StateCount> CountedStates<W> for Buckets<W, A> {
    fn len(&self) -> usize {
        self.iter().map(Vec::len).sum()
    }

    fn bytes(&self) -> usize {
        self.iter().map(Vec::capacity).sum::<usize>() * size_of::<(Bits<W>, A)>()
    }

    fn approximate(&self) -> f64 {
        let states = self.iter().flatten();
        states.map(|(_, number)| number.approximate()).sum()
    }

    fn total(self: Box<Self>) -> (BigUint, Residue) {
        let mut sum = (BigUint::ZERO, Residue::default());
        for (_, number) in self.into_iter().flatten() {
            let (number, residue) = number.total();
            sum.0 += number;
            sum.1 += residue;
        }
        sum
    }

    fn enlarge(self: Box<Self>) -> Box<dyn CountedStates<W>> {
        Box::new(enlarge_buckets(*self))
    }
}

/// The states with numbers of type `A`, if that is their type.
pub fn with_numbers<const W: usize, A: StateCount>(
    states: Box<dyn CountedStates<W>>,
) -> Result<Buckets<W, A>, Box<dyn CountedStates<W>>> {
    if (&*states as &dyn Any).is::<Buckets<W, A>>() {
        let states: Box<dyn Any> = states;
        return Ok(*states.downcast().expect("it is of this type"));
    }
    Err(states)
}

/// Converts the states of buckets to larger numbers. Loops, since collecting from a vector is
/// compiled into several functions for each type.
pub fn enlarge_buckets<const W: usize, A: StateCount>(
    buckets: Buckets<W, A>,
) -> Buckets<W, A::Larger> {
    let mut all = Vec::with_capacity(buckets.len());
    for bucket in buckets {
        let mut larger = Vec::with_capacity(bucket.len());
        for (key, number) in bucket {
            larger.push((key, number.enlarge()));
        }
        all.push(larger);
    }
    all
}

/// Power of two.
const fn power(exponent: u64) -> f64 {
    f64::from_bits((1023 + exponent) << 52)
}

/// Bits of the last word that belong to the number.
const LOW: u64 = u32::MAX as u64;

/// Number of `W` words less 32 bits, and its residue. Larger numbers are of type `L`.
#[derive(Clone, Debug)]
pub struct CountWords<const W: usize, L>([u64; W], PhantomData<L>);

/// Number of 32 bits.
pub type Count32 = CountWords<1, Count96>;
/// Number of 96 bits.
pub type Count96 = CountWords<2, Count224>;
/// Number of 224 bits.
pub type Count224 = CountWords<4, BigStateCount>;
/// Number of 96 bits of a wide state, whose larger numbers are of any size: 224 bits beside 512
/// save little time.
pub type WideCount96 = CountWords<2, BigStateCount>;

impl<const W: usize, L> CountWords<W, L> {
    /// The words of the number alone.
    fn number(&self) -> [u64; W] {
        let mut words = self.0;
        words[W - 1] &= LOW;
        words
    }

    fn residue(&self) -> Residue {
        Residue::of((self.0[W - 1] >> 32).into())
    }
}

impl<const W: usize, L: StateCount> StateCount for CountWords<W, L> {
    type Larger = L;
    const MOST: f64 = power(64 * W as u64 - 33);

    fn one() -> Self {
        Self::from_words(&[1], Residue::of(1))
    }

    fn from_words(number: &[u64], residue: Residue) -> Self {
        let mut words = [0; W];
        words[..number.len()].copy_from_slice(number);
        words[W - 1] |= u64::from(residue.get()) << 32;
        Self(words, PhantomData)
    }

    #[inline]
    fn add(&mut self, other: &Self) {
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

    #[inline]
    fn product(&self, other: &Self) -> Self {
        let (one, other_number) = (self.number(), other.number());
        let mut words = [0; W];
        for (at, factor) in one.into_iter().enumerate() {
            let mut carry = 0;
            for (word, other) in words[at..].iter_mut().zip(other_number) {
                let sum = u128::from(factor) * u128::from(other) + u128::from(*word) + carry;
                (*word, carry) = (sum as u64, sum >> 64);
            }
        }
        // An overflow is lost here; the residue reveals it.
        let residue = (self.0[W - 1] >> 32) * (other.0[W - 1] >> 32);
        let residue = residue % u64::from(Residue::MODULUS);
        words[W - 1] = residue << 32 | words[W - 1] & LOW;
        Self(words, PhantomData)
    }

    fn enlarge(self) -> L {
        L::from_words(&self.number(), self.residue())
    }

    #[inline]
    fn approximate(&self) -> f64 {
        let number = self.number();
        let words = number.iter().rev();
        words.fold(0.0, |about, &word| about * power(64) + word as f64)
    }

    fn total(self) -> (BigUint, Residue) {
        let BigStateCount(number, residue) =
            BigStateCount::from_words(&self.number(), self.residue());
        (number, residue)
    }
}

/// Number of any size, and its residue.
#[derive(Clone, Debug)]
pub struct BigStateCount(BigUint, Residue);

impl StateCount for BigStateCount {
    type Larger = Self;
    const MOST: f64 = f64::INFINITY;

    fn one() -> Self {
        Self(1_u32.into(), Residue::of(1))
    }
    fn from_words(words: &[u64], residue: Residue) -> Self {
        let halves = words
            .iter()
            .flat_map(|&word| [word as u32, (word >> 32) as u32]);
        Self(BigUint::new(halves.collect()), residue)
    }
    fn add(&mut self, other: &Self) {
        self.0 += &other.0;
        self.1 += other.1;
    }
    fn product(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0, self.1.times(other.1.get().into()))
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
        fn products_are_those_of_the_numbers(
            one in prop::collection::vec(any::<bool>(), 0..110),
            other in prop::collection::vec(any::<bool>(), 0..110),
        ) {
            fn product<A: StateCount>(one: &[bool], other: &[bool]) -> (BigUint, Residue) {
                grown::<A>(one).product(&grown::<A>(other)).total()
            }
            for most in [14, 46, 110] {
                let short = |bits: &[bool]| bits[..bits.len().min(most)].to_vec();
                let (one, other) = (short(&one), short(&other));
                let right = number(&one) * number(&other);
                let products = [
                    (14, product::<Count32> as fn(&[bool], &[bool]) -> _),
                    (46, product::<Count96>),
                    (110, product::<Count224>),
                    (110, product::<BigStateCount>),
                ];
                for (_, product) in products.into_iter().filter(|&(bits, _)| most <= bits) {
                    let (sum, residue) = product(&one, &other);
                    prop_assert_eq!(residue, residue_of(&sum));
                    prop_assert_eq!(sum, right.clone());
                }
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
