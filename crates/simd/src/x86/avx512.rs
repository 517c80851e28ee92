//! 512-bit vectors.
//!
//! Every block below calls an intrinsic on values that only an [`Avx512`] token can have made. The
//! token exists only if the processor supports the features.

use super::avx2::Avx2;
use super::lane_order::{BitSources, PextMask};
use super::vector_macros::folded;
use super::xmm_bytes::XmmBytes;
use crate::{Mask, Packing, Simd, Task, Vector};
#[allow(clippy::wildcard_imports)] // as every user of this module does
use std::arch::x86_64::*;

/// Proof that the processor has AVX-512 F, BW, DQ, VL, VBMI2, BITALG and VPOPCNTDQ besides the
/// features of [`Avx2`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Avx512(Avx2);

impl Avx512 {
    /// Returns the token if the processor supports the instructions.
    pub fn new() -> Option<Self> {
        let vectors = has!("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi2");
        let counts = has!("avx512bitalg", "avx512vpopcntdq");
        Avx2::new().filter(|_| vectors && counts).map(Self)
    }

    /// The AVX2 token, because every processor with AVX-512 supports AVX2.
    pub fn avx2(self) -> Avx2 {
        self.0
    }
}

impl Simd for Avx512 {
    const PERMUTES: bool = true;
    const PERMUTES_PAIRS: bool = true;
    const COUNTS_BITS: bool = true;
    const EXTRACTS_BITS: bool = true;
    type U16 = U16x32;
    type U32 = U32x16;
    type U64 = U64x8;
    type Extraction = PextMask;
    type Shuffle = BitSources;
    type Bytes = XmmBytes;

    #[inline(always)]
    fn extraction(self, mask: u64) -> PextMask {
        PextMask::new(mask)
    }

    #[inline(always)]
    fn shuffle(self, from: &[u8; 64]) -> Option<BitSources> {
        Some(BitSources::new(from))
    }

    #[inline(always)]
    fn unions(self, [a, b, c, d]: [U16x32; 4]) -> [u64; 2] {
        // SAFETY: the token proves that the processor has these features.
        unsafe {
            let (ab, cd) = (unite_halves(a.0, b.0), unite_halves(c.0, d.0));
            // In each 128 bits, two lanes of each vector: a, b, c and d.
            let even = _mm512_shuffle_ps::<0b10_00_10_00>(ab, cd);
            let odd = _mm512_shuffle_ps::<0b11_01_11_01>(ab, cd);
            let pairs = _mm512_or_si512(_mm512_castps_si512(even), _mm512_castps_si512(odd));
            let near = _mm512_or_si512(pairs, _mm512_shuffle_i64x2::<0b10_11_00_01>(pairs, pairs));
            let fields =
                _mm512_cvtepi32_epi16(_mm512_or_si512(near, _mm512_srli_epi32::<16>(near)));
            let first = _mm_cvtsi128_si64(_mm256_castsi256_si128(fields)) as u64;
            let second = _mm_cvtsi128_si64(_mm256_extracti128_si256::<1>(fields)) as u64;
            [first, second]
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
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2")]
        #[target_feature(enable = "avx512bitalg,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
        fn run<T: Task>(simd: Avx512, task: T) -> T::Output {
            task.run(simd)
        }
        // SAFETY: the token `self` proves that the processor has these features.
        unsafe { run(self, task) }
    }
}

/// In each 128 bits, the union of both halves of `a`, and that of both halves of `b`.
#[inline(always)]
fn unite_halves(a: __m512i, b: __m512i) -> __m512 {
    op!(_mm512_castsi512_ps(_mm512_or_si512(
        _mm512_unpacklo_epi64(a, b),
        _mm512_unpackhi_epi64(a, b)
    )))
}

/// Masks with one bit per lane.
macro_rules! mask {
    ($($bits:ty),+) => {$(
        impl Mask for $bits {
            #[inline(always)]
            fn bits(self) -> u64 {
                self.into()
            }
        }

    )+};
}

mask!(__mmask8, __mmask16, __mmask32);

macro_rules! vector {
    (
        $(#[$doc:meta])*
        $name:ident, $mask:ty, $lane:ty, $lanes:literal, $signed:ty,
        $set1:ident, $add:ident, $sub:ident, $sll:ident, $srl:ident,
        $cmpeq:ident, $test:ident, $testn:ident, $blend:ident, $permute:ident, $permute_pair:ident,
        $compress:ident, $popcnt:ident,
        $min:ident
    ) => {
        register!(
            $(#[$doc])*
            $name(__m512i), _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512, _mm512_set1_epi64(-1)
        );

        impl Vector for $name {
            type Mask = $mask;
            type Packing = $mask;

            plain! {
                Avx512, $lane, $lanes, $signed, _mm512_loadu_si512, _mm512_storeu_si512, _mm512_andnot_si512,
                $set1, $add, $sub, $sll, $srl
            }

            #[inline(always)]
            fn first(_: Avx512, count: usize) -> $mask {
                if count < $lanes { (1 << count) - 1 } else { !0 }
            }
            #[inline(always)]
            fn or3(self, b: Self, c: Self) -> Self {
                Self(op!(_mm512_ternarylogic_epi64::<0xFE>(self.0, b.0, c.0)))
            }
            #[inline(always)]
            fn majority(self, b: Self, c: Self) -> Self {
                Self(op!(_mm512_ternarylogic_epi64::<0xE8>(self.0, b.0, c.0)))
            }
            #[inline(always)]
            fn equal(self, other: Self) -> $mask {
                op!($cmpeq(self.0, other.0))
            }
            #[inline(always)]
            fn intersects(self, other: Self) -> $mask {
                op!($test(self.0, other.0))
            }
            #[inline(always)]
            fn disjoint(self, other: Self, among: $mask) -> $mask {
                op!($testn(among, self.0, other.0))
            }
            #[inline(always)]
            fn select(self, mask: $mask, other: Self) -> Self {
                Self(op!($blend(mask, other.0, self.0)))
            }
            #[inline(always)]
            fn or_else(self, other: Self) -> Self {
                self.select(self.intersects(self), other)
            }
            #[inline(always)]
            fn union(self) -> u64 {
                folded(op!(_mm512_reduce_or_epi64(self.0)) as u64, <$lane>::BITS)
            }
            #[inline(always)]
            fn permute(self, from: Self) -> Self {
                Self(op!($permute(from.0, self.0)))
            }
            #[inline(always)]
            fn permute_pair(_: Avx512, [first, second]: [Self; 2], from: Self) -> Self {
                Self(op!($permute_pair(first.0, from.0, second.0)))
            }
            #[inline(always)]
            fn packing(mask: $mask) -> $mask {
                mask
            }
            #[inline(always)]
            fn pack(self, packing: $mask, to: &mut [$lane]) -> usize {
                // Compressing in a register and storing the whole register is several times faster
                // than a compressing store on current processors.
                Self(op!($compress(packing, self.0))).store(to);
                packing.count()
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Self(op!($min(self.0, other.0)))
            }
            #[inline(always)]
            fn count_ones(self) -> Self {
                Self(op!($popcnt(self.0)))
            }
        }
    };
}

vector!(
    /// 32 lanes of 16 bits.
    U16x32, __mmask32, u16, 32, i16,
    _mm512_set1_epi16, _mm512_add_epi16, _mm512_sub_epi16, _mm512_sll_epi16, _mm512_srl_epi16,
    _mm512_cmpeq_epi16_mask, _mm512_test_epi16_mask, _mm512_mask_testn_epi16_mask,
    _mm512_mask_blend_epi16, _mm512_permutexvar_epi16, _mm512_permutex2var_epi16,
    _mm512_maskz_compress_epi16, _mm512_popcnt_epi16,
    _mm512_min_epu16
);
vector!(
    /// 16 lanes of 32 bits.
    U32x16, __mmask16, u32, 16, i32,
    _mm512_set1_epi32, _mm512_add_epi32, _mm512_sub_epi32, _mm512_sll_epi32, _mm512_srl_epi32,
    _mm512_cmpeq_epi32_mask, _mm512_test_epi32_mask, _mm512_mask_testn_epi32_mask,
    _mm512_mask_blend_epi32, _mm512_permutexvar_epi32, _mm512_permutex2var_epi32,
    _mm512_maskz_compress_epi32, _mm512_popcnt_epi32,
    _mm512_min_epu32
);
vector!(
    /// 8 lanes of 64 bits.
    U64x8, __mmask8, u64, 8, i64,
    _mm512_set1_epi64, _mm512_add_epi64, _mm512_sub_epi64, _mm512_sll_epi64, _mm512_srl_epi64,
    _mm512_cmpeq_epi64_mask, _mm512_test_epi64_mask, _mm512_mask_testn_epi64_mask,
    _mm512_mask_blend_epi64, _mm512_permutexvar_epi64, _mm512_permutex2var_epi64,
    _mm512_maskz_compress_epi64, _mm512_popcnt_epi64,
    _mm512_min_epu64
);
