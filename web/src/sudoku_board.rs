//! Board of a classic sudoku in a request: clues, entries and removed candidates.

use std::ops::ControlFlow;

use countless_sudoku::{Attempt, CELLS, Cell, Grid, GridHouse, PencilMarks, Solver};
use serde_json::{Value, json};

use super::fault::Fault;
use super::request::Request;

/// All nine digits.
const ALL: u16 = 0x1FF;

/// Clues and entries of a player, who may have removed candidates.
pub struct Board {
    pub puzzle: Grid,
    /// Clues and entries.
    pub attempt: Grid,
    /// Candidates removed by hand, bit 0 for a 1.
    pub removed: [u16; CELLS],
}

impl Board {
    pub fn take(request: &mut Request) -> Result<Self, Fault> {
        let grid = |name: &str, text: &str| match text.parse::<Attempt>() {
            Ok(grid) => Ok(*grid.grid()),
            Err(error) => {
                let message = format!("{name}: {}", error.fault);
                Err(Fault::at(1, error.position, message))
            }
        };
        let puzzle = grid("puzzle", &request.needed_text("puzzle")?)?;
        let attempt = request.text("attempt")?;
        let attempt = attempt.map(|text| grid("attempt", &text)).transpose()?;
        let mut removed = [0; CELLS];
        if let Some(cells) = request.texts("removed")? {
            let masks = masks(&cells, CELLS, 9)?;
            for (mask, digits) in removed.iter_mut().zip(masks) {
                *mask = digits as u16;
            }
        }
        Ok(Self {
            puzzle,
            attempt: attempt.unwrap_or(puzzle),
            removed,
        })
    }

    /// The clues, and the entries where the puzzle is empty.
    pub fn grid(&self) -> Grid {
        let mut grid = self.puzzle;
        for (cell, &digit) in self.attempt.digits().iter().enumerate() {
            if self.puzzle.digits()[cell] == 0 {
                grid = grid.with_cell(cell, digit);
            }
        }
        grid
    }

    /// The marks that a search begins with: the digits, and in empty cells all candidates that were
    /// not removed by hand.
    pub fn marks(&self) -> PencilMarks {
        let mut cells = *PencilMarks::from(&self.grid()).cells();
        for (cell, removed) in cells.iter_mut().zip(self.removed) {
            if *cell == ALL {
                *cell &= !removed;
            }
        }
        PencilMarks::of(cells)
    }

    /// The candidates of each cell that no digit in a house excludes. A filled cell has its digit.
    pub fn candidates(&self) -> Vec<u32> {
        let (grid, marks) = (self.grid(), self.marks());
        let mut cells = marks.cells().map(u32::from);
        for house in GridHouse::all() {
            let house = house.cells();
            let seen = house.iter().filter(|&&cell| grid[cell] > 0);
            let seen = seen.fold(0, |seen, &cell| seen | 1 << (grid[cell] - 1));
            for cell in house.into_iter().filter(|&cell| grid[cell] == 0) {
                cells[cell.index()] &= !seen;
            }
        }
        cells.to_vec()
    }

    /// Compares the entries with the solutions.
    pub fn review(&self) -> Review {
        let clues = self.puzzle;
        let (status, only) = solve(&clues.into_marks());
        let grid = self.grid();
        let agreeing = solve(&grid.into_marks()).1;
        let agrees = agreeing.is_some();
        let solution = if status == 1 { only } else { agreeing };
        let entries = Cell::all().filter(|&cell| clues[cell] == 0 && grid[cell] > 0);
        let mut wrong = Vec::new();
        if !agrees && status > 0 {
            let is_wrong = |&cell: &Cell| {
                if let Some(solution) = &solution {
                    return solution[cell] != grid[cell];
                }
                let one = clues.with_cell(cell.index(), grid[cell]);
                solve(&one.into_marks()).0 == 0
            };
            wrong = entries.filter(is_wrong).collect();
        }
        let common = common(&clues.into_marks());
        let is_lost = |&cell: &Cell| {
            let digit = common.map_or(0, |common| common[cell]);
            grid[cell] == 0 && digit > 0 && self.removed[cell.index()] >> (digit - 1) & 1 == 1
        };
        let removals = Cell::all().filter(is_lost);
        let removals = removals.filter_map(|cell| Some((cell, common?[cell])));
        let changed = |&cell: &Cell| clues[cell] > 0 && self.attempt[cell] != clues[cell];
        Review {
            status,
            agrees,
            solution,
            wrong: wrong.into_iter().map(|cell| (cell, grid[cell])).collect(),
            removals: removals.collect(),
            changed: Cell::all().filter(changed).collect(),
        }
    }
}

/// Comparison of a board with the solutions of its puzzle.
pub struct Review {
    /// Number of solutions: none, one, or several as 2.
    pub status: u128,
    /// True if a solution has all entries.
    pub agrees: bool,
    /// The only solution, or one that has all entries.
    pub solution: Option<Grid>,
    /// Entries that are in no solution.
    pub wrong: Vec<(Cell, u8)>,
    /// Removed candidates that are in all solutions.
    pub removals: Vec<(Cell, u8)>,
    /// Clues that the attempt lacks.
    pub changed: Vec<Cell>,
}

/// A grid as marks that a search may start from.
trait IntoMarks {
    fn into_marks(self) -> PencilMarks;
}

impl IntoMarks for Grid {
    fn into_marks(self) -> PencilMarks {
        (&self).into()
    }
}

/// The number of solutions, up to 2, and one of them.
pub fn solve(marks: &PencilMarks) -> (u128, Option<Grid>) {
    let mut one = None;
    let solutions = Solver::new().solve(*marks, 2, &mut |solution| {
        one.get_or_insert(*solution);
        ControlFlow::Continue(())
    });
    (solutions.into(), one)
}

/// The digits that are equal in all solutions, if there are any.
pub fn common(marks: &PencilMarks) -> Option<Grid> {
    let (solutions, one) = solve(marks);
    let mut common = one?;
    if solutions > 1 {
        for cell in 0..CELLS {
            let digit = common.digits()[cell];
            let mut other = *marks.cells();
            other[cell] &= !(1 << (digit - 1));
            if digit > 0 && other[cell] != 0 && solve(&PencilMarks::of(other)).0 > 0 {
                common = common.with_cell(cell, 0);
            }
        }
    }
    Some(common)
}

/// Digits of cells as bits, from texts such as `149`.
pub fn masks(cells: &[String], expected: usize, digits: u32) -> Result<Vec<u32>, Fault> {
    if cells.len() != expected {
        let found = cells.len();
        let message = format!("removed: expected {expected} texts, found {found}");
        return Err(Fault::new(message));
    }
    let mask = |text: &String| {
        text.chars().try_fold(0, |mask, sign| {
            let digit = sign
                .to_digit(36)
                .filter(|digit| (1..=digits).contains(digit));
            digit.map(|digit| mask | 1 << (digit - 1))
        })
    };
    let masks: Option<Vec<u32>> = cells.iter().map(mask).collect();
    masks.ok_or_else(|| Fault::new("removed: expected digits"))
}

/// Digits of cells as texts.
pub fn texts(masks: impl IntoIterator<Item = u32>) -> Value {
    let text = |mask: u32| {
        let digits = (0..25).filter(|digit| mask >> digit & 1 == 1);
        let signs = digits.filter_map(|digit| char::from_digit(digit + 1, 36));
        signs
            .map(|sign| sign.to_ascii_uppercase())
            .collect::<String>()
    };
    masks.into_iter().map(text).collect()
}

/// Sets of equal digits in a house.
pub fn clashes(grid: &Grid) -> Value {
    let clashes = GridHouse::all().flat_map(|house| {
        (1..=9).filter_map(move |digit| {
            let cells = house
                .cells()
                .into_iter()
                .filter(|&cell| grid[cell] == digit);
            let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
            let clash = json!({ "digit": digit, "unit": house.to_string(), "cells": cells });
            (cells.len() > 1).then_some(clash)
        })
    });
    clashes.collect()
}
