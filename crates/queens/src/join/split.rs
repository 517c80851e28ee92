//! Splits of two lists of patterns: choice of the list and the bit, and the parts of an orbit, whose
//! lists of half boards are short enough to be kept.
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
//!
//! # Parts of an orbit
//!
//! From 26 rows on, an orbit may have tens to hundreds of millions of half boards on either side.
//! Such lists would be split first of all. Instead, the parts that splitting would make are listed
//! one by one. A part has the half boards of one side that have some diagonals and lack others, and
//! those of the other side that lack the former.
//!
//! ```text
//!     ours with the bit  x  theirs without     ours without  x  all of theirs
//! ```
//!
//! Each part is split again, by the bit that is expected to save most, until both of its lists are
//! short. Their lengths are estimated from a sample of the half boards, before any list is made.
//! Every pair without a common diagonal is in one part.

use super::block_pairs::CAPACITY;
use super::pattern::{PatternWord, set_bits};
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

/// Filter of the half boards on one side that are in a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DiagonalFilter {
    /// The bits that all of them have.
    pub have: u64,
    /// The bits that none of them has.
    pub lack: u64,
}

/// A part of an orbit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrbitPart {
    /// Those of ours, and those of theirs.
    pub(super) sides: [DiagonalFilter; 2],
    /// The expected time to count the part, for comparison with other parts of its orbit.
    pub cost: u64,
}

/// Approximate number of patterns of a list in a sample.
pub(super) const HALF_BOARD_SAMPLE: usize = 1 << 14;
/// Approximate number of sets of rows with half boards in a sample.
pub(super) const SAMPLED_SETS: usize = 48;

/// Step between the sets of rows in a sample of about `most` of `sets`, and the number of sets that
/// each of them stands for. The step is odd, since a set and its complement follow each other.
pub(super) fn sampling(sets: usize, most: usize) -> (usize, f32) {
    let step = (sets / most) | 1;
    (step, sets as f32 / sets.div_ceil(step).max(1) as f32)
}

/// Cycles to list a half board.
const LIST: f32 = 8.0;

/// Sample of the half boards of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct HalfBoardSample {
    pub patterns: Vec<u64>,
    /// Estimated number of all half boards.
    pub length: f32,
}

impl HalfBoardSample {
    /// Takes a sample of a list that stands for `weight` such lists.
    pub fn of<W: Copy + Into<u64>>(list: &[W], weight: f32) -> Self {
        let step = (list.len() / HALF_BOARD_SAMPLE).max(1);
        Self {
            patterns: list.iter().step_by(step).map(|&word| word.into()).collect(),
            length: list.len() as f32 * weight,
        }
    }

    /// Takes out the half boards that have `bit`.
    fn split_off(&mut self, bit: u64) -> Self {
        let all = self.patterns.len().max(1) as f32;
        let (with, without) = std::mem::take(&mut self.patterns)
            .into_iter()
            .partition::<Vec<u64>, _>(|pattern| pattern & bit != 0);
        let length = self.length * with.len() as f32 / all;
        self.length -= length;
        self.patterns = without;
        Self {
            patterns: with,
            length,
        }
    }

    /// The share of patterns with each bit.
    fn shares(&self) -> [f32; 64] {
        let mut counts = [0_u32; 64];
        for &pattern in &self.patterns {
            for bit in set_bits(pattern) {
                counts[bit] += 1;
            }
        }
        counts.map(|count| count as f32 / self.patterns.len().max(1) as f32)
    }
}

/// Divides an orbit into parts whose lists have about `longest` half boards at most, by bits of
/// `mask`.
pub(super) fn parts(samples: [HalfBoardSample; 2], mask: u64, longest: usize) -> Vec<OrbitPart> {
    let mut parts = Vec::new();
    let mut open = vec![(OrbitPart::default(), samples, mask)];
    while let Some((mut part, samples, mask)) = open.pop() {
        let [n, m] = [samples[0].length, samples[1].length];
        let is_short = n.max(m) <= longest as f32;
        let Some((side, bit)) = (!is_short).then(|| choose(&samples, mask)).flatten() else {
            part.cost = (cost(n, m) + LIST * (n + m)) as u64 + 1;
            parts.push(part);
            continue;
        };
        let (bit, other) = (1 << bit, 1 - side);
        let mut without = samples;
        let with = without[side].split_off(bit);
        let mut lacking = without[other].clone();
        lacking.split_off(bit);
        let mut first = part;
        first.sides[side].have |= bit;
        first.sides[other].lack |= bit;
        part.sides[side].lack |= bit;
        let mut pair = [with, lacking];
        if side == 1 {
            pair.reverse();
        }
        open.push((part, without, mask & !bit));
        open.push((first, pair, mask & !bit));
    }
    parts
}

/// Chooses the longer list, and the bit to split it by: the one whose parts are expected to cost
/// least.
fn choose(samples: &[HalfBoardSample; 2], mask: u64) -> Option<(usize, usize)> {
    let side = usize::from(samples[1].length > samples[0].length);
    let (split, other) = (&samples[side], &samples[1 - side]);
    let (p, q) = (split.shares(), other.shares());
    let (n, m) = (split.length, other.length);
    let costs = set_bits(mask)
        .filter(|&bit| p[bit] > 0.0 && q[bit] > 0.0)
        .map(|bit| {
            let (p, q) = (p[bit], q[bit]);
            (cost(n * p, m * (1.0 - q)) + cost(n * (1.0 - p), m), bit)
        });
    let least = costs.min_by(|a, b| a.0.total_cmp(&b.0));
    least.map(|(_, bit)| (side, bit))
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
