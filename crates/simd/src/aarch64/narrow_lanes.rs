//! Vectors of 16- and 32-bit lanes in NEON registers.
//!
//! A lane of a mask is all ones for true, all zeros for false. A byte shuffle (`tbl`) moves lanes
//! to the front; a table contains the shuffle of each set of lanes.

#[allow(clippy::wildcard_imports)] // as for x86-64
use std::arch::aarch64::*;

use super::Neon;
use crate::{Mask, Packing, Vector};

/// The byte shuffle for each set of lanes of `SIZE` bytes that moves them to the front.
pub(super) const fn to_front<const SIZE: usize, const BYTES: usize, const SETS: usize>()
-> [[u8; BYTES]; SETS] {
    let (mut table, mut set) = ([[0; BYTES]; SETS], 0);
    while set < SETS {
        let (mut byte, mut kept) = (0, 0);
        while byte < BYTES {
            if set >> (byte / SIZE) & 1 == 1 {
                table[set][kept] = byte as u8;
                kept += 1;
            }
            byte += 1;
        }
        set += 1;
    }
    table
}

static TO_FRONT16: [[u8; 16]; 256] = to_front::<2, 16, 256>();
static TO_FRONT32: [[u8; 16]; 16] = to_front::<4, 16, 16>();

/// Number of lanes in each set.
pub(super) static LANES_IN: [u8; 256] = {
    let (mut table, mut set) = ([0; 256], 0);
    while set < table.len() {
        table[set] = set.count_ones() as u8;
        set += 1;
    }
    table
};

/// A byte shuffle that moves lanes to the front.
#[derive(Clone, Copy, Debug)]
pub struct PackShuffle {
    order: uint8x16_t,
    count: usize,
}

impl Packing for PackShuffle {
    #[inline(always)]
    fn count(self) -> usize {
        self.count
    }
}

/// Defines a register type for a vector or a vector mask, with its operators.
macro_rules! register {
    ($(#[$doc:meta])* $name:ident($register:ty), $and:ident, $or:ident, $xor:ident, $not:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name(pub(super) $register);

        operator!($name, BitAnd, bitand, $and);
        operator!($name, BitOr, bitor, $or);
        operator!($name, BitXor, bitxor, $xor);

        impl std::ops::Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self($not(self.0))
            }
        }
    };
}

macro_rules! vectors {
    ($(
        $(#[$doc:meta])*
        $name:ident($register:ty), $mask:ident, $lane:ty, $lanes:literal, $signed:ty, $front:ident,
        $and:ident, $or:ident, $xor:ident, $not:expr, $and_not:ident, $splat:ident,
        $splat_signed:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $shift:ident,
        $equal:ident, $less:ident, $test:ident, $select:ident, $sum:ident, $total:ident, $any:expr,
        $to_bytes:ident, $from_bytes:ident, $arrange:ident, $min:ident, $count:ident;
    )+) => {$(
        register!($(#[$doc])* $name($register), $and, $or, $xor, $not);
        register!($mask($register), $and, $or, $xor, $not);

        impl Mask for $mask {
            #[inline(always)]
            fn bits(self) -> u64 {
                const BITS: [$lane; $lanes] = {
                    let (mut bits, mut lane) = ([0; $lanes], 0);
                    while lane < $lanes {
                        bits[lane] = 1 << lane;
                        lane += 1;
                    }
                    bits
                };
                // SAFETY: the array is as long as a register.
                let bits = unsafe { $load(BITS.as_ptr()) };
                u64::from(op!($sum($and(self.0, bits))))
            }
            #[inline(always)]
            fn any(self) -> bool {
                $any(self.0)
            }
        }

        impl Vector for $name {
            type Simd = Neon;
            type Lane = $lane;
            type Mask = $mask;
            type Packing = PackShuffle;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn splat(_: Neon, lane: $lane) -> Self {
                Self(op!($splat(lane)))
            }
            #[inline(always)]
            fn load(_: Neon, from: &[$lane]) -> Self {
                let from = &from[..$lanes];
                // SAFETY: `from` is as long as a vector.
                Self(unsafe { $load(from.as_ptr()) })
            }
            #[inline(always)]
            fn first(simd: Neon, count: usize) -> $mask {
                let numbers: [$lane; $lanes] = std::array::from_fn(|i| i as $lane);
                let count = Self::splat(simd, count.min($lanes) as $lane);
                $mask(op!($less(Self::load(simd, &numbers).0, count.0)))
            }
            #[inline(always)]
            fn store(self, to: &mut [$lane]) {
                let to = &mut to[..$lanes];
                // SAFETY: `to` is as long as a vector.
                unsafe { $store(to.as_mut_ptr(), self.0) }
            }
            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                Self(op!($and_not(self.0, other.0)))
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
                Self(op!($shift(self.0, $splat_signed(count as $signed))))
            }
            #[inline(always)]
            fn shr(self, count: u32) -> Self {
                // The instruction shifts to lower bits for negative counts.
                Self(op!($shift(self.0, $splat_signed(-(count as $signed)))))
            }
            #[inline(always)]
            fn equal(self, other: Self) -> $mask {
                $mask(op!($equal(self.0, other.0)))
            }
            #[inline(always)]
            fn intersects(self, other: Self) -> $mask {
                $mask(op!($test(self.0, other.0)))
            }
            #[inline(always)]
            fn select(self, mask: $mask, other: Self) -> Self {
                Self(op!($select(mask.0, self.0, other.0)))
            }
            #[inline(always)]
            fn or_else(self, other: Self) -> Self {
                let none = op!($equal(self.0, $splat(0)));
                Self(op!($select(none, other.0, self.0)))
            }
            #[inline(always)]
            fn permute(self, from: Self) -> Self {
                Self($arrange(self.0, from.0))
            }
            #[inline(always)]
            fn packing(mask: $mask) -> PackShuffle {
                let set = mask.bits() as usize % (1 << $lanes);
                let order = &$front[set];
                PackShuffle {
                    // SAFETY: an entry is as long as a register.
                    order: unsafe { vld1q_u8(order.as_ptr()) },
                    count: LANES_IN[set].into(),
                }
            }
            #[inline(always)]
            fn pack(self, packing: PackShuffle, to: &mut [$lane]) -> usize {
                // SAFETY: every AArch64 processor has NEON.
                let front = unsafe { $from_bytes(vqtbl1q_u8($to_bytes(self.0), packing.order)) };
                Self(front).store(to);
                packing.count()
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
                u64::from(op!($total(self.0)))
            }
        }
    )+};
}

#[inline(always)]
fn not16(v: uint16x8_t) -> uint16x8_t {
    op!(vmvnq_u16(v))
}

#[inline(always)]
fn not32(v: uint32x4_t) -> uint32x4_t {
    op!(vmvnq_u32(v))
}

#[inline(always)]
fn any16(mask: uint16x8_t) -> bool {
    op!(vmaxvq_u16(mask)) != 0
}

#[inline(always)]
fn any32(mask: uint32x4_t) -> bool {
    op!(vmaxvq_u32(mask)) != 0
}

/// Permutes the lanes of `v` by the indices `from`. The bytes of lane `i` are 2`i` and 2`i` + 1.
#[inline(always)]
fn arrange16(v: uint16x8_t, from: uint16x8_t) -> uint16x8_t {
    // SAFETY: every AArch64 processor has NEON.
    unsafe {
        let order = vmlaq_u16(vdupq_n_u16(0x0100), from, vdupq_n_u16(0x0202));
        let bytes = vqtbl1q_u8(vreinterpretq_u8_u16(v), vreinterpretq_u8_u16(order));
        vreinterpretq_u16_u8(bytes)
    }
}

/// Permutes the lanes of `v` by the indices `from`. The bytes of lane `i` are 4`i` to 4`i` + 3.
#[inline(always)]
fn arrange32(v: uint32x4_t, from: uint32x4_t) -> uint32x4_t {
    // SAFETY: every AArch64 processor has NEON.
    unsafe {
        let order = vmlaq_u32(vdupq_n_u32(0x0302_0100), from, vdupq_n_u32(0x0404_0404));
        let bytes = vqtbl1q_u8(vreinterpretq_u8_u32(v), vreinterpretq_u8_u32(order));
        vreinterpretq_u32_u8(bytes)
    }
}

#[inline(always)]
fn min16(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t {
    op!(vminq_u16(a, b))
}

#[inline(always)]
fn min32(a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
    op!(vminq_u32(a, b))
}

/// Counts the bits of bytes and adds neighbouring lanes.
#[inline(always)]
fn count16(v: uint16x8_t) -> uint16x8_t {
    op!(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(v))))
}

#[inline(always)]
pub(super) fn count32(v: uint32x4_t) -> uint32x4_t {
    op!(vpaddlq_u16(count16(vreinterpretq_u16_u32(v))))
}

vectors! {
    /// 8 lanes of 16 bits.
    U16x8(uint16x8_t), Mask16, u16, 8, i16, TO_FRONT16,
    vandq_u16, vorrq_u16, veorq_u16, not16, vbicq_u16, vdupq_n_u16, vdupq_n_s16, vld1q_u16,
    vst1q_u16, vaddq_u16, vsubq_u16, vshlq_u16, vceqq_u16, vcltq_u16, vtstq_u16, vbslq_u16,
    vaddvq_u16, vaddlvq_u16, any16, vreinterpretq_u8_u16, vreinterpretq_u16_u8, arrange16, min16,
    count16;
    /// 4 lanes of 32 bits.
    U32x4(uint32x4_t), Mask32, u32, 4, i32, TO_FRONT32,
    vandq_u32, vorrq_u32, veorq_u32, not32, vbicq_u32, vdupq_n_u32, vdupq_n_s32, vld1q_u32,
    vst1q_u32, vaddq_u32, vsubq_u32, vshlq_u32, vceqq_u32, vcltq_u32, vtstq_u32, vbslq_u32,
    vaddvq_u32, vaddlvq_u32, any32, vreinterpretq_u8_u32, vreinterpretq_u32_u8, arrange32, min32,
    count32;
}
