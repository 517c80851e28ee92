//! Boards: their limits, and counts, lists and iterators of the same solutions.

use countless_engine::{Error, Run};
use countless_queens::Board;
use countless_queens::known_counts::ALL;

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
