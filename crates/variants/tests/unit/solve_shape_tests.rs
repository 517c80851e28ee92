//! Tests of single puzzles of any shape: their solutions, and reviews of attempts.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::AtomicBool;

use crate::backtracker_tests::{Backtracker, blanks, cage_list, puzzle, shapes};
use countless_engine::ledger::Spec;
use countless_engine::{CancelToken, Error, Reason, Run, SplitMix64};
use countless_simd::Kernel;
use countless_sudoku::{Cell, Status};
use countless_text::Signs;
use countless_variants::internals::{
    CageConstraints, CompiledShape, Piece, PlainSearch, RecordText, RuleOf45, VariantLanes,
    conflict, cut, describe, described, list_solutions, random_solution, read_digits,
};
use countless_variants::{Shape, ShapeDrawing, ShapeOptions, digits_text};
use proptest::prelude::*;

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
fn puzzles_with_one_no_and_several_solutions_have_different_statuses() {
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

#[test]
fn solutions_come_in_order() {
    let stop = AtomicBool::new(false);
    for shape in shapes().iter().filter(|shape| shape.cells() <= 36) {
        let mut puzzle = vec![0; shape.cells()];
        // Enough solutions to split the puzzle, and few enough to visit each.
        if shape.digits() == 6 {
            puzzle[..3].copy_from_slice(&[1, 2, 3]);
        }
        let expected = Backtracker::solutions(shape, &puzzle, 20_000);
        let (mut at, mut lanes) = (0, VariantLanes::new(shape));
        let _ = list_solutions(
            &mut lanes,
            Kernel::best(),
            &puzzle,
            &[],
            &stop,
            &mut |solution| {
                assert_eq!(solution, expected[at], "{shape}");
                at += 1;
                if at == 20_000 {
                    ControlFlow::Break(())
                } else {
                    Continue(())
                }
            },
        );
        assert_eq!(at, expected.len());
    }
}

#[test]
fn a_list_can_be_stopped() {
    let shape = Shape::new(&ShapeOptions::new()).unwrap();
    let stop = AtomicBool::new(true);
    let visit = &mut |_: &[u8]| unreachable!("nothing is to be visited");
    let _ = list_solutions(
        &mut VariantLanes::new(&shape),
        Kernel::best(),
        &[0; 81],
        &[],
        &stop,
        visit,
    );
}

#[test]
fn as_many_solutions_are_found_as_there_are() {
    let mut random = SplitMix64(3);
    for shape in shapes() {
        let mut search = PlainSearch::new(&shape);
        for number in 0..10 {
            let most = blanks(&shape) * (1 + number) / 10;
            let puzzle = puzzle(&shape, &mut random, most, number % 3 == 2);
            let expected = Backtracker::solutions(&shape, &puzzle, 50).len();
            let found = search.count(&puzzle, 50, || false);
            assert_eq!(found, expected as u128, "{shape}");
        }
        assert_eq!(search.count(&vec![0; shape.cells()], 5, || true), 0);
    }
}

#[test]
fn solutions_keep_the_rules_and_differ() {
    for shape in shapes() {
        let plan = CompiledShape::new(&shape);
        let mut cages = CageConstraints::default();
        cages.load(&cage_list(&shape), &RuleOf45::new(&shape));
        let fill = |seed| random_solution(&plan, &cages, &mut SplitMix64(seed), || false).unwrap();
        let (one, other) = (fill(1), fill(2));
        for solution in [&one, &other] {
            assert!(!solution.contains(&0), "{shape}");
            assert_eq!(conflict(&shape, solution), None, "{shape}");
        }
        assert!(one != other || !cages.is_empty(), "{shape}");
        assert_eq!(fill(1), one, "{shape}");
    }
}

#[test]
fn a_search_can_be_stopped() {
    let plan = CompiledShape::new(&shapes()[0]);
    let found = random_solution(
        &plan,
        &CageConstraints::default(),
        &mut SplitMix64(1),
        || true,
    );
    assert_eq!(found, None);
}

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
            let cut = cut(&shape, &puzzle, pieces, false);
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
            let cut = cut(&shape, &puzzle, pieces, true);
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
    let pieces = cut(shape, &[0; 16], 2, true);
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
    assert_eq!(cut(shape, &full, 100, false), [whole]);
}

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
    let describe = |shape: &Shape| describe(shape, Spec::new("shapes solve", "lanes"));
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
