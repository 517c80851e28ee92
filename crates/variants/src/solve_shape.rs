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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtracker_tests::{Backtracker, shapes};
    use crate::shape_options::ShapeOptions;
    use countless_engine::{CancelToken, Reason};

    #[test]
    fn a_cancelled_run_solves_nothing() {
        let token = CancelToken::new();
        token.cancel(Reason::Interrupted);
        let run = Run::new().cancel(&token);
        let shape = Shape::new(&ShapeOptions::new()).unwrap();
        let blank = vec![0; shape.cells()];
        let solved = shape.solve(&blank, &run);
        assert!(matches!(solved, Err(Error::Interrupted)), "{solved:?}");
        let rating = shape.rate(&blank, &run);
        assert!(matches!(rating, Err(Error::Interrupted)), "{rating:?}");
        let review = shape.review(&blank, &blank, &run);
        assert!(matches!(review, Err(Error::Interrupted)), "{review:?}");
    }

    #[test]
    fn one_none_and_several_solutions_are_told_apart() {
        let shapes = shapes();
        let shape = shapes.iter().find(|shape| shape.digits() == 4);
        let shape = shape.expect("there is one");
        for text in ["...1...4.3...4..", "12......34......", "123...4........."] {
            let puzzle = shape.parse(text).unwrap();
            let all = Backtracker::solutions(shape, &puzzle, usize::MAX);
            let (status, solution) = shape.solve(&puzzle, &Run::new()).unwrap();
            assert_eq!(status, Status::of(all.len() as u64), "{text}");
            assert_eq!(all.contains(&solution), !all.is_empty(), "{text}");
        }
    }
}
