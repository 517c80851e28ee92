//! Sorting, compiled once for all types.

use std::cmp::Ordering;

/// Sorts a list. Equal elements keep their order.
///
/// The sort of the standard library is compiled for each type of element and each comparison. This
/// one sorts the places of the elements, compares through a pointer, and moves each element once.
/// Use it where lists are short or rarely sorted.
///
/// ```
/// use countless_simd::stable_sort;
///
/// let mut words = ["pear", "fig", "date", "plum"];
/// stable_sort(&mut words, |one, other| one.len().cmp(&other.len()));
/// assert_eq!(words, ["fig", "pear", "date", "plum"]);
/// ```
pub fn stable_sort<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut from = sorted_places(list.len(), &mut |one, other| {
        compare(&list[one], &list[other])
    });
    // Each cycle of places moves by swaps. A place that has its element is its own source.
    for start in 0..list.len() {
        let mut place = start;
        while from[place] != start {
            let next = std::mem::replace(&mut from[place], place);
            list.swap(place, next);
            place = next;
        }
        from[place] = place;
    }
}

/// Sorts a list by the standard library. In WebAssembly, where size counts, the sort is
/// [`stable_sort`]. Equal elements keep their order.
pub fn sort_by<T>(list: &mut [T], compare: impl FnMut(&T, &T) -> Ordering) {
    if cfg!(target_family = "wasm") {
        stable_sort(list, compare);
    } else {
        list.sort_by(compare);
    }
}

/// Sorts a list by a key, as [`sort_by`] does.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(list, |one, other| key(one).cmp(&key(other)));
}

/// Sorts a list, as [`sort_by`] does. Equal elements may change places.
pub fn sort<T: Ord>(list: &mut [T]) {
    if cfg!(target_family = "wasm") {
        stable_sort(list, T::cmp);
    } else {
        list.sort_unstable();
    }
}

/// Places of a list in the order of their elements.
fn sorted_places(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&one, &other| compare(one, other));
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_sorts_like_the_standard_library(
            mut list in prop::collection::vec((0_u8..9, any::<u8>()), 0..200),
        ) {
            let mut expected = list.clone();
            expected.sort_by_key(|pair| pair.0);
            stable_sort(&mut list, |one, other| one.0.cmp(&other.0));
            prop_assert_eq!(list, expected);
        }
    }
}
