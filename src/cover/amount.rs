//! Numbers of solutions, of as many words as it takes.

use num_bigint::BigUint;

/// A number that is added to others. Unless it is large, 2⁴⁰ of its kind can be added
/// up: more than any number of options tried on the states of one item.
pub trait Amount: Clone {
    /// The next larger kind.
    type Larger: Amount;
    fn add(&mut self, other: &Self);
    /// Whether 2⁴⁰ such numbers might not fit.
    fn is_large(&self) -> bool;
    fn enlarge(self) -> Self::Larger;
    fn total(self) -> BigUint;
}

impl Amount for u128 {
    type Larger = Words<4>;

    fn add(&mut self, other: &Self) {
        *self += *other;
    }
    fn is_large(&self) -> bool {
        *self >> (u128::BITS - 40) != 0
    }
    fn enlarge(self) -> Words<4> {
        Words([self as u64, (self >> 64) as u64, 0, 0])
    }
    fn total(self) -> BigUint {
        self.into()
    }
}

/// A number in words, the lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Words<const N: usize>([u64; N]);

fn add(words: &mut [u64], others: &[u64]) {
    let mut carry = false;
    for (word, other) in words.iter_mut().zip(others) {
        let (sum, first) = word.overflowing_add(*other);
        let (sum, second) = sum.overflowing_add(carry.into());
        (*word, carry) = (sum, first || second);
    }
}

fn total(words: &[u64]) -> BigUint {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    BigUint::from_bytes_le(&bytes.collect::<Vec<u8>>())
}

impl Amount for Words<4> {
    type Larger = Words<16>;

    fn add(&mut self, other: &Self) {
        add(&mut self.0, &other.0);
    }
    fn is_large(&self) -> bool {
        self.0[3] >> 24 != 0
    }
    fn enlarge(self) -> Words<16> {
        let mut words = [0; 16];
        words[..4].copy_from_slice(&self.0);
        Words(words)
    }
    fn total(self) -> BigUint {
        total(&self.0)
    }
}

impl Amount for Words<16> {
    type Larger = BigUint;

    fn add(&mut self, other: &Self) {
        add(&mut self.0, &other.0);
    }
    fn is_large(&self) -> bool {
        self.0[15] >> 24 != 0
    }
    fn enlarge(self) -> BigUint {
        self.total()
    }
    fn total(self) -> BigUint {
        total(&self.0)
    }
}

impl Amount for BigUint {
    type Larger = Self;

    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn is_large(&self) -> bool {
        false
    }
    fn enlarge(self) -> Self {
        self
    }
    fn total(self) -> BigUint {
        self
    }
}
