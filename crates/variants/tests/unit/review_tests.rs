//! Faults of attempts, against the list of all solutions.

use countless_engine::{Run, SplitMix64};
use countless_sudoku::{Cell, Status};
use countless_variants::internals::conflict;
use countless_variants::{Shape, ShapeDrawing, ShapeOptions};

use crate::backtracker_tests::{Backtracker, shapes};

/// Compares reviews with the list of all solutions.
#[test]
fn entries_are_wrong_if_no_solution_has_them() {
    let mut random = SplitMix64(7);
    for shape in shapes().iter().filter(|shape| shape.cells() <= 81) {
        let (_, solution) = shape.solve(&vec![0; shape.cells()], &Run::new()).unwrap();
        for _ in 0..6 {
            let mut puzzle = solution.clone();
            for _ in 0..shape.cells() / 3 {
                puzzle[random.below(shape.cells())] = 0;
            }
            let mut attempt = puzzle.clone();
            for _ in 0..random.below(4) {
                let cell = random.below(shape.cells());
                if puzzle[cell] == 0 {
                    attempt[cell] = 1 + random.below(shape.digits()) as u8;
                }
            }
            let all = Backtracker::solutions(shape, &puzzle, 2001);
            if all.len() > 2000 {
                continue;
            }
            let has = |full: &Vec<u8>, cell: usize| full[cell] == attempt[cell];
            let entries: Vec<usize> = (0..shape.cells())
                .filter(|&cell| puzzle[cell] == 0 && attempt[cell] != 0)
                .collect();
            let agrees = all
                .iter()
                .any(|full| entries.iter().all(|&cell| has(full, cell)));
            let review = shape.review(&puzzle, &attempt, &Run::new()).unwrap();
            assert_eq!(review.status, Status::of(all.len().min(2) as u64));
            assert_eq!((review.agrees, review.is_right()), (agrees, agrees));
            let wrong: Vec<Cell> = entries
                .iter()
                .filter(|&&cell| !all.iter().any(|full| has(full, cell)))
                .map(|&cell| {
                    let (row, column) = shape.position(cell);
                    Cell::in_layout(row + 1, column + 1)
                })
                .collect();
            assert_eq!(review.wrong, wrong);
            let is_lawful = review.clashes.is_empty() && review.sums.is_empty();
            assert!(is_lawful || conflict(shape, &attempt).is_some());
            assert!(review.changed.is_empty());
        }
    }
}

#[test]
fn cages_have_different_digits_and_their_sums() {
    let options = ShapeOptions::new().size(4).cages(Some(ShapeDrawing {
        name: "cages".to_owned(),
        text: "AABB\n....\n....\n....\nA=3\nB=7\n".to_owned(),
    }));
    let shape = Shape::new(&options).expect("a shape");
    let attempt = shape.parse_attempt("2241............").expect("digits");
    let review = shape.review(&[0; 16], &attempt, &Run::new()).unwrap();
    let units: Vec<&str> = review
        .clashes
        .iter()
        .map(|clash| &clash.house[..])
        .collect();
    assert_eq!(units, ["row 1", "box 1", "the cage of r1c1"]);
    let sums: Vec<(u32, u32)> = review.sums.iter().map(|s| (s.found, s.expected)).collect();
    assert_eq!(sums, [(4, 3), (5, 7)]);
    assert!(!review.agrees);
}
