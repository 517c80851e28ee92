//! Lists of solutions: plans of older ledgers, limits and their order.

use countless_engine::{ErasedProblem, Granularity, Run};
use countless_sudoku::{Enumerate, Grid, Puzzle};
use proptest::prelude::*;

const MANY: &str =
    "8..72.........1.5....8......4...72.....2......7........6......5...46...17....9..2";

#[test]
fn ledgers_of_version_0_1_are_continued() {
    let all = Enumerate::new(MANY.parse::<Puzzle>().unwrap());
    for (cut, id) in [
        (Granularity::Subtrees(None), "4bc2d69c8ccaa8cb"),
        (Granularity::Threads(4), "4bc2d69c8ccaa8cb"),
        (Granularity::Split("cells:256".into()), "4bc2d69c8ccaa8cb"),
        (Granularity::Subtrees(Some(1000)), "570f9abbb8a2c4f3"),
    ] {
        assert_eq!(
            <dyn ErasedProblem>::plan(&all, &cut, None).unwrap().id(),
            id,
            "{cut:?}"
        );
    }
    assert!(<dyn ErasedProblem>::plan(&all, &Granularity::Split("rows:3".into()), None).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn limits_hold_and_lists_are_in_order(limit in 1..60_000_u64, threads in 1..4_usize) {
        let puzzle: Grid = MANY.parse().unwrap();
        let all = Enumerate::new(puzzle);
        let run = Run::new().threads(threads).limit(limit);
        prop_assert_eq!(run.count(&all).unwrap().total.count, u128::from(limit));
        let mut listed = Vec::new();
        run.for_each(&all, |solution| listed.push(solution)).unwrap();
        let expected: Vec<Grid> = puzzle.solutions().take(limit as usize).collect();
        prop_assert_eq!(listed, expected);
    }
}
