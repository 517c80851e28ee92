//! Macros for register vectors of all architectures.

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
