//! Empty rectangle: a box whose places of a digit lie in a row and a column.
//!
//! If the digit is not in the column's part of the box, it is in the row's. So of a second
//! column that has two places, one of them in that row, the other holds it then.

use super::cells::{BOX, CELLS_OF, COLUMN, CellSet, Marks, UNITS, UNITS_OF, bits, has_two};
use super::deduction::{Deduction, Pattern};
use super::state::State;
use super::technique::Technique;

/// A box, a unit with two places, and the cell that each of them would rule out.
pub fn rectangle(state: &State, digits: u16) -> Option<Deduction> {
    bits(digits).find_map(|digit| (BOX..UNITS).find_map(|square| in_box(state, digit, square)))
}

fn in_box(state: &State, digit: usize, square: usize) -> Option<Deduction> {
    let places = state.marks(digit) & CellSet::unit(square);
    if places.len() < 2 {
        return None;
    }
    CELLS_OF[square].into_iter().find_map(|crossing| {
        let [row, column, _] = UNITS_OF[crossing];
        let lines = CellSet::unit(row) | CellSet::unit(column);
        if !(places & !lines).is_empty() {
            return None;
        }
        [(row, column), (column, row)]
            .into_iter()
            .find_map(|(along, across)| linked(state, digit, [square, along, across], places))
    })
}

/// A line that crosses `along` outside the box and has two places, one of them in `along`.
fn linked(
    state: &State,
    digit: usize,
    [square, along, across]: [usize; 3],
    places: CellSet,
) -> Option<Deduction> {
    let marks = state.marks(digit);
    let near = marks & CellSet::unit(along) & !CellSet::unit(square);
    near.iter().find_map(|near| {
        let [row, column, _] = UNITS_OF[near];
        let link = if along < COLUMN { column } else { row };
        if !has_two(state.places(digit, link)) {
            return None;
        }
        let far = (marks & CellSet::unit(link) & !CellSet::of(near)).first()?;
        // The line through the far place that crosses the other line of the box.
        let [row, column, _] = UNITS_OF[far];
        let level = if along < COLUMN { row } else { column };
        let target = CellSet::unit(level) & CellSet::unit(across);
        let removed = marks & target & !CellSet::unit(square);
        let pattern = Pattern::EmptyRectangle {
            digit,
            places,
            units: [square, along, across, link],
            link: [near, far],
        };
        Deduction::removing(
            Technique::EmptyRectangle,
            pattern,
            Marks::of(digit, removed),
        )
    })
}
