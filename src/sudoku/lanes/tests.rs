//! Every kernel against a brute-force solver, which shares nothing with them.

use proptest::prelude::*;

use super::{Lanes, Outcome};
use crate::simd::Kernel;

/// Counts solutions up to `limit` by trying every digit in the cell that has fewest left.
fn brute_force(puzzle: &[u8; 81], limit: u64) -> u64 {
    fn units(cell: usize) -> [usize; 3] {
        let (row, col) = (cell / 9, cell % 9);
        [row, 9 + col, 18 + row / 3 * 3 + col / 3]
    }
    fn extend(open: &mut Vec<usize>, used: &mut [u16; 27], limit: u64) -> u64 {
        let left = |cell: usize| 0x3FE & !units(cell).iter().fold(0, |set, &u| set | used[u]);
        let Some(at) = (0..open.len()).min_by_key(|&at| left(open[at]).count_ones()) else {
            return 1;
        };
        let cell = open.swap_remove(at);
        let mut found = 0;
        let digits = left(cell);
        for digit in (1..=9).filter(|digit| digits >> digit & 1 == 1) {
            if found < limit {
                for unit in units(cell) {
                    used[unit] |= 1 << digit;
                }
                found += extend(open, used, limit - found);
                for unit in units(cell) {
                    used[unit] &= !(1 << digit);
                }
            }
        }
        open.push(cell);
        found
    }
    let mut used = [0; 27];
    let mut open = Vec::new();
    for (cell, &digit) in puzzle.iter().enumerate() {
        if digit == 0 {
            open.push(cell);
            continue;
        }
        for unit in units(cell) {
            if used[unit] >> digit & 1 == 1 {
                return 0;
            }
            used[unit] |= 1 << digit;
        }
    }
    extend(&mut open, &mut used, limit)
}

fn grid(text: &str) -> [u8; 81] {
    let digits: Vec<u8> = text.bytes().map(|c| c - b'0').collect();
    digits.try_into().unwrap()
}

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// `SplitMix64` (Steele, Lea and Flood 2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A solved grid with digits and rows shuffled, `clues` of its cells kept, `wrong` of
/// them replaced by random digits.
fn puzzle(seed: u64, clues: usize, wrong: usize) -> [u8; 81] {
    let mut state = seed;
    let below = |state: &mut u64, n: usize| (random(state) % n as u64) as usize;
    let mut digits: Vec<u8> = (1..=9).collect();
    let mut rows: Vec<usize> = (0..9).collect();
    for i in 0..8 {
        digits.swap(i, i + below(&mut state, 9 - i));
        rows.swap(i, i / 3 * 3 + below(&mut state, 3));
    }
    let solved = grid(SOLVED);
    let mut cells: Vec<usize> = (0..81).collect();
    let mut puzzle = [0; 81];
    for i in 0..clues {
        cells.swap(i, i + below(&mut state, 81 - i));
        let cell = cells[i];
        puzzle[cell] = digits[solved[rows[cell / 9] * 9 + cell % 9] as usize - 1];
    }
    for &cell in &cells[..wrong] {
        puzzle[cell] = below(&mut state, 9) as u8 + 1;
    }
    puzzle
}

/// Unique, multiple, contradictory and random puzzles, and no puzzle at all.
fn mixture(seed: u64, number: usize) -> Vec<[u8; 81]> {
    (0..number as u64)
        .map(|i| {
            let clues = [24, 28, 32, 36, 50, 81][(i % 6) as usize];
            puzzle(seed.wrapping_mul(1000) + i, clues, (i % 4 / 3) as usize)
        })
        .collect()
}

fn is_solution(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
    (0..81).all(|cell| puzzle[cell] == 0 || puzzle[cell] == solution[cell])
        && brute_force(solution, 1) == 1
        && !solution.contains(&0)
}

fn check(puzzles: &[[u8; 81]], limit: u64) {
    let mut reference: Option<Vec<Outcome>> = None;
    for kernel in Kernel::available() {
        let mut outcomes = Vec::new();
        Lanes::new().solve(kernel, puzzles, limit, &mut outcomes);
        assert_eq!(outcomes.len(), puzzles.len());
        let reference = reference.get_or_insert_with(|| {
            for (puzzle, outcome) in puzzles.iter().zip(&outcomes) {
                assert_eq!(outcome.solutions, brute_force(puzzle, limit), "{puzzle:?}");
                if outcome.solutions == 0 {
                    assert_eq!(outcome.solution, [0; 81]);
                } else {
                    assert!(is_solution(puzzle, &outcome.solution));
                }
            }
            outcomes.clone()
        });
        assert_eq!(*reference, outcomes, "{kernel}");
    }
}

#[test]
fn any_number_of_puzzles() {
    let puzzles = mixture(1, 100);
    for number in 0..=100 {
        let mut whole = Vec::new();
        for kernel in Kernel::available() {
            let mut outcomes = Vec::new();
            Lanes::new().solve(kernel, &puzzles[..number], 2, &mut outcomes);
            if whole.is_empty() {
                whole.clone_from(&outcomes);
            }
            assert_eq!(whole, outcomes);
        }
    }
    check(&puzzles, 2);
}

#[test]
fn every_lane_position() {
    let mut alone = Vec::new();
    let mut lanes = Lanes::new();
    for kernel in Kernel::available() {
        for probe in mixture(2, 12) {
            lanes.solve(kernel, &[probe], 5, &mut alone);
            for position in 0..64 {
                let mut puzzles = vec![[0; 81]; 64];
                puzzles.clone_from_slice(&mixture(position as u64, 64));
                puzzles[position] = probe;
                let mut outcomes = Vec::new();
                lanes.solve(kernel, &puzzles, 5, &mut outcomes);
                assert_eq!(outcomes[position], alone[0]);
            }
        }
    }
}

#[test]
fn limits() {
    for limit in [1, 2, 3, 10, 1000] {
        check(&mixture(3, 40), limit);
    }
}

#[test]
fn blank_and_full_grids() {
    check(&[[0; 81], grid(SOLVED), [1; 81]], 2);
    check(&[[0; 81]], 100);
}

proptest! {
    #[test]
    fn kernels_equal_brute_force(
        seed: u64,
        clues in 22_usize..60,
        wrong in 0_usize..3,
        number in 1_usize..70,
        limit in 1_u64..5,
    ) {
        let puzzles: Vec<_> = (0..number as u64)
            .map(|i| puzzle(seed.wrapping_add(i), clues, wrong))
            .collect();
        check(&puzzles, limit);
    }
}
