//! Lists of live options.
//!
//! A list is stored word by word, so that a vector holds one word of several options:
//!
//! ```text
//!            option 0  1  2  3 │ 4  5  6  7 │ …
//! word 0           ■■■■■■■■■■■■│■■■■■■■■■■■■│■■■
//! word 1           ■■■■■■■■■■■■│■■■■■■■■■■■■│■■■    stride options a row
//! number           ■■■■■■■■■■■■│■■■■■■■■■■■■│■■■    only if solutions are wanted
//!                     a vector    a vector
//! ```
//!
//! Zeros follow the last option up to the end of a vector. They conflict with no option and do not
//! count.

use super::item_sets::{ItemCounts, ItemSet, SetWord, count_word, take_vector, total_counts};
use crate::bits::Bits;
use countless_simd::{MAX_LANES, Packing, Simd, Vector};

/// Options in `P` rows of words. The first rows are their items.
#[derive(Clone, Debug, Default)]
pub struct OptionList<L> {
    words: Vec<L>,
    stride: usize,
    len: usize,
}

impl<L: SetWord> OptionList<L> {
    pub fn len(&self) -> usize {
        self.len
    }

    /// Removes all options, and makes room for `len` options in `rows` rows.
    #[inline(always)]
    pub fn clear(&mut self, rows: usize, len: usize) {
        // A vector may be written behind the last option.
        self.stride = len.next_multiple_of(MAX_LANES) + MAX_LANES;
        self.len = 0;
        if self.words.len() < rows * self.stride {
            self.words.resize(rows * self.stride, L::default());
        }
    }

    /// Writes an option within the room.
    #[inline(always)]
    pub fn put<const P: usize>(&mut self, index: usize, option: [L; P]) {
        for (row, word) in option.into_iter().enumerate() {
            self.words[row * self.stride + index] = word;
        }
    }

    /// Writes the selected options of a vector from `index` on, and returns their number. There
    /// must be room for a whole vector.
    #[inline(always)]
    fn put_selected<S: Simd, const P: usize>(
        &mut self,
        index: usize,
        words: [L::Vector<S>; P],
        some: <L::Vector<S> as Vector>::Mask,
    ) -> usize {
        let packing = L::Vector::<S>::packing(some);
        for (row, word) in words.into_iter().enumerate() {
            word.pack(packing, &mut self.words[row * self.stride + index..]);
        }
        packing.count()
    }

    /// Sets the number of options, and writes the zeros behind them.
    #[inline(always)]
    pub fn seal<const P: usize>(&mut self, len: usize) {
        self.len = len;
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

    /// Some words of every option, as whole vectors.
    #[inline(always)]
    pub fn rows<S: Simd, const R: usize>(&self) -> [&[L]; R] {
        let len = self.len.next_multiple_of(L::Vector::<S>::LANES);
        // Not a closure, which might not be inlined.
        let mut rows = [&self.words[..]; R];
        for (index, row) in rows.iter_mut().enumerate() {
            *row = &self.row(index)[..len];
        }
        rows
    }

    #[inline(always)]
    pub fn get<const P: usize>(&self, index: usize) -> [L; P] {
        std::array::from_fn(|row| self.words[row * self.stride + index])
    }

    /// Items that remain if all options with an item of `covered` are removed, for several sets.
    #[inline(always)]
    pub fn survivors<S: Simd, const W: usize, const C: usize>(
        &self,
        simd: S,
        covered: &[ItemSet<L, W>; C],
    ) -> [ItemSet<L, W>; C] {
        let zero = L::Vector::<S>::splat(simd, L::default());
        let mut gone = [[zero; W]; C];
        for (gone, covered) in gone.iter_mut().zip(covered) {
            *gone = splat::<S, L, W>(simd, covered);
        }
        let mut all = [[zero; W]; C];
        let mut rows = self.rows::<S, W>();
        while !rows[0].is_empty() {
            let words = next_vectors::<S, L, W>(simd, &mut rows, zero);
            for (all, gone) in all.iter_mut().zip(gone) {
                let free = lanes_without(words, gone, zero);
                for (all, word) in all.iter_mut().zip(words) {
                    *all = *all | word.select(free, zero);
                }
            }
        }
        let mut left = [Bits::default(); C];
        for (left, all) in left.iter_mut().zip(all) {
            for (left, all) in left.0.iter_mut().zip(all) {
                let mut lanes = [L::default(); MAX_LANES];
                all.store(&mut lanes);
                for lane in &lanes[..L::Vector::<S>::LANES] {
                    *left = *left | *lane;
                }
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
        covered: &ItemSet<L, W>,
        to: &mut Self,
    ) -> ItemCounts<L, W> {
        let lanes = L::Vector::<S>::LANES;
        let zero = L::Vector::<S>::splat(simd, L::default());
        let covered = splat::<S, L, W>(simd, covered);
        to.clear(P, self.len);
        let mut rows = self.rows::<S, P>();
        let mut len = 0;
        let mut sum = [zero; 4];
        while !rows[0].is_empty() {
            let words = next_vectors::<S, L, P>(simd, &mut rows, zero);
            let mut items = [zero; W];
            items.copy_from_slice(&words[..W]);
            let free = lanes_without(items, covered, zero);
            len += to.put_selected::<S, P>(len, words, free);
            if W == 1 {
                sum = count_word(sum, words[0].select(free, zero));
            }
        }
        // Zeros behind the last option pass the filter, too.
        to.len = len - (self.len.next_multiple_of(lanes) - self.len);
        for row in 0..P {
            zero.store(&mut to.words[row * to.stride + to.len..]);
        }
        if W > 1 {
            return ItemCounts::of(simd, to.rows::<S, W>());
        }
        let mut counts = ItemCounts::default();
        counts.set(0, total_counts::<S, L>(simd, sum));
        counts
    }

    /// Copies the options with the item of this word and bit to `with`, in order.
    #[inline(always)]
    pub fn collect_with<S: Simd, const P: usize>(
        &self,
        simd: S,
        (word, bit): (usize, L),
        with: &mut Self,
    ) {
        let zero = L::Vector::<S>::splat(simd, L::default());
        let bits = L::Vector::<S>::splat(simd, bit);
        with.clear(P, self.len);
        let mut len = 0;
        let mut rows = self.rows::<S, P>();
        while !rows[0].is_empty() {
            let words = next_vectors::<S, L, P>(simd, &mut rows, zero);
            len += with.put_selected::<S, P>(len, words, words[word].intersects(bits));
        }
        with.len = len;
    }
}

/// Copies each word of a set to all lanes of a vector.
#[inline(always)]
fn splat<S: Simd, L: SetWord, const W: usize>(simd: S, set: &ItemSet<L, W>) -> [L::Vector<S>; W] {
    let mut vectors = [L::Vector::<S>::splat(simd, L::default()); W];
    for (vector, word) in vectors.iter_mut().zip(set.0) {
        *vector = L::Vector::<S>::splat(simd, word);
    }
    vectors
}

/// Lanes of options without covered items.
#[inline(always)]
fn lanes_without<V: Vector, const W: usize>(words: [V; W], covered: [V; W], zero: V) -> V::Mask {
    let mut hit = zero;
    for (word, covered) in words.into_iter().zip(covered) {
        hit = hit | (word & covered);
    }
    hit.equal(zero)
}

/// Takes the next vector of each row.
#[inline(always)]
fn next_vectors<S: Simd, L: SetWord, const R: usize>(
    simd: S,
    rows: &mut [&[L]; R],
    zero: L::Vector<S>,
) -> [L::Vector<S>; R] {
    let mut words = [zero; R];
    for (word, row) in words.iter_mut().zip(rows) {
        *word = take_vector::<S, L>(simd, row);
    }
    words
}
