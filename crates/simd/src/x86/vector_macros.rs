//! Macros for the vectors of x86-64, because each width has its own intrinsics.

/// True if the processor supports all of these features.
macro_rules! has {
    ($($feature:tt),+) => {
        $(std::arch::is_x86_feature_detected!($feature))&&+
    };
}

/// The operations of a [`Vector`](crate::Vector) that differ only in their intrinsics between
/// widths.
macro_rules! plain {
    (
        $token:ty, $lane:ty, $lanes:literal, $signed:ty, $load:ident, $store:ident, $andnot:ident,
        $set1:ident, $add:ident, $sub:ident, $sll:ident, $srl:ident
    ) => {
        basics! { $token, $lane, $lanes, $signed, $load, $store, $set1, $add, $sub }

        #[inline(always)]
        fn and_not(self, other: Self) -> Self {
            Self(op!($andnot(other.0, self.0)))
        }
        #[inline(always)]
        fn shl(self, count: u32) -> Self {
            Self(op!($sll(self.0, _mm_cvtsi32_si128(count as i32))))
        }
        #[inline(always)]
        fn shr(self, count: u32) -> Self {
            Self(op!($srl(self.0, _mm_cvtsi32_si128(count as i32))))
        }
    };
}

/// Union of the lanes of a word. A lane has `bits` bits.
#[inline(always)]
pub(super) fn folded(word: u64, bits: u32) -> u64 {
    let mut all = word;
    for half in [32, 16] {
        if bits <= half {
            all |= all >> half;
        }
    }
    all & u64::MAX >> (64 - bits)
}

/// Vectors of an instruction set with vector masks.
macro_rules! vectors {
    (
        $token:ty, $register:ty, $and:ident, $or:ident, $xor:ident, $ones:expr,
        $load:ident, $store:ident, $andnot:ident, $zero:ident, $select:ident, $any:ident, $union:ident;
        $(
            $(#[$doc:meta])*
            $name:ident, $mask:ident, $lane:ty, $lanes:literal, $signed:ty,
            $set1:ident, $add:ident, $sub:ident, $sll:ident, $srl:ident, $cmpeq:ident, $cmpgt:ident,
            $bits:ident, $arrange:ident, $count:ident, $min:ident, [$($where_any:ident)?],
            $packing_type:ty, $packing:ident, $pack:ident;
        )+
    ) => {$(
        register!($(#[$doc])* $name($register), $and, $or, $xor, $ones);
        register!($mask($register), $and, $or, $xor, $ones);

        impl Mask for $mask {
            #[inline(always)]
            fn bits(self) -> u64 {
                $bits(self.0)
            }
            #[inline(always)]
            fn any(self) -> bool {
                $any(self.0)
            }
        }

        impl Vector for $name {
            type Packing = $packing_type;

            plain! {
                $token, $lane, $lanes, $signed, $load, $store, $andnot,
                $set1, $add, $sub, $sll, $srl
            }
            masked! { $token, $mask, $lane, $lanes, $cmpeq, $cmpgt, $arrange, $min, $count }

            #[inline(always)]
            fn intersects(self, other: Self) -> $mask {
                !(self & other).equal(Self(op!($zero())))
            }
            #[inline(always)]
            fn select(self, mask: $mask, other: Self) -> Self {
                Self($select(mask.0, self.0, other.0))
            }
            #[inline(always)]
            fn or_else(self, other: Self) -> Self {
                let none = self.equal(Self(op!($zero())));
                self | (other & Self(none.0))
            }
            $(
                // `self` where the condition is positive. A negative lane would change the sign.
                #[inline(always)]
                fn where_any(self, condition: Self) -> Self {
                    Self(op!($where_any(self.0, condition.0)))
                }
            )?
            #[inline(always)]
            fn union(self) -> u64 {
                super::vector_macros::folded($union(self.0), <$lane>::BITS)
            }
            #[inline(always)]
            fn packing(mask: $mask) -> $packing_type {
                $packing(mask.0)
            }
            #[inline(always)]
            fn pack(self, packing: $packing_type, to: &mut [$lane]) -> usize {
                $pack(self, packing, to)
            }
        }
    )+};
}

/// Minimum of unsigned lanes with an instruction that compares signed lanes. Flipping the highest
/// bits by `$flip` maps the unsigned order to the signed order. The function is unsafe as the
/// intrinsics are that other widths have in its place.
macro_rules! min {
    ($name:ident, $register:ty, $flip:expr, $xor:ident, $cmpgt:ident) => {
        #[inline(always)]
        unsafe fn $name(a: $register, b: $register) -> $register {
            let greater = op!($cmpgt($xor(a, $flip), $xor(b, $flip)));
            select(greater, b, a)
        }
    };
}
