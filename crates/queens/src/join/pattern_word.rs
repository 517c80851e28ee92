//! The machine words that hold patterns.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use countless_simd::{Simd, Vector};

/// An unsigned integer that can hold a pattern, with its vector type.
pub(super) trait PatternWord:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + Into<u64>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// True if every orbit has an order of bits of its own. For 32 bits it is not worth the time.
    const ORDERED: bool;
    /// The vector of these words in the instruction set `S`.
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;

    /// The low bits of `bits`.
    fn truncate(bits: u64) -> Self;
}

impl PatternWord for u32 {
    const ORDERED: bool = false;
    type Vector<S: Simd> = S::U32;

    #[inline(always)]
    fn truncate(bits: u64) -> Self {
        bits as Self
    }
}

impl PatternWord for u64 {
    const ORDERED: bool = true;
    type Vector<S: Simd> = S::U64;

    #[inline(always)]
    fn truncate(bits: u64) -> Self {
        bits
    }
}
