//! Cells by their indices from 0, row by row.

use countless::sudoku::{Cell, Grid};

pub fn cell(index: usize) -> Cell {
    Cell::new(index / 9 + 1, index % 9 + 1)
}

pub fn index(cell: Cell) -> usize {
    9 * (cell.row() - 1) + cell.column() - 1
}

/// Returns the grid with a digit in a cell, 0 for an empty cell.
pub fn with(grid: Grid, index: usize, digit: u8) -> Grid {
    let cell = cell(index);
    grid.with(cell.row(), cell.column(), digit)
}
