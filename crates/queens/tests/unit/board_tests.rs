//! Boards: their limits, counts, lists, solutions on demand, and the solutions that use each
//! square, against brute force.

use std::ops::ControlFlow::Continue;
use std::sync::atomic::AtomicBool;

use countless_engine::{Error, Run};
use countless_queens::internals::{LazySolutions, search_board};
use countless_queens::known_counts::{self, ALL};
use countless_queens::search::{BoardSearcher, SearchBoard};
use countless_queens::{Board, Occupancy, Placement, tally};
use countless_simd::Kernel;

#[test]
fn what_is_not_on_the_board_is_refused() {
    let refused = |board: Result<Board, Error>| board.expect_err("it is refused").to_string();
    let board = || Board::new(8).expect("it is small");
    let large = "expected at most 32 rows, found 33";
    assert_eq!(refused(Board::new(33)), large);
    let row = "row 9 is outside a board of 8 rows";
    assert_eq!(refused(board().queen(9, 1)), row);
    let column = "column 0 is outside a board of 8 columns";
    assert_eq!(refused(board().blocked(1, 0)), column);
}

#[test]
fn rectangles_are_as_wide_as_they_are_high_or_wider() {
    let refused = |n, columns| Board::rectangle(n, columns).expect_err("it is").to_string();
    assert_eq!(
        refused(8, 7),
        "expected at least as many columns as rows: 8 rows, 7 columns"
    );
    assert_eq!(refused(8, 33), "expected at most 32 columns, found 33");
    let board = Board::rectangle(2, 4).and_then(|board| board.queen(1, 4));
    let board = board.expect("the square is on the board");
    assert!(
        board
            .solutions()
            .map(|solution| solution.queen(2))
            .eq([1, 2])
    );
    assert_eq!(
        board.count(&Run::new()).expect("it is small").total.count,
        2
    );
}

#[test]
fn queens_that_cannot_stand_leave_no_solution() -> Result<(), Error> {
    for board in [
        Board::new(8)?.queen(1, 1)?.queen(2, 2)?,
        Board::new(8)?.queen(1, 5)?.blocked(1, 5)?,
        Board::new(8)?.blocked(1, 5)?.queen(1, 5)?,
    ] {
        assert_eq!(board.count(&Run::new())?.total.count, 0);
        assert_eq!(board.solutions().next(), None);
    }
    Ok(())
}

#[test]
fn empty_boards_have_the_known_numbers() -> Result<(), Error> {
    for (n, &all) in ALL.iter().enumerate().take(12) {
        let board = Board::new(n)?;
        assert_eq!(board.count(&Run::new())?.total.count, all, "{n} rows");
        assert_eq!(board.solutions().count() as u128, all, "{n} rows");
        let mut visited = 0;
        let outcome = board.run(&Run::new().threads(2), |_| visited += 1)?;
        assert_eq!((outcome.total.count, visited), (all, all), "{n} rows");
    }
    Ok(())
}

#[test]
fn solutions_are_those_of_the_list() -> Result<(), Error> {
    let queens = [(1, 4), (2, 8), (3, 13), (6, 11), (10, 18), (12, 9)];
    let partial = queens
        .into_iter()
        .try_fold(Board::new(20)?, |board, (row, column)| {
            board.queen(row, column)
        })?;
    for board in [Board::new(7)?, Board::new(13)?, partial] {
        let mut listed = Vec::new();
        board.run(&Run::new().threads(2), |solution| listed.push(solution))?;
        assert!(listed.len() >= 40);
        assert!(board.solutions().eq(listed), "{} rows", board.n());
    }
    Ok(())
}

#[test]
fn the_first_solutions_of_large_boards_come_at_once() -> Result<(), Error> {
    for n in [20, 25, 27] {
        let first: Vec<Placement> = Board::new(n)?.solutions().take(3).collect();
        assert!(first.is_sorted() && first[0].columns()[..5] == [1, 3, 5, 2, 4]);
        assert_eq!(first[0].columns().len(), n);
    }
    Ok(())
}

#[test]
fn parts_with_too_many_solutions_are_cut() {
    // It has 73,712 solutions; a wrong estimate could let it through.
    let mut all = LazySolutions::new(&SearchBoard::new(13));
    assert!(!all.list(&SearchBoard::new(13)) && all.found.is_empty());
    assert!(all.list(&SearchBoard::new(12)) && all.found.len() == 14_200);
}

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
