//! Vectors of 16- and 32-bit lanes in the 128-bit registers that every x86-64 processor has.
//!
//! They belong to the portable kernel, which has plain arrays elsewhere. Of operations on
//! arrays the compiler makes vectors only in part, and moves lanes one by one in between:
//! with these, sudokus are solved twice to three times as fast.

#[allow(clippy::wildcard_imports)] // as every user of this module does
use std::arch::x86_64::*;

use super::{Mask, Packing, Scalar, Vector};

#[inline(always)]
fn bits16(mask: __m128i) -> u64 {
    op!(_mm_movemask_epi8(_mm_packs_epi16(
        mask,
        _mm_setzero_si128()
    ))) as u64
}

#[inline(always)]
fn bits32(mask: __m128i) -> u64 {
    op!(_mm_movemask_ps(_mm_castsi128_ps(mask))) as u64
}

/// The number of bits set in each byte: sums of 2, then 4, then 8 bits side by side.
#[inline(always)]
fn count_bytes(v: __m128i) -> __m128i {
    // SAFETY: every x86-64 processor has SSE2.
    unsafe {
        let mask = |byte| _mm_set1_epi8(byte);
        let twos = _mm_sub_epi8(v, _mm_and_si128(_mm_srli_epi64::<1>(v), mask(0x55)));
        let high = _mm_and_si128(_mm_srli_epi64::<2>(twos), mask(0x33));
        let fours = _mm_add_epi8(_mm_and_si128(twos, mask(0x33)), high);
        _mm_and_si128(_mm_add_epi8(fours, _mm_srli_epi64::<4>(fours)), mask(0x0F))
    }
}

#[inline(always)]
fn count16(v: __m128i) -> __m128i {
    let bytes = count_bytes(v);
    // SAFETY: every x86-64 processor has SSE2.
    unsafe {
        let low = _mm_and_si128(bytes, _mm_set1_epi16(0xFF));
        _mm_add_epi16(low, _mm_srli_epi16::<8>(bytes))
    }
}

#[inline(always)]
fn count32(v: __m128i) -> __m128i {
    op!(_mm_madd_epi16(count16(v), _mm_set1_epi16(1)))
}

macro_rules! vector {
    (
        $(#[$doc:meta])*
        $name:ident, $mask:ident, $lane:ty, $lanes:literal, $signed:ty, $numbers:expr,
        $set1:ident, $add:ident, $sub:ident, $sll:ident, $srl:ident, $cmpeq:ident, $cmpgt:ident,
        $bits:ident, $count:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name(__m128i);

        /// A lane is all ones for true, all zeros for false.
        #[derive(Clone, Copy, Debug)]
        pub struct $mask(__m128i);

        logic!($mask, _mm_and_si128, _mm_or_si128, _mm_xor_si128, _mm_set1_epi32(-1));
        logic!($name, _mm_and_si128, _mm_or_si128, _mm_xor_si128, _mm_set1_epi32(-1));

        impl Mask for $mask {
            #[inline(always)]
            fn bits(self) -> u64 {
                $bits(self.0)
            }
            #[inline(always)]
            fn any(self) -> bool {
                op!(_mm_movemask_epi8(self.0)) != 0
            }
        }
        impl Packing for $mask {
            #[inline(always)]
            fn count(self) -> usize {
                self.bits().count_ones() as usize
            }
        }

        impl $name {
            #[inline(always)]
            fn to_array(self) -> [$lane; $lanes] {
                let mut lanes = [0; $lanes];
                self.store(&mut lanes);
                lanes
            }
        }

        impl Vector for $name {
            type Simd = Scalar;
            type Lane = $lane;
            type Mask = $mask;
            type Packing = $mask;
            const LANES: usize = $lanes;

            plain! {
                Scalar, $lane, $lanes, $signed, _mm_loadu_si128, _mm_storeu_si128, _mm_andnot_si128,
                $set1, $add, $sub, $sll, $srl
            }

            #[inline(always)]
            fn first(simd: Scalar, count: usize) -> $mask {
                let count = Self::splat(simd, count.min($lanes) as $lane);
                $mask(op!($cmpgt(count.0, Self::load(simd, &$numbers).0)))
            }
            #[inline(always)]
            fn equal(self, other: Self) -> $mask {
                $mask(op!($cmpeq(self.0, other.0)))
            }
            #[inline(always)]
            fn intersects(self, other: Self) -> $mask {
                !(self & other).equal(Self(op!(_mm_setzero_si128())))
            }
            #[inline(always)]
            fn disjoint(self, other: Self, among: $mask) -> $mask {
                (self & other).equal(Self(op!(_mm_setzero_si128()))) & among
            }
            #[inline(always)]
            fn select(self, mask: $mask, other: Self) -> Self {
                (self & Self(mask.0)) | other.and_not(Self(mask.0))
            }
            #[inline(always)]
            fn or_else(self, other: Self) -> Self {
                let none = self.equal(Self(op!(_mm_setzero_si128())));
                self | (other & Self(none.0))
            }
            #[inline(always)]
            fn permute(self, from: Self) -> Self {
                let (lanes, from) = (self.to_array(), from.to_array());
                Self::load(Scalar, &from.map(|from| lanes[from as usize % $lanes]))
            }
            #[inline(always)]
            fn compress(self, mask: $mask, to: &mut [$lane]) -> usize {
                let to = &mut to[..$lanes];
                let (lanes, set) = (self.to_array(), mask.bits() as usize);
                let mut kept = 0;
                for (i, lane) in lanes.into_iter().enumerate() {
                    to[kept] = lane;
                    kept += set >> i & 1;
                }
                kept
            }
            #[inline(always)]
            fn packing(_: Scalar, mask: $mask) -> $mask {
                mask
            }
            #[inline(always)]
            fn pack(self, packing: $mask, to: &mut [$lane]) {
                self.compress(packing, to);
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                // The comparison is signed: flipping the highest bits makes it unsigned.
                let flip = Self::splat(Scalar, 1 << (<$lane>::BITS - 1));
                let greater = op!($cmpgt((self ^ flip).0, (other ^ flip).0));
                other.select($mask(greater), self)
            }
            #[inline(always)]
            fn count_ones(self) -> Self {
                Self($count(self.0))
            }
        }
    };
}

vector!(
    /// 8 lanes of 16 bits.
    U16x8, Mask16, u16, 8, i16, [0, 1, 2, 3, 4, 5, 6, 7],
    _mm_set1_epi16, _mm_add_epi16, _mm_sub_epi16, _mm_sll_epi16, _mm_srl_epi16,
    _mm_cmpeq_epi16, _mm_cmpgt_epi16, bits16, count16
);
vector!(
    /// 4 lanes of 32 bits.
    U32x4, Mask32, u32, 4, i32, [0, 1, 2, 3],
    _mm_set1_epi32, _mm_add_epi32, _mm_sub_epi32, _mm_sll_epi32, _mm_srl_epi32,
    _mm_cmpeq_epi32, _mm_cmpgt_epi32, bits32, count32
);
