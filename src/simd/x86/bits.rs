//! Bits of a word by one instruction, `pext`.

use std::arch::x86_64::_pext_u64;

use crate::simd::Extraction;

/// The bits to be brought together.
#[derive(Clone, Copy, Debug)]
pub struct Chosen(u64);

impl Chosen {
    /// For the tokens of this module only, whose processors have BMI2.
    pub(super) fn new(mask: u64) -> Self {
        Self(mask)
    }
}

impl Extraction for Chosen {
    #[inline(always)]
    fn of(self, word: u64) -> u64 {
        // SAFETY: only a token that proves BMI2 makes such a value.
        unsafe { _pext_u64(word, self.0) }
    }
}
