//! What a vector of integer lanes can do, whatever its width.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::Simd;

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
    type Lane: Copy + Debug + Default + PartialEq;
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
    fn disjoint(self, other: Self, among: Self::Mask) -> Self::Mask;
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
    fn compress(self, mask: Self::Mask, to: &mut [Self::Lane]) -> usize;
    /// How to bring the lanes where `mask` is true to the front, in order: to be
    /// computed once and applied to several vectors by [`pack`](Self::pack).
    fn packing(simd: Self::Simd, mask: Self::Mask) -> Self::Packing;
    /// Like [`compress`](Self::compress) with the mask that `packing` was made for.
    fn pack(self, packing: Self::Packing, to: &mut [Self::Lane]);
    /// The lesser of each pair of lanes.
    #[must_use]
    fn min(self, other: Self) -> Self;
    /// The number of bits set in each lane.
    #[must_use]
    fn count_ones(self) -> Self;
    /// The sum of all lanes, wrapping around at 64 bits.
    fn sum(self) -> u64;
}

/// How to bring chosen lanes of a vector to the front.
pub trait Packing: Copy + Debug {
    /// The number of lanes chosen.
    fn count(self) -> usize;
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
