//! What vectors of all widths have in common.

/// Wraps one intrinsic call on vectors of the module that it is in.
macro_rules! op {
    ($call:expr) => {
        // SAFETY: a vector exists only where the processor has its instructions.
        unsafe { $call }
    };
}

/// The operators of a vector, or of a mask that is one, by an intrinsic each.
macro_rules! logic {
    ($name:ident, $and:ident, $or:ident, $xor:ident, $ones:expr) => {
        impl std::ops::BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(op!($and(self.0, other.0)))
            }
        }
        impl std::ops::BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(op!($or(self.0, other.0)))
            }
        }
        impl std::ops::BitXor for $name {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(op!($xor(self.0, other.0)))
            }
        }
        impl std::ops::Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(op!($xor(self.0, $ones)))
            }
        }
    };
}

/// The operations of a [`Vector`](super::Vector) that are alike at all widths, most of them an
/// intrinsic each.
macro_rules! plain {
    (
        $token:ty, $lane:ty, $lanes:literal, $signed:ty, $load:ident, $store:ident, $andnot:ident,
        $set1:ident, $add:ident, $sub:ident, $sll:ident, $srl:ident
    ) => {
        #[inline(always)]
        fn splat(_: $token, lane: $lane) -> Self {
            Self(op!($set1(lane as $signed)))
        }
        #[inline(always)]
        fn load(_: $token, from: &[$lane]) -> Self {
            let from = &from[..$lanes];
            // SAFETY: `from` is as long as a vector, and the load may be unaligned.
            Self(unsafe { $load(from.as_ptr().cast()) })
        }
        #[inline(always)]
        fn store(self, to: &mut [$lane]) {
            let to = &mut to[..$lanes];
            // SAFETY: `to` is as long as a vector, and the store may be unaligned.
            unsafe { $store(to.as_mut_ptr().cast(), self.0) }
        }
        #[inline(always)]
        fn and_not(self, other: Self) -> Self {
            Self(op!($andnot(other.0, self.0)))
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            Self(op!($add(self.0, other.0)))
        }
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            Self(op!($sub(self.0, other.0)))
        }
        #[inline(always)]
        fn shl(self, count: u32) -> Self {
            Self(op!($sll(self.0, _mm_cvtsi32_si128(count as i32))))
        }
        #[inline(always)]
        fn shr(self, count: u32) -> Self {
            Self(op!($srl(self.0, _mm_cvtsi32_si128(count as i32))))
        }
        #[inline(always)]
        fn sum(self) -> u64 {
            let mut lanes = [0; $lanes];
            self.store(&mut lanes);
            lanes
                .iter()
                .fold(0, |sum, &lane| sum.wrapping_add(u64::from(lane)))
        }
    };
}
