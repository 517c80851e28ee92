//! Lists of live options.
//!
//! A list is kept word by word, so that a vector holds the same word of several options:
//!
//! ```text
//!            option 0  1  2  3 │ 4  5  6  7 │ …
//! word 0           ■■■■■■■■■■■■│■■■■■■■■■■■■│■■■
//! word 1           ■■■■■■■■■■■■│■■■■■■■■■■■■│■■■    stride options a row
//! number           ■■■■■■■■■■■■│■■■■■■■■■■■■│■■■    only if solutions are wanted
//!                     a vector    a vector
//! ```
//!
//! Behind the last option are zeros up to the end of a vector: options that contradict nothing
//! and count for nothing.

use std::ops::{BitAnd, BitOr, BitXor};
use std::slice::ChunksExact;

use super::set::{Set, Word};
use crate::simd::{MAX_LANES, Mask, Packing, Simd, Vector};

/// Options in `P` rows of words, the first of which are their items.
#[derive(Clone, Debug, Default)]
pub struct List<L> {
    words: Vec<L>,
    stride: usize,
    len: usize,
}

/// How many options each item has: the bits of the number, up to 7, and whether it is more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts<L: Word, const W: usize> {
    pub bits: [Set<L, W>; 3],
    pub more: Set<L, W>,
}

impl<L: Word> List<L> {
    pub fn len(&self) -> usize {
        self.len
    }

    /// Empties it, and makes room for `len` options in `rows` rows.
    #[inline(always)]
    pub fn clear(&mut self, rows: usize, len: usize) {
        // A vector may be written behind the last option.
        self.stride = len.next_multiple_of(MAX_LANES) + MAX_LANES;
        self.len = 0;
        if self.words.len() < rows * self.stride {
            self.words.resize(rows * self.stride, L::default());
        }
    }

    /// Appends an option, for which there must be room.
    #[inline(always)]
    pub fn push<const P: usize>(&mut self, option: [L; P]) {
        for (row, word) in option.into_iter().enumerate() {
            self.words[row * self.stride + self.len] = word;
        }
        self.len += 1;
    }

    /// Puts the zeros behind the last option.
    #[inline(always)]
    pub fn seal<const P: usize>(&mut self) {
        for row in 0..P {
            let end = row * self.stride + self.len;
            self.words[end..end + MAX_LANES].fill(L::default());
        }
    }

    /// One word of every option.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[L] {
        &self.words[row * self.stride..][..self.stride]
    }

    /// All words of some rows, vector by vector.
    #[inline(always)]
    fn rows<S: Simd, const R: usize>(&self) -> [ChunksExact<'_, L>; R] {
        std::array::from_fn(|row| self.row(row).chunks_exact(L::Vector::<S>::LANES))
    }

    #[inline(always)]
    pub fn get<const P: usize>(&self, index: usize) -> [L; P] {
        std::array::from_fn(|row| self.words[row * self.stride + index])
    }

    /// The items that are left if the options with items of `covered` go.
    #[inline(always)]
    pub fn survivors<S: Simd, const W: usize>(&self, simd: S, covered: &Set<L, W>) -> Set<L, W> {
        let zero = L::Vector::<S>::splat(simd, L::default());
        let covered = splat::<S, L, W>(simd, covered);
        let mut all = [zero; W];
        let mut rows = self.rows::<S, W>();
        for _ in 0..self.len.div_ceil(L::Vector::<S>::LANES) {
            let words = next::<S, L, W>(simd, &mut rows, zero);
            let free = free(words, covered, zero);
            for (all, word) in all.iter_mut().zip(words) {
                *all = *all | word.select(free, zero);
            }
        }
        let mut left = Set::default();
        for (left, all) in left.0.iter_mut().zip(all) {
            let mut lanes = [L::default(); MAX_LANES];
            all.store(&mut lanes);
            for lane in &lanes[..L::Vector::<S>::LANES] {
                *left = *left | *lane;
            }
        }
        left
    }

    /// Copies the options without items of `covered` to another list, in order, and counts the
    /// options of each item there.
    #[inline(always)]
    pub fn filter<S: Simd, const W: usize, const P: usize>(
        &self,
        simd: S,
        covered: &Set<L, W>,
        to: &mut Self,
    ) -> Counts<L, W> {
        let lanes = L::Vector::<S>::LANES;
        let zero = L::Vector::<S>::splat(simd, L::default());
        let covered = splat::<S, L, W>(simd, covered);
        to.clear(P, self.len);
        let mut rows = self.rows::<S, P>();
        let (stride, mut len) = (to.stride, 0);
        let mut sum = [zero; 4];
        for _ in 0..self.len.div_ceil(lanes) {
            let words = next::<S, L, P>(simd, &mut rows, zero);
            let mut items = [zero; W];
            items.copy_from_slice(&words[..W]);
            let free = free(items, covered, zero);
            let packing = L::Vector::<S>::packing(free);
            for (row, word) in words.into_iter().enumerate() {
                word.pack(packing, &mut to.words[row * stride + len..]);
            }
            len += packing.count();
            if W == 1 {
                sum = plus(sum, words[0].select(free, zero));
            }
        }
        // The zeros behind the last option contradict nothing.
        to.len = len - (self.len.next_multiple_of(lanes) - self.len);
        for row in 0..P {
            zero.store(&mut to.words[row * stride + to.len..]);
        }
        if W > 1 {
            return to.counts(simd);
        }
        let mut counts = Counts::default();
        counts.set(0, total::<S, L>(simd, sum));
        counts
    }

    /// Moves the options with the item that is bit `bit` of word `word` to `with`, one after
    /// the other, and leaves the others, both in order.
    #[inline(always)]
    pub fn partition<S: Simd, const P: usize>(
        &mut self,
        simd: S,
        (word, bit): (usize, L),
        with: &mut Vec<L>,
    ) {
        let lanes = L::Vector::<S>::LANES;
        let bits = L::Vector::<S>::splat(simd, bit);
        let (stride, mut len) = (self.stride, 0);
        with.clear();
        let mut at = 0;
        while at < self.len {
            let mut words = [bits; P];
            for (row, word) in words.iter_mut().enumerate() {
                *word = L::Vector::<S>::load(simd, &self.words[row * stride + at..]);
            }
            let has = words[word].intersects(bits);
            let mut which = has.bits();
            while which != 0 {
                with.extend(self.get::<P>(at + which.trailing_zeros() as usize));
                which &= which - 1;
            }
            let packing = L::Vector::<S>::packing(!has);
            for (row, word) in words.into_iter().enumerate() {
                word.pack(packing, &mut self.words[row * stride + len..]);
            }
            len += packing.count();
            at += lanes;
        }
        self.len = len - (self.len.next_multiple_of(lanes) - self.len);
        let zero = L::Vector::<S>::splat(simd, L::default());
        for row in 0..P {
            zero.store(&mut self.words[row * stride + self.len..]);
        }
    }

    /// Counts the options of each item.
    #[inline(always)]
    pub fn counts<S: Simd, const W: usize>(&self, simd: S) -> Counts<L, W> {
        let mut counts = Counts::default();
        for word in 0..W {
            let mut sum = [L::Vector::<S>::splat(simd, L::default()); 4];
            let lanes = L::Vector::<S>::LANES;
            for words in self
                .row(word)
                .chunks_exact(lanes)
                .take(self.len.div_ceil(lanes))
            {
                sum = plus(sum, L::Vector::<S>::load(simd, words));
            }
            counts.set(word, total::<S, L>(simd, sum));
        }
        counts
    }

    /// The items of `among` that have the fewest options.
    #[inline(always)]
    pub fn fewest<S: Simd, const W: usize>(&self, simd: S, among: &Set<L, W>) -> Set<L, W> {
        // One set of items for each bit of their numbers.
        let mut bits = [Set::<L, W>::default(); usize::BITS as usize];
        let mut used = 0;
        for word in 0..W {
            let numbers = numbers::<S, L>(simd, self.row(word), self.len);
            for (place, number) in numbers.into_iter().enumerate() {
                bits[place].0[word] = number;
                if number != L::default() {
                    used = used.max(place + 1);
                }
            }
        }
        let mut fewest = *among;
        for bit in bits[..used].iter().rev() {
            let fewer = fewest.without(bit);
            if !fewer.is_empty() {
                fewest = fewer;
            }
        }
        fewest
    }
}

/// How many of some words have each bit, in binary, the lowest place first.
#[inline(always)]
fn numbers<S: Simd, L: Word>(simd: S, words: &[L], len: usize) -> [L; usize::BITS as usize] {
    let lanes = L::Vector::<S>::LANES;
    let zero = L::Vector::<S>::splat(simd, L::default());
    let mut sums = [zero; usize::BITS as usize];
    let mut used = 0;
    for words in words.chunks_exact(lanes).take(len.div_ceil(lanes)) {
        let mut carry = L::Vector::<S>::load(simd, words);
        let mut place = 0;
        while place < used {
            let next = sums[place] & carry;
            sums[place] = sums[place] ^ carry;
            carry = next;
            place += 1;
        }
        if carry.intersects(carry).any() {
            sums[used] = carry;
            used += 1;
        }
    }
    // The lanes one by one.
    let mut totals = [0; usize::BITS as usize];
    for (place, sum) in sums[..used].iter().enumerate() {
        let mut words = [L::default(); MAX_LANES];
        sum.store(&mut words);
        for word in &words[..lanes] {
            let (mut carry, mut place): (u64, _) = ((*word).into(), place);
            while carry != 0 {
                let next = totals[place] & carry;
                totals[place] ^= carry;
                carry = next;
                place += 1;
            }
        }
    }
    let mut numbers = [L::default(); usize::BITS as usize];
    for (number, total) in numbers.iter_mut().zip(totals) {
        *number = L::truncated(total);
    }
    numbers
}

/// Every lane of a vector for each word.
#[inline(always)]
fn splat<S: Simd, L: Word, const W: usize>(simd: S, set: &Set<L, W>) -> [L::Vector<S>; W] {
    let mut vectors = [L::Vector::<S>::splat(simd, L::default()); W];
    for (vector, word) in vectors.iter_mut().zip(set.0) {
        *vector = L::Vector::<S>::splat(simd, word);
    }
    vectors
}

/// The lanes of options without what is covered.
#[inline(always)]
fn free<V: Vector, const W: usize>(words: [V; W], covered: [V; W], zero: V) -> V::Mask {
    let mut hit = zero;
    for (word, covered) in words.into_iter().zip(covered) {
        hit = hit | (word & covered);
    }
    hit.equal(zero)
}

/// The next vector of each row.
#[inline(always)]
fn next<S: Simd, L: Word, const R: usize>(
    simd: S,
    rows: &mut [ChunksExact<'_, L>; R],
    zero: L::Vector<S>,
) -> [L::Vector<S>; R] {
    let mut words = [zero; R];
    for (word, row) in words.iter_mut().zip(rows) {
        if let Some(row) = row.next() {
            *word = L::Vector::<S>::load(simd, row);
        }
    }
    words
}

/// One more word to count: the bits of the number of words that have each bit, as of
/// [`Counts`].
#[inline(always)]
fn plus<V: Vector>([a, b, c, more]: [V; 4], word: V) -> [V; 4] {
    let carry = a & word;
    let next = b & carry;
    [a ^ word, b ^ carry, c ^ next, more | (c & next)]
}

/// The counts of all lanes together.
#[inline(always)]
fn total<S: Simd, L: Word>(simd: S, mut sum: [L::Vector<S>; 4]) -> [L; 4] {
    let mut width = L::Vector::<S>::LANES;
    let mut lanes = [[L::default(); MAX_LANES]; 4];
    if S::PERMUTES {
        while width > 1 {
            width /= 2;
            let mut others = sum;
            for other in &mut others {
                *other = rotated::<S, L>(simd, *other, width);
            }
            sum = add(sum, others);
        }
    }
    for (lanes, vector) in lanes.iter_mut().zip(sum) {
        vector.store(lanes);
    }
    let [a, b, c, more] = lanes;
    let mut total: [u64; 4] = [a[0].into(), b[0].into(), c[0].into(), more[0].into()];
    for lane in 1..width {
        let next = [a[lane], b[lane], c[lane], more[lane]];
        total = add(
            total,
            [
                next[0].into(),
                next[1].into(),
                next[2].into(),
                next[3].into(),
            ],
        );
    }
    let [a, b, c, more] = total;
    [
        L::truncated(a),
        L::truncated(b),
        L::truncated(c),
        L::truncated(more),
    ]
}

/// Every lane from `places` lanes further on.
#[inline(always)]
fn rotated<S: Simd, L: Word>(simd: S, vector: L::Vector<S>, places: usize) -> L::Vector<S> {
    let mut from = [L::default(); MAX_LANES];
    for (lane, from) in from.iter_mut().enumerate() {
        *from = L::truncated(((lane + places) % L::Vector::<S>::LANES) as u64);
    }
    vector.permute(L::Vector::<S>::load(simd, &from))
}

/// The sum of two numbers in each bit.
#[inline(always)]
fn add<T>(x: [T; 4], y: [T; 4]) -> [T; 4]
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

impl<L: Word, const W: usize> Counts<L, W> {
    /// Sets those of a word.
    #[inline(always)]
    fn set(&mut self, word: usize, [a, b, c, more]: [L; 4]) {
        for (set, bits) in self.bits.iter_mut().zip([a, b, c]) {
            set.0[word] = bits;
        }
        self.more.0[word] = more;
    }

    /// The items that have an option.
    #[inline(always)]
    pub fn any(&self) -> Set<L, W> {
        let bits = self.bits.iter();
        bits.fold(self.more, Set::or)
    }

    /// The items of `among` that have just one.
    #[inline(always)]
    pub fn single(&self, among: &Set<L, W>) -> Set<L, W> {
        let others = self.bits[1].or(&self.bits[2]).or(&self.more);
        among.and(&self.bits[0]).without(&others)
    }

    /// The items of `among` that have the fewest, if that is less than eight.
    #[inline(always)]
    pub fn fewest(&self, among: &Set<L, W>) -> Option<Set<L, W>> {
        let few = among.without(&self.more);
        if few.is_empty() {
            return None;
        }
        Some(self.bits.iter().rev().fold(few, |fewest, bit| {
            let fewer = fewest.without(bit);
            if fewer.is_empty() { fewest } else { fewer }
        }))
    }
}
