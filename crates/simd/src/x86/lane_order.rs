//! Orders of the lanes of 256-bit registers, and moves of the bits of a word by one instruction:
//! `pext`, `pdep` or `vpshufbitqmb`.

use std::hint;

use crate::{BitMoves, Extraction, Packing};
#[allow(clippy::wildcard_imports)] // as every user of this module does
use std::arch::x86_64::*;

/// The lanes of a set of eight, in order, then zeros.
const fn lanes_of(set: usize) -> [u8; 8] {
    let (mut lanes, mut lane, mut kept) = ([0; 8], 0, 0);
    while lane < 8 {
        if set >> lane & 1 == 1 {
            lanes[kept] = lane;
            kept += 1;
        }
        lane += 1;
    }
    lanes
}

/// Permutation that moves the lanes of each of the 256 sets of eight 32-bit lanes to the front, one
/// byte per lane.
static TO_FRONT: [[u8; 8]; 256] = {
    let (mut table, mut set) = ([[0; 8]; 256], 0);
    while set < 256 {
        table[set] = lanes_of(set);
        set += 1;
    }
    table
};

/// Byte shuffle that moves the lanes of each of the 256 sets of eight 16-bit lanes to the front.
static TO_FRONT16: [[u8; 16]; 256] = {
    let (mut table, mut byte) = ([[0; 16]; 256], 0);
    while byte < 16 * 256 {
        let (set, place) = (byte / 16, byte % 16);
        table[set][place] = 2 * lanes_of(set)[place / 2] + (place % 2) as u8;
        byte += 1;
    }
    table
};

/// One bit per 16-bit lane of a mask. Each lane is all ones or all zeros.
#[inline(always)]
pub(super) fn bits16(mask: __m256i) -> u64 {
    // SAFETY: called with vectors of this module only.
    unsafe {
        let bytes = _mm256_packs_epi16(mask, _mm256_setzero_si256());
        let bits = _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes));
        u64::from(bits as u32 & 0xFFFF)
    }
}

#[inline(always)]
pub(super) fn bits32(mask: __m256i) -> u64 {
    // SAFETY: called with vectors of this module only.
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(mask)) as u64 }
}

#[inline(always)]
pub(super) fn bits64(mask: __m256i) -> u64 {
    // SAFETY: called with vectors of this module only.
    unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(mask)) as u64 }
}

/// A permutation of 32-bit lanes. A 64-bit lane consists of two of them.
#[derive(Clone, Copy, Debug)]
pub struct PackOrder32 {
    pub(super) order: __m256i,
    count: u32,
}

impl Packing for PackOrder32 {
    #[inline(always)]
    fn count(self) -> usize {
        self.count as usize
    }
}

#[inline(always)]
pub(super) fn packing32(mask: __m256i) -> PackOrder32 {
    let set = bits32(mask);
    let order = i64::from_le_bytes(TO_FRONT[set as usize & 0xFF]);
    PackOrder32 {
        order: op!(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(order))),
        count: set.count_ones(),
    }
}

#[inline(always)]
pub(super) fn packing64(mask: __m256i) -> PackOrder32 {
    let PackOrder32 { order, count } = packing32(mask);
    PackOrder32 {
        order,
        count: count / 2,
    }
}

/// A shuffle of bytes in each half. The second half is stored after the `low` lanes of the first.
#[derive(Clone, Copy, Debug)]
pub struct PackOrder16 {
    pub(super) order: __m256i,
    pub(super) low: u32,
    count: u32,
}

impl Packing for PackOrder16 {
    #[inline(always)]
    fn count(self) -> usize {
        self.count as usize
    }
}

#[inline(always)]
pub(super) fn packing16(mask: __m256i) -> PackOrder16 {
    let set = bits16(mask) as usize;
    // SAFETY: a table entry is 16 bytes long.
    let order = unsafe {
        let low = _mm_loadu_si128(TO_FRONT16[set & 0xFF].as_ptr().cast());
        let high = _mm_loadu_si128(TO_FRONT16[set >> 8 & 0xFF].as_ptr().cast());
        _mm256_set_m128i(high, low)
    };
    PackOrder16 {
        order,
        low: (set & 0xFF).count_ones(),
        count: set.count_ones(),
    }
}

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
