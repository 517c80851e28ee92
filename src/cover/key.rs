//! What was used of the items next to come, as bits of one, two or more words.

use std::fmt::Debug;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Bits that can be moved down.
pub trait Key: Copy + Debug + Eq + Hash + Default + Send + Sync + 'static {
    /// How many bits there are.
    const BITS: usize;
    /// With another bit.
    fn with(self, bit: usize) -> Self;
    /// What is in either.
    fn or(self, other: Self) -> Self;
    /// Whether both have a bit.
    fn meets(self, other: Self) -> bool;
    /// The lowest bit that is not set, or [`BITS`](Self::BITS).
    fn first_zero(self) -> usize;
    /// Without the lowest bits.
    fn down(self, places: usize) -> Self;
}

macro_rules! key {
    ($($word:ty),+) => {$(
        impl Key for $word {
            const BITS: usize = <$word>::BITS as usize;

            fn with(self, bit: usize) -> Self {
                self | 1 << bit
            }
            fn or(self, other: Self) -> Self {
                self | other
            }
            fn meets(self, other: Self) -> bool {
                self & other != 0
            }
            fn first_zero(self) -> usize {
                self.trailing_ones() as usize
            }
            fn down(self, places: usize) -> Self {
                self.checked_shr(places as u32).unwrap_or(0)
            }
        }
    )+};
}

key!(u64, u128);

/// Many bits, the lowest words first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Key for Wide<N> {
    const BITS: usize = 64 * N;

    fn with(mut self, bit: usize) -> Self {
        self.0[bit / 64] |= 1 << (bit % 64);
        self
    }
    fn or(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
    fn meets(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }
    fn first_zero(self) -> usize {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = self
            .0
            .get(full)
            .map_or(0, |word| word.trailing_ones() as usize);
        64 * full + rest
    }
    fn down(self, places: usize) -> Self {
        let (words, bits) = (places / 64, places % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Self(std::array::from_fn(|at| {
            let high = word(at + words + 1)
                .checked_shl(64 - bits as u32)
                .unwrap_or(0);
            word(at + words) >> bits | high
        }))
    }
}

/// A hash for keys that nobody chooses to collide (multiply and fold, after Yi, wyhash, 2019).
#[derive(Clone, Debug, Default)]
pub struct Fold(u64);

/// Makes such hashes.
pub type Folding = BuildHasherDefault<Fold>;

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut whole = [0; 8];
            whole[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(whole));
        }
    }
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xA076_1D64_78BD_642F;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
    fn write_usize(&mut self, _: usize) {
        // The length of a key, which is always the same.
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
