//! Tests of every shape against a plain backtracker, which uses only houses and cages.

use std::sync::atomic::AtomicBool;

use countless_engine::ledger::Residue;
use countless_engine::{Run, SplitMix64};
use countless_simd::Kernel;
use countless_variants::internals::{Cages, LaneResults, VariantLanes, conflict};
use countless_variants::{Shape, ShapeDrawing, ShapeOptions};
use proptest::prelude::*;

use crate::with_random_cages;

/// Visits solutions in lexicographic order until `visit` returns false.
pub struct Backtracker {
    /// For each cell, the other cells of its houses and cages.
    cells_seen: Vec<Vec<usize>>,
    /// For each cell, the cells and sums of its cages.
    cages: Vec<Vec<(Vec<usize>, usize)>>,
    digits: u8,
    grid: Vec<u8>,
}

impl Backtracker {
    pub fn new(shape: &Shape, puzzle: &[u8]) -> Self {
        let mut seen = vec![Vec::new(); shape.cells()];
        let mut cages = vec![Vec::new(); shape.cells()];
        let units = shape.houses().map(|unit| &unit.cells[..]);
        for group in units.chain(shape.cages().map(|(cells, _)| cells)) {
            for &cell in group {
                let others = group.iter().filter(|&&other| other != cell);
                seen[usize::from(cell)].extend(others.map(|&other| usize::from(other)));
            }
        }
        for (cells, sum) in shape.cages() {
            let all: Vec<usize> = cells.iter().map(|&cell| cell.into()).collect();
            for &cell in &all {
                cages[cell].push((all.clone(), sum as usize));
            }
        }
        Self {
            cells_seen: seen,
            cages,
            digits: shape.digits() as u8,
            grid: puzzle.to_vec(),
        }
    }

    fn fits(&self, cell: usize, digit: u8) -> bool {
        let mut seen = self.cells_seen[cell].iter();
        if !seen.all(|&other| self.grid[other] != digit) {
            return false;
        }
        self.cages[cell].iter().all(|(cells, sum)| {
            let others = cells.iter().filter(|&&other| other != cell);
            let others = others.map(|&other| usize::from(self.grid[other]));
            let found = others.clone().sum::<usize>() + usize::from(digit);
            let is_open = others.clone().any(|other| other == 0);
            found == *sum || is_open && found < *sum
        })
    }

    pub fn visit(&mut self, visit: &mut impl FnMut(&[u8]) -> bool) -> bool {
        let clues: Vec<usize> = (0..self.grid.len()).filter(|&c| self.grid[c] > 0).collect();
        clues
            .into_iter()
            .all(|cell| self.fits(cell, self.grid[cell]))
            && self.visit_from(0, visit)
    }

    fn visit_from(&mut self, cell: usize, visit: &mut impl FnMut(&[u8]) -> bool) -> bool {
        if cell == self.grid.len() {
            return visit(&self.grid);
        }
        if self.grid[cell] > 0 {
            return self.visit_from(cell + 1, visit);
        }
        for digit in 1..=self.digits {
            if self.fits(cell, digit) {
                self.grid[cell] = digit;
                if !self.visit_from(cell + 1, visit) {
                    return false;
                }
            }
        }
        self.grid[cell] = 0;
        true
    }

    /// Returns the first solutions in order, up to `limit`.
    pub fn solutions(shape: &Shape, puzzle: &[u8], limit: usize) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        Self::new(shape, puzzle).visit(&mut |grid| {
            all.push(grid.to_vec());
            all.len() < limit
        });
        all
    }
}

/// A jigsaw of 9×9 cells.
pub const JIGSAW: &str = "\
AAAABCCCC ADABBBCFC ADABEBBFC ADBBEEFFC DDDEEEEFC GGDEHFFFI GDDEHHHFI GGGGHIHII GGHHHIIII";

fn regions(text: &str) -> ShapeDrawing {
    ShapeDrawing {
        name: "regions".to_owned(),
        text: text.replace(' ', "\n"),
    }
}

/// Returns shapes of all kinds.
pub fn shapes() -> Vec<Shape> {
    let plain = |size| ShapeOptions::new().size(size);
    let all = [
        plain(4),
        plain(6),
        plain(8),
        plain(9),
        plain(10),
        plain(12),
        plain(16),
        plain(6).boxes(Some((3, 2))).diagonals(true),
        plain(9).diagonals(true),
        plain(9).windows(true),
        plain(4).windows(true).diagonals(true).samurai(true),
        plain(5).regions(Some(regions("AAABB AACBB DCCCB DDCEE DDEEE"))),
        plain(9).regions(Some(regions(JIGSAW))),
        plain(4)
            .windows(true)
            .regions(Some(regions("AABB AABC DDBC DDCC"))),
        plain(9).samurai(true),
        plain(25),
    ];
    let all = all.iter();
    let mut all: Vec<Shape> = all
        .map(|options| Shape::new(options).expect("a shape"))
        .collect();
    for (index, seed) in [(0, 1), (1, 2), (7, 3), (8, 4), (11, 5), (12, 6)] {
        all.push(with_random_cages(&all[index], seed));
    }
    all
}

/// Returns the cages of a shape in the form that the search uses.
pub fn cage_list(shape: &Shape) -> Cages {
    let mut cages = Cages::default();
    for (cells, sum) in shape.cages() {
        cages.push(cells, sum);
    }
    cages
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

fn count(shape: &Shape, kernel: Kernel, puzzles: &[u8], limit: u64) -> LaneResults {
    let mut found = LaneResults::default();
    assert!(VariantLanes::new(shape).count(
        kernel,
        puzzles,
        &[],
        limit,
        None,
        &never(),
        &mut found
    ));
    found
}

/// Returns a solution of a shape, with randomly permuted digits unless the shape has cages.
///
/// With cages, it is the solution that they were derived from: another one may be hard to find.
pub fn solution(shape: &Shape, random: &mut SplitMix64) -> Vec<u8> {
    let uncaged = Shape::new(&shape.options().clone().cages(None));
    let (_, solution) = uncaged
        .expect("it is a shape")
        .solve(&vec![0; shape.cells()], &Run::new())
        .unwrap();
    if shape.cages().next().is_some() {
        return solution;
    }
    let mut names: Vec<u8> = (1..=shape.digits() as u8).collect();
    random.shuffle(&mut names);
    let digits = solution.iter().map(|&digit| names[usize::from(digit) - 1]);
    digits.collect()
}

/// Returns a puzzle with up to `blanks` empty cells. A spoilt puzzle has a random digit in some
/// cell.
pub fn puzzle(shape: &Shape, random: &mut SplitMix64, blanks: usize, is_spoilt: bool) -> Vec<u8> {
    let mut puzzle = solution(shape, random);
    for _ in 0..blanks {
        puzzle[random.below(shape.cells())] = 0;
    }
    if is_spoilt {
        let cell = random.below(shape.cells());
        puzzle[cell] = 1 + random.below(shape.digits()) as u8;
    }
    puzzle
}

/// Returns the number of empty cells that the plain search can cope with.
pub fn blanks(shape: &Shape) -> usize {
    match shape.digits() {
        ..=6 => shape.cells(),
        7..=9 if shape.cells() < 100 => 60,
        _ => shape.cells() / 4,
    }
}

#[test]
fn known_totals_are_found() {
    let shape = |options| Shape::new(&options).unwrap();
    let four = ShapeOptions::new().size(4);
    for kernel in Kernel::available() {
        let all = |shape: &Shape, puzzle: &[u8]| count(shape, kernel, puzzle, u64::MAX);
        // Felgenhauer and Jarvis, 2005: 288 grids of 4×4 cells.
        let found = all(&shape(four.clone()), &[0; 16]);
        assert_eq!((found.counts[0], found.residue), (288, Residue::of(288)));
        // 28,200,960 grids of 6×6 cells in boxes of 2×3 (Pettersen, 2006), equally many for each of
        // the 6! first rows.
        let six = ShapeOptions::new().size(6);
        let mut puzzle = [0; 36];
        puzzle[..6].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(all(&shape(six), &puzzle).counts, [28_200_960 / 720]);
        // Latin squares of order 5: regions that equal the rows add no constraints.
        let rows = ShapeDrawing {
            name: "rows".to_owned(),
            text: "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n".to_owned(),
        };
        let latin = ShapeOptions::new().size(5).regions(Some(rows));
        assert_eq!(all(&shape(latin), &[0; 25]).counts, [161_280]);
    }
}

#[test]
fn every_solution_of_small_shapes_is_found() {
    for shape in shapes().iter().filter(|shape| shape.digits() <= 5) {
        let blank = vec![0; shape.cells()];
        if shape.cells() > 25 {
            continue;
        }
        let expected = Backtracker::solutions(shape, &blank, usize::MAX);
        for kernel in Kernel::available() {
            let mut all = Vec::new();
            let mut lanes = VariantLanes::new(shape);
            let limit = expected.len() as u64;
            assert!(lanes.collect(kernel, &blank, &[], limit, &never(), &mut all));
            let mut all: Vec<&[u8]> = all.chunks(shape.cells()).collect();
            all.sort_unstable();
            assert_eq!(all, expected, "{shape}");
            let mut few = Vec::new();
            assert!(!lanes.collect(kernel, &blank, &[], limit - 1, &never(), &mut few));
        }
    }
}

#[test]
fn blank_grids_have_solutions() {
    for shape in shapes() {
        let blank = vec![0; shape.cells()];
        let found = count(&shape, Kernel::best(), &blank, 2);
        let has_cages = shape.cages().next().is_some();
        assert!(found.counts == [2] || has_cages, "{shape}");
        assert_eq!(conflict(&shape, &found.solutions), None);
        for unit in shape.houses() {
            let mut digits: Vec<u8> = unit
                .cells
                .iter()
                .map(|&cell| found.solutions[usize::from(cell)])
                .collect();
            digits.sort_unstable();
            let all: Vec<u8> = (1..=shape.digits() as u8).collect();
            assert_eq!(digits, all, "{shape}: {unit}");
        }
    }
}

#[test]
fn a_search_can_be_stopped() {
    let shape = Shape::new(&ShapeOptions::new()).unwrap();
    let stop = AtomicBool::new(true);
    let mut found = LaneResults::default();
    assert!(!VariantLanes::new(&shape).count(
        Kernel::best(),
        &[0; 81],
        &[],
        u64::MAX,
        None,
        &stop,
        &mut found
    ));
}

#[test]
fn killers_have_none_one_or_several_solutions() {
    let (mut all, mut tally) = (Vec::new(), [0; 3]);
    for size in [4, 6] {
        let plain = Shape::new(&ShapeOptions::new().size(size));
        let plain = plain.unwrap();
        for seed in 0..60 {
            let mut shape = with_random_cages(&plain, seed);
            if seed % 3 == 0 {
                // A cage with an impossible sum.
                let text = shape.cages_text().expect("it has cages");
                let (rest, sum) = text.rsplit_once('=').expect("they have sums");
                let sum: u32 = sum.parse().expect("a number");
                let cages = ShapeDrawing {
                    name: "cages".to_owned(),
                    text: format!("{rest}={}", if sum > 3 { sum - 1 } else { sum + 1 }),
                };
                let spoilt = shape.options().clone().cages(Some(cages));
                let Ok(spoilt) = Shape::new(&spoilt) else {
                    continue;
                };
                shape = spoilt;
            }
            all.push(shape);
        }
    }
    for shape in all {
        let blank = vec![0; shape.cells()];
        let expected = Backtracker::solutions(&shape, &blank, 100);
        tally[expected.len().min(2)] += 1;
        for kernel in Kernel::available() {
            let found = count(&shape, kernel, &blank, 100);
            assert_eq!(
                found.counts,
                [expected.len() as u64],
                "{:?}",
                shape.options()
            );
        }
        if expected.len() == 1 {
            assert_eq!(shape.solve(&blank, &Run::new()).unwrap().1, expected[0]);
        }
    }
    assert!(tally.iter().all(|&times| times > 5), "{tally:?}");
}

#[test]
fn own_cages_are_as_good_as_those_of_all() {
    let plain = Shape::new(&ShapeOptions::new()).unwrap();
    let shapes: Vec<Shape> = (0..40)
        .map(|seed| with_random_cages(&plain, seed))
        .collect();
    let own: Vec<Cages> = shapes.iter().map(cage_list).collect();
    let blank = vec![0; 81 * shapes.len()];
    let mut lanes = VariantLanes::new(&plain);
    for kernel in Kernel::available() {
        let (mut found, stop) = (LaneResults::default(), never());
        assert!(lanes.count(kernel, &blank, &own, 20, None, &stop, &mut found));
        let all = std::mem::take(&mut found.counts);
        for (index, shape) in shapes.iter().enumerate() {
            let one = count(shape, kernel, &blank[..81], 20).counts;
            assert_eq!(all[index..=index], one);
            // With a single puzzle, idle lanes take over its nodes, and its cages in place of their
            // own.
            let own = &own[index..=index];
            assert!(lanes.count(kernel, &blank[..81], own, 20, None, &stop, &mut found));
            assert_eq!(found.counts, one);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn counts_are_those_of_the_plain_search(seed: u64) {
        let mut random = SplitMix64(seed);
        let mut all = shapes();
        // Shape of more than nine digits.
        let large = all.iter().find(|shape| shape.digits() == 12);
        all.push(with_random_cages(large.expect("there is one"), seed));
        for shape in all {
            let (cells, most) = (shape.cells(), blanks(&shape));
            let puzzles: Vec<u8> = (0..20)
                .flat_map(|i| {
                    let blanks = most * random.below(100) / 100;
                    puzzle(&shape, &mut random, blanks, i % 4 == 3)
                })
                .collect();
            let limit = 50;
            let expected: Vec<Vec<Vec<u8>>> = puzzles
                .chunks(cells)
                .map(|puzzle| Backtracker::solutions(&shape, puzzle, limit))
                .collect();
            for kernel in Kernel::available() {
                let found = count(&shape, kernel, &puzzles, limit as u64);
                for (i, expected) in expected.iter().enumerate() {
                    prop_assert_eq!(found.counts[i], expected.len() as u64, "{}", shape);
                    let one = &found.solutions[i * cells..][..cells];
                    match &expected[..] {
                        [] => prop_assert!(one.iter().all(|&digit| digit == 0)),
                        // `expected` has all solutions only if there are fewer than the limit.
                        all if all.len() < limit => {
                            prop_assert!(all.iter().any(|other| other == one));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
