//! Filling one cell of a puzzle in pencil marks.

use super::lane_grids::PLACE;
use crate::PencilMarks;

/// Returns the puzzle with each consistent digit in the cell, in order.
pub(super) fn fill_cell(marks: &PencilMarks, cell: usize) -> impl Iterator<Item = PencilMarks> {
    let marks = *marks;
    let fitting = consistent_marks(&marks)[cell];
    (0..9)
        .map(|digit| 1 << digit)
        .filter(move |&digit| fitting & digit != 0)
        .map(move |digit| {
            let mut filled = marks;
            filled.0[cell] = digit;
            filled
        })
}

/// Returns the candidates of each cell, less the digits that a seen cell has as its only candidate.
pub(super) fn consistent_marks(marks: &PencilMarks) -> [u16; 81] {
    // Digits of each row, column and box that are the only candidate of one cell, and of two.
    let (mut once, mut twice) = ([[0; 9]; 3], [[0; 9]; 3]);
    for (cell, &digits) in marks.cells().iter().enumerate() {
        if digits.is_power_of_two() {
            for (kind, unit) in houses_of(cell).into_iter().enumerate() {
                twice[kind][unit] |= once[kind][unit] & digits;
                once[kind][unit] |= digits;
            }
        }
    }
    std::array::from_fn(|cell| {
        let digits = marks.cells()[cell];
        let taken = if digits.is_power_of_two() {
            &twice
        } else {
            &once
        };
        let units = houses_of(cell).into_iter().enumerate();
        units.fold(digits, |left, (kind, unit)| left & !taken[kind][unit])
    })
}

/// Returns the row, the column and the box of a cell.
fn houses_of(cell: usize) -> [usize; 3] {
    [cell / 9, cell % 9, PLACE[cell].0]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_mark_fits_unless_a_cell_in_sight_must_have_it(
            cells in prop::collection::vec(
                prop_oneof![1u16..512, (0u32..9).prop_map(|digit| 1 << digit)],
                81,
            ),
        ) {
            let marks = PencilMarks(cells.clone().try_into().unwrap());
            let fitting = consistent_marks(&marks);
            for cell in 0..81 {
                let sees = |&other: &usize| {
                    let same = houses_of(other).into_iter().zip(houses_of(cell)).any(|(a, b)| a == b);
                    other != cell && same
                };
                let must: u16 = (0..81)
                    .filter(sees)
                    .map(|other| cells[other])
                    .filter(|digits| digits.is_power_of_two())
                    .fold(0, |all, digit| all | digit);
                prop_assert_eq!(fitting[cell], cells[cell] & !must, "cell {}", cell);
            }
        }
    }
}
