//! BUG+1: all but one candidate form a bivalue universal grave.
//!
//! Suppose that every unsolved cell has two candidates, and every digit two places or none in each
//! house. Then taking the other candidate in every cell turns one solution into another. So if a
//! grid with one solution has only one further candidate, that candidate is true.

use super::deduction::{Deduction, Pattern, PatternDescription};
use super::layout::{Layout, LayoutSet, bits};
use super::phrases::sign;
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Places the extra candidate if all other candidates form a bivalue universal grave.
pub fn plus_one<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    if !state.layout.cages().is_empty() {
        // An exchange of candidates would change the sums of cages.
        return None;
    }
    let rest = state.open() & !state.bivalue_cells();
    let cell = rest.first()?;
    if rest.len() > 1 || state.candidates_of(cell).count_ones() != 3 {
        return None;
    }
    let digit =
        bits(state.candidates_of(cell)).find(|&digit| is_one_too_many(state, cell, digit))?;
    let pattern = Pattern::new(words).with_cells(&[cell]);
    let pattern = pattern.with_digits(&[digit]);
    Some(Deduction::placing(
        Technique::BugPlusOne,
        pattern,
        cell,
        digit,
    ))
}

/// True if, without this candidate, every digit has two places or none in each house.
fn is_one_too_many<L: Layout>(state: &SolvingState<L>, cell: usize, digit: usize) -> bool {
    (0..state.layout.digits()).all(|other| {
        (0..state.layout.houses()).all(|house| {
            let extra = other == digit && state.layout.group(house).contains(cell);
            let places = state.places(other, house).count_ones();
            matches!(places - u32::from(extra), 0 | 2)
        })
    })
}

fn words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([cell], [digit]) = (pattern.cells(), pattern.digits());
    let (name, value) = (state.layout.puzzle_cell(cell), sign(digit));
    pattern.described(format!(
        "without {value} in {name}, every open cell would have two candidates and every digit two \
         places in each house, and all could be exchanged; so {name} is {value}"
    ))
}
