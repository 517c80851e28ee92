//! Clues that leave one solution, against a count of each.

use std::sync::atomic::AtomicBool;

use countless_simd::Kernel;
use countless_sudoku::internals::{DigitMasks, Extension, extend};
use countless_sudoku::lanes::Lanes;
use countless_sudoku::{CELLS, Grid, Solver};
use proptest::prelude::*;

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
