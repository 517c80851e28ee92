//! 256-bit vectors.
//!
//! Every block below calls an intrinsic on values that only an [`Avx2`] token can
//! have made, and the token exists only where the processor has the features.

#[allow(clippy::wildcard_imports)] // as every user of this module does
use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not};

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

/// For each of the 256 sets of eight 16-bit lanes, the shuffle of bytes that
/// brings its lanes to the front.
static TO_FRONT16: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut kept) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                table[set][2 * kept] = 2 * lane;
                table[set][2 * kept + 1] = 2 * lane + 1;
                kept += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
};

/// A permutation of 32-bit lanes; a 64-bit lane is two of them.
#[derive(Clone, Copy, Debug)]
pub struct Pack32 {
    order: __m256i,
    count: u32,
}

impl Packing for Pack32 {
    #[inline(always)]
    fn count(self) -> usize {
        self.count as usize
    }
}

#[inline(always)]
fn arrange16(v: __m256i, from: __m256i) -> __m256i {
    // SAFETY: called with vectors of this module only.
    unsafe {
        // Bytes 2k and 2k+1 for lane k. `vpshufb` looks up within halves of 128 bits, by
        // the low four bits, and gives 0 where bit 7 is set: one look-up for what stays
        // in its half (bit 4 is the half's number), one for what changes halves.
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
fn packing32(mask: __m256i) -> Pack32 {
    let set = bits32(mask);
    let order = TO_FRONT[set as usize & 0xFF] as i64;
    Pack32 {
        order: op!(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(order))),
        count: set.count_ones(),
    }
}

#[inline(always)]
fn packing64(mask: __m256i) -> Pack32 {
    let Pack32 { order, count } = packing32(mask);
    Pack32 {
        order,
        count: count / 2,
    }
}

#[inline(always)]
fn pack32(v: __m256i, packing: Pack32, to: &mut [u32]) {
    U32x8(op!(_mm256_permutevar8x32_epi32(v, packing.order))).store(to);
}

#[inline(always)]
fn pack64(v: __m256i, packing: Pack32, to: &mut [u64]) {
    U64x4(op!(_mm256_permutevar8x32_epi32(v, packing.order))).store(to);
}

/// A shuffle of bytes in each half; the second half belongs behind the `low`
/// lanes that are kept of the first.
#[derive(Clone, Copy, Debug)]
pub struct Pack16 {
    order: __m256i,
    low: u32,
    count: u32,
}

impl Packing for Pack16 {
    #[inline(always)]
    fn count(self) -> usize {
        self.count as usize
    }
}

#[inline(always)]
fn packing16(mask: __m256i) -> Pack16 {
    let set = bits16(mask) as usize;
    // SAFETY: a table entry is 16 bytes long.
    let order = unsafe {
        let low = _mm_loadu_si128(TO_FRONT16[set & 0xFF].as_ptr().cast());
        let high = _mm_loadu_si128(TO_FRONT16[set >> 8 & 0xFF].as_ptr().cast());
        _mm256_set_m128i(high, low)
    };
    Pack16 {
        order,
        low: (set & 0xFF).count_ones(),
        count: set.count_ones(),
    }
}

#[inline(always)]
fn pack16(v: __m256i, packing: Pack16, to: &mut [u16]) {
    let to = &mut to[..16];
    // SAFETY: `to` has room for 16 lanes and `low` is at most 8, the number of
    // bits in a byte, so both stores of 8 lanes stay inside.
    unsafe {
        let both = _mm256_shuffle_epi8(v, packing.order);
        _mm_storeu_si128(to.as_mut_ptr().cast(), _mm256_castsi256_si128(both));
        _mm_storeu_si128(
            to.as_mut_ptr().add(packing.low as usize).cast(),
            _mm256_extracti128_si256::<1>(both),
        );
    }
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
            type Packing = $pack_type;
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
            fn first(simd: Avx2, count: usize) -> $mask {
                let mut number = [0; $lanes];
                for (i, number) in number.iter_mut().enumerate() {
                    *number = i as $lane;
                }
                let count = Self::splat(simd, count.min($lanes) as $lane);
                $mask(op!($cmpgt(count.0, Self::load(simd, &number).0)))
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
