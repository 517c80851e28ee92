//! Choice of the list and the bit to split two lists of patterns by.
//!
//! Either list can be split by any bit, and the other one filtered:
//!
//! ```text
//!     split ours:     with the bit  x  theirs without     without  x  all of theirs
//!     split theirs:   with the bit  x  ours without       without  x  all of ours
//! ```
//!
//! The numbers of patterns with each bit are estimated from a sample of 64 of each list. The split
//! with the least expected cost of its two parts is chosen.

use super::block_pairs::CAPACITY;
use super::pattern_word::{PatternWord, set_bits};
use countless_simd::{Simd, Task, Vector};

/// Rule for choosing a split.
pub(super) trait ChooseSplit {
    /// True if theirs are split as well as ours, and may become a block.
    const EITHER: bool;
    /// Most patterns of a list that may move when it is split. Longer lists are split in place,
    /// which takes more time but less room.
    const LONGEST_MOVED: usize;

    /// Chooses which of two lists to split, and by which bit of `mask`. The lists are not empty.
    fn choose<S: Simd, W: PatternWord>(simd: S, ours: &[W], theirs: &[W], mask: W) -> SplitChoice;
}

/// Choice of a split.
#[derive(Clone, Copy, Debug)]
pub(super) struct SplitChoice {
    /// The list that is split: 0 for ours, 1 for theirs. The other one is filtered.
    pub side: usize,
    /// The bit to split by.
    pub bit: u32,
    /// The bits that both sides have, as far as a sample shows.
    pub live: u64,
}

/// Splits ours by the highest bit, for lists with ordered bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct SplitInOrder;

impl ChooseSplit for SplitInOrder {
    const EITHER: bool = false;
    const LONGEST_MOVED: usize = usize::MAX;

    #[inline(always)]
    fn choose<S: Simd, W: PatternWord>(_: S, _: &[W], _: &[W], mask: W) -> SplitChoice {
        let live: u64 = mask.into();
        SplitChoice {
            side: 0,
            bit: live.ilog2(),
            live,
        }
    }
}

/// Splits either list by the bit with the least expected cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct SplitByCost;

impl ChooseSplit for SplitByCost {
    const EITHER: bool = true;
    const LONGEST_MOVED: usize = 1 << 19;

    #[inline(always)]
    fn choose<S: Simd, W: PatternWord>(simd: S, ours: &[W], theirs: &[W], mask: W) -> SplitChoice {
        simd.run(Cheapest { ours, theirs, mask })
    }
}

/// Choice by the least expected cost: a task of its own, to be compiled once.
struct Cheapest<'a, W> {
    ours: &'a [W],
    theirs: &'a [W],
    mask: W,
}

impl<W: PatternWord> Task for Cheapest<'_, W> {
    type Output = SplitChoice;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> SplitChoice {
        let Self { ours, theirs, mask } = self;
        let (p, q) = (sampled_counts(simd, ours), sampled_counts(simd, theirs));
        let (n, m) = (ours.len() as f32, theirs.len() as f32);
        let mut costs = [[0.0; 64]; 2];
        for bit in 0..8 * size_of::<W>() {
            let (p, q) = (share(p[bit]), share(q[bit]));
            costs[0][bit] = cost(n * p, m * (1.0 - q)) + cost(n * (1.0 - p), m);
            costs[1][bit] = cost(n * (1.0 - p), m * q) + cost(n, m * (1.0 - q));
        }
        let mask = mask.into();
        let mut choice = SplitChoice {
            side: 0,
            bit: mask.trailing_zeros(),
            live: 0,
        };
        let mut least = f32::INFINITY;
        for bit in set_bits(mask).filter(|&bit| p[bit] > 0 && q[bit] > 0) {
            choice.live |= 1 << bit;
            for (side, costs) in costs.iter().enumerate() {
                if costs[bit] < least {
                    least = costs[bit];
                    (choice.side, choice.bit) = (side, bit as u32);
                }
            }
        }
        choice
    }
}

/// Number of patterns in a sample.
const SAMPLE: usize = 64;

/// Counts the patterns of a sample with each bit.
#[inline(always)]
fn sampled_counts<S: Simd, W: PatternWord>(simd: S, list: &[W]) -> [u8; 64] {
    // Both are in 256ths of a pattern.
    let (step, mut place) = ((list.len() << 8) / SAMPLE, 0);
    let mut sample = [0; SAMPLE];
    for pattern in &mut sample {
        *pattern = list[place >> 8].into();
        place += step;
    }
    count_bits::<S::U64>(simd, &sample)
}

/// Counts the words with each bit.
#[inline(always)]
fn count_bits<V: Vector<Lane = u64>>(simd: V::Simd, words: &[u64; SAMPLE]) -> [u8; 64] {
    // Each sum counts every eighth bit, in bytes.
    let mut sums = [V::splat(simd, 0); 8];
    let ones = V::splat(simd, u64::MAX / 0xFF);
    for words in words.chunks_exact(V::LANES) {
        let words = V::load(simd, words);
        for (shift, sum) in sums.iter_mut().enumerate() {
            *sum = sum.add(words.shr(shift as u32) & ones);
        }
    }
    let mut counts = [0; 64];
    for (shift, sum) in sums.into_iter().enumerate() {
        for (byte, count) in sum.sum().to_le_bytes().into_iter().enumerate() {
            counts[8 * byte + shift] = count;
        }
    }
    counts
}

/// Estimates the share of patterns with a bit from its `count` in a sample, excluding 0 and 1.
#[inline(always)]
fn share(count: u8) -> f32 {
    const LEAST: f32 = 0.5 / SAMPLE as f32;
    (f32::from(count) / SAMPLE as f32).clamp(LEAST, 1.0 - LEAST)
}

/// Cycles to fill the table of a block.
const FILL: f32 = 1000.0;
/// Cycles to compare a pattern with a block.
const COMPARE: f32 = 4.5;
/// Patterns of a list above which its cost is less than proportional, since it is split as well.
const LONG_LIST: f32 = 24_000.0;
/// Number of blocks of a list that is just too long for one.
const BLOCKS: f32 = 2.0;

/// Estimates the cycles to count the pairs of two lists of these lengths. The powers are those of
/// lists that are split: the parts have fewer pairs to compare than the whole.
#[inline(always)]
pub(super) fn cost(n: f32, m: f32) -> f32 {
    const BLOCK: f32 = CAPACITY as f32;
    let (shorter, longer) = (n.min(m), n.max(m));
    let blocks = if shorter <= BLOCK {
        1.0
    } else {
        BLOCKS * (shorter * (1.0 / BLOCK)).sqrt()
    };
    let root = (longer * (1.0 / LONG_LIST)).sqrt();
    let length = if longer <= LONG_LIST {
        FILL + COMPARE * longer
    } else {
        (FILL + COMPARE * LONG_LIST) * root * root.sqrt()
    };
    blocks * length
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_simd::{Kernel, dispatch};

    struct CountBits([u64; SAMPLE]);

    impl Task for CountBits {
        type Output = [u8; 64];

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> [u8; 64] {
            count_bits::<S::U64>(simd, &self.0)
        }
    }

    #[test]
    fn bits_are_counted() {
        let words: [u64; SAMPLE] = std::array::from_fn(|i| {
            let word = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            if i % 5 == 0 {
                u64::MAX
            } else {
                word ^ word >> 31
            }
        });
        for words in [words, [u64::MAX; SAMPLE], [0; SAMPLE]] {
            let count = |bit| words.iter().filter(|&word| word >> bit & 1 == 1).count() as u8;
            let counts: [u8; 64] = std::array::from_fn(count);
            for kernel in Kernel::available() {
                assert_eq!(dispatch(kernel, CountBits(words)), counts, "{kernel}");
            }
        }
    }

    struct Choosing<'a>(&'a [u32], &'a [u32], u32);

    impl Task for Choosing<'_> {
        type Output = SplitChoice;

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> SplitChoice {
            SplitByCost::choose(simd, self.0, self.1, self.2)
        }
    }

    #[test]
    fn the_bit_that_both_have_most_is_chosen() {
        // Of ours: bit 2 in half, bit 4 in all, bit 9 in an eighth. Of theirs: 2 and 9 in half.
        let ours: Vec<u32> = (0..5000)
            .map(|i| 16 | u32::from(i % 2 == 0) << 2 | u32::from(i % 8 == 3) << 9)
            .collect();
        let theirs: Vec<u32> = (0..6000)
            .map(|i| u32::from(i / 3 % 2 == 0) << 2 | u32::from(i / 5 % 2 == 0) << 9)
            .collect();
        for kernel in Kernel::available() {
            let choice = dispatch(kernel, Choosing(&ours, &theirs, !0));
            assert_eq!((choice.bit, choice.live), (2, 1 << 2 | 1 << 9), "{kernel}");
            let choice = dispatch(kernel, Choosing(&ours, &theirs, !4));
            assert_eq!((choice.bit, choice.live), (9, 1 << 9), "{kernel}");
            // None of these is common: any is as good.
            let choice = dispatch(kernel, Choosing(&ours, &theirs, 3 << 16));
            assert_eq!((choice.bit, choice.live), (16, 0), "{kernel}");
        }
    }
}
