//! Cells with one candidate, and digits with one place.

use super::super::cell::Cell;
use super::cells::{BOX, CELLS_OF, CellSet, bits};
use super::deduction::{Deduction, Pattern, View};
use super::phrases::unit_name;
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// A candidate that is the only one of its cell, or the only place in a unit.
#[derive(Debug)]
struct Single {
    cell: usize,
    digit: usize,
    unit: Option<usize>,
}

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
    naked(state).map(|(cell, digit)| {
        let unit = None;
        let pattern = Single { cell, digit, unit };
        Deduction::placing(Technique::NakedSingle, pattern, cell, digit)
    })
}

/// [`hidden`] as a deduction, if it is of this kind.
pub fn find_hidden(state: &State, technique: Technique) -> Option<Deduction> {
    let found = hidden(state).filter(|&(_, _, unit)| kind(unit) == technique);
    found.map(|(cell, digit, unit)| {
        let unit = Some(unit);
        let pattern = Single { cell, digit, unit };
        Deduction::placing(technique, pattern, cell, digit)
    })
}

impl Pattern for Single {
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let (cell, digit) = (frame.cell(self.cell), frame.digit(self.digit));
        let (name, value) = (Cell::at(cell), digit + 1);
        let unit = self.unit.map(|unit| frame.unit(unit));
        let text = match unit {
            Some(unit) => format!("in {}, {value} can only be in {name}", unit_name(unit)),
            None => format!("{name} can only be {value}"),
        };
        Seen::of(
            1 << digit,
            CellSet::of(cell),
            unit.into_iter().collect(),
            text,
        )
    }
}
