//! 256-bit vectors.
//!
//! Every block below calls an intrinsic on values that only an [`Avx2`] token can
//! have made, and the token exists only where the processor has the features.

mod order;

#[allow(clippy::wildcard_imports)] // as every user of this module does
use std::arch::x86_64::*;

use self::order::{
    Pack16, Pack32, arrange16, arrange32, arrange64, pack16, pack32, pack64, packing16, packing32,
    packing64,
};
use super::{Kernel, Mask, Packing, Simd, Task, Vector};

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The token, if the processor has the instructions.
    pub fn new() -> Option<Self> {
        let available = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        available.then_some(Self(()))
    }
}

impl Simd for Avx2 {
    const KERNEL: Kernel = Kernel::Avx2;
    type U16 = U16x16;
    type U32 = U32x8;
    type U64 = U64x4;

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

/// One bit per lane of a vector of 16-bit lanes whose lanes are all ones or all zeros.
#[inline(always)]
fn bits16(mask: __m256i) -> u64 {
    // SAFETY: called with vectors of this module only.
    unsafe {
        let bytes = _mm256_packs_epi16(mask, _mm256_setzero_si256());
        let bits = _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes));
        u64::from(bits as u32 & 0xFFFF)
    }
}

#[inline(always)]
fn bits32(mask: __m256i) -> u64 {
    // SAFETY: called with vectors of this module only.
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(mask)) as u64 }
}

#[inline(always)]
fn bits64(mask: __m256i) -> u64 {
    // SAFETY: called with vectors of this module only.
    unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(mask)) as u64 }
}

/// The number of bits set in each byte (Muła 2008: two table look-ups by `vpshufb`).
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

#[inline(always)]
fn min16(a: __m256i, b: __m256i) -> __m256i {
    op!(_mm256_min_epu16(a, b))
}

#[inline(always)]
fn min32(a: __m256i, b: __m256i) -> __m256i {
    op!(_mm256_min_epu32(a, b))
}

#[inline(always)]
fn min64(a: __m256i, b: __m256i) -> __m256i {
    // The comparison is signed: flipping the highest bits makes it unsigned.
    // SAFETY: called with vectors of this module only.
    unsafe {
        let flip = _mm256_set1_epi64x(i64::MIN);
        let greater = _mm256_cmpgt_epi64(_mm256_xor_si256(a, flip), _mm256_xor_si256(b, flip));
        _mm256_blendv_epi8(a, b, greater)
    }
}

macro_rules! vector {
    (
        $(#[$doc:meta])*
        $name:ident, $mask:ident, $lane:ty, $lanes:literal, $signed:ty,
        $set1:ident, $add:ident, $sub:ident, $sll:ident, $srl:ident, $cmpeq:ident, $cmpgt:ident,
        $bits:ident, $arrange:ident, $count:ident,
        $pack_type:ident, $packing:ident, $pack:ident, $min:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name(__m256i);

        /// A lane is all ones for true, all zeros for false.
        #[derive(Clone, Copy, Debug)]
        pub struct $mask(__m256i);

        logic!($mask, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_set1_epi64x(-1));
        logic!($name, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_set1_epi64x(-1));

        impl Mask for $mask {
            #[inline(always)]
            fn bits(self) -> u64 {
                $bits(self.0)
            }
            #[inline(always)]
            fn any(self) -> bool {
                op!(_mm256_testz_si256(self.0, self.0)) == 0
            }
        }

        impl Vector for $name {
            type Simd = Avx2;
            type Lane = $lane;
            type Mask = $mask;
            type Packing = $pack_type;
            const LANES: usize = $lanes;

            plain! {
                Avx2, $lane, $lanes, $signed, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_andnot_si256,
                $set1, $add, $sub, $sll, $srl
            }

            #[inline(always)]
            fn first(simd: Avx2, count: usize) -> $mask {
                let mut number = [0; $lanes];
                for (i, number) in number.iter_mut().enumerate() {
                    *number = i as $lane;
                }
                let count = Self::splat(simd, count.min($lanes) as $lane);
                $mask(op!($cmpgt(count.0, Self::load(simd, &number).0)))
            }
            #[inline(always)]
            fn equal(self, other: Self) -> $mask {
                $mask(op!($cmpeq(self.0, other.0)))
            }
            #[inline(always)]
            fn intersects(self, other: Self) -> $mask {
                !$mask(op!($cmpeq(_mm256_and_si256(self.0, other.0), _mm256_setzero_si256())))
            }
            #[inline(always)]
            fn disjoint(self, other: Self, among: $mask) -> $mask {
                !self.intersects(other) & among
            }
            #[inline(always)]
            fn select(self, mask: $mask, other: Self) -> Self {
                Self(op!(_mm256_blendv_epi8(other.0, self.0, mask.0)))
            }
            #[inline(always)]
            fn or_else(self, other: Self) -> Self {
                let zero = op!(_mm256_setzero_si256());
                let none = op!($cmpeq(self.0, zero));
                Self(op!(_mm256_or_si256(self.0, _mm256_and_si256(other.0, none))))
            }
            #[inline(always)]
            fn permute(self, from: Self) -> Self {
                Self($arrange(self.0, from.0))
            }
            #[inline(always)]
            fn compress(self, mask: $mask, to: &mut [$lane]) -> usize {
                let packing = $packing(mask.0);
                $pack(self.0, packing, to);
                packing.count()
            }
            #[inline(always)]
            fn packing(_: Avx2, mask: $mask) -> $pack_type {
                $packing(mask.0)
            }
            #[inline(always)]
            fn pack(self, packing: $pack_type, to: &mut [$lane]) {
                $pack(self.0, packing, to);
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Self($min(self.0, other.0))
            }
            #[inline(always)]
            fn count_ones(self) -> Self {
                Self($count(self.0))
            }
        }
    };
}

vector!(
    /// 16 lanes of 16 bits.
    U16x16, Mask16, u16, 16, i16,
    _mm256_set1_epi16, _mm256_add_epi16, _mm256_sub_epi16, _mm256_sll_epi16, _mm256_srl_epi16,
    _mm256_cmpeq_epi16, _mm256_cmpgt_epi16, bits16, arrange16, count16, Pack16, packing16, pack16, min16
);
vector!(
    /// 8 lanes of 32 bits.
    U32x8, Mask32, u32, 8, i32,
    _mm256_set1_epi32, _mm256_add_epi32, _mm256_sub_epi32, _mm256_sll_epi32, _mm256_srl_epi32,
    _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, bits32, arrange32, count32, Pack32, packing32, pack32, min32
);
vector!(
    /// 4 lanes of 64 bits.
    U64x4, Mask64, u64, 4, i64,
    _mm256_set1_epi64x, _mm256_add_epi64, _mm256_sub_epi64, _mm256_sll_epi64, _mm256_srl_epi64,
    _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, bits64, arrange64, count64, Pack32, packing64, pack64, min64
);
