//! The search without lanes, against the plain one.

use countless_engine::SplitMix64;
use countless_variants::internals::PlainSearch;

use crate::backtracker_tests::{Backtracker, blanks, puzzle, shapes};

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
