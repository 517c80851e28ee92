//! Puzzles in pencil marks, solved in the lanes of every kernel and by the solver without
//! lanes, which must agree on the number of solutions.

#![no_main]

use countless::Kernel;
use countless::sudoku::PencilMarks;
use countless::unstable::sudoku::{Lanes, Solver};
use libfuzzer_sys::fuzz_target;

const LIMIT: u64 = 100;

/// Two bytes for each cell: what it may not have. A grid from few bytes is nearly blank.
fn marks(bytes: &[u8]) -> PencilMarks {
    let mut text = String::with_capacity(9 * 81);
    for cell in 0..81 {
        let byte = |place: usize| u16::from(bytes.get(place).copied().unwrap_or(0));
        let set = !(byte(2 * cell) | byte(2 * cell + 1) << 8);
        for (bit, digit) in ('1'..='9').enumerate() {
            text.push(if set >> bit & 1 == 1 { digit } else { '.' });
        }
    }
    text.parse().expect("every digit is in its place")
}

fuzz_target!(|bytes: &[u8]| {
    let puzzle = marks(bytes);
    let expected = Solver::new().count(puzzle, LIMIT.into()) as u64;
    let mut outcomes = Vec::new();
    for kernel in Kernel::available() {
        Lanes::new().solve_marks(kernel, &[puzzle; 3], LIMIT, &mut outcomes);
        for outcome in &outcomes {
            assert_eq!(outcome.solutions, expected, "{kernel}: {puzzle}");
        }
    }
});
