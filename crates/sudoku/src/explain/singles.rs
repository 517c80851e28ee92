//! Cells with one candidate, and digits with one place.

use super::cells::{BOX, CELLS_OF, bits};
use super::deduction::{Deduction, Effect, Pattern};
use super::state::State;
use super::technique::Technique;

/// The first cell with one candidate.
#[inline(always)]
pub fn naked(state: &State) -> Option<(usize, usize)> {
    let cell = state.naked().first()?;
    // A grid without solution may have lost the last candidate as well.
    let digit = bits(state.cell(cell)).next()?;
    Some((cell, digit))
}

/// The first digit with one place in a box, else in a line: cell, digit, unit.
///
/// Boxes come before lines: people see them best.
#[inline(always)]
pub fn hidden(state: &State) -> Option<(usize, usize, usize)> {
    hidden_in_box(state).or_else(|| hidden_from(state, 0))
}

/// The first digit with one place in a box: cell, digit, unit.
#[inline(always)]
pub fn hidden_in_box(state: &State) -> Option<(usize, usize, usize)> {
    hidden_from(state, BOX)
}

/// The first digit with one place in a unit from one on: cell, digit, unit.
#[inline(always)]
fn hidden_from(state: &State, first: usize) -> Option<(usize, usize, usize)> {
    let digit = (0..9).find(|&digit| state.hidden(digit) >> first != 0)?;
    let unit = first + (state.hidden(digit) >> first).trailing_zeros() as usize;
    let place = bits(state.places(digit, unit)).next()?;
    Some((CELLS_OF[unit][place], digit, unit))
}

/// The technique of a hidden single in a unit.
pub fn kind(unit: usize) -> Technique {
    if unit >= BOX {
        Technique::HiddenSingle
    } else {
        Technique::HiddenSingleLine
    }
}

/// [`naked`] as a deduction.
pub fn find_naked(state: &State) -> Option<Deduction> {
    naked(state).map(|(cell, digit)| Deduction {
        technique: Technique::NakedSingle,
        pattern: Pattern::NakedSingle,
        effect: Effect::Placed(cell, digit),
    })
}

/// [`hidden`] as a deduction, if it is of this kind.
pub fn find_hidden(state: &State, technique: Technique) -> Option<Deduction> {
    let found = hidden(state).filter(|&(_, _, unit)| kind(unit) == technique);
    found.map(|(cell, digit, unit)| Deduction {
        technique,
        pattern: Pattern::HiddenSingle { unit },
        effect: Effect::Placed(cell, digit),
    })
}
