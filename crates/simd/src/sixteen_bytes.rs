//! Vectors of sixteen bytes, as look-up tables.

use std::array::from_fn;
use std::fmt::Debug;

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

/// The portable implementation.
impl Bytes for [u8; 16] {
    #[inline(always)]
    fn to_array(self) -> [u8; 16] {
        self
    }
    #[inline(always)]
    fn shuffle(self, from: Self) -> Self {
        from.map(|i| {
            let lane = self[usize::from(i % 16)];
            if i < 128 { lane } else { 0 }
        })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        from_fn(|i| self[i] & other[i])
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        from_fn(|i| self[i] | other[i])
    }
    #[inline(always)]
    fn zip(self, other: Self) -> (Self, Self) {
        let half = |start: usize| {
            from_fn(|i| {
                let lane = start + i / 2;
                if i % 2 == 0 { self[lane] } else { other[lane] }
            })
        };
        (half(0), half(8))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        (0..16).fold(0, |bits, i| bits | u32::from(self[i] == other[i]) << i)
    }
    #[inline(always)]
    fn above(self, other: Self) -> u32 {
        (0..16).fold(0, |bits, i| bits | u32::from(self[i] > other[i]) << i)
    }
    #[inline(always)]
    fn to_hex(self) -> u64 {
        self.iter().fold(0, |hex, &lane| hex << 4 | u64::from(lane))
    }
    #[inline(always)]
    fn sum(self) -> u32 {
        self[..8].iter().map(|&lane| u32::from(lane)).sum()
    }
}

/// The digits of a hexadecimal number as lanes, the highest digit in the first lane.
#[inline(always)]
pub fn from_hex(hex: u64) -> [u8; 16] {
    from_fn(|i| (hex >> (60 - 4 * i)) as u8 & 15)
}
