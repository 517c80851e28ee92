//! Puzzles of any shape, solved step by step as people do.

use super::cages::RuleOf45;
use super::rate::Rater;
use super::shape::Shape;
use countless_sudoku::{Rating, Status, TableLayout, Trace, TraceOptions};

impl Shape {
    /// Prepares to explain a puzzle, 0 for a blank; no step is taken yet. Techniques that need a
    /// unique solution are left out if there are several.
    ///
    /// ```
    /// use countless_sudoku::{End, TraceOptions};
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions { size: 4, ..ShapeOptions::default() })?;
    /// let mut trace = shape.explain(&shape.parse("...1...4.3...4..")?, TraceOptions::default());
    /// let last = trace.by_ref().last().expect("there are steps");
    /// assert_eq!(last.text, "Hidden single: in box 4, 4 can only be in r3c3.");
    /// assert_eq!(trace.end(), Some(End::Solved));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is not a digit for each cell.
    pub fn explain(&self, puzzle: &[u8], options: TraceOptions) -> Trace<TableLayout> {
        let solutions = match self.solve(puzzle).0 {
            Status::None => 0,
            Status::Unique => 1,
            _ => 2,
        };
        Trace::within(&self.tables(), puzzle, solutions, options)
    }

    /// The layout in which people solve it, its cages and what follows from them included.
    pub(super) fn tables(&self) -> TableLayout {
        let cages = RuleOf45::new(self).with_derived(self.cage_list());
        self.layout(<TableLayout>::new).with_cages(cages)
    }

    /// Rates a puzzle, 0 for a blank; none if it does not have exactly one solution.
    ///
    /// # Panics
    ///
    /// If there is not a digit for each cell.
    pub fn rate(&self, puzzle: &[u8]) -> Option<Rating> {
        let is_unique = self.solve(puzzle).0 == Status::Unique;
        is_unique.then(|| Rater::new(self).rate(puzzle, || false))
    }
}
