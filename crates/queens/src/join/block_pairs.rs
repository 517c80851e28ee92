//! Counting disjoint pairs against a block of patterns held bit-sliced.
//!
//! A block has up to 512 patterns, and a *row* has one bit for each of them: one vector with
//! AVX-512, two with AVX2. The row of a diagonal has the bits of the patterns that do *not* use it.
//! These rows are the transposed matrix of the block, complemented. The patterns disjoint from
//! another one, w, are then the AND of the rows of w's diagonals. A table has these ANDs for all
//! values of four to seven chunks of w, of five to seven bits each:
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
//! That is five row loads for up to 512 pairs. The table, 10 to 28 KB, stays in the first-level
//! cache. Seven chunks take up to 42 bits. Three or four chunks are used for up to 18 or 24 bits
//! with others between them, if an instruction brings them together. If few patterns are compared,
//! smaller chunks take less time: a table of 32 bits has 448 rows in five chunks, and 256 in six.
//!
//! Without an instruction that counts bits, eight vectors are first added up, place by place, by
//! carry-save adders (Harley and Seal; Warren, *Hacker's Delight*, 2nd ed., section 5-1). Then bits
//! are counted in one vector instead of eight.

use super::pattern::{PatternWord, set_bits};
use countless_simd::{BitMoves, MAX_LANES, Simd, Task, Vector};

/// The most patterns of a block.
pub(super) const CAPACITY: usize = 512;

/// The most bits that patterns may be compared by.
pub(super) const MOST_BITS: u32 = 42;

/// Most patterns compared with a block, so that a lane of the sum cannot overflow.
pub(super) const MOST_OTHERS: usize = (1 << 25) - 1;

/// A chunk of bits.
#[derive(Clone, Copy, Debug)]
struct BitChunk {
    /// The lowest bit of the chunk, and its number of bits.
    first: usize,
    width: usize,
    /// Its first row in the table.
    row: usize,
}

/// Division of `BITS` bits into `CHUNKS` chunks, whose widths differ by at most one.
struct BitChunks<const BITS: usize, const CHUNKS: usize>;

impl<const BITS: usize, const CHUNKS: usize> BitChunks<BITS, CHUNKS> {
    const ALL: [BitChunk; CHUNKS] = {
        let none = BitChunk {
            first: 0,
            width: 0,
            row: 0,
        };
        let (mut chunks, mut i, mut row) = ([none; CHUNKS], 0, 0);
        while i < CHUNKS {
            let first = i * BITS / CHUNKS;
            let width = (i + 1) * BITS / CHUNKS - first;
            chunks[i] = BitChunk { first, width, row };
            assert!(width >= 3, "eight rows are filled at a time");
            row += 1 << width;
            i += 1;
        }
        assert!(row <= TABLE_ROWS, "more rows than there is room for");
        chunks
    };
}

/// The most rows of a table, for five chunks of 32 bits or seven of 42.
const TABLE_ROWS: usize = 448;

/// Room for the rows of all chunks, aligned to cache lines.
#[repr(align(64))]
#[derive(Debug)]
pub(super) struct BlockTable {
    rows: [u32; TABLE_ROWS * CAPACITY / 32],
    /// Rows of the bits of the patterns in a vector, as many words each as it has lanes.
    bits: [u32; 64 * MAX_LANES / 2],
}

impl Default for BlockTable {
    #[allow(clippy::large_stack_arrays)] // for a moment, once in a thread
    fn default() -> Self {
        Self {
            rows: [0; TABLE_ROWS * CAPACITY / 32],
            bits: [0; 64 * MAX_LANES / 2],
        }
    }
}

/// Counts the pairs of a pattern of `ours`, the block, and one of `theirs` that have none of the
/// bits of `mask` in common. The mask has at most [`MOST_BITS`] bits, the block at most
/// [`CAPACITY`] patterns, and `theirs` at most [`MOST_OTHERS`].
///
/// As a task of its own it is compiled once, and not for each kind of orbit.
pub(super) struct CountBlockPairs<'a, W> {
    pub table: &'a mut BlockTable,
    pub ours: &'a [W],
    pub theirs: &'a [W],
    pub mask: u64,
}

impl<W: PatternWord> Task for CountBlockPairs<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        assert!(self.ours.len() <= CAPACITY, "more patterns than bits");
        assert!(
            self.theirs.len() <= MOST_OTHERS,
            "a lane of the sum might overflow"
        );
        // A block of few patterns needs only one of two vectors.
        match (
            CAPACITY / (S::U32::LANES * 32),
            self.ours.len() <= CAPACITY / 2,
        ) {
            (1, _) | (2, true) => self.count_in_rows_of::<S::U32, 1>(simd),
            (2, false) => self.count_in_rows_of::<S::U32, 2>(simd),
            _ => self.count_in_rows_of::<S::U32, 4>(simd),
        }
    }
}

impl<W: PatternWord> CountBlockPairs<'_, W> {
    /// Counts the pairs by rows of `VECTORS`, in chunks for the number of bits and of others. Bits
    /// are brought together if that leaves fewer chunks.
    #[inline(always)]
    fn count_in_rows_of<V: Vector<Lane = u32>, const VECTORS: usize>(self, simd: V::Simd) -> u64 {
        const MOST: usize = MOST_BITS as usize;
        let (bits, mask) = (self.mask.count_ones(), self.mask);
        let low = u64::MAX >> (u64::BITS - bits.max(1));
        let spread = mask != low && V::Simd::EXTRACTS_BITS;
        let (length, others) = (u64::BITS - mask.leading_zeros(), self.theirs.len());
        if const { size_of::<W>() == 4 } {
            if V::Simd::IS_FALLBACK && length <= 25 {
                self.compare::<V, _, 25, 5, VECTORS>(simd, UnmovedBits, mask)
            } else if V::Simd::IS_FALLBACK {
                self.compare::<V, _, 32, 6, VECTORS>(simd, UnmovedBits, mask)
            } else if spread && bits <= 18 {
                self.compare::<V, _, 18, 3, VECTORS>(simd, simd.extraction(mask), low)
            } else if spread && bits <= 24 {
                self.compare::<V, _, 24, 4, VECTORS>(simd, simd.extraction(mask), low)
            // More chunks have fewer rows to fill, fewer chunks have fewer rows to read.
            } else if length <= 24 && others >= 96 {
                self.compare::<V, _, 24, 4, VECTORS>(simd, UnmovedBits, mask)
            } else if length <= 25 {
                self.compare::<V, _, 25, 5, VECTORS>(simd, UnmovedBits, mask)
            } else if length <= 30 && others < 128 {
                self.compare::<V, _, 30, 6, VECTORS>(simd, UnmovedBits, mask)
            } else if length <= 30 {
                self.compare::<V, _, 30, 5, VECTORS>(simd, UnmovedBits, mask)
            } else if others < 192 {
                self.compare::<V, _, 32, 6, VECTORS>(simd, UnmovedBits, mask)
            } else {
                self.compare::<V, _, 32, 5, VECTORS>(simd, UnmovedBits, mask)
            }
        } else if length <= 36 && !V::Simd::IS_FALLBACK {
            self.compare::<V, _, 36, 6, VECTORS>(simd, UnmovedBits, mask)
        } else if length <= MOST_BITS {
            self.compare::<V, _, MOST, 7, VECTORS>(simd, UnmovedBits, mask)
        } else if bits <= 36 && !V::Simd::IS_FALLBACK {
            self.compare::<V, _, 36, 6, VECTORS>(simd, simd.extraction(mask), low)
        } else {
            self.compare::<V, _, MOST, 7, VECTORS>(simd, simd.extraction(mask), low)
        }
    }

    /// Counts the pairs by `BITS` bits in `CHUNKS` chunks: those of `mask`, once they are `moved`.
    #[inline(always)]
    fn compare<
        V: Vector<Lane = u32>,
        M: BitMoves,
        const BITS: usize,
        const CHUNKS: usize,
        const VECTORS: usize,
    >(
        self,
        simd: V::Simd,
        moved: M,
        mask: u64,
    ) -> u64 {
        let rows = BlockRows::<V, M, BITS, CHUNKS, VECTORS> { simd, moved };
        rows.fill(self.table, self.ours, mask);
        rows.count(self.table, self.theirs)
    }
}

/// Moves that leave every bit in its place.
#[derive(Clone, Copy, Debug)]
struct UnmovedBits;

impl BitMoves for UnmovedBits {
    #[inline(always)]
    fn apply(self, word: u64) -> u64 {
        word
    }
}

/// Rows of a table: `BITS` bits of the patterns in `CHUNKS` chunks, and rows of `VECTORS` vectors.
#[derive(Clone, Copy)]
struct BlockRows<V: Vector, M, const BITS: usize, const CHUNKS: usize, const VECTORS: usize> {
    simd: V::Simd,
    moved: M,
}

impl<
    V: Vector<Lane = u32>,
    M: BitMoves,
    const BITS: usize,
    const CHUNKS: usize,
    const VECTORS: usize,
> BlockRows<V, M, BITS, CHUNKS, VECTORS>
{
    /// Counts the pairs of a pattern of the block in the table and one of `others`.
    #[inline(always)]
    fn count<W: PatternWord>(self, table: &BlockTable, others: &[W]) -> u64 {
        let none = V::splat(self.simd, 0);
        let mut sum = none;
        let mut rest = others;
        if !V::Simd::COUNTS_BITS {
            // The count of each bit: its low three binary digits, in three vectors.
            let (mut ones, mut twos, mut fours) = (none, none, none);
            let runs = others.chunks_exact(8 / VECTORS);
            rest = runs.remainder();
            for run in runs {
                let mut vectors = [none; 8];
                for (j, &other) in run.iter().enumerate() {
                    let other = self.moved.apply(other.into());
                    for i in 0..VECTORS {
                        vectors[j * VECTORS + i] = self.disjoint_patterns(table, other, i);
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
        // Four at a time, so that the compiler unrolls the loop.
        let runs = rest.chunks_exact(4);
        let last = runs.remainder();
        for run in runs {
            sum = self.add_counts(table, run, sum);
        }
        self.add_counts(table, last, sum).sum()
    }

    /// Adds the numbers of patterns of the block that are disjoint from each of `others` to the lanes
    /// of `sum`.
    #[inline(always)]
    fn add_counts<W: PatternWord>(self, table: &BlockTable, others: &[W], mut sum: V) -> V {
        for &other in others {
            let other = self.moved.apply(other.into());
            for i in 0..VECTORS {
                let apart = self.disjoint_patterns(table, other, i);
                sum = sum.add(apart.count_ones());
            }
        }
        sum
    }

    /// The patterns in vector `i` of the block that are disjoint from `other`.
    #[inline(always)]
    fn disjoint_patterns(self, table: &BlockTable, other: u64, i: usize) -> V {
        let size = VECTORS * V::LANES;
        let mut apart = !V::splat(self.simd, 0);
        for (at, BitChunk { first, width, row }) in
            BitChunks::<BITS, CHUNKS>::ALL.into_iter().enumerate()
        {
            // An extraction replaces a copy, a shift and a mask. The second and the last chunk need only
            // two of these, and one extraction begins in a cycle.
            let extracted = V::Simd::EXTRACTS_BITS && (at == 0 || (2..CHUNKS - 1).contains(&at));
            let place = if extracted {
                // The chunk with three zeros below: its value, times eight.
                let mask = ((1 << width) - 1) << (first + 3) | 7;
                self.simd.extraction(mask).apply(other << 3) as usize * (size / 8)
            } else {
                ((other >> first) as usize & ((1 << width) - 1)) * size
            };
            apart = apart & V::load(self.simd, &table.rows[row * size + place + i * V::LANES..]);
        }
        apart
    }

    /// Fills the table: for every chunk, and every value of it, the patterns of the
    /// block that have no bit in common with it.
    #[inline(always)]
    fn fill<W: PatternWord>(self, table: &mut BlockTable, block: &[W], mask: u64) {
        let (none, all) = (V::splat(self.simd, 0), !V::splat(self.simd, 0));
        let size = VECTORS * V::LANES;
        let BlockTable { rows, bits } = table;
        for i in 0..VECTORS {
            let most = 32 * V::LANES;
            let block = &block[(i * most).min(block.len())..block.len().min((i + 1) * most)];
            // The low and the high half of patterns.
            for half in 0..BITS.div_ceil(32) {
                self.simd.run(TransposeBlock {
                    bits: &mut bits[32 * V::LANES * half..],
                    block,
                    moved: self.moved,
                    first: 32 * half as u32,
                });
            }
            for bit in set_bits(!mask & u64::MAX >> (64 - BITS)) {
                none.store(&mut bits[bit * V::LANES..]);
            }
            let patterns = |bit: usize| V::load(self.simd, &bits[bit * V::LANES..]);
            // The bits of each lane that stand for a pattern.
            let (full, rest) = (block.len() / V::LANES, block.len() % V::LANES);
            let more = V::splat(self.simd, low_bits(full + 1));
            let valid = more.select(
                V::first(self.simd, rest),
                V::splat(self.simd, low_bits(full)),
            );
            for BitChunk { first, width, row } in BitChunks::<BITS, CHUNKS>::ALL {
                let table = &mut rows[row * size..][..size << width];
                let mut low = [if row == 0 { valid } else { all }; 8];
                for bit in 0..3 {
                    let pattern = patterns(first + bit);
                    for value in 0..1 << bit {
                        low[value | 1 << bit] = low[value].and_not(pattern);
                    }
                }
                for (low, row) in low.into_iter().zip(table.chunks_exact_mut(size)) {
                    low.store(&mut row[i * V::LANES..]);
                }
                // Each further bit doubles the number of rows.
                for bit in 3..width {
                    let pattern = patterns(first + bit);
                    let (without, with) = table.split_at_mut(size << bit);
                    for (without, with) in
                        without.chunks_exact(size).zip(with.chunks_exact_mut(size))
                    {
                        let row = V::load(self.simd, &without[i * V::LANES..]).and_not(pattern);
                        row.store(&mut with[i * V::LANES..]);
                    }
                }
            }
        }
    }
}

/// Adds three bits in each place, and returns the low and the high bit of the sum.
#[inline(always)]
fn carry_save<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    let odd = a ^ b;
    (odd ^ c, a & b | odd & c)
}

/// Transposes 32 bits of each pattern of a block, from bit `first` on, to rows of bits.
///
/// As a task of its own it is compiled once, and not for each division into chunks.
struct TransposeBlock<'a, W, M> {
    bits: &'a mut [u32],
    block: &'a [W],
    moved: M,
    first: u32,
}

impl<W: PatternWord, M: BitMoves> Task for TransposeBlock<'_, W, M> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let mut rows = [S::U32::splat(simd, 0); 32];
        fill_lanes(simd, &mut rows, self.block, self.moved, self.first);
        transpose(simd, &mut rows);
        let lanes = S::U32::LANES;
        for (row, words) in rows.into_iter().zip(self.bits.chunks_exact_mut(lanes)) {
            row.store(words);
        }
    }
}

/// Fills the lanes of `rows` with 32 bits of each pattern of the block, from bit `first` on. It
/// does not change rows beyond the block.
#[inline(always)]
fn fill_lanes<V: Vector<Lane = u32>, W: PatternWord>(
    simd: V::Simd,
    rows: &mut [V; 32],
    block: &[W],
    moved: impl BitMoves,
    first: u32,
) {
    let part = |pattern: W| (moved.apply(pattern.into()) >> first) as u32;
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

/// Returns a word with its lowest `count` bits set, or all if it has fewer.
#[inline(always)]
fn low_bits(count: usize) -> u32 {
    if count < 32 { (1 << count) - 1 } else { !0 }
}

/// Transposes, in each lane, the square matrix of bits whose rows are this lane of `rows`.
///
/// By halving (Warren, *Hacker's Delight*, 2nd ed., section 7-3), in all lanes at once:
///
/// ```text
///    A B        A C     the high half of the upper rows and the low half of the
///    C D  --->  B D     lower rows change places; then the same in each quarter
/// ```
#[inline(always)]
pub(super) fn transpose<V: Vector<Lane = u32>>(simd: V::Simd, rows: &mut [V; 32]) {
    let mut size = 16;
    while size > 0 {
        // The low half of every run of twice `size` bits.
        let low = V::splat(simd, u32::MAX / ((1 << size) + 1));
        let mut block = 0;
        while block < 32 {
            for row in block..block + size {
                let (upper, lower) = (rows[row], rows[row + size]);
                let swap = (upper.shr(size as u32) ^ lower) & low;
                rows[row] = upper ^ swap.shl(size as u32);
                rows[row + size] = lower ^ swap;
            }
            block += 2 * size;
        }
        size /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_simd::{MAX_LANES, Scalar, Simd};

    fn pairs(block: usize, others: usize) -> u64 {
        let block = CountBlockPairs {
            table: &mut Box::default(),
            ours: &vec![0_u32; block],
            theirs: &vec![0_u32; others],
            mask: (1 << 30) - 1,
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
        pairs(1, MOST_OTHERS + 1);
    }

    #[test]
    fn rows_become_columns() {
        type NarrowLanes = <Scalar as Simd>::U32;
        // Any bits do, as long as lanes and rows differ.
        let word = |row: usize, lane: usize| {
            ((row * MAX_LANES + lane + 1) as u32)
                .wrapping_mul(0x9E37_79B9)
                .rotate_left(row as u32)
        };
        let row = |row| {
            let words = std::array::from_fn::<_, MAX_LANES, _>(|lane| word(row, lane));
            NarrowLanes::load(Scalar, &words)
        };
        let mut rows = std::array::from_fn(row);
        transpose(Scalar, &mut rows);
        for (i, row) in rows.into_iter().enumerate() {
            let mut lanes = [0; MAX_LANES];
            row.store(&mut lanes);
            for (lane, bits) in lanes[..NarrowLanes::LANES].iter().enumerate() {
                let column = (0..32).fold(0, |sum, j| sum | (word(j, lane) >> i & 1) << j);
                assert_eq!(*bits, column, "row {i}, lane {lane}");
            }
        }
    }
}
