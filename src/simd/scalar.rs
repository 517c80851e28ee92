//! Portable vectors: plain arrays, which the compiler turns into whatever the target's
//! baseline offers (NEON on `AArch64`). On x86-64, where the baseline is known to be SSE2,
//! small lanes are the vectors of [`sse2`](super::sse2).

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Kernel, Mask, Packing, Simd, Task, Vector};

/// The instruction set that every machine has.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

impl Simd for Scalar {
    const KERNEL: Kernel = Kernel::Scalar;
    #[cfg(target_arch = "x86_64")]
    type U16 = super::sse2::U16x8;
    #[cfg(not(target_arch = "x86_64"))]
    type U16 = Lanes<u16, 8>;
    #[cfg(target_arch = "x86_64")]
    type U32 = super::sse2::U32x4;
    #[cfg(not(target_arch = "x86_64"))]
    type U32 = Lanes<u32, 8>;
    type U64 = Lanes<u64, 8>;

    #[inline]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// `N` lanes of type `T`. As a mask, a lane is all ones or all zeros.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Lanes<T, const N: usize>([T; N]);

macro_rules! lanes {
    ($($lane:ty),*) => {$(
        impl<const N: usize> BitAnd for Lanes<$lane, N> {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i] & other.0[i]))
            }
        }
        impl<const N: usize> BitOr for Lanes<$lane, N> {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i] | other.0[i]))
            }
        }
        impl<const N: usize> BitXor for Lanes<$lane, N> {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i] ^ other.0[i]))
            }
        }
        impl<const N: usize> Not for Lanes<$lane, N> {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(from_fn(|i| !self.0[i]))
            }
        }
        impl<const N: usize> Mask for Lanes<$lane, N> {
            #[inline(always)]
            fn bits(self) -> u64 {
                (0..N).fold(0, |bits, i| bits | u64::from(self.0[i] != 0) << i)
            }
        }
        impl<const N: usize> Packing for Lanes<$lane, N> {
            #[inline(always)]
            fn count(self) -> usize {
                (0..N).map(|i| usize::from(self.0[i] != 0)).sum()
            }
        }
        impl<const N: usize> Vector for Lanes<$lane, N>
        where
            Scalar: Simd,
        {
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
            fn disjoint(self, other: Self, among: Self) -> Self {
                !self.intersects(other) & among
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
            fn compress(self, mask: Self, to: &mut [$lane]) -> usize {
                let to = &mut to[..N];
                let mut kept = 0;
                for i in 0..N {
                    to[kept] = self.0[i];
                    kept += (mask.0[i] & 1) as usize;
                }
                kept
            }
            #[inline(always)]
            fn packing(_: Scalar, mask: Self) -> Self {
                mask
            }
            #[inline(always)]
            fn pack(self, packing: Self, to: &mut [$lane]) {
                self.compress(packing, to);
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Self(from_fn(|i| self.0[i].min(other.0[i])))
            }
            #[inline(always)]
            fn count_ones(self) -> Self {
                Self(from_fn(|i| self.0[i].count_ones() as $lane))
            }
            #[inline(always)]
            fn sum(self) -> u64 {
                (0..N).fold(0, |sum, i| sum.wrapping_add(u64::from(self.0[i])))
            }
        }
    )*};
}

lanes!(u16, u32, u64);
