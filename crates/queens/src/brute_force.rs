//! How tests count and list boards, and the plain recursion that they are compared with.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::search::{Constraint, Worker};
use countless_simd::Kernel;

static GO: AtomicBool = AtomicBool::new(false);

/// Squares by row and column, counted from 0.
type Square = (usize, usize);

pub(super) fn count(kernel: Kernel, board: &Constraint) -> u64 {
    let counted = Worker::new(kernel).count(board, &GO);
    counted.expect("nobody stops it")
}

/// All solutions, in the order in which they were handed over.
pub(super) fn list(kernel: Kernel, board: &Constraint) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let flow = Worker::new(kernel).list(board, &GO, &mut |solutions| {
        all.extend((0..solutions.len()).map(|i| solutions.columns(i)));
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    all
}

/// All solutions by the usual recursion over rows, in lexicographic order.
pub(super) fn brute_force(
    board: &Constraint,
    attacks: &dyn Fn(Square, Square) -> bool,
) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    backtrack(board, attacks, &mut Vec::new(), &mut all);
    all
}

fn backtrack(
    board: &Constraint,
    attacks: &dyn Fn(Square, Square) -> bool,
    columns: &mut Vec<u8>,
    all: &mut Vec<Vec<u8>>,
) {
    let row = columns.len();
    if row == board.n() {
        all.push(columns.clone());
        return;
    }
    for column in 0..board.columns() {
        let mut above = columns.iter().enumerate();
        let is_attacked =
            above.any(|(above, &other)| attacks((row, column), (above, other.into())));
        if board.allowed(row) >> column & 1 == 1 && !is_attacked {
            columns.push(column as u8);
            backtrack(board, attacks, columns, all);
            columns.pop();
        }
    }
}
