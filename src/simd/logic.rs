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
