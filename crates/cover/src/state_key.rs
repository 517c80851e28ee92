//! Keys of states: the used items in reach, as bits of one word or of eight.

use std::hash::{BuildHasher, BuildHasherDefault, Hasher};

use super::bits::Bits;

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
