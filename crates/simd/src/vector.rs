//! What an instruction set is, and what a vector of integer lanes can do, whatever its width.

use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::sixteen_bytes::Bytes;

/// The most lanes that a vector has.
pub const MAX_LANES: usize = 32;

/// An instruction set, as a token that proves that the machine has it.
pub trait Simd: Copy + Send + Sync + Debug + 'static {
    /// Whether an instruction permutes lanes; else it is faster to move them one by one.
    const PERMUTES: bool;
    /// Whether an instruction counts the bits of each lane.
    const COUNTS_BITS: bool;
    /// Whether an instruction brings chosen bits of a word together.
    const EXTRACTS_BITS: bool;
    /// A vector of 16-bit lanes.
    type U16: Vector<Simd = Self, Lane = u16>;
    /// A vector of 32-bit lanes.
    type U32: Vector<Simd = Self, Lane = u32>;
    /// A vector of 64-bit lanes.
    type U64: Vector<Simd = Self, Lane = u64>;

    /// How to bring chosen bits of a word together.
    type Extraction: BitMoves;

    /// Brings the bits of a word that `mask` chooses to its low end, in order: to be prepared
    /// once for many words.
    fn extraction(self, mask: u64) -> Self::Extraction;

    /// How to bring the bits of a word into another order.
    type Shuffle: BitMoves;

    /// Makes bit `from[i]` of a word bit `i`, which must be less than 64: to be prepared once for
    /// many words; none where no instruction does it.
    fn shuffle(self, from: &[u8; 64]) -> Option<Self::Shuffle>;

    /// Sixteen bytes.
    type Bytes: Bytes;

    /// Sixteen bytes of these lanes.
    fn bytes(self, lanes: &[u8; 16]) -> Self::Bytes;

    /// Sixteen bytes that are the digits of a hexadecimal number, the highest in the first lane.
    fn hex_digits(self, hex: u64) -> Self::Bytes;

    /// Runs `task` in a function compiled for this instruction set.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// The instruction set that every machine has; proof of it takes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scalar;

/// Work to be compiled for every instruction set.
///
/// Mark `run`, and every function it calls that handles vectors, with
/// `#[inline(always)]`: a call that is not inlined loses the instruction set.
pub trait Task {
    /// What the work gives.
    type Output;
    /// Does the work with the instructions that `simd` stands for.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// A vector of unsigned integer lanes.
///
/// Operators work lane by lane; `+` and `-` are spelled [`add`](Self::add) and
/// [`sub`](Self::sub) since they wrap around.
pub trait Vector:
    Copy
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The instruction set.
    type Simd: Simd;
    /// The type of one lane.
    type Lane: Copy + Debug + Default + PartialEq + Into<u64>;
    /// One truth value per lane.
    type Mask: Mask;
    /// How to bring chosen lanes to the front.
    type Packing: Packing;
    /// The number of lanes.
    const LANES: usize;

    /// Every lane set to `lane`.
    fn splat(simd: Self::Simd, lane: Self::Lane) -> Self;
    /// The first [`LANES`](Self::LANES) elements of `from`, which panics if it is shorter.
    fn load(simd: Self::Simd, from: &[Self::Lane]) -> Self;
    /// True in the first `count` lanes, or in all if there are fewer.
    fn first(simd: Self::Simd, count: usize) -> Self::Mask;
    /// Writes the lanes to the first elements of `to`, which panics if it is shorter.
    fn store(self, to: &mut [Self::Lane]);
    /// `self & !other`.
    #[must_use]
    fn and_not(self, other: Self) -> Self;
    /// Lane-wise sum, wrapping around.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Lane-wise difference, wrapping around.
    #[must_use]
    fn sub(self, other: Self) -> Self;
    /// Every lane shifted to higher bits by `count`, less than the lane's width.
    #[must_use]
    fn shl(self, count: u32) -> Self;
    /// Every lane shifted to lower bits by `count`, less than the lane's width.
    #[must_use]
    fn shr(self, count: u32) -> Self;
    /// The lanes that are equal in both.
    fn equal(self, other: Self) -> Self::Mask;
    /// The lanes in which both have a common bit.
    fn intersects(self, other: Self) -> Self::Mask;
    /// The lanes of `among` in which the two have no common bit.
    #[inline(always)]
    fn disjoint(self, other: Self, among: Self::Mask) -> Self::Mask {
        !self.intersects(other) & among
    }
    /// `self` where the mask is true, else `other`.
    #[must_use]
    fn select(self, mask: Self::Mask, other: Self) -> Self;
    /// `self` in the lanes where it is not 0, else `other`.
    #[must_use]
    fn or_else(self, other: Self) -> Self;
    /// Lane `i` of the result is lane `from[i]` of `self`; every lane of `from` must
    /// be less than [`LANES`](Self::LANES).
    #[must_use]
    fn permute(self, from: Self) -> Self;
    /// Writes the lanes where `mask` is true to the front of `to`, in order, and
    /// returns their number. `to` must have room for a whole vector, whose rest is
    /// overwritten with anything.
    #[inline(always)]
    fn compress(self, mask: Self::Mask, to: &mut [Self::Lane]) -> usize {
        self.pack(Self::packing(mask), to)
    }
    /// How to bring the lanes where `mask` is true to the front, in order: to be
    /// computed once and applied to several vectors by [`pack`](Self::pack).
    fn packing(mask: Self::Mask) -> Self::Packing;
    /// Like [`compress`](Self::compress) with the mask that `packing` was made for.
    fn pack(self, packing: Self::Packing, to: &mut [Self::Lane]) -> usize;
    /// The lesser of each pair of lanes.
    #[must_use]
    fn min(self, other: Self) -> Self;
    /// The number of bits set in each lane.
    #[must_use]
    fn count_ones(self) -> Self;
    /// The bits that are set in any lane.
    #[inline(always)]
    fn union(self) -> u64 {
        let mut lanes = [Self::Lane::default(); MAX_LANES];
        self.store(&mut lanes);
        let lanes = lanes[..Self::LANES].iter();
        lanes.fold(0, |all, &lane| all | lane.into())
    }
    /// The sum of all lanes, wrapping around at 64 bits.
    #[inline(always)]
    fn sum(self) -> u64 {
        let mut lanes = [Self::Lane::default(); MAX_LANES];
        self.store(&mut lanes);
        let lanes = lanes[..Self::LANES].iter();
        lanes.fold(0, |sum, &lane| sum.wrapping_add(lane.into()))
    }
}

/// How to bring chosen lanes of a vector to the front.
pub trait Packing: Copy + Debug {
    /// The number of lanes chosen.
    fn count(self) -> usize;
}

/// Where the bits of a word go.
pub trait BitMoves: Copy + Debug {
    /// The bits of `word` in their new places, and zeros in all others.
    fn apply(self, word: u64) -> u64;
}

/// No moves can be prepared.
impl BitMoves for Infallible {
    fn apply(self, _: u64) -> u64 {
        match self {}
    }
}

/// One truth value per lane of a vector.
pub trait Mask:
    Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The truth values as bits, the first lane lowest.
    fn bits(self) -> u64;
    /// Whether any lane is true.
    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }
}
