//! Filling one more cell.

use super::grids::PLACE;
use crate::sudoku::PencilMarks;

/// The marks with each digit in the cell that breaks no rule, in order.
pub(super) fn fill(marks: &PencilMarks, cell: usize) -> impl Iterator<Item = PencilMarks> {
    let marks = *marks;
    (0..9)
        .map(|digit| 1 << digit)
        .filter(move |&digit| fits(&marks, cell, digit))
        .map(move |digit| {
            let mut filled = marks;
            filled.0[cell] = digit;
            filled
        })
}

/// Whether a cell may have a digit, given as its bit, and no other cell of its row,
/// column or box must have it.
pub(super) fn fits(marks: &PencilMarks, cell: usize, digit: u16) -> bool {
    let sees = |other: usize| {
        other / 9 == cell / 9 || other % 9 == cell % 9 || PLACE[other].0 == PLACE[cell].0
    };
    let cells = marks.cells();
    cells[cell] & digit != 0
        && (0..81).all(|other| other == cell || cells[other] != digit || !sees(other))
}
