//! Counts and lists of boards, and a plain recursion to compare with.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use countless_queens::search::{BoardSearcher, SearchBoard};
use countless_simd::Kernel;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

static NOT_STOPPED: AtomicBool = AtomicBool::new(false);

/// Row and column of a square, counted from 0.
type ZeroBasedSquare = (usize, usize);

pub fn count(kernel: Kernel, board: &SearchBoard) -> u64 {
    let counted = BoardSearcher::new(kernel).count(board, &NOT_STOPPED);
    counted.expect("nobody stops it")
}

/// Lists all solutions in the order of the batches.
pub fn list(kernel: Kernel, board: &SearchBoard) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let flow = BoardSearcher::new(kernel).list(board, &NOT_STOPPED, &mut |solutions| {
        all.extend((0..solutions.len()).map(|i| solutions.columns(i)));
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    all
}

/// Compares the count and the list of each kernel with the solutions of a board.
pub fn kernels_find(board: &SearchBoard, solutions: &Vec<Vec<u8>>) -> TestCaseResult {
    for kernel in Kernel::available() {
        prop_assert_eq!(count(kernel, board), solutions.len() as u64);
        prop_assert_eq!(&list(kernel, board), solutions);
    }
    Ok(())
}

/// Lists all solutions by recursion over rows, in lexicographic order.
pub fn brute_force(
    board: &SearchBoard,
    attacks: &dyn Fn(ZeroBasedSquare, ZeroBasedSquare) -> bool,
) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    backtrack(board, attacks, &mut Vec::new(), &mut all);
    all
}

fn backtrack(
    board: &SearchBoard,
    attacks: &dyn Fn(ZeroBasedSquare, ZeroBasedSquare) -> bool,
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
