//! 256-bit vectors.
//!
//! Every block below calls an intrinsic on values that only an [`Avx2`] token can
//! have made, and the token exists only where the processor has the features.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Kernel, Mask, Simd, Task, Vector};

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

/// Wraps one intrinsic call on vectors of this module.
macro_rules! op {
    ($call:expr) => {
        // SAFETY: a vector exists only where the processor has the features.
        unsafe { $call }
    };
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

/// For each of the 256 sets of eight 32-bit lanes, the permutation that brings
/// its lanes to the front, one byte per lane.
static TO_FRONT: [u64; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut kept) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                table[set] |= (lane as u64) << (8 * kept);
                kept += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
};

#[inline(always)]
fn permute32(v: __m256i, set: u64) -> __m256i {
    // SAFETY: called with vectors of this module only.
    unsafe {
        let order = _mm_cvtsi64_si128(TO_FRONT[set as usize & 0xFF] as i64);
        _mm256_permutevar8x32_epi32(v, _mm256_cvtepu8_epi32(order))
    }
}

#[inline(always)]
fn arrange16(v: __m256i, from: __m256i) -> __m256i {
    // SAFETY: called with vectors of this module only.
    unsafe {
        // Bytes 2k and 2k+1 for lane k; `vpshufb` looks up within halves of 128 bits
        // and sees the low four bits, so bit 3 of k says which half to take.
        let bytes = _mm256_add_epi16(
            _mm256_mullo_epi16(from, _mm256_set1_epi16(0x0202)),
            _mm256_set1_epi16(0x0100),
        );
        let bytes = _mm256_and_si256(bytes, _mm256_set1_epi8(0x0F));
        let high = _mm256_cmpgt_epi16(from, _mm256_set1_epi16(7));
        let from_low = _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x00>(v, v), bytes);
        let from_high = _mm256_shuffle_epi8(_mm256_permute2x128_si256::<0x11>(v, v), bytes);
        _mm256_blendv_epi8(from_low, from_high, high)
    }
}

#[inline(always)]
fn arrange32(v: __m256i, from: __m256i) -> __m256i {
    // SAFETY: called with vectors of this module only.
    unsafe { _mm256_permutevar8x32_epi32(v, from) }
}

#[inline(always)]
fn arrange64(v: __m256i, from: __m256i) -> __m256i {
    // SAFETY: called with vectors of this module only.
    unsafe {
        // 32-bit lanes 2k and 2k+1 for lane k.
        let low = _mm256_slli_epi64::<1>(from);
        let high = _mm256_slli_epi64::<33>(from);
        let pair = _mm256_or_si256(_mm256_or_si256(low, high), _mm256_set1_epi64x(1 << 32));
        _mm256_permutevar8x32_epi32(v, pair)
    }
}

#[inline(always)]
fn compress32(v: __m256i, mask: __m256i, to: &mut [u32]) -> usize {
    let set = bits32(mask);
    U32x8(permute32(v, set)).store(to);
    set.count_ones() as usize
}

#[inline(always)]
fn compress64(v: __m256i, mask: __m256i, to: &mut [u64]) -> usize {
    // A 64-bit lane is two 32-bit lanes, and its mask is true in both.
    U64x4(permute32(v, bits32(mask))).store(to);
    bits64(mask).count_ones() as usize
}

#[inline(always)]
fn compress16(v: __m256i, mask: __m256i, to: &mut [u16]) -> usize {
    // Widened to 32 bits, each half is compressed as such and narrowed again.
    let set = bits16(mask);
    let to = &mut to[..16];
    let kept_low = (set & 0xFF).count_ones() as usize;
    // SAFETY: `to` has room for 16 lanes and `kept_low` is at most 8, so both
    // stores of 8 lanes stay inside.
    unsafe {
        let low = permute32(_mm256_cvtepu16_epi32(_mm256_castsi256_si128(v)), set);
        let high = permute32(
            _mm256_cvtepu16_epi32(_mm256_extracti128_si256::<1>(v)),
            set >> 8,
        );
        let both = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi32(low, high));
        _mm_storeu_si128(to.as_mut_ptr().cast(), _mm256_castsi256_si128(both));
        _mm_storeu_si128(
            to.as_mut_ptr().add(kept_low).cast(),
            _mm256_extracti128_si256::<1>(both),
        );
    }
    set.count_ones() as usize
}

macro_rules! vector {
    (
        $(#[$doc:meta])*
        $name:ident, $mask:ident, $lane:ty, $lanes:literal, $signed:ty,
        $set1:ident, $add:ident, $sub:ident, $sll:ident, $srl:ident, $cmpeq:ident,
        $bits:ident, $arrange:ident, $compress:ident, $count:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name(__m256i);

        /// A lane is all ones for true, all zeros for false.
        #[derive(Clone, Copy, Debug)]
        pub struct $mask(__m256i);

        impl BitAnd for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(op!(_mm256_and_si256(self.0, other.0)))
            }
        }
        impl BitOr for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(op!(_mm256_or_si256(self.0, other.0)))
            }
        }
        impl Not for $mask {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(op!(_mm256_xor_si256(self.0, _mm256_set1_epi64x(-1))))
            }
        }
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

        impl BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(op!(_mm256_and_si256(self.0, other.0)))
            }
        }
        impl BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(op!(_mm256_or_si256(self.0, other.0)))
            }
        }
        impl BitXor for $name {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(op!(_mm256_xor_si256(self.0, other.0)))
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(op!(_mm256_xor_si256(self.0, _mm256_set1_epi64x(-1))))
            }
        }

        impl Vector for $name {
            type Simd = Avx2;
            type Lane = $lane;
            type Mask = $mask;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn splat(_: Avx2, lane: $lane) -> Self {
                Self(op!($set1(lane as $signed)))
            }
            #[inline(always)]
            fn load(_: Avx2, from: &[$lane]) -> Self {
                let from = &from[..$lanes];
                // SAFETY: `from` is 32 bytes long, and the load may be unaligned.
                Self(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
            }
            #[inline(always)]
            fn store(self, to: &mut [$lane]) {
                let to = &mut to[..$lanes];
                // SAFETY: `to` is 32 bytes long, and the store may be unaligned.
                unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                Self(op!(_mm256_andnot_si256(other.0, self.0)))
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self(op!($add(self.0, other.0)))
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(op!($sub(self.0, other.0)))
            }
            #[inline(always)]
            fn shl(self, count: u32) -> Self {
                Self(op!($sll(self.0, _mm_cvtsi32_si128(count as i32))))
            }
            #[inline(always)]
            fn shr(self, count: u32) -> Self {
                Self(op!($srl(self.0, _mm_cvtsi32_si128(count as i32))))
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
            fn select(self, mask: $mask, other: Self) -> Self {
                Self(op!(_mm256_blendv_epi8(other.0, self.0, mask.0)))
            }
            #[inline(always)]
            fn permute(self, from: Self) -> Self {
                Self($arrange(self.0, from.0))
            }
            #[inline(always)]
            fn compress(self, mask: $mask, to: &mut [$lane]) -> usize {
                $compress(self.0, mask.0, to)
            }
            #[inline(always)]
            fn count_ones(self) -> Self {
                Self($count(self.0))
            }
            #[inline(always)]
            fn sum(self) -> u64 {
                let mut lanes = [0; $lanes];
                self.store(&mut lanes);
                lanes.iter().fold(0, |sum, &lane| sum.wrapping_add(u64::from(lane)))
            }
        }
    };
}

vector!(
    /// 16 lanes of 16 bits.
    U16x16, Mask16, u16, 16, i16,
    _mm256_set1_epi16, _mm256_add_epi16, _mm256_sub_epi16, _mm256_sll_epi16, _mm256_srl_epi16,
    _mm256_cmpeq_epi16, bits16, arrange16, compress16, count16
);
vector!(
    /// 8 lanes of 32 bits.
    U32x8, Mask32, u32, 8, i32,
    _mm256_set1_epi32, _mm256_add_epi32, _mm256_sub_epi32, _mm256_sll_epi32, _mm256_srl_epi32,
    _mm256_cmpeq_epi32, bits32, arrange32, compress32, count32
);
vector!(
    /// 4 lanes of 64 bits.
    U64x4, Mask64, u64, 4, i64,
    _mm256_set1_epi64x, _mm256_add_epi64, _mm256_sub_epi64, _mm256_sll_epi64, _mm256_srl_epi64,
    _mm256_cmpeq_epi64, bits64, arrange64, compress64, count64
);
