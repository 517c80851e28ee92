//! Puzzles in pencil marks, solved in the lanes of every kernel and by the solver without
//! lanes, which must agree on the number of solutions.

#![no_main]

use std::cell::RefCell;

use countless::Kernel;
use countless::sudoku::PencilMarks;
use countless::sudoku::Solver;
use countless::sudoku::lanes::Lanes;
use libfuzzer_sys::fuzz_target;

const LIMIT: u64 = 3;

thread_local! {
    /// Used for one puzzle after the other, as it is in the program.
    static LANES: RefCell<Lanes> = RefCell::new(Lanes::new());
}

/// Where each input begins.
const SOLVED: &[u8; 81] =
    b"123456789456789123789123456214365897365897214897214365531642978642978531978531642";

/// A solved grid with cells that may have others, too: three bytes say which cell and what. So a
/// short input is a puzzle that is solved at once, and a long one has many solutions or none.
fn marks(bytes: &[u8]) -> PencilMarks {
    let mut cells = SOLVED.map(|digit| 1 << (digit - b'1'));
    for change in bytes.chunks_exact(3) {
        cells[usize::from(change[0]) % 81] = u16::from(change[1]) | u16::from(change[2]) << 8;
    }
    let mut text = String::with_capacity(9 * 81);
    for set in cells {
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
        LANES.with_borrow_mut(|lanes| {
            lanes.solve_marks(kernel, &[puzzle; 3], LIMIT, &mut outcomes);
        });
        for outcome in &outcomes {
            assert_eq!(outcome.solutions, expected, "{kernel}: {puzzle}");
        }
    }
});
