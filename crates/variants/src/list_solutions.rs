//! Listing of all solutions of a puzzle in lexicographic order, in memory that does not grow with
//! their number.
//!
//! Few solutions are collected in any order and sorted. If a puzzle has more, its first empty cell
//! is filled with each digit in turn, and each of these puzzles is listed separately.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::cages::Cages;
use super::lanes::VariantLanes;
use countless_simd::Kernel;

/// Largest number of solutions sorted together.
const TOGETHER: u64 = 4096;

/// Visits every solution of a puzzle in lexicographic order. Setting `stop` ends the search early.
pub fn list_solutions(
    lanes: &mut VariantLanes,
    kernel: Kernel,
    puzzle: &[u8],
    own: &[Cages],
    stop: &AtomicBool,
    visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut solutions = Vec::new();
    let mut waiting = vec![puzzle.to_vec()];
    while let Some(part) = waiting.pop() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let all = lanes.collect(kernel, &part, own, TOGETHER, stop, &mut solutions);
        let blank = part.iter().position(|&digit| digit == 0);
        match blank.filter(|_| !all) {
            None => {
                let mut sorted: Vec<&[u8]> = solutions.chunks_exact(part.len()).collect();
                sorted.sort_unstable();
                sorted.into_iter().try_for_each(&mut *visit)?;
            }
            Some(cell) => {
                // The last puzzle of the stack is listed next.
                for digit in (1..=lanes.digits() as u8).rev() {
                    let mut filled = part.clone();
                    filled[cell] = digit;
                    waiting.push(filled);
                }
            }
        }
    }
    Continue(())
}
