//! Solutions on demand, against the list.

use countless_engine::{Error, Run};
use countless_queens::internals::LazySolutions;
use countless_queens::search::SearchBoard;
use countless_queens::{Board, Placement};

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
