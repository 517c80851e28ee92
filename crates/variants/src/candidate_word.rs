//! Words with a bit for each digit.

use countless_simd::{Simd, Vector};

/// Word of candidates, with a bit for each digit.
pub(super) trait CandidateWord:
    Copy + Default + PartialEq + Into<u64> + std::fmt::Debug
{
    /// Array with the number of lanes of the widest vector.
    type Lanes: Copy + AsRef<[Self]> + AsMut<[Self]> + std::fmt::Debug;
    /// Array of zeros.
    const NONE: Self::Lanes;
    /// True if the word has room for more than sixteen digits.
    const IS_WIDE: bool;
    /// Returns the word with the low bits of a number.
    fn from_bits(bits: u32) -> Self;
    /// Returns the word as a number.
    fn bits(self) -> u32;
}

impl CandidateWord for u16 {
    type Lanes = [Self; 32];
    const NONE: Self::Lanes = [0; 32];
    const IS_WIDE: bool = false;
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        bits as Self
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self.into()
    }
}

impl CandidateWord for u32 {
    type Lanes = [Self; 16];
    const NONE: Self::Lanes = [0; 16];
    const IS_WIDE: bool = true;
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        bits
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self
    }
}

/// Words that vectors support.
pub(super) trait VectorWord: CandidateWord {
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
}

impl VectorWord for u16 {
    type Vector<S: Simd> = S::U16;
}

impl VectorWord for u32 {
    type Vector<S: Simd> = S::U32;
}
