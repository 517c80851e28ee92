//! Vectors of 64-bit lanes in two NEON registers.
//!
//! Moving a mask to a general register costs as much for four lanes as for the two of one register.

#[allow(clippy::wildcard_imports)] // as for x86-64
use std::arch::aarch64::*;

use super::Neon;
use super::narrow_lanes::{LANES_IN, Mask32, count32, to_front};
use crate::{Mask, Packing, Vector};

static TO_FRONT64: [[u8; 32]; 16] = to_front::<8, 32, 16>();

/// A byte shuffle of two registers that moves lanes to the front.
#[derive(Clone, Copy, Debug)]
pub struct PairPackShuffle {
    order: uint8x16x2_t,
    count: usize,
}

impl Packing for PairPackShuffle {
    #[inline(always)]
    fn count(self) -> usize {
        self.count
    }
}

/// Two registers, the first lanes in the first one.
type Registers = [uint64x2_t; 2];

/// Applies an operation to both registers.
#[inline(always)]
fn each(
    a: Registers,
    b: Registers,
    of: impl Fn(uint64x2_t, uint64x2_t) -> uint64x2_t,
) -> Registers {
    [of(a[0], b[0]), of(a[1], b[1])]
}

#[inline(always)]
fn splat(lane: u64) -> Registers {
    [op!(vdupq_n_u64(lane)); 2]
}

/// The 32 bytes of four lanes.
#[inline(always)]
fn bytes(lanes: Registers) -> uint8x16x2_t {
    let [low, high] = lanes.map(|lanes| op!(vreinterpretq_u8_u64(lanes)));
    uint8x16x2_t(low, high)
}

/// Permutes the bytes by the indices `order`.
#[inline(always)]
fn shuffle(lanes: Registers, order: uint8x16x2_t) -> Registers {
    let from = bytes(lanes);
    [order.0, order.1].map(|order| op!(vreinterpretq_u64_u8(vqtbl2q_u8(from, order))))
}

/// Defines a register type for a vector or a vector mask, with its operators.
macro_rules! registers {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name(Registers);

        registers!($name, BitAnd, bitand, vandq_u64);
        registers!($name, BitOr, bitor, vorrq_u64);
        registers!($name, BitXor, bitxor, veorq_u64);

        impl std::ops::Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                self ^ Self(splat(u64::MAX))
            }
        }
    };
    ($name:ident, $Trait:ident, $method:ident, $intrinsic:ident) => {
        impl std::ops::$Trait for $name {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(each(self.0, other.0, |a, b| op!($intrinsic(a, b))))
            }
        }
    };
}

registers!(
    /// 4 lanes of 64 bits.
    U64x4
);
registers!(
    /// A lane is all ones for true, all zeros for false.
    Mask64
);

impl Mask64 {
    /// The mask as four lanes of 32 bits.
    #[inline(always)]
    fn narrow(self) -> Mask32 {
        let [low, high] = self.0.map(|lanes| op!(vreinterpretq_u32_u64(lanes)));
        Mask32(op!(vuzp1q_u32(low, high)))
    }
}

impl Mask for Mask64 {
    #[inline(always)]
    fn bits(self) -> u64 {
        self.narrow().bits()
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.narrow().any()
    }
}

impl Vector for U64x4 {
    type Simd = Neon;
    type Lane = u64;
    type Mask = Mask64;
    type Packing = PairPackShuffle;
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(_: Neon, lane: u64) -> Self {
        Self(splat(lane))
    }
    #[inline(always)]
    fn load(_: Neon, from: &[u64]) -> Self {
        let from = from[..4].as_ptr();
        // SAFETY: the pointer is valid for the lanes of two registers.
        Self(unsafe { [vld1q_u64(from), vld1q_u64(from.add(2))] })
    }
    #[inline(always)]
    fn first(simd: Neon, count: usize) -> Mask64 {
        let (numbers, count) = (Self::load(simd, &[0, 1, 2, 3]), splat(count as u64));
        Mask64(each(numbers.0, count, |a, b| op!(vcltq_u64(a, b))))
    }
    #[inline(always)]
    fn store(self, to: &mut [u64]) {
        let to = to[..4].as_mut_ptr();
        // SAFETY: the pointer has room for the lanes of two registers.
        unsafe {
            vst1q_u64(to, self.0[0]);
            vst1q_u64(to.add(2), self.0[1]);
        }
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| op!(vbicq_u64(a, b))))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| op!(vaddq_u64(a, b))))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| op!(vsubq_u64(a, b))))
    }
    #[inline(always)]
    fn shl(self, count: u32) -> Self {
        let count = op!(vdupq_n_s64(count.into()));
        Self(self.0.map(|lanes| op!(vshlq_u64(lanes, count))))
    }
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        // The instruction shifts to lower bits for negative counts.
        let count = op!(vdupq_n_s64(-i64::from(count)));
        Self(self.0.map(|lanes| op!(vshlq_u64(lanes, count))))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> Mask64 {
        Mask64(each(self.0, other.0, |a, b| op!(vceqq_u64(a, b))))
    }
    #[inline(always)]
    fn intersects(self, other: Self) -> Mask64 {
        Mask64(each(self.0, other.0, |a, b| op!(vtstq_u64(a, b))))
    }
    #[inline(always)]
    fn select(self, mask: Mask64, other: Self) -> Self {
        let [low, high] = [0, 1].map(|i| op!(vbslq_u64(mask.0[i], self.0[i], other.0[i])));
        Self([low, high])
    }
    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        other.select(self.equal(Self(splat(0))), self)
    }
    #[inline(always)]
    fn permute(self, from: Self) -> Self {
        // The bytes of lane `i` are 8`i` to 8`i` + 7.
        let first = from.shl(3);
        let twice = first | first.shl(8);
        let often = twice | twice.shl(16);
        let order = (often | often.shl(32)) | Self(splat(0x0706_0504_0302_0100));
        Self(shuffle(self.0, bytes(order.0)))
    }
    #[inline(always)]
    fn packing(mask: Mask64) -> PairPackShuffle {
        let set = mask.bits() as usize % 16;
        let order = TO_FRONT64[set].as_ptr();
        PairPackShuffle {
            // SAFETY: an entry is as long as two registers.
            order: unsafe { uint8x16x2_t(vld1q_u8(order), vld1q_u8(order.add(16))) },
            count: LANES_IN[set].into(),
        }
    }
    #[inline(always)]
    fn pack(self, packing: PairPackShuffle, to: &mut [u64]) -> usize {
        Self(shuffle(self.0, packing.order)).store(to);
        packing.count()
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        let less = each(self.0, other.0, |a, b| op!(vcltq_u64(a, b)));
        self.select(Mask64(less), other)
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        let count = |lanes| op!(vpaddlq_u32(count32(vreinterpretq_u32_u64(lanes))));
        Self(self.0.map(count))
    }
    #[inline(always)]
    fn sum(self) -> u64 {
        op!(vaddvq_u64(vaddq_u64(self.0[0], self.0[1])))
    }
}
