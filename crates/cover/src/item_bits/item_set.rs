//! Sets of items, as bits of some words.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

use countless_simd::{Simd, Vector};

/// Word of a set, and lane of a vector.
pub trait SetWord:
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
    /// Vector of these words.
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
    /// Number of bits of a word.
    const BITS: usize;

    /// Low bits of `word`.
    fn truncated(word: u64) -> Self;
}

impl SetWord for u64 {
    type Vector<S: Simd> = S::U64;
    const BITS: usize = 64;

    #[inline(always)]
    fn truncated(word: u64) -> Self {
        word
    }
}

impl SetWord for u32 {
    type Vector<S: Simd> = S::U32;
    const BITS: usize = 32;

    #[inline(always)]
    fn truncated(word: u64) -> Self {
        word as u32
    }
}

/// Takes the first vector from some words; zeros if no whole vector is left.
#[inline(always)]
pub fn take_vector<S: Simd, L: SetWord>(simd: S, words: &mut &[L]) -> L::Vector<S> {
    match words.split_at_checked(L::Vector::<S>::LANES) {
        Some((first, rest)) => {
            *words = rest;
            L::Vector::<S>::load(simd, first)
        }
        None => L::Vector::<S>::splat(simd, L::default()),
    }
}

/// Set of items in `W` words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemSet<L, const W: usize>(pub [L; W]);

impl<L: SetWord, const W: usize> Default for ItemSet<L, W> {
    #[inline(always)]
    fn default() -> Self {
        Self([L::default(); W])
    }
}

impl<L: SetWord, const W: usize> ItemSet<L, W> {
    #[inline(always)]
    fn combine(self, other: &Self, of: impl Fn(L, L) -> L) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = of(*word, other);
        }
        Self(words)
    }

    /// Items in either set.
    #[inline(always)]
    pub fn or(self, other: &Self) -> Self {
        self.combine(other, |a, b| a | b)
    }

    /// Items in both sets.
    #[inline(always)]
    pub fn and(self, other: &Self) -> Self {
        self.combine(other, |a, b| a & b)
    }

    /// Items that are not in `other`.
    #[inline(always)]
    pub fn without(self, other: &Self) -> Self {
        self.combine(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, &word| all | word.into()) == 0
    }

    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Number of items.
    #[inline(always)]
    pub fn len(&self) -> usize {
        let words = self.0.iter();
        words.fold(0, |sum, &word| sum + word.into().count_ones() as usize)
    }

    /// Word with the lowest item, and the bit of that item.
    #[inline(always)]
    pub fn lowest(&self) -> (usize, L) {
        let at = self.0.iter().position(|&word| word != L::default());
        let at = at.unwrap_or(0);
        let word: u64 = self.0[at].into();
        (at, L::truncated(word & word.wrapping_neg()))
    }
}
