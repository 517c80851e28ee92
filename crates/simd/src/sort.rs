//! Sorting, compiled once.
//!
//! The sort of the standard library is some 6 KB of code for each type of element and each
//! comparison, and takes longer to compile than all else of most functions that sort. These
//! functions need a few hundred bytes for each type. Use the standard library where long lists are
//! sorted often.

use std::cmp::Ordering;

/// Length up to which a list is sorted by insertion.
const SHORT: usize = 20;

/// Sorts a list. Equal elements keep their order.
///
/// ```
/// use countless_simd::sort_by;
///
/// let mut words = ["pear", "fig", "date", "plum"];
/// sort_by(&mut words, |one, other| one.len().cmp(&other.len()));
/// assert_eq!(words, ["fig", "pear", "date", "plum"]);
/// ```
pub fn sort_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    sort_dyn(list, &mut compare);
}

/// Sorts a list by a key. Equal elements keep their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_dyn(list, &mut |one, other| key(one).cmp(&key(other)));
}

/// Sorts a list.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_dyn(list, &mut T::cmp);
}

/// Different elements of a list, in order.
///
/// ```
/// use countless_simd::distinct;
///
/// assert_eq!(distinct(vec![3, 1, 3, 2, 1]), [1, 2, 3]);
/// ```
pub fn distinct<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    sort(&mut list);
    list.dedup();
    list
}

/// Values by key, in the order of the keys. The values of a key keep their order.
///
/// ```
/// use countless_simd::grouped;
///
/// let lengths = grouped(vec![(4, "pear"), (3, "fig"), (4, "plum")]);
/// assert_eq!(lengths, [(3, vec!["fig"]), (4, vec!["pear", "plum"])]);
/// ```
pub fn grouped<K: Ord, V>(mut pairs: Vec<(K, V)>) -> Vec<(K, Vec<V>)> {
    sort_by(&mut pairs, |(one, _), (other, _)| one.cmp(other));
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.last_mut() {
            Some((last, values)) if *last == key => values.push(value),
            _ => groups.push((key, vec![value])),
        }
    }
    groups
}

/// Sorts a short list by insertion. Of a long one it sorts the places, and moves each element once.
fn sort_dyn<T>(list: &mut [T], compare: &mut dyn FnMut(&T, &T) -> Ordering) {
    if list.len() <= SHORT {
        for end in 1..list.len() {
            let mut at = end;
            while at > 0 && compare(&list[at - 1], &list[at]).is_gt() {
                list.swap(at - 1, at);
                at -= 1;
            }
        }
        return;
    }
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
            list in prop::collection::vec((0_u8..9, any::<u8>()), 0..200),
        ) {
            let [mut ours, mut theirs] = [list.clone(), list.clone()];
            sort_by(&mut ours, |one, other| one.0.cmp(&other.0));
            theirs.sort_by_key(|pair| pair.0);
            prop_assert_eq!(&ours, &theirs);
            sort_by_key(&mut ours, |pair| pair.1);
            theirs.sort_by_key(|pair| pair.1);
            prop_assert_eq!(&ours, &theirs);
            sort(&mut ours);
            theirs.sort_unstable();
            prop_assert_eq!(ours, theirs);
        }
    }
}
