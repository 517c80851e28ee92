//! Macros for register vectors of all architectures and widths, each with its own intrinsics.

/// Wraps a call of one intrinsic on vectors of the calling module.
macro_rules! op {
    ($call:expr) => {
        // SAFETY: a vector exists only where the processor has its instructions.
        unsafe { $call }
    };
}

/// Implements an operator of a register by an intrinsic.
macro_rules! operator {
    ($name:ident, $Trait:ident, $method:ident, $intrinsic:ident) => {
        impl std::ops::$Trait for $name {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(op!($intrinsic(self.0, other.0)))
            }
        }
    };
}

/// Defines a register type for a vector or a vector mask, with operators by one intrinsic each.
macro_rules! register {
    (
        $(#[$doc:meta])*
        $name:ident($register:ty), $and:ident, $or:ident, $xor:ident, $ones:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name(pub(super) $register);

        operator!($name, BitAnd, bitand, $and);
        operator!($name, BitOr, bitor, $or);
        operator!($name, BitXor, bitxor, $xor);

        impl std::ops::Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(op!($xor(self.0, $ones)))
            }
        }
    };
}

/// The operations of a [`Vector`](crate::Vector) that differ only in their intrinsics between all
/// instruction sets.
macro_rules! basics {
    (
        $token:ty, $lane:ty, $lanes:literal, $set_lane:ty, $load:ident, $store:ident,
        $set1:ident, $add:ident, $sub:ident
    ) => {
        type Simd = $token;
        type Lane = $lane;
        const LANES: usize = $lanes;

        #[inline(always)]
        fn splat(_: $token, lane: $lane) -> Self {
            Self(op!($set1(lane as $set_lane)))
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
        fn add(self, other: Self) -> Self {
            Self(op!($add(self.0, other.0)))
        }
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            Self(op!($sub(self.0, other.0)))
        }
    };
}

/// Further operations of a [`Vector`](crate::Vector) with a vector as its mask: a lane of a mask is
/// all ones for true, all zeros for false.
macro_rules! masked {
    (
        $token:ty, $mask:ident, $lane:ty, $lanes:literal, $equal:ident, $greater:ident,
        $arrange:ident, $min:ident, $count:ident
    ) => {
        type Mask = $mask;

        #[inline(always)]
        fn first(simd: $token, count: usize) -> $mask {
            let numbers: [$lane; $lanes] = std::array::from_fn(|i| i as $lane);
            let count = Self::splat(simd, count.min($lanes) as $lane);
            $mask(op!($greater(count.0, Self::load(simd, &numbers).0)))
        }
        #[inline(always)]
        fn equal(self, other: Self) -> $mask {
            $mask(op!($equal(self.0, other.0)))
        }
        #[inline(always)]
        fn permute(self, from: Self) -> Self {
            $arrange(self, from)
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            Self(op!($min(self.0, other.0)))
        }
        #[inline(always)]
        fn count_ones(self) -> Self {
            Self($count(self.0))
        }
    };
}
