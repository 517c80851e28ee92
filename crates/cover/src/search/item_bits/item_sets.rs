//! Sets of items, as bits of some words, and the number of options of each item.

use std::ops::{BitAnd, BitOr, BitXor};

use crate::bits::{Bits, Word};
use countless_simd::{MAX_LANES, Mask, Simd, Vector};

/// Word of a set of items, and lane of a vector.
pub trait SetWord: Word + BitXor<Output = Self> + Send + 'static {
    /// Vector of these words.
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
    /// Number of bits of a word.
    const BITS: usize;

    /// Low bits of `word`.
    fn truncated(word: u64) -> Self;
}

impl SetWord for u64 {
    type Vector<S: Simd> = S::U64;
    const BITS: usize = 64;

    #[inline(always)]
    fn truncated(word: u64) -> Self {
        word
    }
}

impl SetWord for u32 {
    type Vector<S: Simd> = S::U32;
    const BITS: usize = 32;

    #[inline(always)]
    fn truncated(word: u64) -> Self {
        word as u32
    }
}

/// Takes the first vector from some words; zeros if no whole vector is left.
#[inline(always)]
pub fn take_vector<S: Simd, L: SetWord>(simd: S, words: &mut &[L]) -> L::Vector<S> {
    match words.split_at_checked(L::Vector::<S>::LANES) {
        Some((first, rest)) => {
            *words = rest;
            L::Vector::<S>::load(simd, first)
        }
        None => L::Vector::<S>::splat(simd, L::default()),
    }
}

/// Set of items in `W` words.
pub type ItemSet<L, const W: usize> = Bits<W, L>;

/// Word of a set with the lowest item, and the bit of that item.
#[inline(always)]
pub fn lowest<L: SetWord, const W: usize>(set: ItemSet<L, W>) -> (usize, L) {
    let at = set.0.iter().position(|&word| word != L::default());
    let at = at.unwrap_or(0);
    let word: u64 = set.0[at].into();
    (at, L::truncated(word & word.wrapping_neg()))
}

/// Number of options of each item: the bits of a number up to 7, and the items with more.
#[derive(Clone, Copy, Debug, Default)]
pub struct ItemCounts<L: SetWord, const W: usize> {
    pub bits: [ItemSet<L, W>; 3],
    pub more: ItemSet<L, W>,
}

impl<L: SetWord, const W: usize> ItemCounts<L, W> {
    /// Counts the options of each item; each row has one word of every option.
    #[inline(always)]
    pub fn of<S: Simd>(simd: S, rows: [&[L]; W]) -> Self {
        let mut counts = Self::default();
        for (word, mut row) in rows.into_iter().enumerate() {
            let mut sum = [L::Vector::<S>::splat(simd, L::default()); 4];
            while !row.is_empty() {
                sum = count_word(sum, take_vector::<S, L>(simd, &mut row));
            }
            counts.set(word, total_counts::<S, L>(simd, sum));
        }
        counts
    }
}

/// Items of `among` with the fewest options; each row has one word of every option.
#[inline(always)]
pub fn fewest<S: Simd, L: SetWord, const W: usize>(
    simd: S,
    rows: [&[L]; W],
    among: &ItemSet<L, W>,
) -> ItemSet<L, W> {
    // One set of items for each bit of the numbers.
    let mut bits = [ItemSet::<L, W>::default(); PLACES];
    let mut used = 0;
    for (word, row) in rows.into_iter().enumerate() {
        let numbers = numbers::<S, L>(simd, row);
        for (place, number) in numbers.into_iter().enumerate() {
            bits[place].0[word] = number;
            if number != L::default() {
                used = used.max(place + 1);
            }
        }
    }
    let mut fewest = *among;
    for bit in bits[..used].iter().rev() {
        let fewer = fewest.difference(*bit);
        if !fewer.is_empty() {
            fewest = fewer;
        }
    }
    fewest
}

/// Bits of a number of options; option numbers have 32 bits.
const PLACES: usize = 32;

/// Number of words that have each bit, in binary, the lowest place first.
///
/// Carry-save adders add up eight vectors before anything is carried further.
#[inline(always)]
fn numbers<S: Simd, L: SetWord>(simd: S, mut words: &[L]) -> [L; PLACES] {
    let zero = L::Vector::<S>::splat(simd, L::default());
    let mut sums = [zero; PLACES];
    let mut used = 3;
    while !words.is_empty() {
        let mut eight = [zero; 8];
        for vector in &mut eight {
            *vector = take_vector::<S, L>(simd, &mut words);
        }
        let [a, b, c, d, e, f, g, h] = eight;
        let (two, ones) = carry_save(sums[0], a, b);
        let (other, ones) = carry_save(ones, c, d);
        let (four, twos) = carry_save(sums[1], two, other);
        let (two, ones) = carry_save(ones, e, f);
        let (other, ones) = carry_save(ones, g, h);
        let (more, twos) = carry_save(twos, two, other);
        let (mut carry, fours) = carry_save(sums[2], four, more);
        [sums[0], sums[1], sums[2]] = [ones, twos, fours];
        let mut place = 3;
        while place < used {
            (carry, sums[place]) = (sums[place] & carry, sums[place] ^ carry);
            place += 1;
        }
        if carry.intersects(carry).any() {
            sums[used] = carry;
            used += 1;
        }
    }
    let mut width = L::Vector::<S>::LANES;
    if S::PERMUTES {
        while width > 1 {
            width /= 2;
            let mut carry = zero;
            for sum in &mut sums[..used] {
                let other = rotated::<S, L>(simd, *sum, width);
                (carry, *sum) = carry_save(*sum, other, carry);
            }
            sums[used] = carry;
            used += 1;
        }
    }
    // Adds lanes one by one if the kernel cannot permute them.
    let mut totals = [0; PLACES];
    for (place, sum) in sums[..used].iter().enumerate() {
        let mut words = [L::default(); MAX_LANES];
        sum.store(&mut words);
        for word in &words[..width] {
            let (mut carry, mut place): (u64, _) = ((*word).into(), place);
            while carry != 0 {
                let next = totals[place] & carry;
                totals[place] ^= carry;
                carry = next;
                place += 1;
            }
        }
    }
    let mut numbers = [L::default(); PLACES];
    for (number, total) in numbers.iter_mut().zip(totals) {
        *number = L::truncated(total);
    }
    numbers
}

/// Sum of three bits in each place: carry and sum.
#[inline(always)]
fn carry_save<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    ((a & b) | (c & (a | b)), a ^ b ^ c)
}

/// Counts one more word: updates the number of words that have each bit, as in [`ItemCounts`].
#[inline(always)]
pub fn count_word<V: Vector>([a, b, c, more]: [V; 4], word: V) -> [V; 4] {
    let carry = a & word;
    let next = b & carry;
    [a ^ word, b ^ carry, c ^ next, more | (c & next)]
}

/// Sum of the counts of all lanes.
#[inline(always)]
pub fn total_counts<S: Simd, L: SetWord>(simd: S, mut sum: [L::Vector<S>; 4]) -> [L; 4] {
    let mut width = L::Vector::<S>::LANES;
    let mut lanes = [[L::default(); MAX_LANES]; 4];
    if S::PERMUTES {
        while width > 1 {
            width /= 2;
            let mut others = sum;
            for other in &mut others {
                *other = rotated::<S, L>(simd, *other, width);
            }
            sum = add_counts(sum, others);
        }
    }
    for (lanes, vector) in lanes.iter_mut().zip(sum) {
        vector.store(lanes);
    }
    let [a, b, c, more] = lanes;
    let mut total = [a[0], b[0], c[0], more[0]];
    for lane in 1..width {
        total = add_counts(total, [a[lane], b[lane], c[lane], more[lane]]);
    }
    total
}

/// Rotates the lanes of a vector by `places`.
#[inline(always)]
fn rotated<S: Simd, L: SetWord>(simd: S, vector: L::Vector<S>, places: usize) -> L::Vector<S> {
    let mut from = [L::default(); MAX_LANES];
    for (lane, from) in from.iter_mut().enumerate() {
        *from = L::truncated(((lane + places) % L::Vector::<S>::LANES) as u64);
    }
    vector.permute(L::Vector::<S>::load(simd, &from))
}

/// Sum of two numbers in each bit.
#[inline(always)]
fn add_counts<T>(x: [T; 4], y: [T; 4]) -> [T; 4]
where
    T: Copy + BitAnd<Output = T> + BitOr<Output = T> + BitXor<Output = T>,
{
    let carry = x[0] & y[0];
    let half = x[1] ^ y[1];
    let next = (x[1] & y[1]) | (half & carry);
    let last = x[2] ^ y[2];
    let more = x[3] | y[3] | (x[2] & y[2]) | (last & next);
    [x[0] ^ y[0], half ^ carry, last ^ next, more]
}

impl<L: SetWord, const W: usize> ItemCounts<L, W> {
    /// Sets the counts of a word.
    #[inline(always)]
    pub fn set(&mut self, word: usize, [a, b, c, more]: [L; 4]) {
        for (set, bits) in self.bits.iter_mut().zip([a, b, c]) {
            set.0[word] = bits;
        }
        self.more.0[word] = more;
    }

    /// Items with at least one option.
    #[inline(always)]
    pub fn any(&self) -> ItemSet<L, W> {
        let bits = self.bits.iter();
        bits.fold(self.more, |any, &bit| any.union(bit))
    }

    /// Items of `among` with exactly one option.
    #[inline(always)]
    pub fn single(&self, among: &ItemSet<L, W>) -> ItemSet<L, W> {
        let others = self.bits[1].union(self.bits[2]).union(self.more);
        among.intersection(self.bits[0]).difference(others)
    }

    /// Items of `among` with the fewest options, if these are fewer than eight.
    #[inline(always)]
    pub fn fewest(&self, among: &ItemSet<L, W>) -> Option<ItemSet<L, W>> {
        let few = among.difference(self.more);
        if few.is_empty() {
            return None;
        }
        Some(self.bits.iter().rev().fold(few, |fewest, bit| {
            let fewer = fewest.difference(*bit);
            if fewer.is_empty() { fewest } else { fewer }
        }))
    }
}
