//! Tests of the search against brute force, known totals, and other kernels.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use countless_queens::BoardVariant;
use countless_queens::known_counts::ALL;
use countless_queens::search::{
    BoardSearcher, SearchBoard, SearchSubtree, deepen, split, symmetry_subtrees,
};
use countless_simd::Kernel;
use proptest::prelude::*;

use crate::brute_force::{count, kernels_find, list};

static NOT_STOPPED: AtomicBool = AtomicBool::new(false);

/// Lists all solutions by trying every permutation, in lexicographic order.
fn brute_force(board: &SearchBoard) -> Vec<Vec<u8>> {
    type Visitor<'a> = &'a mut dyn FnMut(&[u8]);
    fn permute(columns: &mut Vec<u8>, (n, wide): (usize, usize), keep: Visitor<'_>) {
        if columns.len() == n {
            keep(columns);
        }
        for column in 0..wide as u8 {
            if columns.len() < n && !columns.contains(&column) {
                columns.push(column);
                permute(columns, (n, wide), keep);
                columns.pop();
            }
        }
    }
    let n = board.n();
    let mut all = Vec::new();
    permute(&mut Vec::new(), (n, board.columns()), &mut |columns| {
        let allowed = (0..n).all(|row| board.allowed(row) >> columns[row] & 1 == 1);
        let apart =
            (0..n).all(|i| (0..i).all(|j| usize::from(columns[i].abs_diff(columns[j])) != i - j));
        if allowed && apart {
            all.push(columns.to_vec());
        }
    });
    all
}

#[test]
fn counts_empty_boards() {
    for kernel in Kernel::available() {
        for (n, &all) in ALL.iter().enumerate().take(13) {
            assert_eq!(
                u128::from(count(kernel, &SearchBoard::new(n))),
                all,
                "{kernel}, N = {n}"
            );
        }
    }
}

#[test]
fn eighths_add_up() {
    assert_eighths_add_up(0..14);
}

#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn eighths_of_larger_boards_add_up() {
    assert_eighths_add_up(14..17);
}

fn assert_eighths_add_up(boards: Range<usize>) {
    for kernel in Kernel::available() {
        for n in boards.clone() {
            let mut worker = BoardSearcher::new(kernel);
            let counts = symmetry_subtrees(n, n, &BoardVariant::default())
                .into_iter()
                .map(|case| {
                    case.weight
                        * worker
                            .count(&case.board, &NOT_STOPPED)
                            .expect("not stopped")
                });
            let sum = u128::from(counts.sum::<u64>());
            assert_eq!(sum, ALL[n], "{kernel}, N = {n}");
        }
    }
}

/// Lists all solutions by recursion over rows, in lexicographic order.
fn backtrack(board: &SearchBoard, columns: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
    let row = columns.len();
    if row == board.n() {
        all.push(columns.clone());
        return;
    }
    for column in (0..board.columns() as u8).filter(|&column| board.allowed(row) >> column & 1 == 1)
    {
        let attacked = columns.iter().enumerate().any(|(above, &other)| {
            other == column || usize::from(other.abs_diff(column)) == row - above
        });
        if !attacked {
            columns.push(column);
            backtrack(board, columns, all);
            columns.pop();
        }
    }
}

#[test]
fn rectangles_match_plain_recursion() {
    // Both widths of lanes, square boards and rectangles, and boards with few rows or none.
    for (n, columns) in [
        (0, 3),
        (1, 1),
        (1, 32),
        (2, 2),
        (2, 3),
        (3, 4),
        (3, 17),
        (4, 32),
        (6, 16),
        (8, 10),
    ] {
        let board = SearchBoard::rectangle(n, columns);
        let mut expected = Vec::new();
        backtrack(&board, &mut Vec::new(), &mut expected);
        for kernel in Kernel::available() {
            assert_eq!(
                count(kernel, &board),
                expected.len() as u64,
                "{kernel}, {n}x{columns}"
            );
            assert!(list(kernel, &board) == expected, "{kernel}, {n}x{columns}");
            let halves = symmetry_subtrees(n, columns, &BoardVariant::default()).into_iter();
            let halves = halves.map(|half| half.weight * count(kernel, &half.board));
            assert_eq!(
                halves.sum::<u64>(),
                expected.len() as u64,
                "{kernel}, {n}x{columns}"
            );
        }
    }
}

#[test]
fn wide_lanes_match_plain_recursion() {
    // The odd columns and then the even ones are a solution for these sizes. Most of its queens are
    // given.
    for (n, open) in [(18, 2), (22, 2), (28, 3), (30, 4)] {
        let mut board = SearchBoard::new(n);
        for row in (0..n).filter(|row| row % open != 0) {
            let column = if row < n / 2 {
                2 * row + 1
            } else {
                2 * row - n
            };
            board.place(row, column);
        }
        let mut expected = Vec::new();
        backtrack(&board, &mut Vec::new(), &mut expected);
        assert!(!expected.is_empty());
        for kernel in Kernel::available() {
            assert_eq!(
                count(kernel, &board),
                expected.len() as u64,
                "{kernel}, N = {n}"
            );
            assert!(list(kernel, &board) == expected, "{kernel}, N = {n}");
        }
    }
}

#[test]
fn a_worker_takes_boards_of_every_size_in_turn() {
    let mut wide = SearchBoard::new(18);
    for (row, column) in [(0, 3), (1, 7), (2, 12), (5, 10), (9, 17)] {
        wide.place(row, column);
    }
    let mut expected = Vec::new();
    backtrack(&wide, &mut Vec::new(), &mut expected);
    for kernel in Kernel::available() {
        let mut worker = BoardSearcher::new(kernel);
        let mut listed = 0;
        for _ in 0..2 {
            assert_eq!(worker.count(&SearchBoard::new(8), &NOT_STOPPED), Some(92));
            assert_eq!(
                worker.count(&wide, &NOT_STOPPED),
                Some(expected.len() as u64)
            );
            for (board, solutions) in [(&SearchBoard::new(8), 92), (&wide, expected.len())] {
                let flow = worker.list(board, &NOT_STOPPED, &mut |some| {
                    assert_eq!(some.n(), board.n());
                    listed += some.len();
                    ControlFlow::Continue(())
                });
                assert!(flow.is_continue());
                assert_eq!(std::mem::take(&mut listed), solutions, "{kernel}");
            }
        }
    }
}

#[test]
fn lists_what_brute_force_finds() {
    for kernel in Kernel::available() {
        for n in 0..=8 {
            let board = SearchBoard::new(n);
            assert_eq!(
                list(kernel, &board),
                brute_force(&board),
                "{kernel}, N = {n}"
            );
        }
    }
}

#[test]
fn lists_in_order_across_subtrees() {
    for (n, &all) in ALL.iter().enumerate().take(13).skip(9) {
        for kernel in Kernel::available() {
            let whole = list(kernel, &SearchBoard::new(n));
            assert_eq!(whole.len() as u128, all);
            assert!(whole.is_sorted_by(|a, b| a < b));
            for depth in 1..4 {
                let parts = split(&SearchBoard::new(n), depth);
                let joined: Vec<_> = parts
                    .iter()
                    .flat_map(|part| list(kernel, &part.board))
                    .collect();
                assert!(joined == whole, "{kernel}, N = {n}, depth {depth}");
            }
        }
    }
}

#[test]
fn kernels_agree_on_every_subtree() {
    for n in 4..=12 {
        for part in deepen(symmetry_subtrees(n, n, &BoardVariant::default()), 2)
            .iter()
            .chain(&split(&SearchBoard::new(n), 3))
        {
            let mut counts = Kernel::available().map(|kernel| count(kernel, &part.board));
            let first = counts.next().expect("scalar");
            assert!(counts.all(|other| other == first), "N = {n}, {part:?}");
        }
    }
}

#[test]
fn costs_estimate_the_nodes_of_a_plain_search() {
    /// Counts the nodes below `board`, whose first `filled` rows are filled.
    fn nodes(board: &SearchBoard, filled: usize) -> u64 {
        let columns = (0..board.n()).filter(|&column| board.allowed(filled) >> column & 1 == 1);
        let below = |column| {
            let mut board = board.clone();
            board.place(filled, column);
            1 + if filled + 1 == board.n() {
                0
            } else {
                nodes(&board, filled + 1)
            }
        };
        columns.map(below).sum()
    }
    let subtrees = split(&SearchBoard::new(10), 2);
    let estimated: u64 = subtrees.iter().map(SearchSubtree::cost).sum();
    let counted: u64 = subtrees
        .iter()
        .map(|subtree| nodes(&subtree.board, 2))
        .sum();
    assert!(
        estimated.abs_diff(counted) < counted / 4,
        "{estimated} for {counted}"
    );
    assert_eq!(
        SearchSubtree {
            board: SearchBoard::new(3),
            weight: 1
        }
        .cost(),
        3 + 2
    );
}

#[test]
fn writes_lines() {
    let mut worker = BoardSearcher::new(Kernel::SCALAR);
    let mut board = SearchBoard::new(12);
    board.place(5, 11);
    let mut text = Vec::new();
    let mut expected = String::new();
    let flow = worker.list(&board, &NOT_STOPPED, &mut |solutions| {
        solutions.write_csv(&mut text);
        for i in 0..solutions.len() {
            let numbers = solutions
                .columns(i)
                .into_iter()
                .map(|column| (column + 1).to_string());
            expected += &numbers.collect::<Vec<_>>().join(",");
            expected.push('\n');
        }
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    assert!(!text.is_empty());
    assert_eq!(String::from_utf8(text).expect("ASCII"), expected);
}

#[test]
fn writes_tiny_boards() {
    for (n, text) in [
        (0, "\n"),
        (1, "1\n"),
        (2, ""),
        (3, ""),
        (4, "2,4,1,3\n3,1,4,2\n"),
    ] {
        let mut written = Vec::new();
        let flow = BoardSearcher::new(Kernel::best()).list(
            &SearchBoard::new(n),
            &NOT_STOPPED,
            &mut |some| {
                some.write_csv(&mut written);
                ControlFlow::Continue(())
            },
        );
        assert!(flow.is_continue());
        assert_eq!(written, text.as_bytes(), "N = {n}");
    }
}

#[test]
fn first_solutions_of_large_boards_come_at_once() {
    for n in [20, 25, 27] {
        let mut first = None;
        let flow = BoardSearcher::new(Kernel::best()).list(
            &SearchBoard::new(n),
            &NOT_STOPPED,
            &mut |solutions| {
                first = Some(solutions.columns(0));
                ControlFlow::Break(())
            },
        );
        assert!(flow.is_break());
        let first = first.expect("a solution");
        // The greedy start of the lexicographically first solution.
        assert_eq!(first[..5], [0, 2, 4, 1, 3], "N = {n}");
    }
}

#[test]
fn a_search_stops_at_the_flag() {
    let stop = AtomicBool::new(true);
    let mut worker = BoardSearcher::new(Kernel::best());
    assert_eq!(worker.count(&SearchBoard::new(16), &stop), None);
    let flow = worker.list(&SearchBoard::new(16), &stop, &mut |_| {
        ControlFlow::Continue(())
    });
    assert!(flow.is_break());
    // The searcher still works afterwards.
    let part = &split(&SearchBoard::new(16), 4)[0].board;
    assert_eq!(
        worker.count(part, &NOT_STOPPED),
        Some(count(Kernel::SCALAR, part))
    );
}

/// A board of `n` rows and at least as many columns, with some given queens and forbidden squares.
/// Queens may attack each other; then the board has no solution.
fn boards(n: std::ops::RangeInclusive<usize>, more: usize) -> impl Strategy<Value = SearchBoard> {
    (n, 0..=more).prop_flat_map(|(n, more)| {
        let squares = move || (0..n, 0..n + more);
        let given = prop::collection::vec(squares(), 0..=2);
        let blocked = prop::collection::vec(squares(), 0..=n * n / 3);
        (Just((n, n + more)), given, blocked).prop_map(|((n, columns), given, blocked)| {
            let mut board = SearchBoard::rectangle(n, columns);
            for (row, column) in given {
                board.place(row, column);
            }
            for (row, column) in blocked {
                board.forbid(row, column);
            }
            board
        })
    })
}

proptest! {
    #[test]
    fn partial_boards_match_brute_force(board in boards(1..=8, 0)) {
        let expected = brute_force(&board);
        kernels_find(&board, &expected)?;
    }

    #[test]
    fn rectangles_match_brute_force(board in boards(1..=6, 4)) {
        let expected = brute_force(&board);
        kernels_find(&board, &expected)?;
    }
}

proptest! {
    // Boards of 11 rows have long lists.
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn kernels_agree_on_partial_boards(board in boards(9..=11, 2)) {
        let expected = list(Kernel::SCALAR, &board);
        for kernel in Kernel::available() {
            prop_assert_eq!(count(kernel, &board), expected.len() as u64);
            prop_assert!(list(kernel, &board) == expected);
        }
    }
}
