//! Keys of states: the used items in reach, as bits of one or more words.

use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use super::state_count::{Count32, StateCount, WideCount96};

/// Set of bits.
pub trait StateKey: Copy + Debug + Eq + Hash + Default + Send + Sync + 'static {
    fn has(self, bit: usize) -> bool;
    #[must_use]
    fn with(self, bit: usize) -> Self;
    #[must_use]
    fn without(self, bit: usize) -> Self;
    /// Bits of either key.
    #[must_use]
    fn union(self, other: Self) -> Self;
    /// Bits of both keys.
    #[must_use]
    fn intersection(self, other: Self) -> Self;
    /// Bits that are not in the other key.
    #[must_use]
    fn difference(self, other: Self) -> Self;
    /// True if the keys have a bit in common.
    fn intersects(self, other: Self) -> bool;

    /// Hash of the key. Its highest bits are mixed best.
    #[inline]
    fn mixed_hash(self) -> u64 {
        BuildFoldHasher::default().hash_one(self)
    }
}

/// Largest number of bits of a state.
pub const WIDEST: usize = 512;

/// Job that runs with keys of any width, and numbers that are at first of type `A`.
pub trait KeyJob {
    type Output;
    fn run<K: StateKey, A: StateCount>(self) -> Self::Output;
}

/// Runs a job with keys of at least `width` bits, at most [`WIDEST`].
pub fn run_with_keys<J: KeyJob>(width: usize, job: J) -> J::Output {
    match width {
        0..=64 => job.run::<u64, Count32>(),
        65..=128 => job.run::<WideKey<2>, Count32>(),
        129..=256 => job.run::<WideKey<4>, WideCount96>(),
        _ => job.run::<WideKey<8>, WideCount96>(),
    }
}

impl StateKey for u64 {
    fn has(self, bit: usize) -> bool {
        self >> bit & 1 != 0
    }
    fn with(self, bit: usize) -> Self {
        self | 1 << bit
    }
    fn without(self, bit: usize) -> Self {
        self & !(1 << bit)
    }
    fn union(self, other: Self) -> Self {
        self | other
    }
    fn intersection(self, other: Self) -> Self {
        self & other
    }
    fn difference(self, other: Self) -> Self {
        self & !other
    }
    fn intersects(self, other: Self) -> bool {
        self & other != 0
    }
}

/// Key of `N` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideKey<const N: usize>([u64; N]);

impl<const N: usize> Default for WideKey<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Hash for WideKey<N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for &word in &self.0 {
            hasher.write_u64(word);
        }
    }
}

impl<const N: usize> StateKey for WideKey<N> {
    fn has(self, bit: usize) -> bool {
        self.0[bit / 64].has(bit % 64)
    }
    fn with(mut self, bit: usize) -> Self {
        self.0[bit / 64] |= 1 << (bit % 64);
        self
    }
    fn without(mut self, bit: usize) -> Self {
        self.0[bit / 64] &= !(1 << (bit % 64));
        self
    }
    fn union(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
    fn intersection(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
    fn difference(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }
    fn intersects(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }
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
