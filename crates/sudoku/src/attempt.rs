//! What is wrong with an attempt at a puzzle.

use std::ops::ControlFlow;
use std::str::FromStr;

use super::grid::{CELLS, Grid, Unit};
use super::parse::{GridError, GridFault};
use super::{Cell, Solver, parse};

/// What somebody filled in, which may break the rules of sudoku.
///
/// ```
/// use countless_sudoku::Attempt;
///
/// let attempt: Attempt = ("55".to_owned() + &".".repeat(79)).parse()?;
/// assert_eq!(attempt.grid().clues(), 2);
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt(Grid);

/// Equal digits in one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The digit that stands there more than once.
    pub digit: u8,
    /// The unit in which it does.
    pub unit: Unit,
    /// Two cells or more, in ascending order.
    pub cells: Vec<Cell>,
}

/// What is found of an attempt at a puzzle.
///
/// An *entry* is a digit in a cell that the puzzle leaves blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// How many solutions the puzzle has: 0, 1, or 2 for more.
    pub solutions: u64,
    /// Equal digits in a row, column or box of the attempt.
    pub clashes: Vec<Clash>,
    /// Clues of the puzzle that the attempt has changed or left out.
    pub changed: Vec<Cell>,
    /// Entries that are in no solution of the puzzle; none if it has no solution.
    pub wrong: Vec<Cell>,
    /// Cells left blank, other than clues.
    pub blank: Vec<Cell>,
    /// A solution that has all entries; the only one of the puzzle, if there is only
    /// one, whatever the entries.
    pub solution: Option<Grid>,
    /// Whether some solution has all entries.
    pub agrees: bool,
}

impl Attempt {
    /// The digits, 0 for a blank.
    pub fn grid(&self) -> &Grid {
        &self.0
    }

    /// Compares the attempt with the solutions of a puzzle.
    ///
    /// Of a puzzle with several solutions an entry is wrong if no solution has it.
    /// Entries may each be in some solution and all together in none: then nothing is
    /// `wrong`, but the attempt does not agree.
    ///
    /// ```
    /// use countless_sudoku::{Attempt, Cell, Grid};
    ///
    /// let puzzle: Grid =
    ///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let attempt: Attempt =
    ///     "41....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.49.....".parse()?;
    /// let review = attempt.review(&puzzle);
    /// assert_eq!(review.wrong, [Cell::new(9, 4)]);
    /// assert!(review.clashes.is_empty() && !review.is_right());
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    pub fn review(&self, puzzle: &Grid) -> Review {
        let cells = |keep: &dyn Fn(u8, u8) -> bool| {
            let keep = |&cell: &Cell| keep(puzzle[cell], self.0[cell]);
            Cell::all().filter(keep).collect::<Vec<_>>()
        };
        let entries = cells(&|given, here| given == 0 && here != 0);
        let fill = |grid: Grid, &cell: &Cell| grid.with_cell(cell.index(), self.0[cell]);
        let filled = entries.iter().fold(*puzzle, fill);
        let mut solver = Solver::new();
        let solutions = solver.count(puzzle, 2) as u64;
        let agreeing = first(&mut solver, &filled);
        let solution = match solutions {
            1 => first(&mut solver, puzzle),
            _ => agreeing,
        };
        let mut wrong = Vec::new();
        if agreeing.is_none() && solutions > 0 {
            wrong = entries;
            wrong.retain(|cell| match (solutions, solution) {
                (1, Some(solution)) => solution[*cell] != self.0[*cell],
                _ => solver.count(&fill(*puzzle, cell), 1) == 0,
            });
        }
        Review {
            solutions,
            clashes: clashes(&self.0),
            changed: cells(&|given, here| given != 0 && here != given),
            wrong,
            blank: cells(&|given, here| given == 0 && here == 0),
            solution,
            agrees: agreeing.is_some(),
        }
    }
}

impl Review {
    /// Whether nothing is wrong, though cells may be blank.
    pub fn is_right(&self) -> bool {
        self.agrees && self.changed.is_empty() && self.clashes.is_empty()
    }
}

impl FromStr for Attempt {
    type Err = GridError;

    /// Reads 81 characters as a [`Grid`], but lets equal digits stand in a unit.
    fn from_str(text: &str) -> Result<Self, GridError> {
        match parse::cells(text.as_bytes()) {
            Ok(grid) => Ok(Self(grid)),
            Err(GridError {
                fault: GridFault::Repeated(_),
                ..
            }) => {
                let mut digits = [0; CELLS];
                for (digit, &byte) in digits.iter_mut().zip(text.as_bytes()) {
                    *digit = parse::cell(byte).unwrap_or_default();
                }
                Ok(Self(Grid(digits)))
            }
            Err(error) => Err(error),
        }
    }
}

/// A solution of a grid.
fn first(solver: &mut Solver, grid: &Grid) -> Option<Grid> {
    let mut found = None;
    solver.solve(grid, 1, &mut |solution: &Grid| {
        found = Some(*solution);
        ControlFlow::Break(())
    });
    found
}

/// All sets of equal digits in a unit.
fn clashes(grid: &Grid) -> Vec<Clash> {
    let of_unit = |unit: Unit| {
        (1..=9).filter_map(move |digit| {
            let mut cells = unit.cells().to_vec();
            cells.retain(|&cell| grid[cell] == digit);
            (cells.len() > 1).then_some(Clash { digit, unit, cells })
        })
    };
    Unit::all().flat_map(of_unit).collect()
}
