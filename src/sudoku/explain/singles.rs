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

/// The first digit with one place in a unit: cell, digit, unit.
#[inline(always)]
pub fn hidden(state: &State) -> Option<(usize, usize, usize)> {
    let digit = (0..9).find(|&digit| state.hidden(digit) != 0)?;
    // Boxes come before lines: people see them best.
    let units = state.hidden(digit);
    let boxes = units >> BOX << BOX;
    let first = if boxes == 0 { units } else { boxes };
    let unit = first.trailing_zeros() as usize;
    let place = bits(state.places(digit, unit)).next()?;
    Some((CELLS_OF[unit][place], digit, unit))
}

/// [`naked`] as a deduction.
pub fn find_naked(state: &State) -> Option<Deduction> {
    naked(state).map(|(cell, digit)| Deduction {
        technique: Technique::NakedSingle,
        pattern: Pattern::NakedSingle,
        effect: Effect::Placed(cell, digit),
    })
}

/// [`hidden`] as a deduction.
pub fn find_hidden(state: &State) -> Option<Deduction> {
    hidden(state).map(|(cell, digit, unit)| Deduction {
        technique: Technique::HiddenSingle,
        pattern: Pattern::HiddenSingle { unit },
        effect: Effect::Placed(cell, digit),
    })
}
