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
use std::mem::size_of;

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
    /// Number of pairs of a solution of each. The caller makes sure that it fits.
    #[must_use]
    fn product(&self, other: &Self) -> Self;
    fn enlarge(self) -> Self::Larger;
    /// Approximate number, compared with [`MOST`](Self::MOST).
    fn approximate(&self) -> f64;
    fn total(self) -> (BigUint, Residue);

    /// States with numbers of this type.
    fn states<K>(buckets: Buckets<K, Self>) -> CountedStates<K> {
        let buckets = map_numbers(buckets, |number| {
            let (number, residue) = number.total();
            BigStateCount(number, residue)
        });
        CountedStates::Big(buckets)
    }
}

/// States in buckets, each with its number.
type Buckets<K, A> = Vec<Vec<(K, A)>>;

fn map_numbers<K, A, B>(buckets: Buckets<K, A>, map: impl Fn(A) -> B) -> Buckets<K, B> {
    let bucket = |bucket: Vec<(K, A)>| {
        let states = bucket.into_iter();
        states.map(|(key, number)| (key, map(number))).collect()
    };
    buckets.into_iter().map(bucket).collect()
}

/// States with numbers of the type that they need.
#[derive(Debug)]
pub enum CountedStates<K> {
    Count32(Buckets<K, Count32>),
    Count96(Buckets<K, Count96>),
    Count224(Buckets<K, Count224>),
    Big(Buckets<K, BigStateCount>),
}

/// Job on two sets of states with numbers of one type.
pub trait PairJob<K> {
    type Output;
    fn run<A: StateCount>(self, one: Buckets<K, A>, other: Buckets<K, A>) -> Self::Output;
}

/// Calls a closure with the buckets, whatever their type.
macro_rules! with_buckets {
    ($states:expr, $buckets:ident => $result:expr) => {
        match $states {
            CountedStates::Count32($buckets) => $result,
            CountedStates::Count96($buckets) => $result,
            CountedStates::Count224($buckets) => $result,
            CountedStates::Big($buckets) => $result,
        }
    };
}

impl<K> CountedStates<K> {
    /// Number of states.
    pub fn len(&self) -> usize {
        with_buckets!(self, buckets => buckets.iter().map(Vec::len).sum())
    }

    /// Bytes that the states take, without those of numbers beyond 224 bits.
    pub fn bytes(&self) -> usize {
        fn bytes<K, A>(buckets: &Buckets<K, A>) -> usize {
            let capacity = buckets.iter().map(Vec::capacity).sum::<usize>();
            capacity * size_of::<(K, A)>()
        }
        with_buckets!(self, buckets => bytes(buckets))
    }

    /// Approximate sum of the numbers; 0 if they have no limit.
    pub fn approximate(&self) -> f64 {
        fn sum<K, A: StateCount>(buckets: &Buckets<K, A>) -> f64 {
            let states = buckets.iter().flatten();
            states.map(|(_, number)| number.approximate()).sum()
        }
        with_buckets!(self, buckets => sum(buckets))
    }

    /// Sum of the numbers.
    pub fn total(self) -> (BigUint, Residue) {
        fn sum<K, A: StateCount>(buckets: Buckets<K, A>) -> (BigUint, Residue) {
            let mut sum = (BigUint::ZERO, Residue::default());
            for (_, number) in buckets.into_iter().flatten() {
                let (number, residue) = number.total();
                sum.0 += number;
                sum.1 += residue;
            }
            sum
        }
        with_buckets!(self, buckets => sum(buckets))
    }

    /// Runs a job with numbers of one type that products up to `most` fit in.
    pub fn pair<J: PairJob<K>>(self, other: Self, most: f64, job: J) -> J::Output {
        match (self, other) {
            (Self::Count32(one), Self::Count32(other)) if most <= Count32::MOST => {
                job.run(one, other)
            }
            (Self::Count96(one), Self::Count96(other)) if most <= Count96::MOST => {
                job.run(one, other)
            }
            (Self::Count224(one), Self::Count224(other)) if most <= Count224::MOST => {
                job.run(one, other)
            }
            (Self::Big(one), Self::Big(other)) => job.run(one, other),
            (one, other) if one.words() <= other.words() => one.enlarge().pair(other, most, job),
            (one, other) => one.pair(other.enlarge(), most, job),
        }
    }

    /// Words of a number.
    fn words(&self) -> usize {
        match self {
            Self::Count32(_) => 1,
            Self::Count96(_) => 2,
            Self::Count224(_) => 4,
            Self::Big(_) => usize::MAX,
        }
    }

    fn enlarge(self) -> Self {
        match self {
            Self::Count32(buckets) => Self::Count96(map_numbers(buckets, StateCount::enlarge)),
            Self::Count96(buckets) => Self::Count224(map_numbers(buckets, StateCount::enlarge)),
            Self::Count224(buckets) => Self::Big(map_numbers(buckets, StateCount::enlarge)),
            Self::Big(buckets) => Self::Big(buckets),
        }
    }
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

    fn product_words(&self, other: &Self) -> Self {
        let number = |words: &[u64; W]| {
            let mut number = *words;
            number[W - 1] &= LOW;
            number
        };
        let (one, other_words) = (number(&self.0), number(&other.0));
        let mut words = [0; W];
        for (at, &factor) in one.iter().enumerate() {
            let mut carry = 0;
            for (word, &other) in words[at..].iter_mut().zip(&other_words) {
                let sum = u128::from(factor) * u128::from(other) + u128::from(*word) + carry;
                (*word, carry) = (sum as u64, sum >> 64);
            }
        }
        // An overflow is lost here; the residue reveals it.
        let residue = (self.0[W - 1] >> 32) * (other.0[W - 1] >> 32);
        let residue = residue % u64::from(Residue::MODULUS);
        words[W - 1] = residue << 32 | words[W - 1] & LOW;
        Self(words)
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
    ($($number:ty, $larger:ty, $bits:expr, $enlarge:expr, $states:path);+) => {$(
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
            #[inline]
            fn product(&self, other: &Self) -> Self {
                self.product_words(other)
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
            fn states<K>(buckets: Buckets<K, Self>) -> CountedStates<K> {
                $states(buckets)
            }
        }
    )+};
}

amount!(
    Count32, Count96, 32, Count32::widen, CountedStates::Count32;
    Count96, Count224, 96, Count96::widen, CountedStates::Count96;
    Count224, BigStateCount, 224, |number: Count224| { let (number, residue) = number.split(); BigStateCount(number, residue) }, CountedStates::Count224
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
