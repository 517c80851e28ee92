//! Sorting of distinct keys that are spread evenly over their highest bits.
//!
//! One pass counts the keys in each bucket of equal highest bits, and a second moves them to their
//! buckets. Within a bucket, the index of each key is its number of lesser keys. Buckets are small,
//! so that the code does not branch on keys. A sort by comparison is slower because it mispredicts
//! half of its branches.

use std::mem::replace;

use super::node_pool::LaneWord;

/// Most bits of the number of a bucket.
const RADIX: u32 = 12;

/// Most keys of a bucket that is ordered by counting lesser keys.
const SMALL_BUCKET: usize = 24;

/// Scratch memory for sorting.
#[derive(Debug)]
pub(super) struct KeySorter<L: LaneWord> {
    spare: Vec<L::Key>,
    /// End of each bucket.
    ends: [u32; 1 << RADIX],
}

impl<L: LaneWord> KeySorter<L> {
    pub fn new() -> Self {
        Self {
            spare: Vec::new(),
            ends: [0; 1 << RADIX],
        }
    }

    /// Sorts keys of `bits` bits.
    pub fn sort(&mut self, keys: &mut [L::Key], bits: u32) {
        if keys.is_empty() {
            return;
        }
        let radix = keys.len().ilog2().min(RADIX).min(bits);
        let bucket = |key| L::key_bits(key, bits - radix) % (1 << radix);
        let ends = &mut self.ends[..1 << radix];
        ends.fill(0);
        for &key in &*keys {
            ends[bucket(key)] += 1;
        }
        let mut start = 0;
        for end in &mut *ends {
            start += replace(end, start);
        }
        self.spare.resize(keys.len(), L::Key::default());
        for &key in &*keys {
            let end = &mut ends[bucket(key)];
            self.spare[*end as usize] = key;
            *end += 1;
        }
        let mut start = 0;
        for &end in &*ends {
            let range = start..end as usize;
            start = range.end;
            let (bucket, sorted) = (&self.spare[range.clone()], &mut keys[range]);
            if bucket.len() <= SMALL_BUCKET {
                for &key in bucket {
                    let lesser = bucket.iter().filter(|&&other| other < key).count();
                    sorted[lesser] = key;
                }
            } else {
                sorted.copy_from_slice(bucket);
                sorted.sort_unstable();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(
            narrow in prop::collection::btree_set(0u64..1 << 40, 0..3_000),
            bits in 40u32..64,
        ) {
            let expected: Vec<u64> = narrow.iter().copied().collect();
            let mut keys = expected.clone();
            keys.reverse();
            KeySorter::<u16>::new().sort(&mut keys, bits);
            prop_assert_eq!(keys, expected);
        }

        #[test]
        fn sorts_keys_that_crowd_together(
            crowd in prop::collection::btree_set(0u128..200, 0..100),
            rest in prop::collection::btree_set(0u128..1 << 100, 0..100),
        ) {
            let all: BTreeSet<u128> = crowd.union(&rest).copied().collect();
            let mut keys: Vec<u128> = rest.difference(&crowd).chain(&crowd).copied().collect();
            KeySorter::<u32>::new().sort(&mut keys, 100);
            prop_assert_eq!(keys, all.into_iter().collect::<Vec<_>>());
        }
    }
}
