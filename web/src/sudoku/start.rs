//! Starts of searches: pencil marks of the classic layout, and digits of other layouts.

use std::ops::ControlFlow;
use std::sync::Arc;

use countless_engine::{Error, Progress};
use countless_sudoku::{
    Attempt, ClassicLayout, Layout, PencilMarks, Puzzle, Rating, Solver, Status, TableLayout,
    Trace, TraceOptions, rate_unique_marks, split,
};
use countless_variants::{Shape, VariantPuzzle, single_digits};

use super::super::report::run;

/// Least numbers of parts of a count.
const CLASSIC_PARTS: usize = 256;
const PARTS: usize = 64;
/// Solutions between two looks at the clock.
const PER_LOOK: u128 = 1 << 14;

/// Start of a search. Its digits break no rule.
pub trait Start: Sized {
    /// Layout of explanations.
    type Layout: Layout;

    /// Reads digits that may break rules.
    fn parse(shape: &Shape, text: &str) -> Result<Vec<u8>, Error>;

    /// Start at the candidates of each cell, bit 0 for a 1; none if single ones break a rule.
    fn at(shape: &Arc<Shape>, marks: &[u32]) -> Option<Self>;

    /// Status, and the digits of a solution, which are empty without one.
    fn solve(&self) -> Result<(Status, Vec<u8>), Error>;

    /// Parts with disjoint solutions, in their order.
    fn split(&self) -> Vec<Self>;

    /// Counts solutions, and adds them to the progress.
    fn count(&self, progress: &Progress) -> Result<u128, Error>;

    /// Visits the solutions in lexicographic order.
    fn list(&self, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>);

    fn explain(&self) -> Result<Trace<Self::Layout>, Error>;

    /// Rates a start with one solution.
    fn rate(&self) -> Result<Option<Rating>, Error>;
}

impl Start for PencilMarks {
    type Layout = ClassicLayout;

    fn parse(_: &Shape, text: &str) -> Result<Vec<u8>, Error> {
        let attempt = text.parse::<Attempt>();
        let attempt =
            attempt.map_err(|it| Error::parse("text", 1, it.position, it.fault.to_string()))?;
        Ok(attempt.grid().digits().to_vec())
    }

    // Pencil marks that break a rule have no solution. Only a grid would need to be lawful.
    fn at(_: &Arc<Shape>, marks: &[u32]) -> Option<Self> {
        let marks = PencilMarks::of(std::array::from_fn(|cell| marks[cell] as u16));
        let conflict = marks.as_grid().and_then(|grid| grid.conflict());
        conflict.is_none().then_some(marks)
    }

    fn solve(&self) -> Result<(Status, Vec<u8>), Error> {
        Ok(PencilMarks::solve(self).into_digits())
    }

    fn split(&self) -> Vec<Self> {
        split(self, CLASSIC_PARTS)
    }

    fn count(&self, progress: &Progress) -> Result<u128, Error> {
        let mut told = 0;
        let all = Solver::new().count_while(*self, &mut |found| {
            if found - told >= PER_LOOK {
                progress.found(found - told);
                told = found;
            }
            ControlFlow::Continue(())
        });
        progress.found(all - told);
        Ok(all)
    }

    fn list(&self, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
        Solver::new().list(*self, u64::MAX, &mut |solution| visit(solution.digits()));
    }

    fn explain(&self) -> Result<Trace, Error> {
        let puzzle = Puzzle::Pencilled((*self).into());
        Ok(Trace::of(&puzzle, TraceOptions::new()))
    }

    fn rate(&self) -> Result<Option<Rating>, Error> {
        Ok(Some(rate_unique_marks(self)))
    }
}

// Candidates removed by hand do not restrict a search, unless they leave one digit to a cell.
impl Start for VariantPuzzle {
    type Layout = TableLayout;

    fn parse(shape: &Shape, text: &str) -> Result<Vec<u8>, Error> {
        shape.parse_attempt(text)
    }

    fn at(shape: &Arc<Shape>, marks: &[u32]) -> Option<Self> {
        let (shape, digits) = (Arc::clone(shape), single_digits(marks));
        let is_lawful = shape.is_lawful(&digits);
        is_lawful.then_some(Self { shape, digits })
    }

    fn solve(&self) -> Result<(Status, Vec<u8>), Error> {
        self.shape.solve(&self.digits, &run())
    }

    fn split(&self) -> Vec<Self> {
        let parts = self.shape.split(&self.digits, PARTS).into_iter();
        let parts = parts.map(|digits| Self {
            digits,
            ..self.clone()
        });
        parts.collect()
    }

    fn count(&self, progress: &Progress) -> Result<u128, Error> {
        let found = self.shape.count(&self.digits, u64::MAX, &run())?.into();
        progress.found(found);
        Ok(found)
    }

    fn list(&self, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
        self.shape.list(&self.digits, &run(), visit);
    }

    fn explain(&self) -> Result<Trace<TableLayout>, Error> {
        self.shape
            .explain(&self.digits, TraceOptions::new(), &run())
    }

    fn rate(&self) -> Result<Option<Rating>, Error> {
        self.shape.rate(&self.digits, &run())
    }
}
