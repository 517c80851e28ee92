//! Counting disjoint pairs against a block of patterns held bit-sliced.
//!
//! A vector has a bit for each pattern of the block: 512 with AVX-512. For every
//! diagonal, one vector says which patterns do *not* use it; the transposed matrix of
//! the block, complemented. The patterns disjoint from another one, w, are then the AND
//! of the vectors of w's diagonals. Those ANDs are made beforehand for all values of
//! five chunks of w, six or seven bits each:
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
//! which is five loads for up to 512 pairs. The table, 20 to 40 KB, stays in the
//! first-level cache.

use super::quadrant::SLACK;
use super::transpose::transpose;
use super::word::Word;
use crate::simd::Vector;

/// The most patterns of a block: one bit of a vector for each.
#[inline(always)]
pub(super) const fn capacity<V: Vector<Lane: Word>>() -> usize {
    V::LANES * V::Lane::BITS
}

/// Room for 640 vectors of at most 64 bytes, aligned to cache lines.
#[repr(align(64))]
#[derive(Debug)]
pub(super) struct Table<W>([W; 10240]);

impl<W: Copy + Default> Default for Table<W> {
    fn default() -> Self {
        Self([W::default(); 10240])
    }
}

/// The first bit of a chunk; the last chunks are the wider ones.
const fn first_bit(chunk: usize, chunks: usize, bits: usize) -> usize {
    chunk * bits / chunks
}

/// The first row of a chunk in the table.
const fn first_row(chunk: usize, chunks: usize, bits: usize) -> usize {
    let (mut row, mut i) = (0, 0);
    while i < chunk {
        row += 1 << (first_bit(i + 1, chunks, bits) - first_bit(i, chunks, bits));
        i += 1;
    }
    row
}

/// Counts the pairs of a pattern of `block` and one of `others` that have none of
/// the low `BITS` bits in common. `block` holds at most [`capacity`] patterns, and
/// `others` fewer than 2^27, so that no lane of the sum overflows.
#[inline(always)]
pub(super) fn count<V: Vector<Lane: Word>, const CHUNKS: usize, const BITS: usize>(
    simd: V::Simd,
    table: &mut Table<V::Lane>,
    block: &[V::Lane],
    others: &[V::Lane],
) -> u64 {
    assert!(block.len() <= capacity::<V>(), "more patterns than bits");
    assert!(others.len() < 1 << 27, "a lane of the sum might overflow");
    slice::<V, CHUNKS, BITS>(simd, table, block);
    let none = V::splat(simd, V::Lane::default());
    let mut sum = none;
    for &other in others {
        let other: u64 = other.into();
        let mut apart = !none;
        for chunk in 0..CHUNKS {
            let first = first_bit(chunk, CHUNKS, BITS);
            let width = first_bit(chunk + 1, CHUNKS, BITS) - first;
            let value = other as usize >> first & ((1 << width) - 1);
            let row = first_row(chunk, CHUNKS, BITS) + value;
            apart = apart & V::load(simd, &table.0[row * V::LANES..]);
        }
        sum = sum.add(apart.count_ones());
    }
    sum.sum()
}

/// Fills the table: for every chunk, and every value of it, the patterns of the
/// block that have no bit in common with it.
#[inline(always)]
fn slice<V: Vector<Lane: Word>, const CHUNKS: usize, const BITS: usize>(
    simd: V::Simd,
    table: &mut Table<V::Lane>,
    block: &[V::Lane],
) {
    let none = V::splat(simd, V::Lane::default());
    let mut rows = V::Lane::per_bit(none);
    let rows = rows.as_mut();
    let vectors = block.chunks_exact(V::LANES);
    let rest = vectors.remainder();
    let full = block.len() / V::LANES;
    for (row, from) in rows.iter_mut().zip(vectors) {
        *row = V::load(simd, from);
    }
    let mut last = [V::Lane::default(); SLACK];
    if !rest.is_empty() {
        last[..rest.len()].copy_from_slice(rest);
        rows[full] = V::load(simd, &last);
    }
    // The bits of each lane that stand for a pattern.
    let more = V::splat(simd, low_bits(full + 1));
    let valid = more.select(V::first(simd, rest.len()), V::splat(simd, low_bits(full)));
    transpose(simd, rows, BITS);
    for chunk in 0..CHUNKS {
        let first = first_bit(chunk, CHUNKS, BITS);
        let width = first_bit(chunk + 1, CHUNKS, BITS) - first;
        let table = &mut table.0[first_row(chunk, CHUNKS, BITS) * V::LANES..];
        if chunk == 0 { valid } else { !none }.store(table);
        for bit in 0..width {
            let row = rows.get(first + bit).copied().unwrap_or(none);
            let (done, next) = table.split_at_mut(V::LANES << bit);
            let mut next = next.chunks_exact_mut(V::LANES);
            for done in done.chunks_exact(V::LANES) {
                if let Some(next) = next.next() {
                    V::load(simd, done).and_not(row).store(next);
                }
            }
        }
    }
}

/// A word whose lowest `count` bits are set, and no more than it has.
#[inline(always)]
fn low_bits<W: Word>(count: usize) -> W {
    W::truncate(if count < 64 { (1 << count) - 1 } else { !0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Scalar;

    type Lanes = <u32 as Word>::Vector<Scalar>;

    fn pairs(block: usize, others: usize) -> u64 {
        let mut table = Box::<Table<u32>>::default();
        count::<Lanes, 5, 30>(Scalar, &mut table, &vec![0; block], &vec![0; others])
    }

    #[test]
    fn a_whole_block_is_counted() {
        assert_eq!(
            pairs(capacity::<Lanes>(), 3),
            3 * capacity::<Lanes>() as u64
        );
    }

    #[test]
    #[should_panic(expected = "more patterns than bits")]
    fn a_block_too_large_is_refused() {
        pairs(capacity::<Lanes>() + 1, 1);
    }

    #[test]
    #[should_panic(expected = "might overflow")]
    fn sums_that_might_overflow_are_refused() {
        pairs(1, 1 << 27);
    }
}
