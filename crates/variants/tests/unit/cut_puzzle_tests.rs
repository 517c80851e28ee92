//! Pieces of a puzzle, against the solutions of the whole.

use countless_variants::Shape;
use countless_variants::internals::{Piece, cut, cut_for_count};

use crate::backtracker_tests::{Backtracker, shapes};

/// Shapes of up to 36 cells, each with a puzzle of some thousand solutions.
fn puzzles() -> Vec<(Shape, Vec<u8>)> {
    let small = shapes().into_iter().filter(|shape| shape.cells() <= 36);
    let with_clues = small.map(|shape| {
        let mut puzzle = vec![0; shape.cells()];
        if shape.digits() == 6 {
            puzzle[1..4].copy_from_slice(&[2, 3, 1]);
        }
        (shape, puzzle)
    });
    with_clues.collect()
}

#[test]
fn the_solutions_of_the_pieces_are_those_of_the_puzzle_in_order() {
    let most = 3000;
    for (shape, puzzle) in puzzles() {
        let expected = Backtracker::solutions(&shape, &puzzle, most);
        for pieces in [1, 2, 5, 30, 1000] {
            let cut = cut(&shape, &puzzle, pieces);
            let solutions = cut
                .iter()
                .flat_map(|piece| Backtracker::solutions(&shape, &piece.digits, most));
            let solutions: Vec<Vec<u8>> = solutions.take(most).collect();
            assert_eq!(solutions, expected, "{shape} in {pieces} pieces");
        }
    }
}

#[test]
fn pieces_for_a_count_add_up_to_the_puzzle() {
    let (mut merged, most) = (0, 20_000);
    for (shape, puzzle) in puzzles() {
        let all = Backtracker::solutions(&shape, &puzzle, most).len() as u64;
        if all == most as u64 {
            continue;
        }
        for pieces in [1, 2, 5, 30, 1000] {
            let cut = cut_for_count(&shape, &puzzle, pieces);
            let counts = cut.iter().map(|piece| {
                let solutions = Backtracker::solutions(&shape, &piece.digits, most);
                piece.times * solutions.len() as u64
            });
            assert_eq!(counts.sum::<u64>(), all, "{shape} in {pieces} pieces");
            merged += usize::from(cut.iter().any(|piece| piece.times > 1));
        }
    }
    assert!(
        merged > 10,
        "only {merged} cuts with interchangeable digits"
    );
}

#[test]
fn a_first_row_of_absent_digits_has_one_piece() {
    let shapes = shapes();
    let shape = shapes.iter().find(|shape| shape.digits() == 4);
    let shape = shape.expect("there is one");
    let pieces = cut_for_count(shape, &[0; 16], 2);
    assert!(
        pieces
            .iter()
            .all(|piece| piece.times == 24 && piece.digits[..4] == [1, 2, 3, 4])
    );
    let full = shape.parse("1234341221434321").expect("a puzzle");
    let whole = Piece {
        times: 1,
        digits: full.clone(),
    };
    assert_eq!(cut(shape, &full, 100), [whole]);
}
