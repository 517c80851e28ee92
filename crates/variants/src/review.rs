//! Faults of an attempt at a puzzle.

use super::house_families::ShapeHouse;
use super::puzzle_text::conflict;
use super::shape::Shape;
use countless_engine::{Error, Run};
use countless_sudoku::{Cell, HouseKind, Status};

/// Equal digits in a house or a cage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedDigit {
    /// The repeated digit.
    pub digit: u8,
    /// House, such as `row 1`, or cage, such as `the cage of r1c1`.
    pub house: String,
    /// Two or more cells, in ascending order.
    pub cells: Vec<Cell>,
}

/// A cage without empty cells that has a wrong sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongSum {
    /// Cells of the cage, in ascending order.
    pub cells: Vec<Cell>,
    /// Sum of the digits.
    pub found: u32,
    /// Sum of the cage.
    pub expected: u32,
}

/// Comparison of an attempt with the solutions of its puzzle.
///
/// An *entry* is a digit in a cell that is empty in the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// Number of solutions of the puzzle.
    pub status: Status,
    /// Equal digits of the attempt in a house or cage: rows first, then columns, other houses and
    /// cages.
    pub clashes: Vec<RepeatedDigit>,
    /// Full cages of the attempt with wrong sums.
    pub sums: Vec<WrongSum>,
    /// Clues of the puzzle that the attempt has changed or left out.
    pub changed: Vec<Cell>,
    /// Entries that are in no solution of the puzzle. Empty if the puzzle has no solution.
    pub wrong: Vec<Cell>,
    /// Empty cells of the attempt, without clues.
    pub blank: Vec<Cell>,
    /// The only solution of the puzzle; if it has several, one that contains all entries.
    pub solution: Option<Vec<u8>>,
    /// True if a solution contains all entries.
    pub agrees: bool,
}

impl Review {
    /// Returns whether the attempt has no fault. Cells may be empty.
    pub fn is_right(&self) -> bool {
        let is_lawful = self.clashes.is_empty() && self.sums.is_empty();
        self.agrees && self.changed.is_empty() && is_lawful
    }
}

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
        let cells = |keep: &dyn Fn(u8, u8) -> bool| {
            let all = 0..self.cells();
            let kept = all.filter(|&cell| keep(puzzle[cell], attempt[cell]));
            kept.collect::<Vec<usize>>()
        };
        let places = |cells: Vec<usize>| cells.into_iter().map(|cell| self.cell(cell)).collect();
        let entries = cells(&|given, here| given == 0 && here != 0);
        let with = |cells: &[usize]| {
            let mut digits = puzzle.to_vec();
            for &cell in cells {
                digits[cell] = attempt[cell];
            }
            digits
        };
        let (status, only) = self.solve_unless_conflict(puzzle, run)?;
        let (_, agreeing) = self.solve_unless_conflict(&with(&entries), run)?;
        let agrees = agreeing.is_some();
        let solution = match status {
            Status::Unique => only,
            _ => agreeing,
        };
        let mut wrong = Vec::new();
        if !agrees && status != Status::None {
            for cell in entries {
                let is_wrong = match (status, &solution) {
                    (Status::Unique, Some(solution)) => solution[cell] != attempt[cell],
                    _ => self.solve_unless_conflict(&with(&[cell]), run)?.1.is_none(),
                };
                if is_wrong {
                    wrong.push(cell);
                }
            }
        }
        Ok(Review {
            status,
            clashes: self.clashes(attempt),
            sums: self.wrong_sums(attempt),
            changed: places(cells(&|given, here| given != 0 && here != given)),
            wrong: places(wrong),
            blank: places(cells(&|given, here| given == 0 && here == 0)),
            solution,
            agrees,
        })
    }

    /// Returns the number of solutions of digits that may break rules, and one solution.
    fn solve_unless_conflict(
        &self,
        digits: &[u8],
        run: &Run,
    ) -> Result<(Status, Option<Vec<u8>>), Error> {
        if conflict(self, digits).is_some() {
            return Ok((Status::None, None));
        }
        let (status, solution) = self.solve(digits, run)?;
        Ok((status, (status != Status::None).then_some(solution)))
    }

    fn cell(&self, cell: usize) -> Cell {
        let (row, column) = self.position(cell);
        Cell::in_layout(row + 1, column + 1)
    }

    /// Returns all sets of equal digits in a house or cage.
    ///
    /// # Panics
    ///
    /// If `attempt` does not have a digit for each cell.
    pub fn clashes(&self, attempt: &[u8]) -> Vec<RepeatedDigit> {
        let mut units: Vec<&ShapeHouse> = self.houses().collect();
        units.sort_by_key(|house| match house.kind {
            HouseKind::Row => 0,
            HouseKind::Column => 1,
            _ => 2,
        });
        let houses = units
            .into_iter()
            .map(|house| (house.to_string(), &house.cells[..]));
        let cages = self
            .cages()
            .map(|(cells, _)| (self.cage_name(cells), cells));
        let clashes = houses.chain(cages).flat_map(|(house, group)| {
            (1..=self.digits() as u8).filter_map(move |digit| {
                let of_digit = group
                    .iter()
                    .filter(|&&cell| attempt[usize::from(cell)] == digit);
                let cells: Vec<Cell> = of_digit.map(|&cell| self.cell(cell.into())).collect();
                let house = house.clone();
                (cells.len() > 1).then_some(RepeatedDigit {
                    digit,
                    house,
                    cells,
                })
            })
        });
        clashes.collect()
    }

    /// Returns the name of a cage, such as `the cage of r1c1`.
    fn cage_name(&self, cells: &[u16]) -> String {
        let first = cells.first().map_or(0, |&cell| cell.into());
        format!("the cage of {}", self.name(first))
    }

    fn wrong_sums(&self, attempt: &[u8]) -> Vec<WrongSum> {
        let sums = self.cages().filter_map(|(cells, expected)| {
            let digits = cells.iter().map(|&cell| attempt[usize::from(cell)]);
            let is_full = digits.clone().all(|digit| digit != 0);
            let found = digits.map(u32::from).sum();
            (is_full && found != expected).then(|| WrongSum {
                cells: cells.iter().map(|&cell| self.cell(cell.into())).collect(),
                found,
                expected,
            })
        });
        sums.collect()
    }
}
