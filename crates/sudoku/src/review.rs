//! Faults of an attempt at a puzzle of any layout.

use super::grid::Cell;
use super::solved::Status;
use countless_simd::sort;
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

impl RepeatedDigit {
    /// Returns all sets of equal digits in groups with names, such as houses. `digits` has a digit
    /// for each cell, and 0 for an empty one; `cell` returns the place of a cell.
    ///
    /// # Panics
    ///
    /// If a group has a cell without a digit.
    pub fn all(
        groups: &[(String, Vec<u16>)],
        digits: &[u8],
        cell: &dyn Fn(usize) -> Cell,
    ) -> Vec<Self> {
        let mut clashes = Vec::new();
        for (house, own) in groups {
            let mut found: Vec<u8> = own.iter().map(|&cell| digits[usize::from(cell)]).collect();
            sort(&mut found);
            for equal in found.chunk_by(|one, other| one == other) {
                let digit = equal[0];
                if digit == 0 || equal.len() == 1 {
                    continue;
                }
                let cells = own.iter().map(|&cell| usize::from(cell));
                let cells = cells.filter(|&cell| digits[cell] == digit);
                clashes.push(Self {
                    digit,
                    house: house.clone(),
                    cells: cells.map(cell).collect(),
                });
            }
        }
        clashes
    }
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

impl WrongSum {
    /// Returns the fault of a cage, if it is full and has another sum.
    ///
    /// # Panics
    ///
    /// If the cage has a cell without a digit.
    pub fn of(
        cage: &[u16],
        expected: u32,
        digits: &[u8],
        cell: &dyn Fn(usize) -> Cell,
    ) -> Option<Self> {
        let own = cage.iter().map(|&cell| usize::from(cell));
        let found = own.clone().map(|cell| u32::from(digits[cell])).sum();
        let is_full = own.clone().all(|cell| digits[cell] != 0);
        (is_full && found != expected).then(|| Self {
            cells: own.map(cell).collect(),
            found,
            expected,
        })
    }
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

/// Status of digits, and a solution if there is one.
type SolvedDigits = (Status, Option<Vec<u8>>);

impl Review {
    /// Compares the entries of an attempt with the solutions of a puzzle. In both, 0 is an empty
    /// cell. `solve` returns the status of digits that may break rules, and a solution if there is
    /// one; `cell` returns the place of a cell. The faults of houses and cages are not looked for.
    ///
    /// # Errors
    ///
    /// The errors of `solve`.
    pub fn of_entries<E>(
        puzzle: &[u8],
        attempt: &[u8],
        cell: &dyn Fn(usize) -> Cell,
        solve: &mut dyn FnMut(&[u8]) -> Result<SolvedDigits, E>,
    ) -> Result<Self, E> {
        let cells = |keep: &dyn Fn(u8, u8) -> bool| {
            let kept = (0..puzzle.len()).filter(|&cell| keep(puzzle[cell], attempt[cell]));
            kept.collect::<Vec<usize>>()
        };
        let places = |cells: Vec<usize>| cells.into_iter().map(cell).collect();
        let entries = cells(&|given, here| given == 0 && here != 0);
        let with = |cells: &[usize]| {
            let mut digits = puzzle.to_vec();
            for &cell in cells {
                digits[cell] = attempt[cell];
            }
            digits
        };
        let (status, only) = solve(puzzle)?;
        let (_, agreeing) = solve(&with(&entries))?;
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
                    _ => solve(&with(&[cell]))?.1.is_none(),
                };
                if is_wrong {
                    wrong.push(cell);
                }
            }
        }
        Ok(Self {
            status,
            clashes: Vec::new(),
            sums: Vec::new(),
            changed: places(cells(&|given, here| given != 0 && here != given)),
            wrong: places(wrong),
            blank: places(cells(&|given, here| given == 0 && here == 0)),
            solution,
            agrees,
        })
    }

    /// Returns whether the attempt has no fault. Cells may be empty.
    pub fn is_right(&self) -> bool {
        let is_lawful = self.clashes.is_empty() && self.sums.is_empty();
        self.agrees && self.changed.is_empty() && is_lawful
    }
}
