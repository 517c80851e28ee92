//! Killer sudokus of all kinds, which count as hard from their first branch on.

use std::sync::atomic::AtomicBool;

use countless_engine::SplitMix64;
use countless_simd::Kernel;
use countless_variants::internals::{Cages, LaneResults, PlainSearch, VariantLanes, with_cages};
use countless_variants::{Shape, ShapeOptions};
use proptest::prelude::*;

use crate::backtracker_tests::{Backtracker, blanks, shapes, solution};
use crate::random_cages;

/// Returns random cages of a solution. Some are merged with others that may be far away, some are
/// left out, and some overlap. The two largest or the two smallest digits may be in no cage, so that
/// sums of the cells left over are tight. A sum may be wrong.
fn cages(shape: &Shape, solution: &[u8], random: &mut SplitMix64) -> Cages {
    let digit = |cell: u16| solution[usize::from(cell)];
    let differ = |cells: &[u16]| {
        let mut digits: Vec<u8> = cells.iter().map(|&cell| digit(cell)).collect();
        digits.sort_unstable();
        digits.windows(2).all(|pair| pair[0] != pair[1])
    };
    let mut all = random_cages(shape, solution, random);
    for _ in 0..random.below(all.len()) {
        let (from, to) = (random.below(all.len()), random.below(all.len()));
        let merged = [&all[from][..], &all[to][..]].concat();
        if from != to && differ(&merged) {
            all[to] = merged;
            all.swap_remove(from);
        }
    }
    let extreme = random.below(3);
    for cells in &mut all {
        cells.retain(|&cell| match extreme {
            0 => usize::from(digit(cell)) < shape.digits() - 1,
            1 => digit(cell) > 2,
            _ => true,
        });
    }
    all.retain(|cells| !cells.is_empty());
    let left_out = random.below(4);
    all.retain(|_| random.below(12) >= left_out);
    for _ in 0..random.below(3) {
        let mut over = Vec::new();
        for _ in 0..2 + random.below(4) {
            let cell = random.below(solution.len()) as u16;
            if differ(&[&over[..], &[cell]].concat()) {
                over.push(cell);
            }
        }
        all.push(over);
    }
    let spoilt = random.below(4 * all.len() + 1);
    let mut cages = Cages::default();
    for (number, mut cells) in all.into_iter().enumerate() {
        cells.sort_unstable();
        let sum: u32 = cells.iter().map(|&cell| u32::from(digit(cell))).sum();
        cages.push(&cells, sum + u32::from(number == spoilt));
    }
    cages
}

/// Compares the solutions of a random puzzle, or only their number if they exceed the limit.
/// Returns the number.
fn check(shape: &Shape, random: &mut SplitMix64) -> Result<usize, TestCaseError> {
    const LIMIT: usize = 200;
    let mut puzzle = solution(shape, random);
    let own = cages(shape, &puzzle, random);
    let most = blanks(shape) * (50 + random.below(51)) / 100;
    for _ in 0..most * 3 / 2 {
        puzzle[random.below(shape.cells())] = 0;
    }
    let caged = with_cages(shape, &own);
    let expected = Backtracker::solutions(&caged, &puzzle, LIMIT + 1);
    let twin = PlainSearch::new(&caged).count(&puzzle, LIMIT as u128 + 1, || false);
    prop_assert_eq!(twin, expected.len() as u128, "{} {:?}", shape, own);
    let stop = AtomicBool::new(false);
    let own = [own];
    for kernel in Kernel::available() {
        for patience in [0, 2] {
            let mut lanes = VariantLanes::new(shape).with_patience(patience);
            let mut found = LaneResults::default();
            let limit = LIMIT as u64;
            lanes.count(kernel, &puzzle, &own, limit + 1, None, &stop, &mut found);
            prop_assert_eq!(
                found.counts[0],
                expected.len() as u64,
                "{} {:?}",
                shape,
                own
            );
            let mut all = Vec::new();
            if lanes.collect(kernel, &puzzle, &own, limit, &stop, &mut all) {
                let mut all: Vec<&[u8]> = all.chunks(shape.cells()).collect();
                all.sort_unstable();
                prop_assert_eq!(&all[..], &expected[..], "{} {:?}", shape, own);
            } else {
                prop_assert!(expected.len() > LIMIT);
            }
        }
    }
    Ok(expected.len())
}

#[test]
fn no_more_are_counted_than_wanted() {
    let options = ShapeOptions::new().size(4);
    let shape = Shape::new(&options).unwrap();
    let mut own = [Cages::default()];
    own[0].push(&[0, 1], 5);
    let stop = AtomicBool::new(false);
    for kernel in Kernel::available() {
        for patience in 0..8 {
            let mut lanes = VariantLanes::new(&shape).with_patience(patience);
            let mut found = LaneResults::default();
            // There are 288 grids without cages, and a third of them satisfy this cage.
            for limit in 1..110 {
                lanes.count(kernel, &[0; 16], &own, limit, None, &stop, &mut found);
                assert_eq!(found.counts, [limit.min(96)], "{kernel:?} {patience}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn hard_killers_have_the_solutions_of_the_plain_search(seed: u64) {
        let mut random = SplitMix64(seed);
        for shape in shapes() {
            if shape.digits() <= 9 && shape.cells() <= 81 && shape.cages().next().is_none() {
                check(&shape, &mut random)?;
            }
        }
    }
}
