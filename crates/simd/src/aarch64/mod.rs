//! Vectors of 128 bits, which every `AArch64` processor supports (NEON, or Advanced SIMD).

mod narrow_lanes;
mod neon_bytes;
mod wide_lanes;

use std::convert::Infallible;

use self::narrow_lanes::U16x8;
pub use self::narrow_lanes::U32x4;
use self::neon_bytes::NeonBytes;
use self::wide_lanes::U64x4;
use super::scalar::Moves;
use super::vector::{Simd, Task};

/// NEON, which does not need to be detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Neon;

impl Simd for Neon {
    const PERMUTES: bool = true;
    const PERMUTES_PAIRS: bool = false;
    const COUNTS_BITS: bool = true;
    const EXTRACTS_BITS: bool = false;
    type U16 = U16x8;
    type U32 = U32x4;
    type U64 = U64x4;
    type Extraction = Moves;
    type Shuffle = Infallible;
    type Bytes = NeonBytes;

    #[inline]
    fn extraction(self, mask: u64) -> Moves {
        Moves::new(mask)
    }

    #[inline(always)]
    fn bytes(self, lanes: &[u8; 16]) -> NeonBytes {
        NeonBytes::new(lanes)
    }

    #[inline(always)]
    fn hex_digits(self, hex: u64) -> NeonBytes {
        NeonBytes::from_hex(hex)
    }

    // All code for this architecture may use these instructions.
    #[inline]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
