//! Tests of counting pairs, against comparing each pair.

use proptest::prelude::*;

use super::half_boards::PatternList;
use super::pairs::{CountPairs, PairLists, PairScratch, SplitRule};
use super::pattern::PatternWord;
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, Simd, Task, dispatch};

/// Counts pairs with the kernel, both lists given as words.
struct Pairs<'a, W> {
    ours: &'a [W],
    theirs: &'a [W],
    bits: u32,
    common: W,
    split: SplitRule,
}

impl<W: CountPairs> Task for Pairs<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let [mut ours, mut theirs] = [self.ours, self.theirs].map(|words| {
            let mut list = PatternList {
                words: words.to_vec(),
                len: words.len(),
            };
            list.reserve(words.len());
            list
        });
        let count = theirs.len;
        let mut scratch = PairScratch::default();
        scratch.split = self.split;
        let pairs = simd.run(PairLists {
            scratch: &mut scratch,
            ours: &mut ours,
            theirs: (&mut theirs, count),
            bits: self.bits,
            common: self.common,
        });
        assert_eq!(pairs.residue, Residue::of(pairs.count.into()));
        pairs.count
    }
}

/// Checks every kernel against comparing each pair.
fn check<W: CountPairs>(ours: &[W], theirs: &[W], bits: u32, common: W) {
    let none = W::default();
    let within = W::truncate(u64::MAX >> (64 - bits));
    let naive = ours
        .iter()
        .map(|&a| theirs.iter().filter(|&&b| a & b & within == none).count());
    let naive = naive.sum::<usize>() as u64;
    for kernel in Kernel::available() {
        for split in [SplitRule::InOrder, SplitRule::ByCost] {
            let task = Pairs {
                ours,
                theirs,
                bits,
                common,
                split,
            };
            let (our, their) = (ours.len(), theirs.len());
            assert_eq!(
                dispatch(kernel, task),
                naive,
                "{kernel}, {our} x {their}, {bits} bits, {split:?}"
            );
        }
    }
}

/// Patterns of `bits` bits, each set with a probability of about `density` in 256.
fn patterns<W: PatternWord>(count: usize, bits: u32, density: u8, seed: u64) -> Vec<W> {
    let mut state = seed | 1;
    let mut byte = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..count)
        .map(|_| {
            W::truncate((0..bits).fold(0, |word, bit| word | u64::from(byte() < density) << bit))
        })
        .collect()
}

fn check_sizes<W: CountPairs>(widths: &[u32]) {
    let sizes = [0, 1, 7, 8, 63, 65, 255, 257, 511, 512, 513, 1000, 2500];
    for (i, &our) in sizes.iter().enumerate() {
        for (j, their) in [0, 1, 15, 16, 17, 300].into_iter().enumerate() {
            for &bits in widths {
                let seed = (i * 100 + j) as u64;
                let ours = patterns::<W>(our, bits, 60, seed);
                let theirs = patterns::<W>(their, bits, 90, seed + 50);
                check(&ours, &theirs, bits, W::default());
            }
        }
    }
}

#[test]
fn pairs_of_narrow_patterns_are_counted() {
    check_sizes::<u32>(&[1, 9, 24, 25, 28, 31, 32]);
}

#[test]
fn pairs_of_wide_patterns_are_counted() {
    check_sizes::<u64>(&[8, 33, 36, 37, 42, 43, 46, 64]);
}

#[test]
fn equal_patterns_are_counted() {
    // No split can separate them.
    check(&vec![5_u32; 1300], &vec![10_u32; 70], 32, 0);
    check(&vec![5_u64; 1300], &vec![12_u64; 70], 44, 0);
    check(&vec![0_u64; 600], &vec![0_u64; 70], 44, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn pairs_are_counted_at_any_density(
        (our, their) in (0..1600_usize, 0..1200_usize),
        densities in any::<(u8, u8)>(),
        bits in 1..=46_u32,
        common in 0..46_u32,
        seed in any::<u64>(),
    ) {
        let mut ours = patterns::<u64>(our, bits, densities.0, seed);
        let theirs = patterns::<u64>(their, bits, densities.1, !seed);
        let common = 1 << (common % bits);
        for pattern in &mut ours {
            *pattern |= common;
        }
        check(&ours, &theirs, bits, common);
        check(&ours, &theirs, bits, 0);
        if bits <= 32 {
            let ours: Vec<u32> = ours.into_iter().map(|pattern| pattern as u32).collect();
            let theirs: Vec<u32> = theirs.into_iter().map(|pattern| pattern as u32).collect();
            check(&ours, &theirs, bits, common as u32);
        }
    }
}
