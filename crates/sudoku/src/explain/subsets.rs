//! Naked and hidden pairs, triples and quads.
//!
//! Among n unsolved cells of a house, a naked set of k cells leaves a hidden set of n - k digits,
//! and the reverse. Small sets are searched first: singles, naked pairs, hidden pairs, naked
//! triples and so on. So a naked set can be new only if n - k >= k, and a hidden set only if n - k
//! > k.

use super::change_set::ChangeSet;
use super::deduction::{Deduction, TechniquePattern};
use super::hall_sets;
use super::layout::{CandidateSet, CellSet, Frame, Layout, LayoutSet, bits};
use super::pattern_description::PatternDescription;
use super::phrases::{digits as listed, names};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Cells and an equal number of digits in a house: a naked or a hidden set.
#[derive(Debug)]
struct Subset {
    cells: CellSet,
    digits: u32,
    house: usize,
    is_hidden: bool,
}

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
            let pattern = || Subset {
                cells: cells.widened(),
                digits,
                house,
                is_hidden: false,
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
                let pattern = || Subset {
                    cells: cells.widened(),
                    digits,
                    house,
                    is_hidden: true,
                };
                Deduction::removing(technique, pattern, removed)
            },
        )
    })
}

impl TechniquePattern for Subset {
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let (cells, digits) = (frame.cells(self.cells), frame.digits(self.digits));
        let house = frame.house(self.house);
        let (place, cells_named, values) = (
            state.layout.label(house),
            names(state.layout, cells),
            listed(digits),
        );
        let text = if self.is_hidden {
            format!("in {place}, {values} can only be in {cells_named}")
        } else {
            format!("in {place}, {cells_named} can only hold {values}")
        };
        PatternDescription::of(digits, cells, vec![house], text)
    }
}
