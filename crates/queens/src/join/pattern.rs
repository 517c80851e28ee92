//! The machine words that hold patterns, and profiles: the number of placements in a set of columns,
//! and their usage of each diagonal.

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

/// Number of some placements, and their usage of each bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profile {
    /// The number of placements.
    pub count: u64,
    /// The bits that are set in any pattern, and perhaps others.
    pub used: u64,
    /// The share of patterns with each bit, in 255ths.
    pub shares: [u8; 64],
}

impl Profile {
    /// Makes the profile of `count` placements with unknown patterns.
    pub fn of_unknown(count: u64) -> Self {
        Self {
            count,
            used: !0,
            shares: [0; 64],
        }
    }

    /// Makes the profile of these patterns.
    pub fn of(patterns: impl Iterator<Item = u64>) -> Self {
        let (mut count, mut used, mut counts) = (0, 0, [0_u64; 64]);
        for pattern in patterns {
            count += 1;
            used |= pattern;
            for bit in set_bits(pattern) {
                counts[bit] += 1;
            }
        }
        let shares = counts.map(|bit| (bit * 255 / count.max(1)) as u8);
        Self {
            count,
            used,
            shares,
        }
    }
}

/// The indices of the bits that are set.
pub(super) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit as usize
        })
    })
}
