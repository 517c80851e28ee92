//! The solver compared with a brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::AtomicBool;

use crate::common::cell_numbers::with;
use countless::engine::Run;
use countless::sudoku::{Cell, Grid, Solved, solve_all};
use countless::sudoku::{Solver, split};
use proptest::prelude::*;

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// Finds up to `limit` solutions by trying 1 to 9 in each cell in order.
fn brute_force(grid: &Grid, limit: usize) -> Vec<Grid> {
    fn visit(grid: &Grid, limit: usize, found: &mut Vec<Grid>) {
        let Some(cell) = grid.digits().iter().position(|&digit| digit == 0) else {
            found.push(*grid);
            return;
        };
        for digit in 1..=9 {
            let next = with(*grid, cell, digit);
            if found.len() < limit && next.conflict().is_none() {
                visit(&next, limit, found);
            }
        }
    }
    let mut found = Vec::new();
    if grid.conflict().is_none() {
        visit(grid, limit, &mut found);
    }
    found
}

fn list(grid: &Grid, limit: u64) -> Vec<Grid> {
    let mut found = Vec::new();
    let count = Solver::new().list(grid, limit, &mut |solution: &Grid| {
        found.push(*solution);
        Continue(())
    });
    assert_eq!(count, found.len() as u64);
    found
}

fn solve(grid: &Grid, limit: u64) -> Vec<Grid> {
    let mut found = Vec::new();
    Solver::new().solve(grid, limit, &mut |solution: &Grid| {
        found.push(*solution);
        Continue(())
    });
    found
}

/// Puzzles with some digits of the solution. Rows are permuted within bands, digits are exchanged,
/// and the grid may be transposed.
fn puzzles(clues: std::ops::Range<usize>) -> impl Strategy<Value = Grid> {
    let keep = prop::sample::subsequence((0..81).collect::<Vec<_>>(), clues);
    let digits = Just((1..=9).collect::<Vec<u8>>()).prop_shuffle();
    let rows = prop::array::uniform3(Just(vec![0, 1, 2]).prop_shuffle());
    (keep, digits, rows, any::<bool>()).prop_map(|(keep, digits, rows, turn)| {
        let solved = grid(SOLVED);
        keep.into_iter().fold(Grid::BLANK, |puzzle, cell| {
            let (row, column) = if turn {
                (cell % 9, cell / 9)
            } else {
                (cell / 9, cell % 9)
            };
            let from = 9 * (row / 3 * 3 + rows[row / 3][row % 3]) + column;
            with(puzzle, cell, digits[solved.digits()[from] as usize - 1])
        })
    })
}

#[test]
fn one_solution_none_and_two() {
    assert_eq!(list(&grid(UNIQUE), u64::MAX), [grid(SOLVED)]);
    assert_eq!(solve(&grid(UNIQUE), 2), [grid(SOLVED)]);
    // The corners of a rectangle in two boxes: its 6s and 7s can be swapped.
    let corners = [3, 4, 30, 31];
    let two = corners
        .into_iter()
        .fold(grid(SOLVED), |grid, cell| with(grid, cell, 0));
    assert_eq!(list(&two, u64::MAX), brute_force(&two, 3));
    assert_eq!(Solver::new().count(&two, u128::MAX), 2);
    // Row 1 lacks a 9, but column and box exclude it.
    let none = grid(UNIQUE).with(1, 9, 4);
    assert_eq!(none.conflict(), None);
    assert_eq!(Solver::new().count(&none, u128::MAX), 0);
    assert_eq!(brute_force(&none, 1), []);
}

#[test]
fn equal_digits_in_a_unit_leave_no_solution() {
    for (a, b) in [(0, 8), (0, 72), (0, 20), (30, 40)] {
        let grid = with(with(Grid::BLANK, a, 5), b, 5);
        assert_eq!(Solver::new().count(&grid, 1), 0, "{a} {b}");
        assert_eq!(split(&(&grid).into(), 10), []);
    }
    assert_eq!(Solver::new().count(&grid(SOLVED).with(9, 9, 1), 2), 0);
}

#[test]
fn a_blank_grid_has_many_solutions_and_limits_hold() {
    let mut solver = Solver::new();
    assert_eq!(solver.count(&Grid::BLANK, 10_000), 10_000);
    assert_eq!(solver.count(&Grid::BLANK, 0), 0);
    assert_eq!(list(&Grid::BLANK, 0), []);
    let listed = list(&Grid::BLANK, 1000);
    assert_eq!(listed, brute_force(&Grid::BLANK, 1000));
    let solved = solve(&Grid::BLANK, 1000);
    assert_eq!(solved.iter().collect::<BTreeSet<_>>().len(), 1000);
    assert!(solved.iter().all(Grid::is_solved));
}

#[test]
fn a_sink_ends_the_search() {
    let mut calls = 0;
    let count = Solver::new().list(&Grid::BLANK, u64::MAX, &mut |_: &Grid| {
        calls += 1;
        if calls == 5 { Break(()) } else { Continue(()) }
    });
    assert_eq!((count, calls), (5, 5));
}

#[test]
fn a_stop_flag_ends_the_search() {
    let stop = AtomicBool::new(true);
    // All grids: without the flag, the count would not end.
    let count = Solver::with_stop(&stop).count(&Grid::BLANK, u128::MAX);
    assert!(count < 100_000);
    stop.store(false, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(Solver::with_stop(&stop).count(&grid(UNIQUE), u128::MAX), 1);
}

/// Compares the methods that answer in one call with those that iterate.
fn facade(puzzle: &Grid) -> Result<(), TestCaseError> {
    let all = list(puzzle, 5000);
    prop_assume!(all.len() < 5000);
    prop_assert_eq!(
        puzzle.count(&Run::new().threads(1)).unwrap().total.count,
        all.len() as u128
    );
    prop_assert_eq!(puzzle.solutions().collect::<Vec<_>>(), all.clone());
    let mut some = puzzle.solutions();
    prop_assert_eq!(
        some.by_ref().take(3).collect::<Vec<_>>(),
        all[..all.len().min(3)].to_vec()
    );
    prop_assert_eq!(some.count(), all.len().saturating_sub(3));
    match puzzle.solve() {
        Solved::Unique(solution) => prop_assert_eq!(vec![solution], all),
        Solved::None => prop_assert_eq!(all, []),
        Solved::Multiple(one, other) => {
            prop_assert!(one != other && all.contains(&one) && all.contains(&other));
        }
    }
    Ok(())
}

#[test]
fn solutions_are_found_as_they_are_asked_for() {
    // All grids: an eager search would not end.
    let first: Vec<Grid> = Grid::BLANK.solutions().take(40_000).collect();
    assert!(first.is_sorted() && first.iter().all(Grid::is_solved));
    assert_eq!(first[..500], brute_force(&Grid::BLANK, 500));
    assert_eq!(grid(SOLVED).solutions().collect::<Vec<_>>(), [grid(SOLVED)]);
    let mut none = Grid::BLANK.with(1, 1, 5).with(1, 2, 5).solutions();
    assert_eq!((none.next(), none.next()), (None, None));
}

proptest! {
    #[test]
    fn one_call_finds_what_many_do(puzzle in puzzles(28..60)) {
        facade(&puzzle)?;
    }

    #[test]
    fn contradictions_have_no_solution(
        puzzle in puzzles(30..50), cell in 0..81_usize, digit in 1..=9_u8,
    ) {
        facade(&with(puzzle, cell, digit))?;
    }

    #[test]
    fn many_grids_are_solved_like_one(
        puzzles in prop::collection::vec((puzzles(20..60), 0..81_usize, 0..=9_u8), 0..40),
        times in 1..60_usize,
    ) {
        let puzzles = puzzles.into_iter().map(|(grid, cell, digit)| with(grid, cell, digit));
        let puzzles: Vec<Grid> = puzzles.collect();
        let expected: Vec<Solved> = puzzles.iter().map(Grid::solve).collect();
        prop_assert_eq!(solve_all(&puzzles.repeat(times), &Run::new()).expect("there are threads"), expected.repeat(times));
    }

    #[test]
    fn few_clues_fewer_solutions_than_many(puzzle in puzzles(36..60)) {
        let expected = brute_force(&puzzle, 200);
        prop_assert_eq!(&list(&puzzle, 200), &expected);
        prop_assert_eq!(Solver::new().count(&puzzle, 200), expected.len() as u128);
        if expected.len() < 200 {
            let mut found = solve(&puzzle, u64::MAX);
            found.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_wrong_clue_counts_as_brute_force_says(
        puzzle in puzzles(30..50), cell in 0..81_usize, digit in 1..=9_u8,
    ) {
        let puzzle = with(puzzle, cell, digit);
        let expected = brute_force(&puzzle, 50);
        prop_assert_eq!(list(&puzzle, 50), expected);
    }

    #[test]
    fn parts_share_the_solutions_in_order(puzzle in puzzles(28..45), wanted in 0..200_usize) {
        let all = list(&puzzle, 20_000);
        prop_assume!(all.len() < 20_000);
        let parts = split(&(&puzzle).into(), wanted);
        prop_assert!(parts.len() >= wanted.min(all.len()));
        // The solutions of each part follow those of the part before.
        let shares = parts.iter().map(|part| {
            let allows = |solution: &&Grid| {
                Cell::all().all(|cell| part.allows(cell.row(), cell.column(), solution[cell]))
            };
            all.iter().filter(allows).copied().collect::<Vec<_>>()
        });
        prop_assert_eq!(shares.collect::<Vec<_>>().concat(), all);
    }
}
