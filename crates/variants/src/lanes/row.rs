//! One word of candidates for every lane.

use countless_simd::{Simd, Vector};

/// A word of candidates, a bit for each digit.
pub(super) trait Word: Copy + Default + PartialEq + Into<u64> + std::fmt::Debug {
    /// As many of them as the widest vector has.
    type Lanes: Copy + AsRef<[Self]> + AsMut<[Self]> + std::fmt::Debug;
    /// All lanes 0.
    const NONE: Self::Lanes;
    /// Whether it has room for more than sixteen digits.
    const IS_WIDE: bool;
    /// The low bits of a number.
    fn of(bits: u32) -> Self;
    /// The word as a number.
    fn bits(self) -> u32;
}

impl Word for u16 {
    type Lanes = [Self; 32];
    const NONE: Self::Lanes = [0; 32];
    const IS_WIDE: bool = false;
    #[inline(always)]
    fn of(bits: u32) -> Self {
        bits as Self
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self.into()
    }
}

impl Word for u32 {
    type Lanes = [Self; 16];
    const NONE: Self::Lanes = [0; 16];
    const IS_WIDE: bool = true;
    #[inline(always)]
    fn of(bits: u32) -> Self {
        bits
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self
    }
}

/// Words of which there are vectors.
pub(super) trait Wide: Word {
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
}

impl Wide for u16 {
    type Vector<S: Simd> = S::U16;
}

impl Wide for u32 {
    type Vector<S: Simd> = S::U32;
}

/// A word for every lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Row<W: Word>(W::Lanes);

impl<W: Word> Row<W> {
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
