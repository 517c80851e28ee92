//! Moves of the bits of a word by one instruction: `pext`, `pdep` or `vpshufbitqmb`.

#[allow(clippy::wildcard_imports)] // as every user of this module does
use std::arch::x86_64::*;
use std::hint;

use crate::{BitMoves, Extraction};

/// The bits to gather.
#[derive(Clone, Copy, Debug)]
pub struct PextMask(u64);

impl PextMask {
    /// Only for the tokens of this module, which prove BMI2.
    pub(super) fn new(mask: u64) -> Self {
        Self(mask)
    }
}

impl BitMoves for PextMask {
    #[inline(always)]
    fn apply(self, word: u64) -> u64 {
        // SAFETY: only a token that proves BMI2 makes such a value.
        let moved = unsafe { _pext_u64(word, self.0) };
        let low = u64::MAX.checked_shr(self.0.count_zeros()).unwrap_or(0);
        // SAFETY: the bits are moved to the lowest positions, one for each bit of the mask.
        unsafe { hint::assert_unchecked(moved <= low) };
        moved
    }
}

impl Extraction for PextMask {
    #[inline(always)]
    fn undo(self, word: u64) -> u64 {
        // SAFETY: only a token that proves BMI2 makes such a value.
        unsafe { _pdep_u64(word, self.0) }
    }
}

/// The source of each bit, one byte each.
#[derive(Clone, Copy, Debug)]
pub struct BitSources(__m512i);

impl BitSources {
    /// Only for the AVX-512 token, which proves BITALG.
    #[inline(always)]
    pub(super) fn new(from: &[u8; 64]) -> Self {
        // SAFETY: the array is as long as a register, and the load may be unaligned.
        Self(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }
}

impl BitMoves for BitSources {
    #[inline(always)]
    fn apply(self, word: u64) -> u64 {
        // The instruction selects eight bits from each 64-bit lane; every lane holds the whole
        // word.
        // SAFETY: only a token that proves BITALG makes such a value.
        unsafe { _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(word as i64), self.0) }
    }
}
