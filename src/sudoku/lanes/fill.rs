//! Filling one more cell.

use super::grids::PLACE;

/// The grid with every digit in the cell that breaks no rule, in order.
pub(super) fn fill(grid: &[u8; 81], cell: usize) -> impl Iterator<Item = [u8; 81]> {
    let grid = *grid;
    (1..=9)
        .filter(move |&digit| fits(&grid, cell, digit))
        .map(move |digit| {
            let mut filled = grid;
            filled[cell] = digit;
            filled
        })
}

/// Whether no other cell of the row, column or box has the digit.
pub(super) fn fits(grid: &[u8; 81], cell: usize, digit: u8) -> bool {
    let sees = |other: usize| {
        other / 9 == cell / 9 || other % 9 == cell % 9 || PLACE[other].0 == PLACE[cell].0
    };
    (0..81).all(|other| other == cell || grid[other] != digit || !sees(other))
}
