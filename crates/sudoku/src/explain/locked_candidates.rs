//! Locked candidates: all places of a digit in one house lie in a second house.

use super::deduction::{Deduction, TechniquePattern};
use super::layout::{CandidateSet, CellSet, Frame, Layout, LayoutSet, bits};
use super::pattern_description::PatternDescription;
use super::phrases::{names, sign};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Places of a digit in the house `within`, which all lie in the house `also`.
#[derive(Debug)]
struct LockedCandidates {
    digit: usize,
    cells: CellSet,
    within: usize,
    also: usize,
}

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
                    let pattern = || LockedCandidates {
                        digit,
                        cells: cells.widened(),
                        within,
                        also,
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

impl TechniquePattern for LockedCandidates {
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let (digit, cells) = (frame.digit(self.digit), frame.cells(self.cells));
        let [within, also] = [self.within, self.also].map(|house| frame.house(house));
        let text = format!(
            "in {}, {} can only be in {}, all in {}",
            state.layout.label(within),
            sign(digit),
            names(state.layout, cells),
            state.layout.label(also)
        );
        PatternDescription::of(1 << digit, cells, vec![within, also], text)
    }
}
