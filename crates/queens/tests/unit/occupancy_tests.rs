//! Solutions that use each square, against brute force.

use std::ops::ControlFlow::Continue;
use std::sync::atomic::AtomicBool;

use countless_engine::Run;
use countless_queens::internals::search_board;
use countless_queens::search::BoardSearcher;
use countless_queens::{Board, Occupancy, known_counts, tally};
use countless_simd::Kernel;

/// Places queens row by row and counts the squares of every solution.
fn brute_force(n: usize, columns: &mut Vec<usize>, squares: &mut [u128]) -> u128 {
    let row = columns.len();
    if row == n {
        for (row, &column) in columns.iter().enumerate() {
            squares[row * n + column] += 1;
        }
        return 1;
    }
    let mut found = 0;
    for column in 0..n {
        let attacks = |(other, &taken): (usize, &usize)| {
            taken == column || taken.abs_diff(column) == row - other
        };
        if !columns.iter().enumerate().any(attacks) {
            columns.push(column);
            found += brute_force(n, columns, squares);
            columns.pop();
        }
    }
    found
}

fn board(n: usize) -> Board {
    Board::new(n).expect("it is small")
}

/// Numbers of solutions that use each square, row by row.
fn all_squares(table: &Occupancy) -> Vec<u128> {
    let rows = 1..=table.n();
    rows.flat_map(|row| (1..=table.n()).map(move |column| table.at(row, column)))
        .collect()
}

fn run(kernel: Kernel) -> Run {
    Run::new().threads(2).kernel(kernel)
}

fn counted(n: usize, kernel: Kernel) -> Occupancy {
    tally(n, &run(kernel)).expect("it runs").total
}

fn listed(board: &Board, kernel: Kernel) -> Occupancy {
    let problem = board.tallied_listing();
    let outcome = run(kernel).for_each(&problem, |_| {}).expect("it runs");
    assert_eq!(u128::from(outcome.rows), outcome.total.count);
    problem.squares(&outcome.total)
}

#[test]
fn counts_and_lists_agree_with_brute_force() {
    for n in 0..=10 {
        let mut squares = vec![0; n * n];
        let solutions = brute_force(n, &mut Vec::new(), &mut squares);
        for kernel in Kernel::available() {
            for table in [counted(n, kernel), listed(&board(n), kernel)] {
                assert_eq!(table.solutions, solutions, "{n} rows, {kernel}");
                assert_eq!(all_squares(&table), squares, "{n} rows, {kernel}");
            }
        }
    }
}

#[test]
fn the_table_is_symmetric_and_its_rows_and_columns_add_up() {
    for n in [11, 12, 13] {
        let table = counted(n, Kernel::best());
        assert_eq!(table.solutions, known_counts::ALL[n]);
        assert_eq!(listed(&board(n), Kernel::best()), table);
        for i in 1..=n {
            let row: u128 = (1..=n).map(|j| table.at(i, j)).sum();
            let column: u128 = (1..=n).map(|j| table.at(j, i)).sum();
            assert_eq!((row, column), (table.solutions, table.solutions));
            for j in 1..=n {
                assert_eq!(table.at(i, j), table.at(j, i));
                assert_eq!(table.at(i, j), table.at(i, n + 1 - j));
            }
        }
    }
}

#[test]
fn wide_boards_and_given_queens_are_tallied() {
    let mut board = board(18);
    for (row, column) in [(1, 4), (2, 8), (3, 13), (6, 11), (10, 18)] {
        board = board.queen(row, column).expect("it is on the board");
    }
    let (mut squares, mut worker) = (vec![0_u128; 18 * 18], BoardSearcher::new(Kernel::SCALAR));
    let searched = search_board(board.clone());
    let _ = worker.list(&searched, &AtomicBool::new(false), &mut |solutions| {
        for i in 0..solutions.len() {
            for (row, &column) in solutions.columns(i).iter().enumerate() {
                squares[row * 18 + usize::from(column)] += 1;
            }
        }
        Continue(())
    });
    let table = listed(&board, Kernel::best());
    assert!(table.solutions > 100);
    assert_eq!(all_squares(&table), squares);
    assert_eq!(table.at(6, 11), table.solutions);
}
