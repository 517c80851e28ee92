//! Naked and hidden pairs, triples and quads.
//!
//! Among n unsolved cells of a house, a naked set of k cells leaves a hidden set of n - k digits,
//! and the reverse. Small sets are searched first: singles, naked pairs, hidden pairs, naked
//! triples and so on. So a naked set can be new only if n - k >= k, and a hidden set only if n - k
//! > k.

use super::change_set::ChangeSet;
use super::deduction::Deduction;
use super::hall_sets;
use super::layout::{CandidateSet, Layout, bits};
use super::pattern::{Pattern, PatternDescription};
use super::phrases::{digits as listed, names};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Finds `SIZE` cells of a house with `SIZE` candidates. These candidates are removed from all
/// other cells that see the whole set.
pub fn naked<const SIZE: u32, L: Layout>(
    state: &SolvingState<L>,
    news: ChangeSet<L>,
    technique: Technique,
) -> Option<Deduction<L>> {
    news.groups(&state.layout).find_map(|house| {
        // A cage does not have hidden sets.
        let is_house = house < state.layout.houses();
        let least = if is_house { 2 * SIZE } else { SIZE };
        hall_sets::find::<SIZE, _>(&state.candidates_in(house), least, |places, digits| {
            let cells = state.layout.cells_at(house, places);
            let others = state.layout.common_peers(cells);
            let mut removed = CandidateSet::none();
            for digit in bits(digits) {
                removed[digit] = state.candidate_cells(digit) & others;
            }
            let pattern = || {
                Pattern::new(naked_words)
                    .with_group(cells, digits)
                    .with_houses(&[house])
            };
            Deduction::removing(technique, pattern, removed)
        })
    })
}

/// Finds `SIZE` digits with `SIZE` places in a house, and removes all other digits from these
/// cells.
pub fn hidden<const SIZE: u32, L: Layout>(
    state: &SolvingState<L>,
    news: ChangeSet<L>,
    technique: Technique,
) -> Option<Deduction<L>> {
    news.houses(&state.layout).find_map(|house| {
        hall_sets::find::<SIZE, _>(
            &state.places_of_all(house),
            2 * SIZE + 1,
            |digits, places| {
                let cells = state.layout.cells_at(house, places);
                let mut removed = CandidateSet::none();
                for digit in bits(state.layout.all_digits() & !digits) {
                    removed[digit] = state.candidate_cells(digit) & cells;
                }
                let pattern = || {
                    Pattern::new(hidden_words)
                        .with_group(cells, digits)
                        .with_houses(&[house])
                };
                Deduction::removing(technique, pattern, removed)
            },
        )
    })
}

fn naked_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([group], [house]) = (pattern.groups(), pattern.houses());
    pattern.described(format!(
        "in {}, {} can only hold {}",
        state.layout.house(house),
        names(state.layout, group.cells),
        listed(group.digits)
    ))
}

fn hidden_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([group], [house]) = (pattern.groups(), pattern.houses());
    pattern.described(format!(
        "in {}, {} can only be in {}",
        state.layout.house(house),
        listed(group.digits),
        names(state.layout, group.cells)
    ))
}
