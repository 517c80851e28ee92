//! Hall sets: sets that fill exactly as many places as they have members.
//!
//! If k cells of a house have only k candidates between them, these cells hold these k digits. This
//! also applies to k digits and their places, and to k lines and the crossing lines of a digit's
//! places. So subsets and fish are one search. (P. Hall, "On representatives of subsets", 1935.)
//!
//! The complement of a Hall set is a Hall set of the other kind: a naked triple among five unsolved
//! cells leaves a hidden pair. So large sets in small houses need no search after the small ones.

use super::layout::{ValueStore, has_at_most};

/// Calls `try_set` for the sets of `SIZE` nonzero words that have at most `SIZE` bits between them,
/// and returns its first result. The arguments are the words of the set and their union, as bits.
///
/// Returns `None` if fewer than `least` words are nonzero.
pub fn find<const SIZE: u32, T>(
    words: &impl ValueStore<u32>,
    least: u32,
    mut try_set: impl FnMut(u32, u32) -> Option<T>,
) -> Option<T> {
    let (mut small, mut open) = (0, 0);
    for (i, word) in words.as_ref().iter().enumerate() {
        open += u32::from(*word != 0);
        small |= u32::from(*word != 0 && has_at_most(*word, SIZE)) << i;
    }
    if open < least || has_at_most(small, SIZE - 1) {
        return None;
    }
    extend::<SIZE, T>(words, small, 0, 0, &mut try_set)
}

/// Adds words from `rest` to a set until it has `SIZE` members.
fn extend<const SIZE: u32, T>(
    words: &impl ValueStore<u32>,
    mut rest: u32,
    members: u32,
    union: u32,
    try_set: &mut impl FnMut(u32, u32) -> Option<T>,
) -> Option<T> {
    if !has_at_most(members, SIZE - 1) {
        return try_set(members, union);
    }
    while rest != 0 {
        let i = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let wider = union | words[i];
        if has_at_most(wider, SIZE) {
            let found = extend::<SIZE, T>(words, rest, members | 1 << i, wider, try_set);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_the_sets_that_trying_all_finds(
            words in prop::array::uniform9(0..0o1000_u32), size in 1..=4_u32,
        ) {
            // Sparse words: dense ones contain no sets.
            let words = words.map(|word| word & word >> 1 & 0o375);
            let mut found = Vec::new();
            let push = |members, union| {
                found.push((members, union));
                None::<()>
            };
            match size {
                1 => find::<1, _>(&words, 0, push),
                2 => find::<2, _>(&words, 0, push),
                3 => find::<3, _>(&words, 0, push),
                _ => find::<4, _>(&words, 0, push),
            };
            found.sort_unstable();
            let expected = (0..0o1000_u32).filter(|set| set.count_ones() == size);
            let expected: Vec<(u32, u32)> = expected
                .filter_map(|set| {
                    let members = (0..9).filter(|i| set >> i & 1 != 0);
                    let union = members.clone().fold(0, |union, i| union | words[i]);
                    let whole = members.into_iter().all(|i| words[i] != 0);
                    (whole && union.count_ones() <= size).then_some((set, union))
                })
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
