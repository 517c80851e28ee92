//! Tests of several pieces in each line, against brute force.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::AtomicBool;

use countless_engine::SplitMix64;
use countless_queens::internals::{RegionMasks, regions_of_squares, star_search};
use countless_queens::{BoardVariant, Piece, Regions};
use countless_simd::Kernel;
use proptest::prelude::*;

/// All solutions in lexicographic order, row by row, trying all combinations of columns in each
/// row.
fn by_definition(regions: &Regions, stars: usize) -> Vec<Vec<u8>> {
    fn rows(
        regions: &Regions,
        stars: usize,
        placed: &mut Vec<(usize, usize)>,
        all: &mut Vec<Vec<u8>>,
    ) {
        let n = regions.n();
        if placed.len() == n * stars {
            all.push(placed.iter().map(|&(_, column)| column as u8).collect());
            return;
        }
        let row = placed.len() / stars;
        for column in 0..n {
            let region = regions.region_of(row + 1, column + 1);
            let touches = |&&(other, beside): &&(usize, usize)| {
                row.abs_diff(other) <= 1 && column.abs_diff(beside) <= 1
            };
            let is_before = |&&(other, beside): &&(usize, usize)| other == row && beside >= column;
            let in_column = placed.iter().filter(|(_, other)| *other == column).count();
            let in_region = placed
                .iter()
                .filter(|&&(row, column)| regions.region_of(row + 1, column + 1) == region)
                .count();
            if placed.iter().find(touches).is_some()
                || placed.iter().find(is_before).is_some()
                || in_column == stars
                || in_region == stars
            {
                continue;
            }
            placed.push((row, column));
            rows(regions, stars, placed, all);
            placed.pop();
        }
    }
    let mut all = Vec::new();
    rows(regions, stars, &mut Vec::new(), &mut all);
    all
}

fn by_search(kernel: Kernel, regions: &Regions, stars: u32, most: usize) -> Vec<Vec<u8>> {
    let tables = RegionMasks::new(&BoardVariant::of(Piece::CrownedRook), regions);
    let (mut all, stop) = (Vec::new(), AtomicBool::new(false));
    let visit = &mut |columns: &[u8]| {
        all.push(columns.to_vec());
        if all.len() == most {
            Break(())
        } else {
            Continue(())
        }
    };
    star_search(kernel, &tables, stars, u64::MAX, &stop, visit);
    all.sort();
    all
}

/// Random placement of pieces that do not touch, `stars` in each row and column.
fn placement(n: usize, stars: usize, random: &mut SplitMix64) -> Vec<(usize, usize)> {
    let mut placed: Vec<(usize, usize)> = Vec::new();
    let mut failures = 0;
    while placed.len() < n * stars {
        let row = placed.len() / stars;
        let fits = |&column: &usize| {
            let in_column = placed.iter().filter(|(_, other)| *other == column).count();
            let touches = |&(other, beside): &(usize, usize)| {
                row.abs_diff(other) <= 1 && column.abs_diff(beside) <= 1
            };
            in_column < stars && !placed.iter().any(touches)
        };
        let columns: Vec<usize> = (0..n).filter(fits).collect();
        if columns.is_empty() {
            failures += 1;
            let kept = if failures % 50 == 0 {
                0
            } else {
                placed.len().saturating_sub(3 * stars)
            };
            placed.truncate(kept / stars * stars);
        } else {
            placed.push((row, columns[random.below(columns.len())]));
        }
    }
    placed.sort_unstable();
    placed
}

/// A board with at least one solution: regions grow around the pieces of a random placement.
fn battle(n: usize, stars: usize, seed: u64) -> Regions {
    let mut random = SplitMix64(seed);
    let mut pieces = placement(n, stars, &mut random);
    let mut of = vec![u8::MAX; n * n];
    for region in 0..n {
        // A piece, and its nearest pieces.
        let (row, column) = pieces[0];
        let distance = |&(r, c): &(usize, usize)| r.abs_diff(row) + c.abs_diff(column);
        pieces.sort_by_key(distance);
        for (row, column) in pieces.drain(..stars) {
            of[row * n + column] = region as u8;
        }
    }
    while of.contains(&u8::MAX) {
        let at = random.below(n * n);
        let (row, column) = (at / n, at % n);
        let beside = match random.below(4) {
            0 if row > 0 => at - n,
            1 if row + 1 < n => at + n,
            2 if column > 0 => at - 1,
            3 if column + 1 < n => at + 1,
            _ => continue,
        };
        if of[at] == u8::MAX {
            of[at] = of[beside];
        }
    }
    regions_of_squares(n, &of)
}

#[test]
fn two_stars_match_brute_force() {
    for (n, seeds) in [(8, 40), (9, 20), (10, 6)] {
        for seed in 0..seeds {
            let regions = battle(n, 2, seed);
            let expected = by_definition(&regions, 2);
            assert!(!expected.is_empty());
            for kernel in Kernel::available() {
                assert_eq!(
                    by_search(kernel, &regions, 2, usize::MAX),
                    expected,
                    "{regions}"
                );
            }
        }
    }
}

#[test]
fn three_stars_are_found() {
    let regions = battle(14, 3, 5);
    let first = by_search(Kernel::best(), &regions, 3, 100);
    assert!(!first.is_empty());
    for columns in &first {
        let pieces = (0..)
            .map(|at| at / 3)
            .zip(columns.iter().map(|&column| usize::from(column)));
        let pieces: Vec<(usize, usize)> = pieces.collect();
        for line in 0..14 {
            let count =
                |test: &dyn Fn(&(usize, usize)) -> bool| pieces.iter().filter(|p| test(p)).count();
            assert_eq!(count(&|piece| piece.1 == line), 3);
            assert_eq!(
                count(&|piece| regions.region_of(piece.0 + 1, piece.1 + 1) == line),
                3
            );
        }
        let touches = |one: &(usize, usize), other: &(usize, usize)| {
            one != other && one.0.abs_diff(other.0) <= 1 && one.1.abs_diff(other.1) <= 1
        };
        assert!(
            !pieces
                .iter()
                .any(|one| pieces.iter().any(|other| touches(one, other)))
        );
    }
}

proptest! {
    #[test]
    fn any_stars_on_any_board_match_brute_force(
        n in 1..=7_usize,
        numbers in prop::collection::vec(0..100_usize, 49),
        stars in 1..=2_u32,
    ) {
        let mut squares: Vec<u8> = numbers[..n * n].iter().map(|of| (of % n) as u8).collect();
        for region in 0..n {
            squares[(region * (n + 1)) % (n * n)] = region as u8;
        }
        let regions = regions_of_squares(n, &squares);
        let expected = by_definition(&regions, stars as usize);
        for kernel in Kernel::available() {
            prop_assert_eq!(&by_search(kernel, &regions, stars, usize::MAX), &expected);
        }
    }
}
