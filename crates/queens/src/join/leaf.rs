//! Counting disjoint pairs against a block of patterns held bit-sliced.
//!
//! A block has up to 512 patterns, and a *row* a bit for each of them: one vector with AVX-512,
//! two with AVX2. For every diagonal, one row says which patterns do *not* use it; the
//! transposed matrix of the block, complemented. The patterns disjoint from another one, w, are
//! then the AND of the rows of w's diagonals. Those ANDs are made beforehand for all values of
//! five to seven chunks of w, of six or seven bits each:
//!
//! ```text
//!     w          |  chunk 4  |  chunk 3  |  chunk 2  |  chunk 1  |  chunk 0  |
//!                      |           |           |           |           |
//!     table        64 rows     64 rows     64 rows     64 rows     64 rows
//!                      |           |           |           |           |
//!     AND              row    &    row    &    row    &    row    &    row
//!                      |
//!     count the bits set: the patterns of the block that w can be paired with
//! ```
//!
//! which is five loads of a row for up to 512 pairs. The table, 20 to 28 KB, stays in the
//! first-level cache. Seven chunks take up to 42 bits.
//!
//! Where no instruction counts bits, eight vectors are first added up, place by place, by
//! carry-save adders (Harley and Seal; Warren, *Hacker's Delight*, 2nd ed., section 5-1), so
//! that bits are counted in one vector instead of eight.

use super::transpose::transpose;
use super::word::Word;
use countless_simd::{MAX_LANES, Simd, Task, Vector};

/// The most patterns of a block.
pub(super) const CAPACITY: usize = 512;

/// The most bits that patterns may be compared by.
pub(super) const MOST_BITS: u32 = 42;

/// The first of so many `bits` in a chunk; the last chunks are the wider ones.
const fn first_bit(chunk: usize, bits: usize, chunks: usize) -> usize {
    chunk * bits / chunks
}

/// The first row of a chunk in the table.
const fn first_row(chunk: usize, bits: usize, chunks: usize) -> usize {
    let (mut row, mut i) = (0, 0);
    while i < chunk {
        row += 1 << (first_bit(i + 1, bits, chunks) - first_bit(i, bits, chunks));
        i += 1;
    }
    row
}

/// The rows of five chunks of 32 bits, or of seven of 42.
const ROWS: usize = 448;

/// Room for the rows of all chunks, aligned to cache lines.
#[repr(align(64))]
#[derive(Debug)]
pub(super) struct Table([u32; ROWS * CAPACITY / 32]);

impl Default for Table {
    #[allow(clippy::large_stack_arrays)] // for a moment, once in a thread
    fn default() -> Self {
        Self([0; ROWS * CAPACITY / 32])
    }
}

/// Counts the pairs of a pattern of `ours`, the block, and one of `theirs` that have none of the
/// low `bits` bits in common, [`MOST_BITS`] at most. The block has at most [`CAPACITY`] patterns,
/// and `theirs` are fewer than 2^25, so that no lane of the sum overflows.
///
/// As a task of its own it is compiled once, and not for each kind of orbit.
pub(super) struct Block<'a, W> {
    pub table: &'a mut Table,
    pub ours: &'a [W],
    pub theirs: &'a [W],
    pub bits: u32,
}

impl<W: Word> Task for Block<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        assert!(self.ours.len() <= CAPACITY, "more patterns than bits");
        assert!(
            self.theirs.len() < 1 << 25,
            "a lane of the sum might overflow"
        );
        // A block of few patterns needs but one of two vectors.
        match (
            CAPACITY / (S::U32::LANES * 32),
            self.ours.len() <= CAPACITY / 2,
        ) {
            (1, _) | (2, true) => self.in_rows_of::<S::U32, 1>(simd),
            (2, false) => self.in_rows_of::<S::U32, 2>(simd),
            _ => self.in_rows_of::<S::U32, 4>(simd),
        }
    }
}

impl<W: Word> Block<'_, W> {
    /// The pairs, by rows of `VECTORS`.
    #[inline(always)]
    fn in_rows_of<V: Vector<Lane = u32>, const VECTORS: usize>(self, simd: V::Simd) -> u64 {
        match (size_of::<W>(), self.bits) {
            (4, 0..=30) => self.compare::<V, 30, 5, VECTORS>(simd),
            (4, _) => self.compare::<V, 32, 5, VECTORS>(simd),
            (_, 0..=36) => self.compare::<V, 36, 6, VECTORS>(simd),
            _ => self.compare::<V, { MOST_BITS as usize }, 7, VECTORS>(simd),
        }
    }

    /// The pairs, by `BITS` bits in so many chunks.
    #[inline(always)]
    fn compare<
        V: Vector<Lane = u32>,
        const BITS: usize,
        const CHUNKS: usize,
        const VECTORS: usize,
    >(
        self,
        simd: V::Simd,
    ) -> u64 {
        const { assert!(first_row(CHUNKS, BITS, CHUNKS) <= ROWS && BITS >= 3 * CHUNKS) };
        slice::<V, W, BITS, CHUNKS, VECTORS>(simd, self.table, self.ours, self.bits as usize);
        count::<V, W, BITS, CHUNKS, VECTORS>(simd, self.table, self.theirs)
    }
}

/// The pairs of a pattern of the block in the table and one of `others`.
#[inline(always)]
fn count<
    V: Vector<Lane = u32>,
    W: Word,
    const BITS: usize,
    const CHUNKS: usize,
    const VECTORS: usize,
>(
    simd: V::Simd,
    table: &Table,
    others: &[W],
) -> u64 {
    let none = V::splat(simd, 0);
    let mut sum = none;
    let mut rest = others;
    if !V::Simd::COUNTS_BITS {
        // How often each bit was set: the low places of that number in three vectors.
        let (mut ones, mut twos, mut fours) = (none, none, none);
        let runs = others.chunks_exact(8 / VECTORS);
        rest = runs.remainder();
        for run in runs {
            let mut vectors = [none; 8];
            for (j, &other) in run.iter().enumerate() {
                for i in 0..VECTORS {
                    vectors[j * VECTORS + i] =
                        apart::<V, W, BITS, CHUNKS, VECTORS>(simd, table, other, i);
                }
            }
            let [a, b, c, d, e, f, g, h] = vectors;
            let eights;
            let (two_a, two_b, two_c, two_d);
            (ones, two_a) = carry_save(ones, a, b);
            (ones, two_b) = carry_save(ones, c, d);
            (ones, two_c) = carry_save(ones, e, f);
            (ones, two_d) = carry_save(ones, g, h);
            let (four_a, four_b);
            (twos, four_a) = carry_save(twos, two_a, two_b);
            (twos, four_b) = carry_save(twos, two_c, two_d);
            (fours, eights) = carry_save(fours, four_a, four_b);
            sum = sum.add(eights.count_ones());
        }
        let (ones, twos, fours) = (ones.count_ones(), twos.count_ones(), fours.count_ones());
        sum = sum.shl(3).add(fours.shl(2)).add(twos.shl(1)).add(ones);
    }
    for &other in rest {
        for i in 0..VECTORS {
            sum = sum.add(apart::<V, W, BITS, CHUNKS, VECTORS>(simd, table, other, i).count_ones());
        }
    }
    sum.sum()
}

/// The patterns of the block, those of its vector `i`, that `other` can be paired with.
#[inline(always)]
fn apart<
    V: Vector<Lane = u32>,
    W: Word,
    const BITS: usize,
    const CHUNKS: usize,
    const VECTORS: usize,
>(
    simd: V::Simd,
    table: &Table,
    other: W,
    i: usize,
) -> V {
    let other: u64 = other.into();
    let mut apart = !V::splat(simd, 0);
    for chunk in 0..CHUNKS {
        let first = first_bit(chunk, BITS, CHUNKS);
        let width = first_bit(chunk + 1, BITS, CHUNKS) - first;
        let value = (other >> first) as usize & ((1 << width) - 1);
        let row = first_row(chunk, BITS, CHUNKS) + value;
        apart = apart & V::load(simd, &table.0[(row * VECTORS + i) * V::LANES..]);
    }
    apart
}

/// The sum of three bits in each place: its low and its high bit.
#[inline(always)]
fn carry_save<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    let odd = a ^ b;
    (odd ^ c, a & b | odd & c)
}

/// Fills the table: for every chunk, and every value of it, the patterns of the
/// block that have no bit in common with it.
#[inline(always)]
fn slice<
    V: Vector<Lane = u32>,
    W: Word,
    const BITS: usize,
    const CHUNKS: usize,
    const VECTORS: usize,
>(
    simd: V::Simd,
    table: &mut Table,
    block: &[W],
    bits: usize,
) {
    let (none, all) = (V::splat(simd, 0), !V::splat(simd, 0));
    for i in 0..VECTORS {
        let most = 32 * V::LANES;
        let block = &block[(i * most).min(block.len())..block.len().min((i + 1) * most)];
        // The low and the high half of patterns.
        let mut rows = [[none; 32]; 2];
        for (half, rows) in rows[..BITS.div_ceil(32)].iter_mut().enumerate() {
            fill(simd, rows, block, 32 * half as u32);
            transpose(simd, rows);
        }
        let rows = rows.as_flattened_mut();
        rows[bits..].fill(none);
        // The bits of each lane that stand for a pattern.
        let (full, rest) = (block.len() / V::LANES, block.len() % V::LANES);
        let more = V::splat(simd, low_bits(full + 1));
        let valid = more.select(V::first(simd, rest), V::splat(simd, low_bits(full)));
        for chunk in 0..CHUNKS {
            let first = first_bit(chunk, BITS, CHUNKS);
            let width = first_bit(chunk + 1, BITS, CHUNKS) - first;
            let table = &mut table.0[(first_row(chunk, BITS, CHUNKS) * VECTORS + i) * V::LANES..];
            let place = |value: usize| value * VECTORS * V::LANES;
            // Eight rows at a time: all values of the lowest three bits, for one of the others.
            let mut low = [all; 8];
            for bit in 0..3 {
                for value in 0..1 << bit {
                    low[value | 1 << bit] = low[value].and_not(rows[first + bit]);
                }
            }
            let mut high = if chunk == 0 { valid } else { all };
            for value in (0..1_usize << width).step_by(8) {
                if value > 0 {
                    let lowest = value.trailing_zeros() as usize;
                    let less = V::load(simd, &table[place(value & (value - 1))..]);
                    high = less.and_not(rows[first + lowest]);
                }
                for (j, &low) in low.iter().enumerate() {
                    (high & low).store(&mut table[place(value + j)..]);
                }
            }
        }
    }
}

/// Fills the lanes of `rows` with 32 bits of each pattern of the block, from `first` on, and does
/// not touch rows beyond.
#[inline(always)]
fn fill<V: Vector<Lane = u32>, W: Word>(
    simd: V::Simd,
    rows: &mut [V; 32],
    block: &[W],
    first: u32,
) {
    let part = |pattern: W| (pattern.into() >> first) as u32;
    let whole = block.chunks_exact(V::LANES);
    let rest = whole.remainder();
    let mut words = [0; MAX_LANES];
    let mut rows = rows.iter_mut();
    for (patterns, row) in whole.zip(rows.by_ref()) {
        for (word, &pattern) in words.iter_mut().zip(patterns) {
            *word = part(pattern);
        }
        *row = V::load(simd, &words);
    }
    if let Some(row) = rows.next() {
        words.fill(0);
        for (word, &pattern) in words.iter_mut().zip(rest) {
            *word = part(pattern);
        }
        *row = V::load(simd, &words);
    }
}

/// A word whose lowest `count` bits are set, and no more than it has.
#[inline(always)]
fn low_bits(count: usize) -> u32 {
    if count < 32 { (1 << count) - 1 } else { !0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_simd::Scalar;

    fn pairs(block: usize, others: usize) -> u64 {
        let block = Block {
            table: &mut Box::default(),
            ours: &vec![0_u32; block],
            theirs: &vec![0_u32; others],
            bits: 30,
        };
        Scalar.run(block)
    }

    #[test]
    fn a_whole_block_is_counted() {
        assert_eq!(pairs(CAPACITY, 3), 3 * CAPACITY as u64);
    }

    #[test]
    #[should_panic(expected = "more patterns than bits")]
    fn a_block_too_large_is_refused() {
        pairs(CAPACITY + 1, 1);
    }

    #[test]
    #[should_panic(expected = "might overflow")]
    fn sums_that_might_overflow_are_refused() {
        pairs(1, 1 << 25);
    }
}
