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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_made_once_each_and_in_order() {
        let mut made = Vec::new();
        let squares: [usize; 5] = from_fn(|i| {
            made.push(i);
            i * i
        });
        assert_eq!((squares, made), ([0, 1, 4, 9, 16], vec![0, 1, 2, 3, 4]));
        let mut seen = Vec::new();
        let words = squares.each(|square| {
            seen.push(square);
            square as u8 + 1
        });
        assert_eq!((words, seen), ([1, 2, 5, 10, 17], squares.to_vec()));
        assert_eq!([7_u8].each(u32::from), [7]);
    }
}
