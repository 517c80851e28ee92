//! Portable vectors: plain arrays.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::vector::{Mask, Packing, Scalar, Vector};

/// `N` lanes of type `T`. As a mask, a lane is all ones or all zeros.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct LaneArray<T, const N: usize>([T; N]);

/// An operator, lane by lane.
macro_rules! operator {
    ($lane:ty, $Trait:ident, $method:ident) => {
        impl<const N: usize> $Trait for LaneArray<$lane, N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i].$method(other.0[i])))
            }
        }
    };
}

macro_rules! lanes {
    ($($lane:ty),*) => {$(
        operator!($lane, BitAnd, bitand);
        operator!($lane, BitOr, bitor);
        operator!($lane, BitXor, bitxor);
        impl<const N: usize> Not for LaneArray<$lane, N> {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(from_fn(|i| !self.0[i]))
            }
        }
        impl<const N: usize> Mask for LaneArray<$lane, N> {
            #[inline(always)]
            fn bits(self) -> u64 {
                (0..N).fold(0, |bits, i| bits | u64::from(self.0[i] != 0) << i)
            }
        }
        impl<const N: usize> Packing for LaneArray<$lane, N> {
            #[inline(always)]
            fn count(self) -> usize {
                (0..N).map(|i| usize::from(self.0[i] != 0)).sum()
            }
        }
        impl<const N: usize> Vector for LaneArray<$lane, N> {
            type Simd = Scalar;
            type Lane = $lane;
            type Mask = Self;
            type Packing = Self;
            const LANES: usize = N;

            #[inline(always)]
            fn splat(_: Scalar, lane: $lane) -> Self {
                Self([lane; N])
            }
            #[inline(always)]
            fn load(_: Scalar, from: &[$lane]) -> Self {
                let from = &from[..N];
                Self(from_fn(|i| from[i]))
            }
            #[inline(always)]
            fn first(_: Scalar, count: usize) -> Self {
                Self(from_fn(|i| if i < count { <$lane>::MAX } else { 0 }))
            }
            #[inline(always)]
            fn store(self, to: &mut [$lane]) {
                to[..N].copy_from_slice(&self.0);
            }
            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i] & !other.0[i]))
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i].wrapping_add(other.0[i])))
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i].wrapping_sub(other.0[i])))
            }
            #[inline(always)]
            fn shl(self, count: u32) -> Self {
                Self(from_fn(|i| self.0[i] << count))
            }
            #[inline(always)]
            fn shr(self, count: u32) -> Self {
                Self(from_fn(|i| self.0[i] >> count))
            }
            #[inline(always)]
            fn equal(self, other: Self) -> Self {
                Self(from_fn(|i| if self.0[i] == other.0[i] { <$lane>::MAX } else { 0 }))
            }
            #[inline(always)]
            fn intersects(self, other: Self) -> Self {
                Self(from_fn(|i| if self.0[i] & other.0[i] != 0 { <$lane>::MAX } else { 0 }))
            }
            #[inline(always)]
            fn select(self, mask: Self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i] & mask.0[i] | other.0[i] & !mask.0[i]))
            }
            #[inline(always)]
            fn or_else(self, other: Self) -> Self {
                Self(from_fn(|i| if self.0[i] == 0 { other.0[i] } else { self.0[i] }))
            }
            #[inline(always)]
            fn permute(self, from: Self) -> Self {
                Self(from_fn(|i| self.0[from.0[i] as usize % N]))
            }
            #[inline(always)]
            fn packing(mask: Self) -> Self {
                mask
            }
            #[inline(always)]
            fn pack(self, packing: Self, to: &mut [$lane]) -> usize {
                let to = &mut to[..N];
                let mut kept = 0;
                for i in 0..N {
                    to[kept] = self.0[i];
                    kept += (packing.0[i] & 1) as usize;
                }
                kept
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i].min(other.0[i])))
            }
            #[inline(always)]
            fn count_ones(self) -> Self {
                Self(from_fn(|i| self.0[i].count_ones() as $lane))
            }
        }
    )*};
}

lanes!(u16, u32, u64);
