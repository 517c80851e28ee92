//! Traits of an instruction set and of a vector of integer lanes of any width.

use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// The largest number of lanes of a vector.
pub const MAX_LANES: usize = 32;

/// An instruction set. Its value is a token that proves that the machine supports it.
pub trait Simd: Copy + Send + Sync + Debug + 'static {
    /// True if an instruction permutes lanes. Otherwise it is faster to move them one by one.
    const PERMUTES: bool;
    /// True if an instruction permutes the lanes of two vectors together.
    const PERMUTES_PAIRS: bool;
    /// True if an instruction counts the bits of each lane.
    const COUNTS_BITS: bool;
    /// True if an instruction gathers selected bits of a word.
    const EXTRACTS_BITS: bool;
    /// True if nearly all processors have a faster instruction set, or if the size of a program counts,
    /// as in WebAssembly. A kernel need not be compiled in every shape for it.
    const IS_FALLBACK: bool = false;
    /// A vector of 16-bit lanes.
    type U16: Vector<Simd = Self, Lane = u16>;
    /// A vector of 32-bit lanes.
    type U32: Vector<Simd = Self, Lane = u32>;
    /// A vector of 64-bit lanes.
    type U64: Vector<Simd = Self, Lane = u64>;

    /// Bit moves made by [`extraction`](Self::extraction).
    type Extraction: Extraction;

    /// Prepares bit moves that gather the bits in `mask` at the low end of a word, in order. The
    /// result is reused for many words.
    fn extraction(self, mask: u64) -> Self::Extraction;

    /// Bit moves made by [`shuffle`](Self::shuffle).
    type Shuffle: BitMoves;

    /// Prepares bit moves that make bit `from[i]` of a word bit `i`. Each `from[i]` must be less
    /// than 64. The result is reused for many words. Returns `None` if the instruction set lacks
    /// the instruction.
    #[inline(always)]
    fn shuffle(self, _from: &[u8; 64]) -> Option<Self::Shuffle> {
        None
    }

    /// The unions of the first 16 lanes of four vectors, as the fields of a word, the first lowest.
    /// The second word is that of the lanes from 16 on. It is 0 if the vectors do not have them.
    #[inline(always)]
    fn unions(self, vectors: [Self::U16; 4]) -> [u64; 2] {
        let mut words = [0; 2];
        for (place, vector) in vectors.into_iter().enumerate() {
            let mut lanes = [0; MAX_LANES];
            vector.store(&mut lanes);
            for (word, lanes) in words.iter_mut().zip(lanes.chunks(MAX_LANES / 2)) {
                let union = lanes.iter().fold(0, |all, lane| all | lane);
                *word |= u64::from(union) << (u16::BITS as usize * place);
            }
        }
        words
    }

    /// A vector of sixteen bytes.
    type Bytes: Bytes;

    /// A vector with these bytes.
    fn bytes(self, lanes: &[u8; 16]) -> Self::Bytes;

    /// The digits of a hexadecimal number as bytes, the highest digit in the first lane.
    fn hex_digits(self, hex: u64) -> Self::Bytes;

    /// Runs `task` in a function compiled for this instruction set.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// The instruction set that every machine supports. Its token can be made without a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scalar;

/// Work that is compiled for every instruction set.
///
/// Mark `run`, and every function it calls that handles vectors, with `#[inline(always)]`: a call
/// that is not inlined loses the instruction set.
pub trait Task {
    /// Result of the work.
    type Output;
    /// Does the work with the instructions of `simd`.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// A vector of unsigned integer lanes.
///
/// Operators work lane by lane. The methods [`add`](Self::add) and [`sub`](Self::sub) replace `+`
/// and `-`, because they wrap around.
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
    /// A prepared move of selected lanes to the front.
    type Packing: Packing;
    /// The number of lanes.
    const LANES: usize;

    /// Every lane set to `lane`.
    fn splat(simd: Self::Simd, lane: Self::Lane) -> Self;
    /// The first [`LANES`](Self::LANES) elements of `from`. Panics if `from` is shorter.
    fn load(simd: Self::Simd, from: &[Self::Lane]) -> Self;
    /// A mask that is true in the first `count` lanes, or in all lanes if `count` is larger.
    fn first(simd: Self::Simd, count: usize) -> Self::Mask;
    /// One vector for each of `lanes`, all of whose lanes are equal.
    #[inline(always)]
    fn splat_each<const W: usize>(simd: Self::Simd, lanes: [Self::Lane; W]) -> [Self; W] {
        let mut vectors = [Self::splat(simd, Self::Lane::default()); W];
        for (vector, lane) in vectors.iter_mut().zip(lanes) {
            *vector = Self::splat(simd, lane);
        }
        vectors
    }
    /// Writes the lanes to the first elements of `to`. Panics if `to` is shorter.
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
    /// The bits that are set in at least one of three vectors.
    #[inline(always)]
    #[must_use]
    fn or3(self, b: Self, c: Self) -> Self {
        self | b | c
    }
    /// The bits that are set in at least two of three vectors.
    #[inline(always)]
    #[must_use]
    fn majority(self, b: Self, c: Self) -> Self {
        (self & b) | (c & (self | b))
    }
    /// `self` in the lanes where `condition` is not 0, else 0. The highest bit of every lane of
    /// `condition` must be clear.
    #[inline(always)]
    #[must_use]
    fn where_any(self, condition: Self) -> Self {
        self.select(condition.intersects(condition), self.sub(self))
    }
    /// `self` where the mask is true, else `other`.
    #[must_use]
    fn select(self, mask: Self::Mask, other: Self) -> Self;
    /// `self` in the lanes where it is not 0, else `other`.
    #[must_use]
    fn or_else(self, other: Self) -> Self;
    /// Lane `i` of the result is lane `from[i]` of `self`. Every lane of `from` must be less than
    /// [`LANES`](Self::LANES).
    #[must_use]
    fn permute(self, from: Self) -> Self;
    /// Lane `i` of the result is lane `from[i]` of both vectors of `pair`, one after the other.
    /// Lanes of `from` are taken modulo twice [`LANES`](Self::LANES).
    #[inline(always)]
    fn permute_pair(simd: Self::Simd, pair: [Self; 2], from: Self) -> Self {
        let mut lanes = [Self::Lane::default(); 2 * MAX_LANES];
        let mut order = [Self::Lane::default(); MAX_LANES];
        pair[0].store(&mut lanes);
        pair[1].store(&mut lanes[Self::LANES..]);
        from.store(&mut order);
        let moved = order.map(|from| lanes[from.into() as usize % (2 * Self::LANES)]);
        Self::load(simd, &moved)
    }
    /// Writes the lanes where `mask` is true to the front of `to`, in order, and returns their
    /// number. `to` must have room for a whole vector; the rest of this room is overwritten with
    /// arbitrary values.
    #[inline(always)]
    fn compress(self, mask: Self::Mask, to: &mut [Self::Lane]) -> usize {
        self.pack(Self::packing(mask), to)
    }
    /// Prepares the move of the lanes where `mask` is true to the front, in order. It is computed
    /// once and applied to several vectors by [`pack`](Self::pack).
    fn packing(mask: Self::Mask) -> Self::Packing;
    /// Writes the lanes that `packing` selects to the front of `to`, like
    /// [`compress`](Self::compress) with its mask.
    fn pack(self, packing: Self::Packing, to: &mut [Self::Lane]) -> usize;
    /// Lane-wise minimum.
    #[must_use]
    fn min(self, other: Self) -> Self;
    /// Number of set bits in each lane.
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
    /// Sum of all lanes, modulo 2⁶⁴.
    #[inline(always)]
    fn sum(self) -> u64 {
        let mut lanes = [Self::Lane::default(); MAX_LANES];
        self.store(&mut lanes);
        let lanes = lanes[..Self::LANES].iter();
        lanes.fold(0, |sum, &lane| sum.wrapping_add(lane.into()))
    }
}

/// A prepared move of selected lanes of a vector to the front.
pub trait Packing: Copy + Debug {
    /// Number of selected lanes.
    fn count(self) -> usize;
}

/// A mask packs its own lanes.
impl<M: Mask> Packing for M {
    #[inline(always)]
    fn count(self) -> usize {
        self.bits().count_ones() as usize
    }
}

/// A rearrangement of the bits of a word.
pub trait BitMoves: Copy + Debug {
    /// Returns the bits of `word` at their new positions, and zeros in all other positions.
    fn apply(self, word: u64) -> u64;
}

/// Bit moves that gather selected bits of a word at its low end.
pub trait Extraction: BitMoves {
    /// Returns the low bits of `word` at the positions of the selected bits, in order, and zeros in
    /// all other positions.
    fn undo(self, word: u64) -> u64;
}

/// A type without values, for instruction sets that cannot prepare bit moves.
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
    /// True if any lane is true.
    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }
}

/// Sixteen bytes with every instruction set, used as a look-up table or as its indices.
pub trait Bytes: Copy + Debug {
    /// The lanes as an array.
    fn to_array(self) -> [u8; 16];
    /// Lane `i` of the result is lane `from[i]` of `self`, or 0 if `from[i]` is 128 or more. Values
    /// from 16 to 127 are not allowed.
    #[must_use]
    fn shuffle(self, from: Self) -> Self;
    /// The bits that are set in both.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// The bits that are set in either.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Interleaves the lanes of two vectors: those of the first halves, and those of the second
    /// halves.
    fn zip(self, other: Self) -> (Self, Self);
    /// The lanes that are equal in both, as bits, the first lane lowest.
    fn equal(self, other: Self) -> u32;
    /// The lanes that are greater than those of `other`, as bits. All lanes must be below 128.
    fn above(self, other: Self) -> u32;
    /// The lanes, each below 16, as the digits of a hexadecimal number, the first lane highest.
    fn to_hex(self) -> u64;
    /// Sum of the first eight lanes.
    fn sum(self) -> u32;
}
