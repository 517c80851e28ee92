//! Solution of one puzzle.

use super::lanes::{LaneResults, VariantLanes};
use super::shape::Shape;
use countless_engine::{Error, Run};
use countless_sudoku::Status;

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
