//! Tests of counting pairs, against comparing each pair.

use proptest::prelude::*;

use countless_engine::ledger::Residue;
use countless_queens::internals::{SplitRule, narrow_pairs, wide_pairs};
use countless_simd::Kernel;

/// Words of 32 or of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Width {
    Narrow,
    Wide,
}

/// Checks every kernel against comparing each pair.
fn check(width: Width, ours: &[u64], theirs: &[u64], bits: u32, common: u64) {
    let within = u64::MAX >> (64 - bits);
    let naive = ours
        .iter()
        .map(|&a| theirs.iter().filter(|&&b| a & b & within == 0).count());
    let naive = naive.sum::<usize>() as u64;
    let narrow = |words: &[u64]| -> Vec<u32> { words.iter().map(|&word| word as u32).collect() };
    let (our, their) = (narrow(ours), narrow(theirs));
    for kernel in Kernel::available() {
        for split in [SplitRule::InOrder, SplitRule::ByCost] {
            let pairs = match width {
                Width::Narrow => narrow_pairs(kernel, split, (&our, &their, (bits, common as u32))),
                Width::Wide => wide_pairs(kernel, split, (ours, theirs, (bits, common))),
            };
            let (our, their) = (ours.len(), theirs.len());
            assert_eq!(
                pairs.count, naive,
                "{kernel}, {our} x {their}, {bits} bits, {width:?}, {split:?}"
            );
            assert_eq!(pairs.residue, Residue::of(pairs.count.into()));
        }
    }
}

/// Patterns of `bits` bits, each set with a probability of about `density` in 256.
fn patterns(count: usize, bits: u32, density: u8, seed: u64) -> Vec<u64> {
    let mut state = seed | 1;
    let mut byte = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..count)
        .map(|_| (0..bits).fold(0, |word, bit| word | u64::from(byte() < density) << bit))
        .collect()
}

fn check_sizes(width: Width, all_bits: &[u32]) {
    let sizes = [0, 1, 7, 8, 63, 65, 255, 257, 511, 512, 513, 1000, 2500];
    for (i, &our) in sizes.iter().enumerate() {
        for (j, their) in [0, 1, 15, 16, 17, 300].into_iter().enumerate() {
            for &bits in all_bits {
                let seed = (i * 100 + j) as u64;
                let ours = patterns(our, bits, 60, seed);
                let theirs = patterns(their, bits, 90, seed + 50);
                check(width, &ours, &theirs, bits, 0);
            }
        }
    }
}

#[test]
fn narrow_pairs_patterns_are_counted() {
    check_sizes(Width::Narrow, &[1, 9, 24, 25, 28, 31, 32]);
}

#[test]
fn wide_pairs_patterns_are_counted() {
    check_sizes(Width::Wide, &[8, 33, 36, 37, 42, 43, 46, 64]);
}

#[test]
fn equal_patterns_are_counted() {
    // No split can separate them.
    check(Width::Narrow, &[5; 1300], &[10; 70], 32, 0);
    check(Width::Wide, &[5; 1300], &[12; 70], 44, 0);
    check(Width::Wide, &[0; 600], &[0; 70], 44, 0);
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
        let mut ours = patterns(our, bits, densities.0, seed);
        let theirs = patterns(their, bits, densities.1, !seed);
        let common = 1 << (common % bits);
        for pattern in &mut ours {
            *pattern |= common;
        }
        check(Width::Wide, &ours, &theirs, bits, common);
        check(Width::Wide, &ours, &theirs, bits, 0);
        if bits <= 32 {
            check(Width::Narrow, &ours, &theirs, bits, common);
        }
    }
}
