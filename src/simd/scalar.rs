//! The vectors of the instruction set that every machine has.
//!
//! On x86-64, where that is known to be SSE2, vectors of small lanes are SSE2's; all others
//! are plain arrays, which the compiler turns into whatever the architecture offers (NEON on
//! `AArch64`).

use super::lanes::Lanes;
use super::vector::{Scalar, Simd, Task};

#[cfg(not(target_arch = "x86_64"))]
mod small {
    use super::Lanes;

    pub type U16 = Lanes<u16, 8>;
    pub type U32 = Lanes<u32, 8>;
    pub type Quad = Lanes<u32, 4>;
}
#[cfg(target_arch = "x86_64")]
mod small {
    use crate::simd::x86::{U16x8, U32x4};

    pub type U16 = U16x8;
    pub type U32 = U32x4;
    pub type Quad = U32x4;
}

/// Four lanes of 32 bits, for one small problem, where other vectors work on many at once.
pub type Quad = small::Quad;

impl Simd for Scalar {
    const PERMUTES: bool = false;
    const COUNTS_BITS: bool = false;
    type U16 = small::U16;
    type U32 = small::U32;
    type U64 = Lanes<u64, 8>;

    #[inline]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
