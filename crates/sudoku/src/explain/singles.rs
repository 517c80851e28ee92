//! Naked and hidden singles: cells with one candidate, and digits with one place.

use super::deduction::{Deduction, TechniquePattern};
use super::layout::{CellSet, Frame, Layout, LayoutSet, bits};
use super::pattern_description::PatternDescription;
use super::phrases::sign;
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Candidate that is the only one of its cell, or the only place in a house.
#[derive(Debug)]
struct SinglePattern {
    cell: usize,
    digit: usize,
    house: Option<usize>,
}

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
        let house = None;
        let pattern = SinglePattern { cell, digit, house };
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
        let house = Some(house);
        let pattern = SinglePattern { cell, digit, house };
        Deduction::placing(technique, pattern, cell, digit)
    })
}

impl TechniquePattern for SinglePattern {
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let (cell, digit) = (frame.cell(self.cell), frame.digit(self.digit));
        let (name, value) = (state.layout.puzzle_cell(cell), sign(digit));
        let house = self.house.map(|house| frame.house(house));
        let text = match house {
            Some(house) => format!(
                "in {}, {value} can only be in {name}",
                state.layout.label(house)
            ),
            None => format!("{name} can only be {value}"),
        };
        PatternDescription::of(
            1 << digit,
            CellSet::of(cell),
            house.into_iter().collect(),
            text,
        )
    }
}

impl<L: Layout> SolvingState<L> {
    /// Returns a single as cell and digit.
    pub fn single(&self) -> Option<(usize, usize)> {
        let hidden = hidden(self).map(|(cell, digit, _)| (cell, digit));
        hidden.or_else(|| naked(self))
    }
}
