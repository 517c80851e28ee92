//! Known numbers of solutions.

use countless_cover::internals::{ItemOrder, StateChains};
use countless_cover::{BigCount, ExactCover, make};
use countless_engine::Run;
use num_bigint::BigUint;

use crate::{PLENTY, big, remembered, searched};

#[test]
fn what_is_known_is_counted() {
    let rectangle =
        |rows, columns| make::TilingBoard::rectangle(rows, columns).expect("it is small");
    let chessboard = [(4, 4), (4, 5), (5, 4), (5, 5)];
    let holes = chessboard
        .iter()
        .fold(rectangle(8, 8), |board, &(row, column)| {
            board.without(&format!("{row}.{column}"))
        });
    for (problem, known) in [
        (make::pentominoes(&holes), 520),
        (make::pentominoes(&rectangle(4, 15)), 1472),
        (make::pentominoes(&rectangle(5, 12)), 4040),
        (make::pentominoes(&rectangle(6, 10)), 9356),
        (make::langford(8), 300),
        (make::langford(11), 35_584),
        (make::latin(4), 576),
        (make::queens(10, false), 724),
        (make::dominoes(6, 6), 6728),
        (make::partridge(3), 0),
    ] {
        let problem = problem.expect("it is one");
        assert_eq!(
            searched(&problem, &Run::new()),
            BigCount::from(known as u32),
            "{}",
            problem.to_knuth()
        );
    }
}

/// Domino tilings by the formula of Kasteleyn, 1961, as published (OEIS A004003).
#[test]
fn numbers_beyond_all_words_are_counted_without_visiting() {
    for (side, known) in [
        (12, "53060477521960000"),
        (16, "2444888770250892795802079170816"),
    ] {
        let dominoes = make::dominoes(side, side).expect("it is small");
        let counted = dominoes.count(&Run::new()).expect("it is counted");
        assert_eq!(counted.total.solutions.to_string(), known);
    }
    // Pairs of equal options, each pair with an item of its own: powers of two of any size.
    for bits in [100, 200, 300, 1000, 1100] {
        let mut problem = ExactCover::new();
        for item in 0..bits {
            problem.primary(&item.to_string()).expect("it is new");
        }
        for item in 0..bits {
            for _ in 0..2 {
                problem.option(&[item.to_string()]).expect("it has items");
            }
        }
        assert_eq!(
            remembered(&problem, ItemOrder::Near),
            Some(big(&(BigUint::from(1_u32) << bits)))
        );
        let counted = problem.count(&Run::new()).expect("it is counted");
        assert_eq!(
            counted.total.solutions,
            big(&(BigUint::from(1_u32) << bits))
        );
    }
}

/// OEIS A002860. The isomorphism of symbols saves a factor of about 7! at order 7.
#[test]
fn latin_squares_are_counted_up_to_their_symbols() {
    for (order, known, most) in [
        (4, 576, 2_000),
        (5, 161_280, 20_000),
        (6, 812_851_200, 200_000),
        (7, 61_479_419_904_000_u64, 20_000_000),
    ] {
        let latin = make::latin(order).expect("it is small");
        let ordered =
            StateChains::line(&latin, &ItemOrder::Given.items(&latin)).expect("it is narrow");
        let counted = ordered.count(PLENTY).expect("there is plenty");
        assert_eq!(counted.solutions, BigCount::from(known));
        assert!(counted.work < most, "{}", counted.work);
    }
}
