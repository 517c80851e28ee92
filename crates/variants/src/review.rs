//! Faults of an attempt at a puzzle of a shape.

use super::house_families::ShapeHouse;
use super::puzzle_text::conflict;
use super::shape::Shape;
use countless_engine::{Error, Run};
use countless_simd::sort_by_key;
use countless_sudoku::{Cell, HouseKind, RepeatedDigit, Review, Status, WrongSum};

impl Shape {
    /// Compares an attempt with the solutions of a puzzle. In both, 0 is an empty cell. The attempt
    /// may break rules; see [`Shape::parse_attempt`].
    ///
    /// If the puzzle has several solutions, an entry is wrong if no solution contains it. All
    /// entries may be right individually although no solution contains all of them. Then `wrong` is
    /// empty, but `agrees` is false.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_sudoku::Cell;
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let puzzle = shape.parse("...1...4.3...4..")?;
    /// let attempt = shape.parse_attempt("3..1...4.3...4..")?;
    /// let review = shape.review(&puzzle, &attempt, &Run::new())?;
    /// assert_eq!(review.wrong, [Cell::new(1, 1)]);
    /// assert!(review.clashes.is_empty() && !review.is_right());
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the run was cancelled.
    ///
    /// # Panics
    ///
    /// If `puzzle` or `attempt` does not have a digit for each cell.
    pub fn review(&self, puzzle: &[u8], attempt: &[u8], run: &Run) -> Result<Review, Error> {
        assert_eq!(attempt.len(), self.cells(), "a digit for each cell");
        let cell = |cell| self.cell(cell);
        let mut review = Review::of_entries::<Error>(puzzle, attempt, &cell, &mut |digits| {
            if conflict(self, digits).is_some() {
                return Ok((Status::None, None));
            }
            let (status, solution) = self.solve(digits, run)?;
            Ok((status, (status != Status::None).then_some(solution)))
        })?;
        review.clashes = RepeatedDigit::all(&self.groups(), attempt, &cell);
        let sums = self.cages();
        let sums = sums.filter_map(|(own, sum)| WrongSum::of(own, sum, attempt, &cell));
        review.sums = sums.collect();
        Ok(review)
    }

    /// Returns a cell by its number.
    pub fn cell(&self, cell: usize) -> Cell {
        let (row, column) = self.position(cell);
        Cell::in_layout(row + 1, column + 1)
    }

    /// Returns the names and cells of all houses and cages, such as `row 1` and `the cage of r1c1`:
    /// rows first, then columns, other houses and cages.
    pub fn groups(&self) -> Vec<(String, Vec<u16>)> {
        let mut houses: Vec<&ShapeHouse> = self.houses().collect();
        sort_by_key(&mut houses, |house| match house.kind {
            HouseKind::Row => 0,
            HouseKind::Column => 1,
            _ => 2,
        });
        let houses = houses.into_iter();
        let houses = houses.map(|house| (house.to_string(), house.cells.clone()));
        let cages = self.cages().map(|(cells, _)| {
            let first = cells.first().map_or(0, |&cell| cell.into());
            (format!("the cage of {}", self.name(first)), cells.to_vec())
        });
        houses.chain(cages).collect()
    }
}
