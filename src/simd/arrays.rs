//! Arrays made and changed element by element, inlined wherever they are used.
//!
//! What the standard library offers for this, `array::from_fn` and `map` of arrays, is for any
//! element and any panic, in layers that become calls unless the linker optimises: ruin for a
//! kernel, whose arrays are a row of registers. These are for plain numbers and vectors of them.

/// The array whose element `i` is `element(i)`.
#[inline(always)]
pub fn from_fn<T: Copy, const N: usize>(mut element: impl FnMut(usize) -> T) -> [T; N] {
    const { assert!(N > 0, "an array of nothing has no first element") };
    let mut array = [element(0); N];
    let mut i = 1;
    while i < N {
        array[i] = element(i);
        i += 1;
    }
    array
}

/// What arrays of plain elements can do.
pub trait Each<T, const N: usize> {
    /// The array whose elements are `element` of those of this one: `map`, inlined.
    fn each<U: Copy>(self, element: impl FnMut(T) -> U) -> [U; N];
}

impl<T: Copy, const N: usize> Each<T, N> for [T; N] {
    #[inline(always)]
    fn each<U: Copy>(self, mut element: impl FnMut(T) -> U) -> [U; N] {
        from_fn(|i| element(self[i]))
    }
}

/// What iterators over plain elements can do.
pub trait Beside: Iterator + Sized {
    /// The elements of this one, each beside that of `other`, until either ends: `zip`, inlined.
    #[inline(always)]
    fn beside<I: IntoIterator>(self, other: I) -> Pairs<Self, I::IntoIter> {
        Pairs(self, other.into_iter())
    }
}

impl<I: Iterator> Beside for I {}

/// Two iterators, side by side.
#[derive(Clone, Debug)]
pub struct Pairs<A, B>(A, B);

impl<A: Iterator, B: Iterator> Iterator for Pairs<A, B> {
    type Item = (A::Item, B::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.next()?, self.1.next()?))
    }
}

/// Copies `from` to the beginning of `to`: `copy_from_slice`, inlined.
#[inline(always)]
pub fn copy<T: Copy>(from: &[T], to: &mut [T]) {
    let to = &mut to[..from.len()];
    let mut i = 0;
    while i < from.len() {
        to[i] = from[i];
        i += 1;
    }
}
