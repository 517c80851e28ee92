//! Tests of every kernel against an independent brute-force solver.

use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use countless_simd::Kernel;
use countless_sudoku::internals::marks_of;
use countless_sudoku::lanes::{Lanes, SolveOutcome};
use countless_sudoku::{Grid, PencilMarks, Solver, split};
use proptest::prelude::*;

/// Counts solutions up to `limit` by trying every digit in the cell with the fewest candidates.
fn brute_force(puzzle: &Grid, limit: u64) -> u64 {
    fn units(cell: usize) -> [usize; 3] {
        let (row, col) = (cell / 9, cell % 9);
        [row, 9 + col, 18 + row / 3 * 3 + col / 3]
    }
    fn extend(open: &mut Vec<usize>, used: &mut [u16; 27], limit: u64) -> u64 {
        let left = |cell: usize| {
            let [row, column, in_box] = units(cell);
            0x3FE & !(used[row] | used[column] | used[in_box])
        };
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
    for (cell, &digit) in puzzle.digits().iter().enumerate() {
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

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// Returns a grid with a 1 in every cell.
fn ones() -> Grid {
    Grid::new([1; 81]).unwrap()
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

/// Returns a solved grid with shuffled digits and rows, with `clues` of its cells. The first
/// `wrong` of these cells have random digits instead.
fn puzzle(seed: u64, clues: usize, wrong: usize) -> Grid {
    let mut state = seed;
    let below = |state: &mut u64, n: usize| (random(state) % n as u64) as usize;
    let mut digits: Vec<u8> = (1..=9).collect();
    let mut rows: Vec<usize> = (0..9).collect();
    for i in 0..8 {
        digits.swap(i, i + below(&mut state, 9 - i));
        rows.swap(i, i / 3 * 3 + below(&mut state, 3));
    }
    let solved = grid(SOLVED);
    let solved = solved.digits();
    let mut cells: Vec<usize> = (0..81).collect();
    let mut puzzle = Grid::BLANK;
    for i in 0..clues {
        cells.swap(i, i + below(&mut state, 81 - i));
        let cell = cells[i];
        let digit = digits[solved[rows[cell / 9] * 9 + cell % 9] as usize - 1];
        puzzle = puzzle.with_cell(cell, digit);
    }
    for &cell in &cells[..wrong] {
        puzzle = puzzle.with_cell(cell, below(&mut state, 9) as u8 + 1);
    }
    puzzle
}

/// Returns puzzles with one, several and no solutions, in a mixture.
fn mixture(seed: u64, number: usize) -> Vec<Grid> {
    (0..number as u64)
        .map(|i| {
            let clues = [24, 28, 32, 36, 50, 81][(i % 6) as usize];
            puzzle(seed.wrapping_mul(1000) + i, clues, (i % 4 / 3) as usize)
        })
        .collect()
}

fn is_solution(puzzle: &Grid, solution: &Grid) -> bool {
    solution.extends(puzzle) && solution.clues() == 81 && brute_force(solution, 1) == 1
}

/// Checks the outcomes of every kernel against brute force, one call after the other with the same
/// worker.
fn check_batches(batches: &[&[Grid]], limit: u64) {
    let mut lanes: Vec<_> = Kernel::available().map(|k| (k, Lanes::new())).collect();
    for puzzles in batches {
        let expected: Vec<_> = puzzles
            .iter()
            .map(|puzzle| brute_force(puzzle, limit))
            .collect();
        for (kernel, lanes) in &mut lanes {
            let mut outcomes = Vec::new();
            lanes.solve(*kernel, puzzles, limit, &mut outcomes);
            assert_eq!(outcomes.len(), puzzles.len());
            for ((puzzle, outcome), &number) in puzzles.iter().zip(&outcomes).zip(&expected) {
                assert_eq!(outcome.solutions, number, "{kernel}, {puzzle:?}");
                if number == 0 {
                    assert_eq!(outcome.solution, Grid::BLANK);
                } else {
                    assert!(is_solution(puzzle, &outcome.solution));
                }
            }
        }
    }
}

fn check(puzzles: &[Grid], limit: u64) {
    check_batches(&[puzzles], limit);
}

#[test]
fn puzzles_with_many_solutions_and_others_in_turns() {
    let many: Vec<Grid> = (0..600)
        .map(|seed| puzzle(seed, 22 + seed as usize % 9, 0))
        .collect();
    let others = mixture(7, 300);
    for limit in [1, 2, 5] {
        check_batches(&[&many, &others, &many[..40], &others[..40], &many], limit);
    }
}

/// Checks that two outcomes of a puzzle agree. Several solutions may differ.
fn assert_agree(puzzle: &Grid, one: &SolveOutcome, other: &SolveOutcome) {
    assert_eq!(one.solutions, other.solutions, "{puzzle:?}");
    if one.solutions < 2 {
        assert_eq!(one.solution, other.solution, "{puzzle:?}");
    } else {
        assert!(is_solution(puzzle, &one.solution));
        assert!(is_solution(puzzle, &other.solution));
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
            for (puzzle, (one, other)) in puzzles.iter().zip(whole.iter().zip(&outcomes)) {
                assert_agree(puzzle, one, other);
            }
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
                let mut puzzles = mixture(position as u64, 64);
                puzzles[position] = probe;
                let mut outcomes = Vec::new();
                lanes.solve(kernel, &puzzles, 5, &mut outcomes);
                assert_agree(&probe, &outcomes[position], &alone[0]);
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
    check(&[Grid::BLANK, grid(SOLVED), ones()], 2);
    check(&[Grid::BLANK], 100);
}

fn count(kernel: Kernel, puzzles: &[Grid]) -> Vec<u128> {
    let mut counts = Vec::new();
    let puzzles: Vec<_> = puzzles.iter().map(PencilMarks::from).collect();
    let (limit, never) = (u128::MAX, AtomicBool::new(false));
    assert!(Lanes::new().count_up_to(kernel, &puzzles, limit, &never, &mut counts));
    counts
}

fn list(kernel: Kernel, puzzle: &Grid) -> Vec<Grid> {
    let mut solutions = Vec::new();
    let complete = Lanes::new().list(
        kernel,
        &puzzle.into(),
        &AtomicBool::new(false),
        |solution| {
            solutions.push(*solution);
            Continue(())
        },
    );
    assert!(complete);
    solutions
}

#[test]
fn counts_equal_brute_force() {
    let puzzles: Vec<_> = (0..40)
        .map(|seed| puzzle(seed, 26, seed as usize / 35))
        .collect();
    let expected: Vec<_> = puzzles
        .iter()
        .map(|puzzle| u128::from(brute_force(puzzle, u64::MAX)))
        .collect();
    assert!(expected.iter().any(|&number| number > 10_000) && expected.contains(&0));
    for kernel in Kernel::available() {
        assert_eq!(count(kernel, &puzzles), expected, "{kernel}");
    }
}

/// Counts the grids with the first band 123456789 456789123 789123456, up to permutations of the
/// other six rows: one of the 44 classes of Felgenhauer and Jarvis (2005).
#[test]
fn count_of_a_band() {
    let mut band = Grid::BLANK;
    for cell in 0..27 {
        band = band.with_cell(cell, ((cell / 9 * 3 + cell % 9) % 9) as u8 + 1);
    }
    let mut puzzles = Vec::new();
    for a in [3, 5, 6, 8, 9] {
        for b in [3, 5, 6, 8, 9] {
            if a < b {
                let rest = [3, 5, 6, 8, 9]
                    .into_iter()
                    .filter(|&digit| digit != a && digit != b);
                let mut puzzle = band;
                for (row, digit) in (3..).zip([2, a, b].into_iter().chain(rest)) {
                    puzzle = puzzle.with_cell(9 * row, digit);
                }
                puzzles.push(puzzle);
            }
        }
    }
    for kernel in Kernel::available() {
        let counts = count(kernel, &puzzles);
        assert_eq!(counts.iter().sum::<u128>(), 108_374_976);
    }
}

#[test]
fn lists_are_sorted_and_complete() {
    for seed in 0..4 {
        let puzzle = puzzle(seed, 24, 0);
        let number = count(Kernel::SCALAR, &[puzzle])[0];
        for kernel in Kernel::available() {
            let solutions = list(kernel, &puzzle);
            assert_eq!(solutions.len() as u128, number);
            assert!(solutions.is_sorted_by(|a, b| a < b));
            assert!(
                solutions
                    .iter()
                    .all(|solution| is_solution(&puzzle, solution))
            );
        }
    }
}

#[test]
fn lists_and_counts_stop() {
    let mut lanes = Lanes::new();
    let blank = PencilMarks::from(&Grid::BLANK);
    let (go, stop) = (AtomicBool::new(false), AtomicBool::new(true));
    for kernel in Kernel::available() {
        let mut listed = 0;
        let complete = lanes.list(kernel, &blank, &go, |_| {
            listed += 1;
            if listed < 40_000 {
                Continue(())
            } else {
                Break(())
            }
        });
        assert!(!complete && listed == 40_000);
        assert!(!lanes.list(kernel, &blank, &stop, |_| Continue(())));
        assert!(!lanes.count_up_to(kernel, &[blank], u128::MAX, &stop, &mut Vec::new()));
        // A stopped search leaves no trace.
        let mut counts = Vec::new();
        let puzzles = [puzzle(1, 30, 0), ones()].map(|puzzle| PencilMarks::from(&puzzle));
        assert!(lanes.count_up_to(kernel, &puzzles, u128::MAX, &go, &mut counts));
        assert_eq!(
            counts[0],
            u128::from(brute_force(&puzzle(1, 30, 0), u64::MAX))
        );
        assert_eq!(counts[1], 0);
    }
}

/// Counts above this take minutes in a build with overflow checks.
const LARGE_COUNT: u64 = 2_000_000;

#[test]
fn published_counts() {
    assert_published_counts(0..LARGE_COUNT);
}

#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn large_published_counts() {
    assert_published_counts(LARGE_COUNT..u64::MAX);
}

/// Tests the counts in this range of a data set without a licence, if it is present.
fn assert_published_counts(counts: Range<u64>) {
    let Some(folder) = std::env::var_os("COUNTLESS_DATASETS") else {
        return;
    };
    let path = std::path::Path::new(&folder).join("counts.csv");
    let text = std::fs::read_to_string(path).unwrap();
    for line in text.lines().skip(1) {
        let (puzzle, number) = line.split_once(',').unwrap();
        if counts.contains(&number.parse().unwrap()) {
            let found = count(Kernel::best(), &[grid(&puzzle.replace('.', "0"))]);
            assert_eq!(found[0].to_string(), number, "{puzzle}");
        }
    }
}

/// Returns marks of a solved grid and, with a chance of `chance` in 16, of each other digit.
fn pencilled(seed: u64, chance: u64) -> PencilMarks {
    let solved = puzzle(seed, 81, 0);
    let mut state = seed;
    let mut cells = *PencilMarks::from(&solved).cells();
    for cell in &mut cells {
        for digit in 0..9 {
            *cell |= u16::from(random(&mut state) % 16 < chance) << digit;
        }
    }
    marks_of(cells)
}

/// Returns every solution in order, by trying all candidates of each cell.
fn pencilled_solutions(marks: &PencilMarks) -> Vec<Grid> {
    /// `used` are the digits of the cells before `cell`, by row, column and box.
    fn extend(
        marks: &PencilMarks,
        (grid, cell): (Grid, usize),
        used: [[u16; 9]; 3],
        found: &mut Vec<Grid>,
    ) {
        if cell == 81 {
            found.push(grid);
            return;
        }
        let (row, column) = (cell / 9, cell % 9);
        let houses = [row, column, row / 3 * 3 + column / 3];
        for digit in 1..=9 {
            let mut with = used;
            let mut is_free = marks.has(cell, digit);
            for kind in 0..3 {
                let in_house = &mut with[kind][houses[kind]];
                is_free &= *in_house >> digit & 1 == 0;
                *in_house |= 1 << digit;
            }
            if is_free {
                extend(marks, (grid.with_cell(cell, digit), cell + 1), with, found);
            }
        }
    }
    let mut found = Vec::new();
    extend(marks, (Grid::BLANK, 0), [[0; 9]; 3], &mut found);
    found
}

#[test]
fn pencil_marks_are_obeyed() {
    let go = AtomicBool::new(false);
    let mut several = 0;
    for seed in [0, 1, 2, 7, 11] {
        let marks = pencilled(seed, 6);
        let expected = pencilled_solutions(&marks);
        several += usize::from(expected.len() > 1);
        for kernel in Kernel::available() {
            let mut lanes = Lanes::new();
            let (mut outcomes, mut counts, mut listed) = (Vec::new(), Vec::new(), Vec::new());
            lanes.solve_marks(kernel, &[marks, marks], 2, &mut outcomes);
            assert_eq!(outcomes[0], outcomes[1]);
            assert_eq!(outcomes[0].solutions, expected.len().min(2) as u64);
            assert!(expected.contains(&outcomes[0].solution));
            lanes.count_up_to(kernel, &[marks], u128::MAX, &go, &mut counts);
            assert_eq!(counts, [expected.len() as u128]);
            lanes.list(kernel, &marks, &go, |solution| {
                listed.push(*solution);
                Continue(())
            });
            assert_eq!(listed, expected);
        }
    }
    assert!(several > 2);
}

#[test]
fn a_cell_without_pencil_marks_has_no_solution() {
    let go = AtomicBool::new(false);
    for cell in 0..81 {
        let mut cells = *PencilMarks::from(&Grid::BLANK).cells();
        cells[cell] = 0;
        let marks = marks_of(cells);
        assert_eq!(Solver::new().count(marks, 1), 0);
        assert!(split(&marks, 100).is_empty());
        for kernel in Kernel::available() {
            let mut lanes = Lanes::new();
            let (mut outcomes, mut counts) = (Vec::new(), Vec::new());
            lanes.solve_marks(kernel, &[marks], 1, &mut outcomes);
            assert_eq!(outcomes[0].solutions, 0);
            lanes.count_up_to(kernel, &[marks], u128::MAX, &go, &mut counts);
            assert_eq!(counts, [0]);
        }
    }
}

proptest! {
    #[test]
    fn the_lanes_count_pencil_marks_as_the_other_solver_does(seed: u64, chance in 0_u64..9) {
        let mut state = seed;
        let mut cells = *pencilled(seed, chance).cells();
        // Removes some marks, so that the puzzle may have no solution, or a cell without marks.
        for _ in 0..random(&mut state) % 4 {
            let cell = (random(&mut state) % 81) as usize;
            cells[cell] &= random(&mut state) as u16;
        }
        let marks = marks_of(cells);
        let number = Solver::new().count(marks, 1000);
        for kernel in Kernel::available() {
            let mut outcomes = Vec::new();
            let mut lanes = Lanes::new();
            lanes.solve_marks(kernel, &[marks], 1000, &mut outcomes);
            prop_assert_eq!(u128::from(outcomes[0].solutions), number, "{}", kernel);
            let (go, mut counts) = (AtomicBool::new(false), Vec::new());
            lanes.count_up_to(kernel, &[marks], 1000, &go, &mut counts);
            prop_assert_eq!(&counts, &[number], "{}", kernel);
        }
    }

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

    #[test]
    fn counts_equal_listings(seed: u64, clues in 26_usize..50, wrong in 0_usize..2) {
        let puzzle = puzzle(seed, clues, wrong);
        let number = u128::from(brute_force(&puzzle, 20_000));
        prop_assume!(number < 20_000);
        for kernel in Kernel::available() {
            prop_assert_eq!(count(kernel, &[puzzle]), [number]);
            prop_assert_eq!(list(kernel, &puzzle).len() as u128, number);
        }
    }
}

/// Readers of puzzles rely on this.
#[test]
fn a_digit_twice_in_a_unit_leaves_no_solution() {
    for clues in [2, 17, 30, 81] {
        let good = puzzle(clues, clues as usize, 0);
        let cells = (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit)));
        let changed = cells.map(|(cell, digit)| good.with_cell(cell, digit));
        let bad: Vec<Grid> = changed.filter(|grid| !grid.is_consistent()).collect();
        assert!(bad.len() >= 20);
        for kernel in Kernel::available() {
            let mut outcomes = Vec::new();
            Lanes::new().solve(kernel, &bad, 2, &mut outcomes);
            assert!(outcomes.iter().all(|outcome| outcome.solutions == 0));
        }
    }
}
