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

macro_rules! vectors {
    ($(
        $(#[$doc:meta])*
        $name:ident($register:ty), $mask:ident, $lane:ty, $lanes:literal, $signed:ty, $front:ident,
        $and:ident, $or:ident, $xor:ident, $and_not:ident, $splat:ident,
        $splat_signed:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $shift:ident,
        $equal:ident, $greater:ident, $test:ident, $select:ident, $sum:ident, $total:ident,
        $most:ident, $to_bytes:ident, $from_bytes:ident, $arrange:ident, $min:ident, $count:ident;
    )+) => {$(
        register!($(#[$doc])* $name($register), $and, $or, $xor, $splat(<$lane>::MAX));
        register!($mask($register), $and, $or, $xor, $splat(<$lane>::MAX));

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
                op!($most(self.0)) != 0
            }
        }

        impl Vector for $name {
            type Packing = PackShuffle;

            basics! { Neon, $lane, $lanes, $lane, $load, $store, $splat, $add, $sub }
            masked! { Neon, $mask, $lane, $lanes, $equal, $greater, $arrange, $min, $count }

            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                Self(op!($and_not(self.0, other.0)))
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
            fn sum(self) -> u64 {
                u64::from(op!($total(self.0)))
            }
        }
    )+};
}

/// Permutes the lanes of `v` by the indices `from`. The bytes of lane `i` are 2`i` and 2`i` + 1.
#[inline(always)]
fn arrange16(v: U16x8, from: U16x8) -> U16x8 {
    // SAFETY: every AArch64 processor has NEON.
    unsafe {
        let order = vmlaq_u16(vdupq_n_u16(0x0100), from.0, vdupq_n_u16(0x0202));
        let bytes = vqtbl1q_u8(vreinterpretq_u8_u16(v.0), vreinterpretq_u8_u16(order));
        U16x8(vreinterpretq_u16_u8(bytes))
    }
}

/// Permutes the lanes of `v` by the indices `from`. The bytes of lane `i` are 4`i` to 4`i` + 3.
#[inline(always)]
fn arrange32(v: U32x4, from: U32x4) -> U32x4 {
    // SAFETY: every AArch64 processor has NEON.
    unsafe {
        let order = vmlaq_u32(vdupq_n_u32(0x0302_0100), from.0, vdupq_n_u32(0x0404_0404));
        let bytes = vqtbl1q_u8(vreinterpretq_u8_u32(v.0), vreinterpretq_u8_u32(order));
        U32x4(vreinterpretq_u32_u8(bytes))
    }
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
    vandq_u16, vorrq_u16, veorq_u16, vbicq_u16, vdupq_n_u16, vdupq_n_s16, vld1q_u16,
    vst1q_u16, vaddq_u16, vsubq_u16, vshlq_u16, vceqq_u16, vcgtq_u16, vtstq_u16, vbslq_u16,
    vaddvq_u16, vaddlvq_u16, vmaxvq_u16, vreinterpretq_u8_u16, vreinterpretq_u16_u8,
    arrange16, vminq_u16, count16;
    /// 4 lanes of 32 bits.
    U32x4(uint32x4_t), Mask32, u32, 4, i32, TO_FRONT32,
    vandq_u32, vorrq_u32, veorq_u32, vbicq_u32, vdupq_n_u32, vdupq_n_s32, vld1q_u32,
    vst1q_u32, vaddq_u32, vsubq_u32, vshlq_u32, vceqq_u32, vcgtq_u32, vtstq_u32, vbslq_u32,
    vaddvq_u32, vaddlvq_u32, vmaxvq_u32, vreinterpretq_u8_u32, vreinterpretq_u32_u8,
    arrange32, vminq_u32, count32;
}
