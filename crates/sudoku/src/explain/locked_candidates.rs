//! Locked candidates: all places of a digit in one house lie in a second house.

use super::deduction::{Deduction, Pattern, PatternDescription};
use super::layout::{CandidateSet, Layout, LayoutSet, bits};
use super::phrases::{names, sign};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Finds a digit with all its places in a box in one line.
pub fn pointing<L: Layout>(state: &SolvingState<L>, digits: u32) -> Option<Deduction<L>> {
    find(
        state,
        digits,
        Technique::Pointing,
        state.layout.lines()..state.layout.houses(),
    )
}

/// Finds a digit with all its places in a line in one box.
pub fn claiming<L: Layout>(state: &SolvingState<L>, digits: u32) -> Option<Deduction<L>> {
    find(state, digits, Technique::Claiming, 0..state.layout.lines())
}

fn find<L: Layout>(
    state: &SolvingState<L>,
    digits: u32,
    technique: Technique,
    houses: std::ops::Range<usize>,
) -> Option<Deduction<L>> {
    for digit in bits(digits) {
        for within in houses.clone() {
            let places = state.places(digit, within);
            if places == 0 {
                continue;
            }
            let crossings = state.layout.crossings(within);
            for (_, also) in crossings.filter(|(shared, _)| places & !shared == 0) {
                let marks = state.candidate_cells(digit);
                let cells = marks & state.layout.group(within);
                let removed = marks & state.layout.group(also) & !cells;
                if !removed.is_empty() {
                    let pattern = || {
                        let pattern = Pattern::new(words).with_digits(&[digit]);
                        pattern.with_houses(&[within, also]).with_group(cells, 0)
                    };
                    return Deduction::removing(
                        technique,
                        pattern,
                        CandidateSet::of(digit, removed),
                    );
                }
            }
        }
    }
    None
}

/// Names the house that has the places, and the house in which all of them lie.
fn words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], [group]) = (pattern.digits(), pattern.groups());
    let [within, also] = pattern.houses().map(|house| state.layout.house(house));
    pattern.described(format!(
        "in {within}, {} can only be in {}, all in {also}",
        sign(digit),
        names(state.layout, group.cells)
    ))
}
