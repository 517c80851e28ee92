//! Faults of an attempt at a puzzle of a shape.

use super::shape::Shape;
use super::shape_options::ShapeHouse;
use countless_engine::{Error, Run};
use countless_simd::sort_by_key;
use countless_sudoku::{Cell, HouseKind, RepeatedDigit, Review, Status, WrongSum};
use serde::Serialize;

/// Entry of an attempt that is in no solution of its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WrongEntry {
    /// Cell of the entry.
    pub cell: Cell,
    /// Digit in the attempt.
    pub digit: u8,
    /// Right digit, if it is to be revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<u8>,
}

/// Search of digits of a shape: their status, and the digits of a solution, which are empty without
/// one.
pub type SolveDigits<'a> = dyn FnMut(&[u8]) -> Result<(Status, Vec<u8>), Error> + 'a;

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
        self.review_by(puzzle, attempt, &mut |digits| self.solve(digits, run))
    }

    /// Compares an attempt with the solutions of a puzzle, as [`review`](Self::review) does, by
    /// another search. `solve` receives digits that break no rule.
    ///
    /// # Errors
    ///
    /// The errors of `solve`.
    ///
    /// # Panics
    ///
    /// If `puzzle` or `attempt` does not have a digit for each cell.
    pub fn review_by(
        &self,
        puzzle: &[u8],
        attempt: &[u8],
        solve: &mut SolveDigits<'_>,
    ) -> Result<Review, Error> {
        assert_eq!(attempt.len(), self.cells(), "a digit for each cell");
        let cell = |cell| self.cell(cell);
        let mut review = Review::of_entries::<Error>(puzzle, attempt, &cell, &mut |digits| {
            if !self.is_lawful(digits) {
                return Ok((Status::None, None));
            }
            let (status, solution) = solve(digits)?;
            Ok((status, (status != Status::None).then_some(solution)))
        })?;
        review.clashes = self.clashes(attempt);
        let sums = self.cages();
        let sums = sums.filter_map(|(own, sum)| WrongSum::of(own, sum, attempt, &cell));
        review.sums = sums.collect();
        Ok(review)
    }

    /// Returns the wrong entries of an attempt. With `reveal`, they have the right digits, if the
    /// review has a solution.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_variants::{Shape, ShapeOptions};
    ///
    /// let shape = Shape::new(&ShapeOptions::new().size(4))?;
    /// let puzzle = shape.parse("...1...4.3...4..")?;
    /// let attempt = shape.parse_attempt("3..1...4.3...4..")?;
    /// let review = shape.review(&puzzle, &attempt, &Run::new())?;
    /// let wrong = shape.wrong_entries(&review, &attempt, true);
    /// assert_eq!((wrong[0].digit, wrong[0].expected), (3, Some(4)));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the review is of an attempt at a puzzle of another shape.
    pub fn wrong_entries(&self, review: &Review, attempt: &[u8], reveal: bool) -> Vec<WrongEntry> {
        let solution = review.solution.as_ref().filter(|_| reveal);
        let entry = |&cell: &Cell| {
            let index = self.index(cell).expect("a cell of the shape");
            WrongEntry {
                cell,
                digit: attempt[index],
                expected: solution.map(|solution| solution[index]),
            }
        };
        review.wrong.iter().map(entry).collect()
    }

    /// Returns all sets of equal digits in a house or a cage, in the order of
    /// [`groups`](Self::groups). The digit 0 is an empty cell.
    ///
    /// # Panics
    ///
    /// If `digits` does not have a digit for each cell.
    pub fn clashes(&self, digits: &[u8]) -> Vec<RepeatedDigit> {
        RepeatedDigit::all(&self.groups(), digits, &|cell| self.cell(cell))
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
