//! Sets of a few options, as bits of some words.

use countless_simd::{BitMoves, Simd};

/// Set of options.
pub type OptionSet<const W: usize> = [u64; W];

/// Set of the first `len` options.
pub fn first_options<const W: usize>(len: usize) -> OptionSet<W> {
    std::array::from_fn(|word| match len.saturating_sub(64 * word) {
        0 => 0,
        left => u64::MAX >> (64 - left.min(64)),
    })
}

#[inline(always)]
pub fn len<const W: usize>(set: &OptionSet<W>) -> usize {
    let words = set.iter();
    words.fold(0, |sum, word| sum + word.count_ones() as usize)
}

/// Options in both sets.
#[inline(always)]
pub fn and<const W: usize>(one: &OptionSet<W>, other: &OptionSet<W>) -> OptionSet<W> {
    std::array::from_fn(|word| one[word] & other[word])
}

#[inline(always)]
pub fn is_empty<const W: usize>(set: &OptionSet<W>) -> bool {
    set.iter().fold(0, |any, word| any | word) == 0
}

#[inline(always)]
pub fn for_each<const W: usize>(set: &OptionSet<W>, mut work: impl FnMut(usize)) {
    let mut set = *set;
    while let Some(option) = take_lowest(&mut set) {
        work(option);
    }
}

#[inline(always)]
pub fn take_lowest<const W: usize>(set: &mut OptionSet<W>) -> Option<usize> {
    for (at, word) in set.iter_mut().enumerate() {
        if *word != 0 {
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            return Some(64 * at + bit);
        }
    }
    None
}

/// Packing of the bits of live options.
pub struct OptionGather<S: Simd, const X: usize> {
    words: [S::Extraction; X],
    /// Position of the first bit of each word in its target word.
    starts: [usize; X],
    /// True if the bits of the word reach the end of a target word.
    ends: [bool; X],
}

impl<S: Simd, const X: usize> OptionGather<S, X> {
    #[inline(always)]
    pub fn new(simd: S, live: &OptionSet<X>) -> Self {
        let (mut starts, mut ends) = ([0; X], [false; X]);
        let mut words = [simd.extraction(0); X];
        let mut next = 0;
        for (word, &live) in live.iter().enumerate() {
            words[word] = simd.extraction(live);
            starts[word] = next % 64;
            let end = starts[word] + live.count_ones() as usize;
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
    pub fn of<const W: usize>(&self, set: &OptionSet<X>) -> OptionSet<W> {
        let mut gathered = [0; W];
        let (mut at, mut bits) = (0, 0);
        for (word, &set) in set.iter().enumerate() {
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
        gathered
    }
}
