//! Moving the bits of a word by one instruction, `pext` or `vpshufbitqmb`.

#[allow(clippy::wildcard_imports)] // as every user of this module does
use std::arch::x86_64::*;

use crate::BitMoves;

/// The bits to be brought together.
#[derive(Clone, Copy, Debug)]
pub struct PextMask(u64);

impl PextMask {
    /// For the tokens of this module only, whose processors have BMI2.
    pub(super) fn new(mask: u64) -> Self {
        Self(mask)
    }
}

impl BitMoves for PextMask {
    #[inline(always)]
    fn apply(self, word: u64) -> u64 {
        // SAFETY: only a token that proves BMI2 makes such a value.
        unsafe { _pext_u64(word, self.0) }
    }
}

/// Where each bit comes from, a byte for each.
#[derive(Clone, Copy, Debug)]
pub struct BitSources(__m512i);

impl BitSources {
    /// For the token of AVX-512 only, whose processors have BITALG.
    #[inline(always)]
    pub(super) fn new(from: &[u8; 64]) -> Self {
        // SAFETY: the array is as long as a register, and the load may be unaligned.
        Self(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }
}

impl BitMoves for BitSources {
    #[inline(always)]
    fn apply(self, word: u64) -> u64 {
        // Eight bits are chosen from each lane: they all hold the word.
        // SAFETY: only a token that proves BITALG makes such a value.
        unsafe { _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(word as i64), self.0) }
    }
}
