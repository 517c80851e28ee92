//! 256-bit vectors.
//!
//! Every block below calls an intrinsic on values that only an [`Avx2`] token can have made. The
//! token exists only if the processor supports the features.

use std::convert::Infallible;

use super::lane_order::{
    PackOrder16, PackOrder32, PextMask, bits16, bits32, bits64, packing16, packing32, packing64,
};
use super::xmm_bytes::XmmBytes;
use crate::{Mask, Packing, Simd, Task, Vector};
#[allow(clippy::wildcard_imports)] // as every user of this module does
use std::arch::x86_64::*;

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the token if the processor supports the instructions.
    pub fn new() -> Option<Self> {
        has!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt").then_some(Self(()))
    }
}

impl Simd for Avx2 {
    const PERMUTES: bool = true;
    const PERMUTES_PAIRS: bool = false;
    const COUNTS_BITS: bool = false;
    const EXTRACTS_BITS: bool = true;
    type U16 = U16x16;
    type U32 = U32x8;
    type U64 = U64x4;
    type Extraction = PextMask;
    type Shuffle = Infallible;
    type Bytes = XmmBytes;

    #[inline(always)]
    fn extraction(self, mask: u64) -> PextMask {
        PextMask::new(mask)
    }

    #[inline(always)]
    fn unions(self, [a, b, c, d]: [U16x16; 4]) -> [u64; 2] {
        // SAFETY: the token proves that the processor has these features.
        unsafe {
            let (ab, cd) = (unite_halves(a.0, b.0), unite_halves(c.0, d.0));
            // In each 128 bits, two lanes of each vector: a, b, c and d.
            let even = _mm256_shuffle_ps::<0b10_00_10_00>(ab, cd);
            let odd = _mm256_shuffle_ps::<0b11_01_11_01>(ab, cd);
            let pairs = _mm256_castps_si256(_mm256_or_ps(even, odd));
            let low = _mm256_castsi256_si128(pairs);
            let near = _mm_or_si128(low, _mm256_extracti128_si256::<1>(pairs));
            let near = _mm_or_si128(near, _mm_srli_epi32::<16>(near));
            let order = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1);
            [_mm_cvtsi128_si64(_mm_shuffle_epi8(near, order)) as u64, 0]
        }
    }

    #[inline(always)]
    fn bytes(self, lanes: &[u8; 16]) -> XmmBytes {
        XmmBytes::new(lanes)
    }

    #[inline(always)]
    fn hex_digits(self, hex: u64) -> XmmBytes {
        XmmBytes::from_hex(hex)
    }

    #[inline]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run<T: Task>(simd: Avx2, task: T) -> T::Output {
            task.run(simd)
        }
        // SAFETY: the token `self` proves that the processor has these features.
        unsafe { run(self, task) }
    }
}

/// In each 128 bits, the union of both halves of `a`, and that of both halves of `b`.
#[inline(always)]
fn unite_halves(a: __m256i, b: __m256i) -> __m256 {
    op!(_mm256_castsi256_ps(_mm256_or_si256(
        _mm256_unpacklo_epi64(a, b),
        _mm256_unpackhi_epi64(a, b)
    )))
}

#[inline(always)]
fn any(mask: __m256i) -> bool {
    op!(_mm256_testz_si256(mask, mask)) == 0
}

/// The bits that are set in any of the four words.
#[inline(always)]
fn union(words: __m256i) -> u64 {
    let halves = op!(_mm_or_si128(
        _mm256_castsi256_si128(words),
        _mm256_extracti128_si256::<1>(words)
    ));
    super::sse2::union(halves)
}

/// `a` where the mask is all ones, `b` where it is all zeros.
#[inline(always)]
fn select(mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
    op!(_mm256_blendv_epi8(b, a, mask))
}

/// Number of set bits in each byte (Muła 2008: two table look-ups by `vpshufb`).
#[inline(always)]
fn count_bytes(v: __m256i) -> __m256i {
    // SAFETY: called with vectors of this module only.
    unsafe {
        let table = _mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        );
        let low = _mm256_set1_epi8(0x0F);
        let lo = _mm256_shuffle_epi8(table, _mm256_and_si256(v, low));
        let hi = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(v), low));
        _mm256_add_epi8(lo, hi)
    }
}

#[inline(always)]
fn count16(v: __m256i) -> __m256i {
    // SAFETY: called with vectors of this module only.
    unsafe { _mm256_maddubs_epi16(count_bytes(v), _mm256_set1_epi8(1)) }
}

#[inline(always)]
fn count32(v: __m256i) -> __m256i {
    // SAFETY: called with vectors of this module only.
    unsafe { _mm256_madd_epi16(count16(v), _mm256_set1_epi16(1)) }
}

#[inline(always)]
fn count64(v: __m256i) -> __m256i {
    // SAFETY: called with vectors of this module only.
    unsafe { _mm256_sad_epu8(count_bytes(v), _mm256_setzero_si256()) }
}

min!(
    min64,
    __m256i,
    _mm256_set1_epi64x(i64::MIN),
    _mm256_xor_si256,
    _mm256_cmpgt_epi64
);

#[inline(always)]
fn arrange16(U16x16(v): U16x16, U16x16(from): U16x16) -> U16x16 {
    // SAFETY: called with vectors of this module only.
    U16x16(unsafe {
        // Bytes 2k and 2k+1 for lane k. `vpshufb` looks up bytes within halves of 128 bits by their
        // low four bits, and returns 0 where bit 7 is set. One look-up serves the bytes that stay
        // in their half (bit 4 is the number of the half), the other one the bytes that change
        // halves.
        let bytes = _mm256_add_epi16(
            _mm256_mullo_epi16(from, _mm256_set1_epi16(0x0202)),
            _mm256_set1_epi16(0x0100),
        );
        let half = _mm256_setr_epi64x(0, 0, 0x1010_1010_1010_1010, 0x1010_1010_1010_1010);
        let changes = _mm256_and_si256(_mm256_xor_si256(bytes, half), _mm256_set1_epi8(0x10));
        let stay = _mm256_or_si256(
            _mm256_and_si256(bytes, _mm256_set1_epi8(0x0F)),
            _mm256_slli_epi16::<3>(changes),
        );
        let change = _mm256_xor_si256(stay, _mm256_set1_epi8(i8::MIN));
        let swapped = _mm256_permute4x64_epi64::<0b01_00_11_10>(v);
        _mm256_or_si256(
            _mm256_shuffle_epi8(v, stay),
            _mm256_shuffle_epi8(swapped, change),
        )
    })
}

#[inline(always)]
fn arrange32(v: U32x8, from: U32x8) -> U32x8 {
    U32x8(op!(_mm256_permutevar8x32_epi32(v.0, from.0)))
}

#[inline(always)]
fn arrange64(U64x4(v): U64x4, U64x4(from): U64x4) -> U64x4 {
    // SAFETY: called with vectors of this module only.
    U64x4(unsafe {
        // 32-bit lanes 2k and 2k+1 for lane k.
        let low = _mm256_slli_epi64::<1>(from);
        let high = _mm256_slli_epi64::<33>(from);
        let pair = _mm256_or_si256(_mm256_or_si256(low, high), _mm256_set1_epi64x(1 << 32));
        _mm256_permutevar8x32_epi32(v, pair)
    })
}

#[inline(always)]
fn pack16(v: U16x16, packing: PackOrder16, to: &mut [u16]) -> usize {
    let to = &mut to[..16];
    // SAFETY: `to` has room for 16 lanes and `low` is at most 8, the number of bits in a byte, so
    // both stores of 8 lanes stay inside.
    unsafe {
        let both = _mm256_shuffle_epi8(v.0, packing.order);
        _mm_storeu_si128(to.as_mut_ptr().cast(), _mm256_castsi256_si128(both));
        _mm_storeu_si128(
            to.as_mut_ptr().add(packing.low as usize).cast(),
            _mm256_extracti128_si256::<1>(both),
        );
    }
    packing.count()
}

#[inline(always)]
fn pack32(v: U32x8, packing: PackOrder32, to: &mut [u32]) -> usize {
    arrange32(v, U32x8(packing.order)).store(to);
    packing.count()
}

#[inline(always)]
fn pack64(v: U64x4, packing: PackOrder32, to: &mut [u64]) -> usize {
    U64x4(arrange32(U32x8(v.0), U32x8(packing.order)).0).store(to);
    packing.count()
}

vectors! {
    Avx2, __m256i, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_set1_epi64x(-1),
    _mm256_loadu_si256, _mm256_storeu_si256, _mm256_andnot_si256, _mm256_setzero_si256, select, any, union;
    /// 16 lanes of 16 bits.
    U16x16, Mask16, u16, 16, i16,
    _mm256_set1_epi16, _mm256_add_epi16, _mm256_sub_epi16, _mm256_sll_epi16, _mm256_srl_epi16,
    _mm256_cmpeq_epi16, _mm256_cmpgt_epi16, bits16, arrange16, count16, _mm256_min_epu16,
    [_mm256_sign_epi16], PackOrder16, packing16, pack16;
    /// 8 lanes of 32 bits.
    U32x8, Mask32, u32, 8, i32,
    _mm256_set1_epi32, _mm256_add_epi32, _mm256_sub_epi32, _mm256_sll_epi32, _mm256_srl_epi32,
    _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, bits32, arrange32, count32, _mm256_min_epu32,
    [_mm256_sign_epi32], PackOrder32, packing32, pack32;
    /// 4 lanes of 64 bits.
    U64x4, Mask64, u64, 4, i64,
    _mm256_set1_epi64x, _mm256_add_epi64, _mm256_sub_epi64, _mm256_sll_epi64, _mm256_srl_epi64,
    _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, bits64, arrange64, count64, min64, [],
    PackOrder32, packing64, pack64;
}
