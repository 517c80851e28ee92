//! Sixteen bytes in a register, for instruction sets with a byte shuffle (SSSE3).

#[allow(clippy::wildcard_imports)] // as every user of this module does
use std::arch::x86_64::*;
use std::mem::transmute;

use crate::Bytes;

/// Sixteen bytes, made with a token that proves AVX2.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct XmmBytes(__m128i);

impl XmmBytes {
    /// Loads the lanes. Only for the tokens of this module, which prove AVX2.
    #[inline(always)]
    pub(super) fn new(lanes: &[u8; 16]) -> Self {
        // SAFETY: the array is as long as a register, and the load may be unaligned.
        Self(unsafe { _mm_loadu_si128(lanes.as_ptr().cast()) })
    }

    /// Loads the digits of a number. Only for the tokens of this module, which prove AVX2.
    #[inline(always)]
    pub(super) fn from_hex(hex: u64) -> Self {
        // SAFETY: only a token that proves AVX2 calls this.
        unsafe {
            let bytes = _mm_cvtsi64_si128(hex.swap_bytes() as i64);
            let mask = _mm_set1_epi8(15);
            let high = _mm_and_si128(_mm_srli_epi64::<4>(bytes), mask);
            Self(_mm_unpacklo_epi8(high, _mm_and_si128(bytes, mask)))
        }
    }
}

impl Bytes for XmmBytes {
    #[inline(always)]
    fn to_array(self) -> [u8; 16] {
        // SAFETY: both types are 16 bytes long, and every bit pattern is valid.
        unsafe { transmute(self.0) }
    }
    #[inline(always)]
    fn shuffle(self, from: Self) -> Self {
        Self(op!(_mm_shuffle_epi8(self.0, from.0)))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(op!(_mm_and_si128(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(op!(_mm_or_si128(self.0, other.0)))
    }
    #[inline(always)]
    fn zip(self, other: Self) -> (Self, Self) {
        let low = op!(_mm_unpacklo_epi8(self.0, other.0));
        let high = op!(_mm_unpackhi_epi8(self.0, other.0));
        (Self(low), Self(high))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        op!(_mm_movemask_epi8(_mm_cmpeq_epi8(self.0, other.0))) as u32
    }
    #[inline(always)]
    fn above(self, other: Self) -> u32 {
        op!(_mm_movemask_epi8(_mm_cmpgt_epi8(self.0, other.0))) as u32
    }
    #[inline(always)]
    fn to_hex(self) -> u64 {
        // SAFETY: a vector exists only where the processor has its instructions.
        let packed = unsafe {
            let pairs = _mm_maddubs_epi16(self.0, _mm_set1_epi16(0x0110));
            _mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs))
        };
        (packed as u64).swap_bytes()
    }
    #[inline(always)]
    fn sum(self) -> u32 {
        op!(_mm_cvtsi128_si32(_mm_sad_epu8(self.0, _mm_setzero_si128()))) as u32
    }
}
