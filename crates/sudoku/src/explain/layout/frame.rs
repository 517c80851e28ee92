//! Frames: maps from the form in which a puzzle is solved to the puzzle itself.
//!
//! The first deduction of a technique depends on the order of cells and digits, and later steps may
//! depend on that choice. Equivalent puzzles of 81 cells have one canonical form, so they take
//! equivalent steps, and have equal ratings.

use std::cell::RefCell;

use super::layout_set::LayoutSet;
use super::{CellSet, Classic, Layout, bits};
use crate::canon::{Canonical, Canonizer};
use crate::grid::{CELLS, Grid};
use countless_simd::Kernel;

/// Map from the form in which a puzzle is solved to the puzzle itself. It moves cells and digits,
/// and maps houses to houses. Without a canonical form, a puzzle is solved unchanged.
#[derive(Clone, Debug, Default)]
pub struct Frame(pub Option<CanonicalFrame>);

impl Frame {
    /// Cell of the puzzle.
    pub fn cell(&self, cell: usize) -> usize {
        self.0.as_ref().map_or(cell, |frame| frame.cell(cell))
    }

    /// Maps a digit that counts from 0.
    pub fn digit(&self, digit: usize) -> usize {
        self.0.as_ref().map_or(digit, |frame| frame.digit(digit))
    }

    /// House of the puzzle.
    pub fn house(&self, group: usize) -> usize {
        self.0.as_ref().map_or(group, |frame| frame.house(group))
    }

    /// Cells of the puzzle.
    pub fn cells(&self, cells: CellSet) -> CellSet {
        cells.iter().map(|cell| self.cell(cell)).collect()
    }

    /// Digits of the puzzle, one bit each.
    pub fn digits(&self, digits: u32) -> u32 {
        bits(digits).fold(0, |all, digit| all | 1 << self.digit(digit))
    }
}

thread_local! {
    /// Scratch memory of each thread.
    static CANONIZER: RefCell<(Canonizer, Vec<Canonical>)> = RefCell::default();
}

/// Frame of a puzzle that is solved in its canonical form.
#[derive(Clone, Debug)]
pub struct CanonicalFrame {
    /// Cell of the puzzle for each cell.
    pub cells: [u8; CELLS],
    /// Image of each digit, from 1.
    pub digits: [u8; 9],
}

impl CanonicalFrame {
    /// Returns the frame that moves nothing.
    pub fn identity() -> Self {
        Self {
            cells: std::array::from_fn(|cell| cell as u8),
            digits: std::array::from_fn(|digit| digit as u8 + 1),
        }
    }

    /// Returns the canonical form of a puzzle, and the frame from it to the puzzle. A puzzle with a
    /// digit twice in a house has no canonical form, and is returned unchanged.
    pub fn canonical(puzzle: &Grid) -> (Grid, Self) {
        if !puzzle.is_consistent() {
            return (*puzzle, Self::identity());
        }
        let canonical = CANONIZER.with_borrow_mut(|(canonizer, forms)| {
            canonizer.run(Kernel::best(), &[*puzzle], forms);
            forms[0]
        });
        let way = canonical.transform;
        let (rows, columns) = (way.rows(), way.columns());
        let cells = std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9] - 1, columns[cell % 9] - 1);
            let from = if way.is_transposed() {
                9 * column + row
            } else {
                9 * row + column
            };
            from as u8
        });
        let mut digits = [0; 9];
        for (digit, becomes) in (1..).zip(way.digits()) {
            digits[usize::from(becomes) - 1] = digit;
        }
        (canonical.form, Self { cells, digits })
    }

    /// Returns the inverse frame.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let (mut cells, mut digits) = ([0; CELLS], [0; 9]);
        for (from, &to) in (0..).zip(&self.cells) {
            cells[usize::from(to)] = from;
        }
        for (from, &to) in (1..).zip(&self.digits) {
            digits[usize::from(to) - 1] = from;
        }
        Self { cells, digits }
    }

    /// Maps the digit of a solved cell, from 1; 0 stands for an unsolved cell.
    pub fn value(&self, value: u8) -> u8 {
        match value {
            0 => 0,
            digit => self.digits[usize::from(digit) - 1],
        }
    }

    /// Cell of the puzzle.
    pub fn cell(&self, cell: usize) -> usize {
        self.cells[cell].into()
    }

    /// Maps a digit that counts from 0.
    pub fn digit(&self, digit: usize) -> usize {
        usize::from(self.digits[digit]) - 1
    }

    /// House of the puzzle.
    pub fn house(&self, group: usize) -> usize {
        // The first and the last cell of a box have only this house in common.
        let (first, last) = (Classic.cell_at(group, 0), Classic.cell_at(group, 8));
        let ends = [first, last]
            .map(|cell| self.cell(cell))
            .into_iter()
            .collect();
        Classic.common_houses(ends).next().unwrap_or(group)
    }
}
