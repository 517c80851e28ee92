//! Packing of sets of options.

use crate::bits::Bits;
use countless_simd::{BitMoves, Simd};

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
    pub fn new(simd: S, live: Bits<X>) -> Self {
        let (mut starts, mut ends) = ([0; X], [false; X]);
        let mut words = [simd.extraction(0); X];
        let mut next = 0;
        for (word, &live) in live.0.iter().enumerate() {
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
