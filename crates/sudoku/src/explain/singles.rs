//! Naked and hidden singles: cells with one candidate, and digits with one place.

use super::deduction::{Deduction, Pattern, PatternDescription};
use super::layout::{Layout, LayoutSet, bits};
use super::phrases::sign;
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// First cell with one candidate, and that candidate.
#[inline(always)]
pub fn naked<L: Layout>(state: &SolvingState<L>) -> Option<(usize, usize)> {
    let cell = state.naked_singles().first()?;
    // The last candidate may be lost, too, if the grid has no solution.
    let digit = bits(state.candidates_of(cell)).next()?;
    Some((cell, digit))
}

/// First digit with one place in a box, otherwise in a line: cell, digit, house.
///
/// Boxes come before lines because people see them best.
#[inline(always)]
pub fn hidden<L: Layout>(state: &SolvingState<L>) -> Option<(usize, usize, usize)> {
    hidden_in_box(state).or_else(|| hidden_from(state, 0))
}

/// First digit with one place in a box: cell, digit, house.
#[inline(always)]
pub fn hidden_in_box<L: Layout>(state: &SolvingState<L>) -> Option<(usize, usize, usize)> {
    hidden_from(state, state.layout.lines())
}

/// First digit with one place in a house numbered at least `first`: cell, digit, house.
#[inline(always)]
fn hidden_from<L: Layout>(state: &SolvingState<L>, first: usize) -> Option<(usize, usize, usize)> {
    let mut digits = 0..state.layout.digits();
    let (digit, house) = digits.find_map(|digit| {
        let house = state.hidden_singles(digit).first_from(first)?;
        Some((digit, house))
    })?;
    let place = bits(state.places(digit, house)).next()?;
    Some((state.layout.cell_at(house, place), digit, house))
}

/// Technique of a hidden single in a house.
#[inline(always)]
pub fn hidden_single_technique(layout: &impl Layout, house: usize) -> Technique {
    if house >= layout.lines() {
        Technique::HiddenSingle
    } else {
        Technique::HiddenSingleLine
    }
}

/// Returns the result of [`naked`] as a deduction.
pub fn find_naked<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    naked(state).map(|(cell, digit)| {
        let pattern = Pattern::new(naked_words);
        let pattern = pattern.with_cells(&[cell]).with_digits(&[digit]);
        Deduction::placing(Technique::NakedSingle, pattern, cell, digit)
    })
}

/// Returns the result of [`hidden`] as a deduction, if it belongs to `technique`.
pub fn find_hidden<L: Layout>(
    state: &SolvingState<L>,
    technique: Technique,
) -> Option<Deduction<L>> {
    let found = hidden(state)
        .filter(|&(_, _, house)| hidden_single_technique(&state.layout, house) == technique);
    found.map(|(cell, digit, house)| {
        let pattern = Pattern::new(hidden_words).with_cells(&[cell]);
        let pattern = pattern.with_digits(&[digit]).with_houses(&[house]);
        Deduction::placing(technique, pattern, cell, digit)
    })
}

fn naked_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([cell], [digit]) = (pattern.cells(), pattern.digits());
    let name = state.layout.puzzle_cell(cell);
    pattern.described(format!("{name} can only be {}", sign(digit)))
}

fn hidden_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([cell], [digit], [house]) = (pattern.cells(), pattern.digits(), pattern.houses());
    pattern.described(format!(
        "in {}, {} can only be in {}",
        state.layout.house(house),
        sign(digit),
        state.layout.puzzle_cell(cell)
    ))
}

impl<L: Layout> SolvingState<L> {
    /// Returns a single as cell and digit.
    pub fn single(&self) -> Option<(usize, usize)> {
        let hidden = hidden(self).map(|(cell, digit, _)| (cell, digit));
        hidden.or_else(|| naked(self))
    }
}
