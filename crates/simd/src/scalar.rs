//! The vectors of the instruction set that every machine supports.
//!
//! On x86-64, where this includes SSE2, vectors of 16- and 32-bit lanes are SSE2 vectors. All
//! others are plain arrays, which the compiler vectorizes where it can.

use std::array::from_fn;
use std::convert::Infallible;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::vector::{BitMoves, Bytes, Extraction, Mask, Scalar, Simd, Task, Vector};

#[cfg(not(target_arch = "x86_64"))]
mod small {
    use super::LaneArray;

    pub type U16 = LaneArray<u16, 8>;
    pub type U32 = LaneArray<u32, 8>;
}
#[cfg(target_arch = "x86_64")]
mod small {
    use crate::x86::{U16x8, U32x4};

    pub type U16 = U16x8;
    pub type U32 = U32x4;
}

impl Simd for Scalar {
    const PERMUTES: bool = false;
    const PERMUTES_PAIRS: bool = false;
    const COUNTS_BITS: bool = false;
    const EXTRACTS_BITS: bool = false;
    const IS_FALLBACK: bool = cfg!(any(
        target_arch = "aarch64",
        target_arch = "x86_64",
        target_family = "wasm"
    ));
    type U16 = small::U16;
    type U32 = small::U32;
    type U64 = LaneArray<u64, 4>;
    type Extraction = Moves;
    type Shuffle = Infallible;
    type Bytes = [u8; 16];

    #[inline]
    fn extraction(self, mask: u64) -> Moves {
        Moves::new(mask)
    }

    #[inline(always)]
    fn bytes(self, lanes: &[u8; 16]) -> [u8; 16] {
        *lanes
    }

    #[inline(always)]
    fn hex_digits(self, hex: u64) -> [u8; 16] {
        // The highest digit comes first.
        from_fn(|i| (hex >> (60 - 4 * i)) as u8 & 15)
    }

    #[inline]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// Moves of selected bits to the low end in six steps, by 1, 2, 4, …, 32 positions (Warren,
/// Hacker's Delight, 2002, section 7-4).
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    mask: u64,
    /// The bits that move in each step, at their positions before it.
    steps: [u64; 6],
}

impl Moves {
    pub(super) fn new(chosen: u64) -> Self {
        let (mut mask, mut steps) = (chosen, [0; 6]);
        // Bits with an odd number of unselected bits below them move by 1, and so on.
        let mut unchosen = !mask << 1;
        for (i, step) in steps.iter_mut().enumerate() {
            let mut odd = unchosen;
            for shift in [1, 2, 4, 8, 16, 32] {
                odd ^= odd << shift;
            }
            *step = odd & mask;
            mask = mask ^ *step | *step >> (1 << i);
            unchosen &= !odd;
        }
        Self {
            mask: chosen,
            steps,
        }
    }
}

impl BitMoves for Moves {
    #[inline(always)]
    fn apply(self, word: u64) -> u64 {
        let steps = self.steps.into_iter().enumerate();
        steps.fold(word & self.mask, |word, (i, step)| {
            let moving = word & step;
            word ^ moving | moving >> (1 << i)
        })
    }
}

impl Extraction for Moves {
    #[inline(always)]
    fn undo(self, word: u64) -> u64 {
        let unselected = self.mask.count_zeros();
        let word = word & u64::MAX.checked_shr(unselected).unwrap_or(0);
        let steps = self.steps.into_iter().enumerate().rev();
        steps.fold(word, |word, (i, step)| {
            let moving = word & step >> (1 << i);
            word ^ moving | moving << (1 << i)
        })
    }
}

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

/// The portable implementation.
impl Bytes for [u8; 16] {
    #[inline(always)]
    fn to_array(self) -> [u8; 16] {
        self
    }
    #[inline(always)]
    fn shuffle(self, from: Self) -> Self {
        from.map(|i| {
            let lane = self[usize::from(i % 16)];
            if i < 128 { lane } else { 0 }
        })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        from_fn(|i| self[i] & other[i])
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        from_fn(|i| self[i] | other[i])
    }
    #[inline(always)]
    fn zip(self, other: Self) -> (Self, Self) {
        let half = |start: usize| {
            from_fn(|i| {
                let lane = start + i / 2;
                if i % 2 == 0 { self[lane] } else { other[lane] }
            })
        };
        (half(0), half(8))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        (0..16).fold(0, |bits, i| bits | u32::from(self[i] == other[i]) << i)
    }
    #[inline(always)]
    fn above(self, other: Self) -> u32 {
        (0..16).fold(0, |bits, i| bits | u32::from(self[i] > other[i]) << i)
    }
    #[inline(always)]
    fn to_hex(self) -> u64 {
        self.iter().fold(0, |hex, &lane| hex << 4 | u64::from(lane))
    }
    #[inline(always)]
    fn sum(self) -> u32 {
        self[..8].iter().map(|&lane| u32::from(lane)).sum()
    }
}
