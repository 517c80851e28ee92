//! Solutions of single puzzles, and runs that are cancelled.

use countless_engine::{CancelToken, Error, Reason, Run};
use countless_sudoku::Status;
use countless_variants::{Shape, ShapeOptions};

use crate::backtracker_tests::{Backtracker, shapes};

#[test]
fn a_cancelled_run_solves_nothing() {
    let token = CancelToken::new();
    token.cancel(Reason::Interrupted);
    let run = Run::new().cancel(&token);
    let shape = Shape::new(&ShapeOptions::new()).unwrap();
    let blank = vec![0; shape.cells()];
    let solved = shape.solve(&blank, &run);
    assert!(matches!(solved, Err(Error::Interrupted)), "{solved:?}");
    let rating = shape.rate(&blank, &run);
    assert!(matches!(rating, Err(Error::Interrupted)), "{rating:?}");
    let review = shape.review(&blank, &blank, &run);
    assert!(matches!(review, Err(Error::Interrupted)), "{review:?}");
}

#[test]
fn one_none_and_several_solutions_are_told_apart() {
    let shapes = shapes();
    let shape = shapes.iter().find(|shape| shape.digits() == 4);
    let shape = shape.expect("there is one");
    for text in ["...1...4.3...4..", "12......34......", "123...4........."] {
        let puzzle = shape.parse(text).unwrap();
        let all = Backtracker::solutions(shape, &puzzle, usize::MAX);
        let (status, solution) = shape.solve(&puzzle, &Run::new()).unwrap();
        assert_eq!(status, Status::of(all.len() as u64), "{text}");
        assert_eq!(all.contains(&solution), !all.is_empty(), "{text}");
    }
}
