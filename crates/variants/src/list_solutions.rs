//! Listing of all solutions of a puzzle in lexicographic order, in memory that does not grow with
//! their number.
//!
//! Few solutions are collected in any order and sorted. If a puzzle has more, its first empty cell
//! is filled with each digit in turn, and each of these puzzles is listed separately.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::cages::Cages;
use super::lanes::{LaneResults, VariantLanes};
use super::shape::Shape;
use countless_engine::{Error, Run};
use countless_simd::Kernel;
use countless_sudoku::Status;

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

impl Shape {
    /// Solves a puzzle, in which 0 is an empty cell, with the kernel of a run. Returns the status
    /// and one of its solutions, which is empty for a puzzle without a solution.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_sudoku::Status;
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let puzzle = shape.parse("...1...4.3...4..")?;
    /// let (status, solution) = shape.solve(&puzzle, &Run::new())?;
    /// assert_eq!(status, Status::Unique);
    /// assert_eq!(shape.write(&solution), "4231312413422413");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled.
    ///
    /// # Panics
    ///
    /// If `puzzle` does not have a digit for each cell.
    pub fn solve(&self, puzzle: &[u8], run: &Run) -> Result<(Status, Vec<u8>), Error> {
        assert_eq!(puzzle.len(), self.cells(), "a digit for each cell");
        let (mut found, token) = (LaneResults::default(), run.child_token());
        let (mut lanes, kernel) = (VariantLanes::new(self), run.kernel_used());
        if !lanes.count(kernel, puzzle, &[], 2, token.flag(), &mut found) {
            return Err(Error::Interrupted);
        }
        let status = Status::of(found.counts[0]);
        if status == Status::None {
            found.solutions.clear();
        }
        Ok((status, found.solutions))
    }
}
