//! Empty rectangle: a box whose places of a digit lie in a row and a column.
//!
//! If the digit is not in the column's part of the box, it is in the row's. So of a second
//! column that has two places, one of them in that row, the other holds it then.

use super::super::cell::Cell;
use super::cells::{BOX, CELLS_OF, COLUMN, CellSet, Marks, UNITS, UNITS_OF, bits, has_two};
use super::deduction::{Deduction, Pattern, View};
use super::edges::{by_turns, one};
use super::phrases::unit_name;
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// The places of a digit in a box lie in two crossing lines; the cells of a link, which crosses
/// the first of them outside, are the only ones of their unit. The units are the box, the two
/// lines, and that of the link.
#[derive(Debug)]
struct EmptyRectangle {
    digit: usize,
    places: CellSet,
    units: [usize; 4],
    link: [usize; 2],
}

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
        let pattern = EmptyRectangle {
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

impl Pattern for EmptyRectangle {
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let (digit, places) = (frame.digit(self.digit), frame.cells(self.places));
        let units = self.units.map(|unit| frame.unit(unit));
        let link = self.link.map(|cell| frame.cell(cell));
        let value = digit + 1;
        let [near, far] = link.map(Cell::at);
        let [square, along, across, linked] = units.map(unit_name);
        let in_across = places & CellSet::unit(units[2]);
        let in_along = places & CellSet::unit(units[1]) & !in_across;
        Seen {
            digits: 1 << digit,
            cells: places.iter().chain(link).collect(),
            units: units.to_vec(),
            edges: by_turns([
                one(digit, link[1]),
                one(digit, link[0]),
                (digit, in_along),
                (digit, in_across),
            ]),
            text: format!(
                "in {square}, {value} can only be in {along} or {across}, in {linked} only in \
                 {near} or {far}; if {far} is not {value}, then {near} is, and {square} has its \
                 {value} in {across}"
            ),
            ..Seen::default()
        }
    }
}
