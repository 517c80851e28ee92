//! Sixteen bytes in a NEON register.

#[allow(clippy::wildcard_imports)] // as for x86-64
use std::arch::aarch64::*;

use crate::Bytes;

/// Sixteen bytes.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct NeonBytes(uint8x16_t);

impl NeonBytes {
    #[inline(always)]
    pub(super) fn new(lanes: &[u8; 16]) -> Self {
        // SAFETY: the array is as long as a register.
        Self(unsafe { vld1q_u8(lanes.as_ptr()) })
    }

    /// The digits of a number, the highest in the first lane.
    #[inline(always)]
    pub(super) fn from_hex(hex: u64) -> Self {
        // SAFETY: every AArch64 processor has NEON.
        unsafe {
            let bytes = vcreate_u8(hex.swap_bytes());
            let (high, low) = (vshr_n_u8::<4>(bytes), vand_u8(bytes, vdup_n_u8(15)));
            Self(vcombine_u8(vzip1_u8(high, low), vzip2_u8(high, low)))
        }
    }
}

/// One bit per lane of a mask, the first lane lowest. Each lane is all ones or all zeros.
#[inline(always)]
fn bits(mask: uint8x16_t) -> u32 {
    const BITS: [u8; 16] = [
        1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128, //
    ];
    // SAFETY: every AArch64 processor has NEON, and the array is as long as a register.
    unsafe {
        let set = vandq_u8(mask, vld1q_u8(BITS.as_ptr()));
        // Sums of 2, then 4, then 8 lanes, which have no common bits.
        let twos = vpaddq_u8(set, set);
        let fours = vpaddq_u8(twos, twos);
        let eights = vpaddq_u8(fours, fours);
        u32::from(vgetq_lane_u16::<0>(vreinterpretq_u16_u8(eights)))
    }
}

impl Bytes for NeonBytes {
    #[inline(always)]
    fn to_array(self) -> [u8; 16] {
        let mut lanes = [0; 16];
        // SAFETY: the array is as long as a register.
        unsafe { vst1q_u8(lanes.as_mut_ptr(), self.0) };
        lanes
    }
    #[inline(always)]
    fn shuffle(self, from: Self) -> Self {
        Self(op!(vqtbl1q_u8(self.0, from.0)))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(op!(vandq_u8(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(op!(vorrq_u8(self.0, other.0)))
    }
    #[inline(always)]
    fn zip(self, other: Self) -> (Self, Self) {
        let low = op!(vzip1q_u8(self.0, other.0));
        let high = op!(vzip2q_u8(self.0, other.0));
        (Self(low), Self(high))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        bits(op!(vceqq_u8(self.0, other.0)))
    }
    #[inline(always)]
    fn above(self, other: Self) -> u32 {
        bits(op!(vcgtq_u8(self.0, other.0)))
    }
    #[inline(always)]
    fn to_hex(self) -> u64 {
        // SAFETY: every AArch64 processor has NEON.
        let packed = unsafe {
            // The low byte of each pair is the higher digit.
            let pairs = vreinterpretq_u16_u8(self.0);
            let joined = vorrq_u16(vshlq_n_u16::<4>(pairs), vshrq_n_u16::<8>(pairs));
            vget_lane_u64::<0>(vreinterpret_u64_u8(vmovn_u16(joined)))
        };
        packed.swap_bytes()
    }
    #[inline(always)]
    fn sum(self) -> u32 {
        u32::from(op!(vaddlv_u8(vget_low_u8(self.0))))
    }
}
