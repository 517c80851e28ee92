//! Sets of small numbers, as bits of some words.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, Not};

use countless_simd::{BitMoves, Simd};

/// Word of a set.
pub trait Word:
    Copy
    + Debug
    + Default
    + PartialEq
    + Into<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
{
}

impl Word for u64 {}
impl Word for u32 {}

/// Set of numbers below `64 * W`, or of fewer in smaller words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bits<const W: usize, L = u64>(pub [L; W]);

impl<const W: usize, L: Word> Default for Bits<W, L> {
    #[inline(always)]
    fn default() -> Self {
        Self([L::default(); W])
    }
}

impl<const W: usize> Hash for Bits<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for &word in &self.0 {
            hasher.write_u64(word);
        }
    }
}

impl<const W: usize> Bits<W> {
    /// The first `len` numbers.
    pub fn first(len: usize) -> Self {
        Self(std::array::from_fn(|word| {
            match len.saturating_sub(64 * word) {
                0 => 0,
                left => u64::MAX >> (64 - left.min(64)),
            }
        }))
    }

    #[inline(always)]
    pub fn has(self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }

    #[inline(always)]
    pub fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    #[inline(always)]
    #[must_use]
    pub fn with(mut self, bit: usize) -> Self {
        self.insert(bit);
        self
    }

    #[inline(always)]
    #[must_use]
    pub fn without(mut self, bit: usize) -> Self {
        self.0[bit / 64] &= !(1 << (bit % 64));
        self
    }

    /// Inserts or removes a number, without a branch.
    #[inline(always)]
    pub fn put(&mut self, bit: usize, is_in: bool) {
        let word = &mut self.0[bit / 64];
        *word = *word & !(1 << (bit % 64)) | u64::from(is_in) << (bit % 64);
    }

    /// Removes the lowest number.
    #[inline(always)]
    pub fn take_lowest(&mut self) -> Option<usize> {
        for (at, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * at + bit);
            }
        }
        None
    }
}

impl<const W: usize, L: Word> Bits<W, L> {
    #[inline(always)]
    fn combined(mut self, other: Self, of: impl Fn(L, L) -> L) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = of(*word, other);
        }
        self
    }

    /// Numbers in either set.
    #[inline(always)]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.combined(other, |a, b| a | b)
    }

    /// Numbers in both sets.
    #[inline(always)]
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        self.combined(other, |a, b| a & b)
    }

    /// Numbers that are not in the other set.
    #[inline(always)]
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        self.combined(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, &word| any | word.into()) == 0
    }

    /// True if the sets have a number in common.
    #[inline(always)]
    pub fn intersects(self, other: Self) -> bool {
        !self.intersection(other).is_empty()
    }

    #[inline(always)]
    pub fn len(self) -> usize {
        let words = self.0.iter();
        words.fold(0, |sum, &word| sum + word.into().count_ones() as usize)
    }
}

/// Packing of the selected bits of some words.
pub struct BitGather<S: Simd, const X: usize> {
    words: [S::Extraction; X],
    /// Position of the first bit of each word in its target word.
    starts: [usize; X],
    /// True if the bits of the word reach the end of a target word.
    ends: [bool; X],
}

impl<S: Simd, const X: usize> BitGather<S, X> {
    #[inline(always)]
    pub fn new(simd: S, selected: Bits<X>) -> Self {
        let (mut starts, mut ends) = ([0; X], [false; X]);
        let mut words = [simd.extraction(0); X];
        let mut next = 0;
        for (word, &selected) in selected.0.iter().enumerate() {
            words[word] = simd.extraction(selected);
            starts[word] = next % 64;
            let end = starts[word] + selected.count_ones() as usize;
            ends[word] = end >= 64;
            next = end;
        }
        Self {
            words,
            starts,
            ends,
        }
    }

    #[inline(always)]
    pub fn of<const W: usize>(&self, set: Bits<X>) -> Bits<W> {
        let mut gathered = [0; W];
        let (mut at, mut bits) = (0, 0);
        for (word, &set) in set.0.iter().enumerate() {
            let more = self.words[word].apply(set);
            bits |= more << self.starts[word];
            // Equal for all sets, so that the branch is predicted.
            if self.ends[word] && at < W {
                gathered[at] = bits;
                at += 1;
                bits = more >> 1 >> (63 - self.starts[word]);
            }
        }
        if at < W {
            gathered[at] = bits;
        }
        Bits(gathered)
    }
}

/// Disjoint sets of the numbers below a length, which can be united (Galler and Fischer, An improved
/// equivalence algorithm, 1964). Each number points to another number of its set, or to itself.
pub struct DisjointSets(Vec<u32>);

impl DisjointSets {
    /// Creates sets of one number each.
    pub fn new(len: usize) -> Self {
        Self((0..len as u32).collect())
    }

    /// Number that represents the set of `one`.
    pub fn representative(&mut self, mut one: u32) -> u32 {
        while self.0[one as usize] != one {
            self.0[one as usize] = self.0[self.0[one as usize] as usize];
            one = self.0[one as usize];
        }
        one
    }

    /// Unites two sets. The least number represents the new set.
    pub fn unite(&mut self, one: u32, other: u32) {
        let (one, other) = (self.representative(one), self.representative(other));
        self.0[one.max(other) as usize] = one.min(other);
    }

    /// Unites each number with its image.
    pub fn unite_images(&mut self, images: &[u32]) {
        for (one, &image) in (0..).zip(images) {
            self.unite(one, image);
        }
    }

    /// Number that represents the set of each number.
    pub fn representatives(&mut self) -> Vec<u32> {
        let all = 0..self.0.len() as u32;
        all.map(|one| self.representative(one)).collect()
    }
}
