//! Sets of items, as bits of some words.
//!
//! An item is one bit, and so is a secondary item without colours. A secondary item that comes
//! in several colours is two bits for each bit of the colour's number, at even places:
//!
//! ```text
//! colour     0    1    2    3     none
//! pairs     0101 0110 1001 1010   1111      each bit is 01 for 0, 10 for 1
//! forbidden 1010 1001 0110 0101   1111      the pairs swapped
//! ```
//!
//! Two options contradict each other if one has a bit that the other forbids. A use without a
//! colour forbids every other use of its item.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

use crate::simd::{Simd, Vector};

/// A word of a set, which is also a lane of a vector.
pub trait Word:
    Copy
    + Debug
    + Default
    + PartialEq
    + Into<u64>
    + Send
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// A vector of such words.
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
    /// The bits of a word.
    const BITS: usize;

    /// The low bits of `word`.
    fn truncated(word: u64) -> Self;
}

impl Word for u64 {
    type Vector<S: Simd> = S::U64;
    const BITS: usize = 64;

    #[inline(always)]
    fn truncated(word: u64) -> Self {
        word
    }
}

impl Word for u32 {
    type Vector<S: Simd> = S::U32;
    const BITS: usize = 32;

    #[inline(always)]
    fn truncated(word: u64) -> Self {
        word as u32
    }
}

/// A set of items, in `W` words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Set<L, const W: usize>(pub [L; W]);

impl<L: Word, const W: usize> Default for Set<L, W> {
    #[inline(always)]
    fn default() -> Self {
        Self([L::default(); W])
    }
}

impl<L: Word, const W: usize> Set<L, W> {
    #[inline(always)]
    fn with(self, other: &Self, of: impl Fn(L, L) -> L) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = of(*word, other);
        }
        Self(words)
    }

    /// What is in either.
    #[inline(always)]
    pub fn or(self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// What is in both.
    #[inline(always)]
    pub fn and(self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// What is not in `other`.
    #[inline(always)]
    pub fn without(self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, &word| all | word.into()) == 0
    }

    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// How many bits there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        let words = self.0.iter();
        words.fold(0, |sum, &word| sum + word.into().count_ones() as usize)
    }

    /// The word of the least bit, and that bit.
    #[inline(always)]
    pub fn lowest(&self) -> (usize, L) {
        let at = self.0.iter().position(|&word| word != L::default());
        let at = at.unwrap_or(0);
        let word: u64 = self.0[at].into();
        (at, L::truncated(word & word.wrapping_neg()))
    }

    /// With the bits of each pair swapped.
    #[inline(always)]
    fn swapped(self) -> Self {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let mut words = self.0;
        for word in &mut words {
            let bits: u64 = (*word).into();
            *word = L::truncated(bits >> 1 & EVEN | (bits & EVEN) << 1);
        }
        Self(words)
    }

    /// What an option of these bits forbids others, where `colours` are pairs.
    #[inline(always)]
    pub fn forbidden(&self, colours: &Self) -> Self {
        if colours.is_empty() {
            return *self;
        }
        self.without(colours).or(&self.and(colours).swapped())
    }

    /// With the other bit of each pair.
    #[inline(always)]
    pub fn whole_pairs(&self, colours: &Self) -> Self {
        if colours.is_empty() {
            return *self;
        }
        self.or(&self.and(colours).swapped())
    }
}
