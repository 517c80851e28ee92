//! Short names of classes: the beginning of the hash of a canonical form.

use sha2::{Digest, Sha256};

use super::Canonical;
use crate::Grid;

/// Identifier of a class of grids: the first 64 bits of the SHA-256 of its canonical form, as a text
/// of 81 characters with `.` for an empty cell.
///
/// Two of ten million classes share their identifier with a probability of 3 in a million.
///
/// ```
/// use countless_sudoku::{ClassId, Grid};
///
/// let corner = Grid::BLANK.with(1, 1, 5).canonical().unwrap();
/// let other = Grid::BLANK.with(9, 1, 7).canonical().unwrap();
/// assert_eq!(ClassId::of(&corner), ClassId::of(&other));
/// assert_eq!(&ClassId::of(&corner).to_ascii(), b"1bfb91538398d02a");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u64);

impl ClassId {
    /// Returns the identifier of the class of a grid.
    pub fn of(grid: &Canonical) -> Self {
        Self(first_word(&Sha256::digest(grid.form.to_ascii(b'.'))))
    }

    /// Returns a random number of a grid: the first 64 bits of the SHA-256 of a seed, as 8 bytes with
    /// the highest first, and of the grid as a text. For canonical forms, it is one of the class.
    pub fn seeded(seed: u64, grid: &Grid) -> u64 {
        let hash = Sha256::new().chain_update(seed.to_be_bytes());
        first_word(&hash.chain_update(grid.to_ascii(b'.')).finalize())
    }

    /// Returns the identifier as 16 hexadecimal digits.
    pub fn to_ascii(self) -> [u8; 16] {
        std::array::from_fn(|place| b"0123456789abcdef"[(self.0 >> (60 - 4 * place)) as usize & 15])
    }
}

/// First eight bytes of a hash as a number.
pub(super) fn first_word(hash: &[u8]) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&hash[..8]);
    u64::from_be_bytes(word)
}
