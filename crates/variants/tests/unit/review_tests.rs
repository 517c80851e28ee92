//! Shapes of plans, digits of any text, and faults of attempts against the list of all solutions.

use crate::backtracker_tests::{Backtracker, shapes};
use countless_engine::ledger::Spec;
use countless_engine::{Run, SplitMix64};
use countless_sudoku::questions::PuzzleKind;
use countless_sudoku::{Cell, Status};
use countless_text::Signs;
use countless_variants::internals::{RecordText, conflict, described, read_digits};
use countless_variants::{Shape, ShapeDrawing, ShapeOptions, VariantPuzzles, digits_text};
use proptest::prelude::*;

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

proptest! {
    #[test]
    fn anything_is_read_or_refused(text in "[0-9A-Pa-z.,; |\n*-]{0,400}", bytes: Vec<u8>) {
        for shape in shapes() {
            for text in [text.as_bytes(), &bytes] {
                let mut digits = Vec::new();
                match read_digits(&shape, &Signs::default(), text, &mut digits) {
                    Ok(_) => prop_assert_eq!(digits.len(), shape.cells()),
                    Err((at, _)) => prop_assert!(at <= text.len()),
                }
            }
        }
    }

    #[test]
    fn what_is_written_is_read(seed: u64) {
        for shape in shapes() {
            let mut random = SplitMix64(seed);
            let digits: Vec<u8> =
                (0..shape.cells()).map(|_| random.below(shape.digits() + 1) as u8).collect();
            let text = digits_text(&digits);
            let mut found = Vec::new();
            let read = read_digits(&shape, &Signs::default(), text.as_bytes(), &mut found);
            let expected = RecordText { cells: Some(text.as_str()), tag: None };
            prop_assert_eq!(read, Ok(expected));
            prop_assert_eq!(found, digits);
        }
    }
}

#[test]
fn a_shape_can_be_made_again() {
    let describe = |shape: &Shape| {
        VariantPuzzles::new(shape.clone()).describe(Spec::new("shapes solve", "lanes"))
    };
    for shape in shapes() {
        let spec = describe(&shape);
        let again = described(&spec).unwrap();
        let units = |shape: &Shape| shape.houses().cloned().collect::<Vec<_>>();
        assert_eq!(units(&again), units(&shape), "{shape}");
        assert_eq!(describe(&again), spec);
    }
    let spec = Spec::new("shapes solve", "lanes").with("size", 9);
    assert!(described(&spec.clone().with("boxes", "3")).is_err());
    assert!(described(&Spec::new("shapes solve", "lanes")).is_err());
}
