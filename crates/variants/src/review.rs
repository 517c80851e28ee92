//! Faults of an attempt at a puzzle of a shape.

use super::shape::Shape;
use super::shape_options::ShapeHouse;
use countless_engine::{Error, Run};
use countless_simd::{sort, sort_by_key};
use countless_sudoku::{Cell, HouseKind, Status};
use serde::Serialize;

/// Equal digits in a house or a cage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RepeatedDigit {
    /// The repeated digit.
    pub digit: u8,
    /// House, such as `row 1`, or cage, such as `the cage of r1c1`.
    #[serde(rename = "unit")]
    pub house: String,
    /// Two or more cells, in ascending order.
    pub cells: Vec<Cell>,
}

/// A cage without empty cells that has a wrong sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WrongSum {
    /// Cells of the cage, in ascending order.
    pub cells: Vec<Cell>,
    /// Sum of the digits.
    #[serde(rename = "sum")]
    pub found: u32,
    /// Sum of the cage.
    pub expected: u32,
}

/// Comparison of an attempt with the solutions of its puzzle.
///
/// An *entry* is a digit in a cell that is empty in the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Review {
    /// Number of solutions of the puzzle.
    #[serde(rename = "solutions")]
    pub status: Status,
    /// Equal digits of the attempt in a house or cage: rows first, then columns, other houses and
    /// cages.
    pub clashes: Vec<RepeatedDigit>,
    /// Full cages of the attempt with wrong sums.
    #[serde(skip)] // most layouts have no cages
    pub sums: Vec<WrongSum>,
    /// Clues of the puzzle that the attempt has changed or left out.
    pub changed: Vec<Cell>,
    /// Entries that are in no solution of the puzzle. Empty if the puzzle has no solution.
    pub wrong: Vec<Cell>,
    /// Empty cells of the attempt, without clues.
    pub blank: Vec<Cell>,
    /// The only solution of the puzzle; if it has several, one that contains all entries.
    #[serde(skip)]
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
        let cells = |keep: &dyn Fn(u8, u8) -> bool| {
            let kept = (0..puzzle.len()).filter(|&cell| keep(puzzle[cell], attempt[cell]));
            kept.collect::<Vec<usize>>()
        };
        let places = |cells: Vec<usize>| cells.into_iter().map(|cell| self.cell(cell)).collect();
        let mut solve = |digits: &[u8]| {
            if self.is_lawful(digits) {
                solve(digits)
            } else {
                Ok((Status::None, Vec::new()))
            }
        };
        let entries = cells(&|given, here| given == 0 && here != 0);
        let with = |cells: &[usize]| {
            let mut digits = puzzle.to_vec();
            for &cell in cells {
                digits[cell] = attempt[cell];
            }
            digits
        };
        let (status, only) = solve(puzzle)?;
        let (status_of_all, agreeing) = solve(&with(&entries))?;
        let agrees = status_of_all != Status::None;
        let mut wrong = Vec::new();
        if !agrees && status != Status::None {
            for cell in entries {
                let is_wrong = match status {
                    Status::Unique => only[cell] != attempt[cell],
                    _ => solve(&with(&[cell]))?.0 == Status::None,
                };
                if is_wrong {
                    wrong.push(cell);
                }
            }
        }
        let wrong_sum = |(cage, expected): (&[u16], u32)| {
            let own = cage.iter().map(|&cell| usize::from(cell));
            let found = own.clone().map(|cell| u32::from(attempt[cell])).sum();
            let is_full = own.clone().all(|cell| attempt[cell] != 0);
            (is_full && found != expected).then(|| WrongSum {
                cells: own.map(|cell| self.cell(cell)).collect(),
                found,
                expected,
            })
        };
        Ok(Review {
            status,
            clashes: self.clashes(attempt),
            sums: self.cages().filter_map(wrong_sum).collect(),
            changed: places(cells(&|given, here| given != 0 && here != given)),
            wrong: places(wrong),
            blank: places(cells(&|given, here| given == 0 && here == 0)),
            solution: match status {
                Status::Unique => Some(only),
                _ => agrees.then_some(agreeing),
            },
            agrees,
        })
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
        let mut clashes = Vec::new();
        for (house, own) in self.groups() {
            let own = own.iter().map(|&cell| usize::from(cell));
            let mut found: Vec<u8> = own.clone().map(|cell| digits[cell]).collect();
            sort(&mut found);
            for equal in found.chunk_by(|one, other| one == other) {
                let digit = equal[0];
                if digit != 0 && equal.len() > 1 {
                    let cells = own.clone().filter(|&cell| digits[cell] == digit);
                    clashes.push(RepeatedDigit {
                        digit,
                        house: house.clone(),
                        cells: cells.map(|cell| self.cell(cell)).collect(),
                    });
                }
            }
        }
        clashes
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
