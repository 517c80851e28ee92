//! Step-by-step solutions of variants, as human solvers find them.

use super::cages::RuleOf45;
use super::rater::Rater;
use super::shape::Shape;
use countless_sudoku::{Rating, Status, TableLayout, Trace, TraceOptions};

impl Shape {
    /// Prepares the explanation of a puzzle, in which 0 is an empty cell. The returned iterator
    /// takes the steps. Techniques that need a unique solution are left out if the puzzle has
    /// several.
    ///
    /// ```
    /// use countless_sudoku::{TraceEnd, TraceOptions};
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let mut trace = shape.explain(&shape.parse("...1...4.3...4..")?, TraceOptions::new());
    /// let last = trace.by_ref().last().expect("there are steps");
    /// assert_eq!(last.text, "Hidden single: in box 4, 4 can only be in r3c3.");
    /// assert_eq!(trace.end(), Some(TraceEnd::Solved));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `puzzle` does not have a digit for each cell.
    pub fn explain(&self, puzzle: &[u8], options: TraceOptions) -> Trace<TableLayout> {
        let solutions = match self.solve(puzzle).0 {
            Status::None => 0,
            Status::Unique => 1,
            _ => 2,
        };
        Trace::within(&self.tables(), puzzle, solutions, options)
    }

    /// Returns the layout for human techniques, with cages and the cages derived from them.
    pub(super) fn tables(&self) -> TableLayout {
        let cages = RuleOf45::new(self).with_derived(self.cage_list());
        self.layout(<TableLayout>::new).with_cages(cages)
    }

    /// Rates a puzzle, in which 0 is an empty cell. Returns `None` unless it has exactly one
    /// solution.
    ///
    /// # Panics
    ///
    /// If `puzzle` does not have a digit for each cell.
    pub fn rate(&self, puzzle: &[u8]) -> Option<Rating> {
        let is_unique = self.solve(puzzle).0 == Status::Unique;
        is_unique.then(|| Rater::new(self).rate(puzzle, || false))
    }
}
