//! Solution of one puzzle.

use std::sync::atomic::AtomicBool;

use super::lanes::{LaneResults, VariantLanes};
use super::shape::Shape;
use countless_simd::Kernel;
use countless_sudoku::Status;

impl Shape {
    /// Solves a puzzle, in which 0 is an empty cell. Returns the status and one of its solutions,
    /// which is empty for a puzzle without a solution.
    ///
    /// ```
    /// use countless_variants::{Shape, ShapeOptions};
    /// use countless_sudoku::Status;
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let (status, solution) = shape.solve(&shape.parse("...1...4.3...4..")?);
    /// assert_eq!(status, Status::Unique);
    /// assert_eq!(shape.write(&solution), "4231312413422413");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `puzzle` does not have a digit for each cell.
    pub fn solve(&self, puzzle: &[u8]) -> (Status, Vec<u8>) {
        assert_eq!(puzzle.len(), self.cells(), "a digit for each cell");
        let (mut found, stop) = (LaneResults::default(), AtomicBool::new(false));
        VariantLanes::new(self).count(Kernel::best(), puzzle, &[], 2, &stop, &mut found);
        let status = Status::of(found.counts[0]);
        if status == Status::None {
            found.solutions.clear();
        }
        (status, found.solutions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtracker_tests::{Backtracker, shapes};

    #[test]
    fn one_none_and_several_solutions_are_told_apart() {
        let shapes = shapes();
        let shape = shapes.iter().find(|shape| shape.digits() == 4);
        let shape = shape.expect("there is one");
        for text in ["...1...4.3...4..", "12......34......", "123...4........."] {
            let puzzle = shape.parse(text).unwrap();
            let all = Backtracker::solutions(shape, &puzzle, usize::MAX);
            let (status, solution) = shape.solve(&puzzle);
            assert_eq!(status, Status::of(all.len() as u64), "{text}");
            assert_eq!(all.contains(&solution), !all.is_empty(), "{text}");
        }
    }
}
