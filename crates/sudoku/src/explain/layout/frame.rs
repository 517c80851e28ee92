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

thread_local! {
    /// Scratch memory of each thread.
    static CANONIZER: RefCell<(Canonizer, Vec<Canonical>)> = RefCell::default();
}

/// Map from the form in which a puzzle is solved to the puzzle itself. It moves cells and digits,
/// and maps houses to houses. With empty lists, it moves nothing.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Cell of the puzzle for each cell.
    pub cells: Vec<usize>,
    /// Digit of the puzzle for each digit, from 0.
    pub digits: Vec<usize>,
}

impl Frame {
    /// Returns the canonical form of a puzzle, and the frame from it to the puzzle. A puzzle with a
    /// digit twice in a house has no canonical form, and is returned unchanged.
    pub fn canonical(puzzle: &Grid) -> (Grid, Self) {
        if !puzzle.is_consistent() {
            return (*puzzle, Self::default());
        }
        let canonical = CANONIZER.with_borrow_mut(|(canonizer, forms)| {
            canonizer.run(Kernel::best(), &[*puzzle], forms);
            forms[0]
        });
        let way = canonical.transform;
        let (rows, columns) = (way.rows(), way.columns());
        let cells = (0..CELLS).map(|cell| {
            let (row, column) = (rows[cell / 9] - 1, columns[cell % 9] - 1);
            if way.is_transposed() {
                9 * column + row
            } else {
                9 * row + column
            }
        });
        let frame = Self {
            cells: cells.collect(),
            digits: inverse(&way.digits().map(|digit| usize::from(digit) - 1)),
        };
        (canonical.form, frame)
    }

    /// Returns the inverse frame.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            cells: inverse(&self.cells),
            digits: inverse(&self.digits),
        }
    }

    /// Cell of the puzzle.
    pub fn cell(&self, cell: usize) -> usize {
        self.cells.get(cell).copied().unwrap_or(cell)
    }

    /// Maps a digit that counts from 0.
    pub fn digit(&self, digit: usize) -> usize {
        self.digits.get(digit).copied().unwrap_or(digit)
    }

    /// Maps the digit of a solved cell, from 1; 0 stands for an unsolved cell.
    pub fn value(&self, value: u8) -> u8 {
        let digit = usize::from(value).checked_sub(1);
        digit.map_or(0, |digit| self.digit(digit) as u8 + 1)
    }

    /// House of the puzzle.
    pub fn house(&self, group: usize) -> usize {
        if self.cells.is_empty() {
            return group;
        }
        // The first and the last cell of a box have only this house in common.
        let (first, last) = (Classic.cell_at(group, 0), Classic.cell_at(group, 8));
        let ends = [first, last].map(|cell| self.cell(cell));
        let ends = ends.into_iter().collect();
        Classic.common_houses(ends).next().unwrap_or(group)
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

/// Inverse of a permutation.
fn inverse(images: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; images.len()];
    for (from, &to) in images.iter().enumerate() {
        inverse[to] = from;
    }
    inverse
}
