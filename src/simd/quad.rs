//! Four 32-bit lanes, in a register that every machine of the architecture has.
//!
//! A [`Vector`](super::Vector) works on many problems at once; a [`Quad`] holds one
//! small problem. It needs no token: SSE2 is part of x86-64, and elsewhere a plain
//! array serves.

use std::fmt;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

#[cfg(not(target_arch = "x86_64"))]
use self::array as arch;
#[cfg(target_arch = "x86_64")]
use self::sse2 as arch;

/// Four lanes of 32 bits.
#[derive(Clone, Copy)]
pub struct Quad(arch::Lanes);

impl Quad {
    /// These lanes.
    #[inline(always)]
    pub fn new(lanes: [u32; 4]) -> Self {
        Self(arch::new(lanes))
    }

    /// The lanes.
    #[inline(always)]
    pub fn to_array(self) -> [u32; 4] {
        arch::to_array(self.0)
    }

    /// `self & !other`.
    #[must_use]
    #[inline(always)]
    pub fn and_not(self, other: Self) -> Self {
        Self(arch::not_and(other.0, self.0))
    }

    /// Every lane shifted to higher bits by `COUNT`, less than 32.
    #[must_use]
    #[inline(always)]
    pub fn shl<const COUNT: i32>(self) -> Self {
        Self(arch::shl::<COUNT>(self.0))
    }

    /// Every lane shifted to lower bits by `COUNT`, less than 32.
    #[must_use]
    #[inline(always)]
    pub fn shr<const COUNT: i32>(self) -> Self {
        Self(arch::shr::<COUNT>(self.0))
    }

    /// Lanes 1, 2, 0 and 3: the first three turned by one.
    #[must_use]
    #[inline(always)]
    pub fn turn_three(self) -> Self {
        Self(arch::turn_three(self.0))
    }

    /// Each lane all ones where both are equal, else 0.
    #[must_use]
    #[inline(always)]
    pub fn equal(self, other: Self) -> Self {
        Self(arch::equal(self.0, other.0))
    }

    /// The number of bits that are 1.
    #[inline(always)]
    pub fn count_ones(self) -> u32 {
        // Sums of 2, then 4, then 8 bits side by side.
        let mask = |byte: u8| Self::new([u32::from_ne_bytes([byte; 4]); 4]);
        let twos = self - (self.shr::<1>() & mask(0x55));
        let fours = (twos & mask(0x33)) + (twos.shr::<2>() & mask(0x33));
        let bytes = (fours + fours.shr::<4>()) & mask(0x0f);
        arch::sum_bytes(bytes.0)
    }

    /// Whether every bit is 0.
    #[inline(always)]
    pub fn is_zero(self) -> bool {
        arch::is_zero(self.0)
    }
}

impl BitAnd for Quad {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(arch::and(self.0, other.0))
    }
}

impl BitOr for Quad {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(arch::or(self.0, other.0))
    }
}

impl Add for Quad {
    type Output = Self;
    /// Lane-wise sum, wrapping around.
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(arch::add(self.0, other.0))
    }
}

impl Sub for Quad {
    type Output = Self;
    /// Lane-wise difference, wrapping around.
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(arch::sub(self.0, other.0))
    }
}

impl BitXor for Quad {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(arch::xor(self.0, other.0))
    }
}

impl PartialEq for Quad {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        arch::is_same(self.0, other.0)
    }
}

impl Eq for Quad {}

impl fmt::Debug for Quad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Quad({:?})", self.to_array())
    }
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64 as x86;

    pub use x86::__m128i as Lanes;

    /// Functions of one SSE2 intrinsic each.
    macro_rules! sse2 {
        ($($name:ident $(<$count:ident>)? ($($lanes:ident),+) = $intrinsic:ident;)+) => {$(
            #[inline(always)]
            pub fn $name $(<const $count: i32>)? ($($lanes: Lanes),+) -> Lanes {
                // SAFETY: every x86-64 processor has SSE2.
                unsafe { x86::$intrinsic $(::<$count>)? ($($lanes),+) }
            }
        )+};
    }

    sse2! {
        and(a, b) = _mm_and_si128;
        not_and(a, b) = _mm_andnot_si128;
        or(a, b) = _mm_or_si128;
        xor(a, b) = _mm_xor_si128;
        add(a, b) = _mm_add_epi32;
        sub(a, b) = _mm_sub_epi32;
        equal(a, b) = _mm_cmpeq_epi32;
        sum_of_eight_bytes(a, b) = _mm_sad_epu8;
        shl<COUNT>(lanes) = _mm_slli_epi32;
        shr<COUNT>(lanes) = _mm_srli_epi32;
        shuffle<ORDER>(lanes) = _mm_shuffle_epi32;
    }

    #[inline(always)]
    pub fn new([a, b, c, d]: [u32; 4]) -> Lanes {
        // SAFETY: as above.
        unsafe { x86::_mm_set_epi32(d as i32, c as i32, b as i32, a as i32) }
    }

    #[inline(always)]
    pub fn to_array(lanes: Lanes) -> [u32; 4] {
        // SAFETY: as above.
        let lowest = |lanes| unsafe { x86::_mm_cvtsi128_si32(lanes) } as u32;
        [
            lowest(lanes),
            lowest(shuffle::<1>(lanes)),
            lowest(shuffle::<2>(lanes)),
            lowest(shuffle::<3>(lanes)),
        ]
    }

    #[inline(always)]
    pub fn turn_three(lanes: Lanes) -> Lanes {
        shuffle::<0b11_00_10_01>(lanes)
    }

    #[inline(always)]
    pub fn sum_bytes(lanes: Lanes) -> u32 {
        let [low, _, high, _] = to_array(sum_of_eight_bytes(lanes, new([0; 4])));
        low + high
    }

    #[inline(always)]
    pub fn is_same(a: Lanes, b: Lanes) -> bool {
        // SAFETY: as above.
        unsafe { x86::_mm_movemask_epi8(equal(a, b)) == 0xffff }
    }

    #[inline(always)]
    pub fn is_zero(lanes: Lanes) -> bool {
        is_same(lanes, new([0; 4]))
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod array {
    use std::array::from_fn;

    pub type Lanes = [u32; 4];

    #[inline(always)]
    pub fn new(lanes: [u32; 4]) -> Lanes {
        lanes
    }

    #[inline(always)]
    pub fn to_array(lanes: Lanes) -> [u32; 4] {
        lanes
    }

    #[inline(always)]
    pub fn and(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    pub fn not_and(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| !a[i] & b[i])
    }

    #[inline(always)]
    pub fn or(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i] | b[i])
    }

    #[inline(always)]
    pub fn xor(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    pub fn add(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    pub fn sub(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    pub fn shl<const COUNT: i32>(lanes: Lanes) -> Lanes {
        lanes.map(|lane| lane << COUNT)
    }

    #[inline(always)]
    pub fn shr<const COUNT: i32>(lanes: Lanes) -> Lanes {
        lanes.map(|lane| lane >> COUNT)
    }

    #[inline(always)]
    pub fn turn_three([a, b, c, d]: Lanes) -> Lanes {
        [b, c, a, d]
    }

    #[inline(always)]
    pub fn equal(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| if a[i] == b[i] { u32::MAX } else { 0 })
    }

    #[inline(always)]
    pub fn sum_bytes(lanes: Lanes) -> u32 {
        lanes
            .into_iter()
            .flat_map(u32::to_ne_bytes)
            .map(u32::from)
            .sum()
    }

    #[inline(always)]
    pub fn is_same(a: Lanes, b: Lanes) -> bool {
        a == b
    }

    #[inline(always)]
    pub fn is_zero(lanes: Lanes) -> bool {
        lanes == [0; 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_arrays(a: [u32; 4], mut b: [u32; 4], same in 0..16) {
            for lane in 0..4 {
                if same >> lane & 1 != 0 {
                    b[lane] = a[lane];
                }
            }
            let (x, y) = (Quad::new(a), Quad::new(b));
            prop_assert_eq!(x.to_array(), array::to_array(array::new(a)));
            prop_assert_eq!((x & y).to_array(), array::and(a, b));
            prop_assert_eq!((x | y).to_array(), array::or(a, b));
            prop_assert_eq!(x.and_not(y).to_array(), array::not_and(b, a));
            prop_assert_eq!((x ^ y).to_array(), array::xor(a, b));
            prop_assert_eq!(x.count_ones(), a.map(u32::count_ones).iter().sum::<u32>());
            prop_assert_eq!(arch::sum_bytes(x.0), array::sum_bytes(a));
            prop_assert_eq!((x + y).to_array(), array::add(a, b));
            prop_assert_eq!((x - y).to_array(), array::sub(a, b));
            prop_assert_eq!(x.shl::<5>().to_array(), array::shl::<5>(a));
            prop_assert_eq!(x.shr::<27>().to_array(), array::shr::<27>(a));
            prop_assert_eq!(x.turn_three().to_array(), array::turn_three(a));
            prop_assert_eq!(x.equal(y).to_array(), array::equal(a, b));
            prop_assert_eq!(x == y, array::is_same(a, b));
            prop_assert_eq!((x - y).is_zero(), array::is_zero(array::sub(a, b)));
        }
    }
}
