//! BUG+1: all but one candidate form a bivalue universal grave.
//!
//! If every open cell has two candidates and every digit two places or none in each
//! unit, then taking the other candidate in every cell turns one solution into another.
//! So, if one candidate more is all that a grid with one solution has, it is true.

use super::cells::{UNITS, UNITS_OF, bits};
use super::deduction::{Deduction, Effect, Pattern};
use super::state::State;
use super::technique::Technique;

/// The one candidate too many.
pub fn plus_one(state: &State) -> Option<Deduction> {
    let rest = state.open() & !state.pairs();
    let cell = rest.first()?;
    if rest.len() > 1 || state.cell(cell).count_ones() != 3 {
        return None;
    }
    let digit = bits(state.cell(cell)).find(|&digit| is_one_too_many(state, cell, digit))?;
    Some(Deduction {
        technique: Technique::BugPlusOne,
        pattern: Pattern::Bug,
        effect: Effect::Placed(cell, digit),
    })
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
