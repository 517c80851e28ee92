//! The vectors of the instruction set that every machine supports.
//!
//! On x86-64, where this includes SSE2, vectors of 16- and 32-bit lanes are SSE2 vectors. All
//! others are plain arrays, which the compiler vectorizes where it can.

use std::convert::Infallible;

use super::lane_arrays::LaneArray;
use super::sixteen_bytes::from_hex;
use super::vector::{BitMoves, Extraction, Scalar, Simd, Task};

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
    const IS_FALLBACK: bool = cfg!(any(target_arch = "aarch64", target_arch = "x86_64"));
    type U16 = small::U16;
    type U32 = small::U32;
    type U64 = LaneArray<u64, 8>;
    type Extraction = Moves;
    type Shuffle = Infallible;
    type Bytes = [u8; 16];

    #[inline]
    fn extraction(self, mask: u64) -> Moves {
        Moves::new(mask)
    }

    #[inline(always)]
    fn shuffle(self, _: &[u8; 64]) -> Option<Infallible> {
        None
    }

    #[inline(always)]
    fn bytes(self, lanes: &[u8; 16]) -> [u8; 16] {
        *lanes
    }

    #[inline(always)]
    fn hex_digits(self, hex: u64) -> [u8; 16] {
        from_hex(hex)
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
