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
pub(super) fn list_solutions(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtracker_tests::{Backtracker, shapes};
    use crate::shape::Shape;
    use crate::shape_options::ShapeOptions;

    #[test]
    fn solutions_come_in_order() {
        let stop = AtomicBool::new(false);
        for shape in shapes().iter().filter(|shape| shape.cells() <= 36) {
            let mut puzzle = vec![0; shape.cells()];
            // Enough solutions to split the puzzle, and few enough to visit each.
            if shape.digits() == 6 {
                puzzle[..3].copy_from_slice(&[1, 2, 3]);
            }
            let expected = Backtracker::solutions(shape, &puzzle, 20_000);
            let (mut at, mut lanes) = (0, VariantLanes::new(shape));
            let _ = list_solutions(
                &mut lanes,
                Kernel::best(),
                &puzzle,
                &[],
                &stop,
                &mut |solution| {
                    assert_eq!(solution, expected[at], "{shape}");
                    at += 1;
                    if at == 20_000 {
                        ControlFlow::Break(())
                    } else {
                        Continue(())
                    }
                },
            );
            assert_eq!(at, expected.len());
        }
    }

    #[test]
    fn a_list_can_be_stopped() {
        let shape = Shape::new(&ShapeOptions::new()).unwrap();
        let stop = AtomicBool::new(true);
        let visit = &mut |_: &[u8]| unreachable!("nothing is to be visited");
        let _ = list_solutions(
            &mut VariantLanes::new(&shape),
            Kernel::best(),
            &[0; 81],
            &[],
            &stop,
            visit,
        );
    }
}
