//! Lists of solutions, runs over many grids, and clues that leave one solution.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use countless_engine::{CancelToken, ErasedProblem, Error, Granularity, Progress, Reason, Run};
use countless_simd::Kernel;
use countless_sudoku::internals::{DigitMasks, Extension, extend};
use countless_sudoku::lanes::Lanes;
use countless_sudoku::{CELLS, Enumerate, Grid, Puzzle, Solver, canonical_all, solve_all};
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

#[test]
fn a_run_is_cancelled_and_reports_its_progress() {
    let (grids, progress) = (vec![Grid::BLANK; 3000], Arc::new(Progress::new()));
    let run = Run::new().threads(2).progress(&progress);
    assert_eq!(solve_all(&grids, &run).expect("it runs").len(), 3000);
    assert_eq!((progress.done(), progress.total()), (3000, Some(3000)));
    let token = CancelToken::new();
    token.cancel(Reason::Interrupted);
    let run = run.cancel(&token);
    assert!(matches!(solve_all(&grids, &run), Err(Error::Interrupted)));
    let forms = canonical_all(&grids, &run);
    assert!(matches!(forms, Err(Error::Interrupted)));
}

const SOLVED: &str =
    "796342581853791264214685937345278619987164325621539478469813752132457896578926143";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_clue_more_leaves_one_solution_if_a_count_says_so(
        blank in prop::collection::btree_set(0..CELLS, 0..60),
        allowed in prop::array::uniform9(0..512_u16),
    ) {
        let solved: Grid = SOLVED.parse().unwrap();
        let puzzle = blank.iter().fold(solved, |puzzle, &cell| puzzle.with_cell(cell, 0));
        let allowed: DigitMasks = std::array::from_fn(|cell| allowed[cell % 9]);
        let mut expected = Vec::new();
        for &cell in &blank {
            for digit in (1..=9).filter(|digit| allowed[cell] >> (digit - 1) & 1 != 0) {
                let more = puzzle.with_cell(cell, digit);
                if more.is_consistent() && Solver::new().count(&more, 2) == 1 {
                    expected.push((cell, digit));
                }
            }
        }
        for kernel in Kernel::available() {
            // Beside another puzzle that ends in another round.
            let mut both = [Extension::new(&puzzle, &allowed), Extension::new(&solved, &allowed)];
            let stop = AtomicBool::new(false);
            prop_assert!(extend(kernel, &mut Lanes::new(), &mut both, &stop));
            prop_assert_eq!(&both[0].unique().collect::<Vec<_>>(), &expected, "{}", kernel);
            prop_assert_eq!(both[1].unique().count(), 0);
        }
    }
}
