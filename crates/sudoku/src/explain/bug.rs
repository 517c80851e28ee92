//! BUG+1: all but one candidate form a bivalue universal grave.
//!
//! If every open cell has two candidates and every digit two places or none in each
//! unit, then taking the other candidate in every cell turns one solution into another.
//! So, if one candidate more is all that a grid with one solution has, it is true.

use super::super::cell::Cell;
use super::cells::{CellSet, UNITS, UNITS_OF, bits};
use super::deduction::{Deduction, Pattern, View};
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// The one candidate too many.
#[derive(Debug)]
struct Grave {
    cell: usize,
    digit: usize,
}

/// The one candidate too many.
pub fn plus_one(state: &State) -> Option<Deduction> {
    let rest = state.open() & !state.pairs();
    let cell = rest.first()?;
    if rest.len() > 1 || state.cell(cell).count_ones() != 3 {
        return None;
    }
    let digit = bits(state.cell(cell)).find(|&digit| is_one_too_many(state, cell, digit))?;
    let pattern = Grave { cell, digit };
    Some(Deduction::placing(
        Technique::BugPlusOne,
        pattern,
        cell,
        digit,
    ))
}

/// Whether without this candidate every digit has two places or none in each unit.
fn is_one_too_many(state: &State, cell: usize, digit: usize) -> bool {
    (0..9).all(|other| {
        (0..UNITS).all(|unit| {
            let extra = other == digit && UNITS_OF[cell].contains(&unit);
            let places = state.places(other, unit).count_ones();
            matches!(places - u32::from(extra), 0 | 2)
        })
    })
}

impl Pattern for Grave {
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let (cell, digit) = (frame.cell(self.cell), frame.digit(self.digit));
        let (name, value) = (Cell::at(cell), digit + 1);
        let text = format!(
            "without {value} in {name}, every open cell would have two candidates and every digit \
             two places in each house, and all could be exchanged; so {name} is {value}"
        );
        Seen::of(1 << digit, CellSet::of(cell), Vec::new(), text)
    }
}
