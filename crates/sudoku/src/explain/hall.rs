//! Sets that fill exactly as many places as they have members.
//!
//! If k cells of a house have only k candidates between them, these k digits are in
//! these cells. The same holds for k digits and their places, and for k lines and the
//! crossing lines of one digit's places: subsets and fish are one search.
//! (P. Hall, "On representatives of subsets", 1935.)
//!
//! What is left over is such a set, too, seen from the other side: a naked triple among
//! five open cells leaves a hidden pair. So large sets in small houses need not be looked
//! for where the small ones have been.

use super::layout::{ValueStore, has_at_most};

/// The first answer of `try_set` to the sets of `SIZE` words that are not 0 and have
/// `SIZE` bits between them. It is given which words, and which bits.
///
/// None if there are fewer than `least` words that are not 0.
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

/// Adds members from `rest` to a set until it has `SIZE` of them.
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
            // Sparse words, or there would be none.
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
