//! Buckets of states, with the number of solutions of each.
//!
//! There may be hundreds of millions of states, and most of the time goes into finding equal ones.
//! In a single table, each state would be a cache miss. So new states are put into buckets by their
//! hashes. Only a full bucket, which fits into the cache, is searched for equal states. If most of
//! its states differ, the number of buckets grows.

use std::mem::size_of;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::states::{StateCount, enlarge_buckets, mixed_hash};
use crate::bits::Bits;

/// Number of states in a full bucket.
const FULL: usize = 1 << 13;
/// Initial capacity of a bucket, in states.
const FIRST: usize = 1 << 5;
/// Binary logarithm of the factor by which the number of buckets grows.
const SPLIT: u32 = 3;
/// Binary logarithm of the largest number of buckets.
const MOST: u32 = 20;

/// States with their numbers; equal states may occur more than once.
pub type Bucket<const W: usize, A> = Vec<(Bits<W>, A)>;

/// Bytes that states take.
#[derive(Debug, Default)]
pub struct HeldBytes(AtomicUsize);

impl HeldBytes {
    pub fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Adds the bytes of a bucket.
    pub fn hold<T>(&self, bucket: &Vec<T>) {
        let bytes = bucket.capacity() * size_of::<T>();
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Subtracts the bytes of a bucket.
    pub fn free<T>(&self, bucket: &Vec<T>) {
        let bytes = bucket.capacity() * size_of::<T>();
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// States in buckets.
#[derive(Clone, Debug)]
pub struct StateBuckets<const W: usize, A> {
    /// Binary logarithm of the number of buckets.
    split: u32,
    buckets: Vec<Bucket<W, A>>,
}

impl<const W: usize, A> Default for StateBuckets<W, A> {
    fn default() -> Self {
        Self {
            split: 0,
            buckets: vec![Vec::new()],
        }
    }
}

/// Bucket of a state, out of 2^`split`.
#[inline]
fn bucket_number<const W: usize>(key: Bits<W>, split: u32) -> usize {
    (mixed_hash(key) >> 1 >> (63 - split)) as usize
}

impl<const W: usize, A: StateCount> StateBuckets<W, A> {
    pub fn is_empty(&self) -> bool {
        self.buckets.iter().all(Vec::is_empty)
    }

    /// Adds a state with a number of solutions.
    #[inline(always)]
    pub fn put(&mut self, key: Bits<W>, amount: &A, merger: &mut BucketMerger, held: &HeldBytes) {
        let mut at = bucket_number(key, self.split);
        // A split may leave a full bucket, too.
        while self.buckets[at].len() == self.buckets[at].capacity() {
            self.make_room(at, merger, held);
            at = bucket_number(key, self.split);
        }
        self.buckets[at].push((key, amount.clone()));
    }

    #[cold]
    fn make_room(&mut self, at: usize, merger: &mut BucketMerger, held: &HeldBytes) {
        let bucket = &mut self.buckets[at];
        if bucket.len() >= FULL {
            merger.merge(bucket);
            if bucket.len() > FULL / 2 && self.split < MOST {
                return self.split(self.split + SPLIT, held);
            }
        }
        if bucket.len() == bucket.capacity() {
            held.free(bucket);
            bucket.reserve_exact(bucket.len().max(FIRST));
            held.hold(bucket);
        }
    }

    /// Distributes the states over 2^`split` buckets.
    fn split(&mut self, split: u32, held: &HeldBytes) {
        if split == self.split {
            return;
        }
        let few = std::mem::take(&mut self.buckets);
        let parts = 1 << (split - self.split);
        self.split = split;
        for bucket in few {
            let room = (bucket.len() / parts * 5 / 4).max(FIRST);
            let first = self.buckets.len();
            self.buckets
                .extend((0..parts).map(|_| Vec::with_capacity(room)));
            held.free(&bucket);
            for (key, amount) in bucket {
                self.buckets[bucket_number(key, split)].push((key, amount));
            }
            self.buckets[first..]
                .iter()
                .for_each(|part| held.hold(part));
        }
    }

    /// Converts all states to larger numbers.
    pub fn enlarge(self, held: &HeldBytes) -> StateBuckets<W, A::Larger> {
        let buckets = enlarge_buckets(self.buckets);
        for bucket in &buckets {
            held.hold(bucket);
        }
        StateBuckets {
            split: self.split,
            buckets,
        }
    }

    /// Joins the buckets of several threads: those of one hash range become one.
    pub fn joined_buckets(mut all: Vec<Self>, held: &HeldBytes) -> Vec<Bucket<W, A>> {
        let split = all.iter().map(|states| states.split).max();
        for states in &mut all {
            states.split(split.unwrap_or(0), held);
        }
        let mut all = all.into_iter().map(|states| states.buckets);
        let mut buckets = all.next().unwrap_or_default();
        for others in all {
            for (bucket, other) in buckets.iter_mut().zip(others) {
                held.free(bucket);
                held.free(&other);
                bucket.extend(other);
                held.hold(bucket);
            }
        }
        buckets
    }
}

/// Merger of equal states in a bucket.
#[derive(Clone, Debug, Default)]
pub struct BucketMerger {
    /// Hash table with open addressing: positions in the bucket plus 1, or 0 for a free slot.
    table: Vec<u32>,
}

impl BucketMerger {
    /// Keeps each state once, with the sum of its numbers.
    pub fn merge<const W: usize, A: StateCount>(&mut self, bucket: &mut Bucket<W, A>) {
        let slots = (2 * bucket.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(slots, 0);
        let mut different = 0;
        for at in 0..bucket.len() {
            let key = bucket[at].0;
            let mut slot = mixed_hash(key) as usize & (slots - 1);
            loop {
                let Some(before) = (self.table[slot] as usize).checked_sub(1) else {
                    bucket.swap(different, at);
                    different += 1;
                    self.table[slot] = different as u32;
                    break;
                };
                if bucket[before].0 == key {
                    let (kept, rest) = bucket.split_at_mut(at);
                    kept[before].1.add(&rest[0].1);
                    break;
                }
                slot = (slot + 1) & (slots - 1);
            }
        }
        bucket.truncate(different);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::memo::states::Count32;
    use countless_engine::SplitMix64;

    /// Puts more states than fill a bucket, many of them repeatedly, into two sets of buckets.
    #[test]
    fn every_way_to_a_state_is_counted_once() {
        let (held, mut merger, mut random) =
            (HeldBytes::default(), BucketMerger::default(), SplitMix64(1));
        let mut expected = HashMap::<Bits<1>, u32>::new();
        let mut both = [
            StateBuckets::<1, Count32>::default(),
            StateBuckets::default(),
        ];
        for number in 0..20 * FULL {
            let key = Bits([random.next() % (6 * FULL as u64)]);
            let states = &mut both[usize::from(number % 3 == 0)];
            states.put(key, &Count32::one(), &mut merger, &held);
            *expected.entry(key).or_default() += 1;
        }
        assert!(both[0].split > both[1].split && held.bytes() > 0);
        let mut found = HashMap::new();
        for mut bucket in StateBuckets::joined_buckets(both.into(), &held) {
            merger.merge(&mut bucket);
            held.free(&bucket);
            for (key, amount) in bucket {
                let (number, residue) = amount.total();
                let number = u32::try_from(number).expect("it is small");
                assert_eq!(residue.get(), number);
                assert_eq!(found.insert(key, number), None);
            }
        }
        assert_eq!(found, expected);
        assert_eq!(held.bytes(), 0);
    }

    /// A split may fill one of its buckets to the last place, also with the key that is put next.
    #[test]
    fn every_byte_of_a_bucket_is_held() {
        let (held, mut merger, mut random) =
            (HeldBytes::default(), BucketMerger::default(), SplitMix64(1));
        let mut states = StateBuckets::<1, Count32>::default();
        let (different, room) = (4800, 750);
        let (mut first, mut others) = (Vec::new(), Vec::new());
        while first.len() < room || others.len() < different - room {
            let key = Bits([random.next()]);
            if bucket_number(key, SPLIT) == 0 {
                first.push(key);
            } else {
                others.push(key);
            }
        }
        let keys = first[..room].iter().chain(&others[..different - room]);
        let full = keys.cycle().take(FULL);
        for key in full.chain(&first[..1]) {
            states.put(*key, &Count32::one(), &mut merger, &held);
        }
        assert_eq!(states.split, SPLIT);
        assert_eq!(states.buckets[0].len(), room + 1);
        let capacities = states.buckets.iter().map(Vec::capacity).sum::<usize>();
        assert_eq!(held.bytes(), capacities * size_of::<(Bits<1>, Count32)>());
    }
}
