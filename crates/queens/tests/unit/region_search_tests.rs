//! Tests of boards with regions, and of several pieces in each line, against brute force and exact
//! covers, and of every kernel against the rest.

use std::io::Write;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::AtomicBool;

use crate::brute_force::{brute_force, count, kernels_find, list};
use crate::registry;
use countless_cover::ExactCover;
use countless_engine::{ErasedProblem, Granularity, ReopenInputs, Run, SplitMix64};
use countless_queens::internals::{RegionMasks, regions_of_squares, star_search};
use countless_queens::search::{SearchBoard, deepen, split};
use countless_queens::{
    Board, BoardProblem, BoardVariant, Piece, RegionBatch, RegionGenerator, Regions,
};
use countless_simd::Kernel;
use proptest::prelude::*;

/// A board with regions of any shape, given as a number for each square.
fn coloured(n: usize, numbers: &[usize]) -> Regions {
    // Each region has at least one square.
    let mut squares: Vec<u8> = numbers.iter().map(|number| (number % n) as u8).collect();
    for region in 0..n {
        squares[(region * (n + 1)) % (n * n)] = region as u8;
    }
    regions_of_squares(n, &squares)
}

/// Regions that grow from one square each.
fn grown(n: usize, seed: u64) -> Regions {
    let mut random = SplitMix64(seed);
    let mut squares = vec![u8::MAX; n * n];
    for region in 0..n {
        let free: Vec<usize> = (0..n * n).filter(|&at| squares[at] == u8::MAX).collect();
        squares[free[random.below(free.len())]] = region as u8;
    }
    while squares.contains(&u8::MAX) {
        let at = random.below(n * n);
        let (row, column) = (at / n, at % n);
        let around = [
            (row + 1, column),
            (row, column + 1),
            (row + n - 1, column),
            (row, column + n - 1),
        ];
        let (row, column) = around[random.below(4)];
        let beside = row % n * n + column % n;
        if squares[at] == u8::MAX && row.abs_diff(at / n) < 2 && column.abs_diff(at % n) < 2 {
            squares[at] = squares[beside];
        }
    }
    regions_of_squares(n, &squares)
}

/// All solutions, in lexicographic order. Other tests check the attacks of pieces.
fn by_definition(board: &SearchBoard) -> Vec<Vec<u8>> {
    let (n, kind) = (board.n(), board.variant());
    let from_1 = |(row, column)| (row + 1, column + 1);
    brute_force(board, &|one, other| {
        kind.attacks(n, from_1(one), from_1(other))
    })
}

fn kinds() -> impl Iterator<Item = BoardVariant> {
    Piece::ALL
        .into_iter()
        .flat_map(|piece| [BoardVariant::of(piece), BoardVariant::of(piece).torus()])
}

/// Number of solutions for crowned rooks by exact cover. Rows, columns and regions are items, and
/// each set of four squares around a corner is an item that is covered at most once.
fn by_cover(regions: &Regions) -> u128 {
    let n = regions.n();
    let square = |row: usize, column: usize| {
        let mut items = vec![
            format!("r{row}"),
            format!("c{column}"),
            format!("k{}", regions.region_of(row + 1, column + 1)),
        ];
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            items.push(format!("t{}.{}", row + down, column + right));
        }
        items.join(" ")
    };
    let primary = (0..n).flat_map(|i| [format!("r{i}"), format!("c{i}"), format!("k{i}")]);
    let corners = (0..=n).flat_map(|row| (0..=n).map(move |column| format!("t{row}.{column}")));
    let primary: Vec<String> = primary.collect();
    let corners: Vec<String> = corners.collect();
    let mut text = format!("{} | {}\n", primary.join(" "), corners.join(" "));
    for row in 0..n {
        for column in 0..n {
            text += &(square(row, column) + "\n");
        }
    }
    let problem = ExactCover::from_knuth("regions", &text).expect("it is well formed");
    let solutions = problem.solutions(&Run::new());
    solutions.expect("it is small").len() as u128
}

#[test]
fn exact_covers_count_the_same() {
    let kind = BoardVariant::of(Piece::CrownedRook);
    let mut found = 0;
    for n in 4..=10 {
        for seed in 0..20 {
            let regions = grown(n, seed);
            let board = Board::of_variant(n, n, &kind.clone().with_regions(&regions));
            let solutions = board.expect("it fits").count(&Run::new());
            let solutions = solutions.expect("it runs").total.count;
            assert_eq!(solutions, by_cover(&regions), "{regions}");
            found += solutions;
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn regions_that_are_rows_change_nothing() {
    for kind in kinds() {
        for n in 1..=9 {
            let squares: Vec<u8> = (0..n * n).map(|square| (square / n) as u8).collect();
            let coloured = kind.clone().with_regions(&regions_of_squares(n, &squares));
            let count = |kind| {
                let board = Board::of_variant(n, n, kind).expect("it fits");
                let counted = board.count(&Run::new());
                counted.expect("it runs").total.count
            };
            let expected = count(&kind);
            assert_eq!(count(&coloured), expected, "{kind:?}, {n}");
        }
    }
}

#[test]
fn larger_lists_are_cut_and_in_order() {
    // It has 479,306 solutions, more than one batch holds.
    let squares: Vec<u8> = (0..100).map(|square| square % 10).collect();
    let kind = BoardVariant::of(Piece::CrownedRook).with_regions(&regions_of_squares(10, &squares));
    let board = SearchBoard::new(10).of_variant(&kind);
    let all = list(Kernel::best(), &board);
    assert_eq!(all.len(), 479_306);
    assert!(all.is_sorted_by(|one, other| one < other));
}

#[test]
fn boards_of_every_size_are_searched() {
    for n in [1, 4, 8, 9, 11, 12, 16, 17, 19, 20, 26, 32] {
        let problem = RegionGenerator::new(n, 2, 5).expect("there are such boards");
        let mut made = Vec::new();
        let outcome = Run::new().for_each(&problem, |row| made.push(row));
        assert_eq!(outcome.expect("it runs").rows, 2);
        for row in made {
            let regions: Regions = row.board.parse().expect("it is a board");
            assert_eq!(regions.to_string(), row.board);
            let kind = BoardVariant::of(Piece::CrownedRook).with_regions(&regions);
            let board = SearchBoard::new(n).of_variant(&kind);
            let solution = row.solution.expect("it has one");
            let columns: Vec<u8> = solution.iter().map(|&column| column as u8 - 1).collect();
            for kernel in Kernel::available() {
                assert_eq!(count(kernel, &board), 1, "{regions}");
                assert_eq!(list(kernel, &board), std::slice::from_ref(&columns));
            }
            let placed = Board::of_variant(n, n, &kind)
                .expect("it fits")
                .solutions()
                .next();
            let placed = placed.map(|placement| placement.columns().to_vec());
            assert_eq!(placed, Some(solution));
        }
    }
    for n in [0, 2, 3, 33] {
        assert!(RegionGenerator::new(n, 1, 1).is_err());
    }
}

#[test]
fn generated_boards_are_connected_and_unlike() {
    let boards = |seed, threads| {
        let problem = RegionGenerator::new(9, 20, seed).expect("there are such boards");
        let mut boards = Vec::new();
        let run = Run::new().threads(threads);
        let outcome = run.for_each(&problem, |row| boards.push(row.board));
        outcome.expect("it runs");
        boards
    };
    let made = boards(7, 1);
    assert_eq!(made, boards(7, 3));
    assert_ne!(made, boards(8, 1));
    for board in &made {
        let regions: Regions = board.parse().expect("it is a board");
        for region in 0..9 {
            let squares = (1..=9).flat_map(|row| (1..=9).map(move |column| (row, column)));
            let own = squares.filter(|&(row, column)| regions.region_of(row, column) == region);
            let mut left: Vec<(usize, usize)> = own.collect();
            let mut reached = vec![left.swap_remove(0)];
            while let Some((row, column)) = reached.pop() {
                let (near, far): (Vec<_>, Vec<_>) = left
                    .into_iter()
                    .partition(|other| other.0.abs_diff(row) + other.1.abs_diff(column) == 1);
                reached.extend(near);
                left = far;
            }
            assert!(left.is_empty(), "{regions}, {region}");
        }
    }
    let mut different = made.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 20);
}

#[test]
fn inputs_are_solved_in_order_whoever_solves_them() {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    let mut expected = Vec::new();
    for seed in 0..200 {
        let n = 4 + seed as usize % 5;
        let regions = grown(n, seed);
        let kind = BoardVariant::of(Piece::CrownedRook).with_regions(&regions);
        let solutions = by_definition(&SearchBoard::new(n).of_variant(&kind));
        writeln!(file, "{regions}").expect("it is written");
        let first = solutions.first().map(|columns| {
            columns
                .iter()
                .map(|&column| u32::from(column) + 1)
                .collect::<Vec<u32>>()
        });
        expected.push((Some(solutions.len() as u64), first));
        if seed % 50 == 0 {
            writeln!(file, "AAB").expect("it is written");
            expected.push((None, None));
        }
    }
    for kernel in Kernel::available() {
        for threads in [1, 3] {
            let kind = BoardVariant::of(Piece::CrownedRook);
            let batch = RegionBatch::new(vec![file.path().into()], &kind, u64::MAX);
            let mut rows = Vec::new();
            let run = Run::new().kernel(kernel).threads(threads);
            let outcome = run.for_each(&batch, |row| {
                rows.push((row.solutions, row.solution));
            });
            let tally = outcome.expect("it runs").total;
            assert_eq!((tally.count, tally.number("invalid")), (204, 4));
            assert_eq!(rows, expected, "{kernel}");
        }
    }
}

#[test]
fn plans_name_the_regions() {
    let mut ids = Vec::new();
    for seed in 0..3 {
        let kind = BoardVariant::of(Piece::CrownedRook).with_regions(&grown(7, seed));
        let board = Board::of_variant(7, 7, &kind).expect("it fits");
        let counter = BoardProblem::of_variant(7, 7, &kind).expect("it fits");
        let given = board.clone().queen(1, 3).expect("it is on the board");
        for (problem, board) in [(&counter, &board), (&given.counter(), &given)] {
            let plan = <dyn ErasedProblem>::plan(problem, &Granularity::Subtrees(None), None)
                .expect("it has one");
            let reopened = registry().reopen(&plan, &ReopenInputs::new());
            let count = reopened.expect("the plan says it all").count(&Run::new());
            let expected = board.count(&Run::new()).expect("it runs").total.count;
            assert_eq!(count.expect("it runs").total.count, expected, "{plan:?}");
            ids.push(plan.id());
        }
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 6);
    let kind = BoardVariant::default().with_regions(&grown(7, 0));
    assert!(Board::of_variant(8, 8, &kind).is_err());
}

#[test]
fn equal_rows_are_rows_and_not_squares() {
    let rows = ["AABB", "AABB", "CCDD", "CCDD"];
    let whole = Regions::parse(&rows.concat(), "t").expect("16 squares");
    for separator in ["\n", " ", "\r\n"] {
        let board = Regions::parse(&rows.join(separator), "t");
        assert_eq!(board.expect("a board"), whole, "{separator:?}");
    }
    let names = "10 10 11 11\n10 10 11 11\n12 12 13 13\n12 12 13 13";
    assert_eq!(Regions::parse(names, "t").expect("a board"), whole);
}

#[test]
fn invalid_boards_are_named_with_their_places() {
    for (text, message) in [
        ("", "t:1:1: expected N lines of N squares, found none"),
        ("A", ""),
        (
            "\n AAB",
            "t:2:2: expected N lines of N squares, and blank lines between boards, found 3 squares",
        ),
        (
            "AABB\nACB!",
            "t:2:4: expected a letter or digit of a region, found `!`",
        ),
        (
            "AABBAABBAABBAABB",
            "t:1:1: expected 4 regions on a board of 4 rows, found 2",
        ),
        (
            "AAAA\nAAAA\nAAAA\nCCDD",
            "t:1:1: expected 4 regions on a board of 4 rows, found 3",
        ),
        (
            "AAAA AAAA AAAA CCDD",
            "t:1:1: expected 4 regions on a board of 4 rows, found 3",
        ),
        (
            "AABBC\nCCDDD\nEEEEE\nAABBC\nCCDDD\nEEEEE\n11111\n11111\n22222",
            "t:1:1: expected N lines of N squares, and blank lines between boards, found 45 squares",
        ),
        (
            "AABBCCDD\nAABBCCDD",
            "t:1:1: expected as many rows as columns, found 2 rows of 8 squares",
        ),
        (
            "AB CD",
            "t:1:4: expected 2 regions on a board of 2 rows, found more",
        ),
    ] {
        let message = Some(message).filter(|message| !message.is_empty());
        let error = Regions::parse(text, "t")
            .err()
            .map(|error| error.to_string());
        assert_eq!(error.as_deref(), message, "{text}");
    }
    let long = "A".repeat(1025);
    assert!(long.parse::<Regions>().is_err());
}

proptest! {
    #[test]
    fn partial_boards_match_brute_force(
        n in 1..=7_usize,
        numbers in prop::collection::vec(0..100_usize, 49),
        kind in prop::sample::select(kinds().collect::<Vec<_>>()),
        given in prop::collection::vec((0..7_usize, 0..7_usize), 0..=1),
        closed in prop::collection::vec((0..7_usize, 0..7_usize), 0..=6),
    ) {
        let kind = kind.with_regions(&coloured(n, &numbers[..n * n]));
        let mut board = SearchBoard::new(n).of_variant(&kind);
        for (row, column) in given {
            board.place(row % n, column % n);
        }
        for (row, column) in closed {
            board.forbid(row % n, column % n);
        }
        let expected = by_definition(&board);
        kernels_find(&board, &expected)?;
        for kernel in Kernel::available() {
            let parts = deepen(split(&board, 1), 1);
            let counts = parts.iter().map(|part| count(kernel, &part.board));
            prop_assert_eq!(counts.sum::<u64>(), expected.len() as u64);
        }
    }

    #[test]
    fn boards_read_as_they_are_written(n in 1..=32_usize, seed in any::<u64>()) {
        let mut random = SplitMix64(seed);
        let numbers: Vec<usize> = (0..n * n).map(|_| random.below(n)).collect();
        let regions = coloured(n, &numbers);
        prop_assert_eq!(regions.to_string().parse::<Regions>().ok(), Some(regions));
    }
}

/// All solutions in lexicographic order, row by row, trying all combinations of columns in each
/// row.
fn stars_by_definition(regions: &Regions, stars: usize) -> Vec<Vec<u8>> {
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
            let (mut is_free, mut in_column, mut in_region) = (true, 0, 0);
            for &(other, beside) in &*placed {
                let touches = row - other <= 1 && column.abs_diff(beside) <= 1;
                let is_before = other == row && beside >= column;
                is_free &= !touches && !is_before;
                in_column += usize::from(beside == column);
                in_region += usize::from(regions.region_of(other + 1, beside + 1) == region);
            }
            if is_free && in_column < stars && in_region < stars {
                placed.push((row, column));
                rows(regions, stars, placed, all);
                placed.pop();
            }
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
    for (n, seeds) in [(8, 24), (9, 70), (10, 2)] {
        for seed in 0..seeds {
            let regions = battle(n, 2, seed);
            let expected = stars_by_definition(&regions, 2);
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
        let expected = stars_by_definition(&regions, stars as usize);
        for kernel in Kernel::available() {
            prop_assert_eq!(&by_search(kernel, &regions, stars, usize::MAX), &expected);
        }
    }
}
