//! Words of candidates, one for every lane.

use crate::candidate_word::CandidateWord;
use countless_simd::{Simd, Vector};

/// A word for every lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct LaneWords<W: CandidateWord>(W::Lanes);

impl<W: CandidateWord> LaneWords<W> {
    pub const NONE: Self = Self(W::NONE);

    #[inline(always)]
    pub fn get<S: Simd, V: Vector<Simd = S, Lane = W>>(&self, simd: S) -> V {
        V::load(simd, self.0.as_ref())
    }

    #[inline(always)]
    pub fn put<V: Vector<Lane = W>>(&mut self, vector: V) {
        vector.store(self.0.as_mut());
    }

    #[inline(always)]
    pub fn at(&self, lane: usize) -> W {
        self.0.as_ref()[lane]
    }

    #[inline(always)]
    pub fn set(&mut self, lane: usize, word: W) {
        self.0.as_mut()[lane] = word;
    }
}
