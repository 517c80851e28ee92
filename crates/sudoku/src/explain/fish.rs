//! X-wing, swordfish and jellyfish: one digit in two, three or four lines.

use super::deduction::{Deduction, Pattern, View};
use super::hall;
use super::layout::{Frame, Layout, Marks, bits};
use super::lines::{Lines, line_names};
use super::phrases::sign;
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// The lines in which a digit's places are, and the crossing lines they lie in.
#[derive(Debug)]
struct Fish<L: Layout> {
    digit: usize,
    cells: L::Cells,
    base: Lines,
    cover: Lines,
}

/// `SIZE` rows whose places of a digit lie in `SIZE` columns, or the other way round:
/// these columns have no further places for it.
pub fn find<const SIZE: u32, L: Layout>(
    state: &State<L>,
    digits: u32,
    technique: Technique,
) -> Option<Deduction<L>> {
    bits(digits).find_map(|digit| {
        state.layout.lattices().find_map(|[base, cover]| {
            let words = state
                .layout
                .for_digits(|line| state.places(digit, base + line));
            // A fish of k among n rows leaves one of n - k columns: see subsets.
            hall::find::<SIZE, _>(&words, 2 * SIZE, |lines, crossing| {
                let base = Lines {
                    first: base,
                    bits: lines,
                };
                let cover = Lines {
                    first: cover,
                    bits: crossing,
                };
                let inside = state.marks(digit) & base.cells(&state.layout);
                let removed = state.marks(digit) & cover.cells(&state.layout) & !inside;
                let pattern = Fish {
                    digit,
                    cells: inside,
                    base,
                    cover,
                };
                Deduction::removing(technique, pattern, Marks::of(digit, removed))
            })
        })
    })
}

impl<L: Layout> Pattern<L> for Fish<L> {
    fn seen(&self, View { frame, state, .. }: &View<'_, L>) -> Seen {
        let (digit, cells) = (frame.digit(self.digit), frame.cells(self.cells));
        let [base, cover] = [self.base, self.cover].map(|lines| lines.moved::<L>(frame));
        let text = format!(
            "in {}, {} can only be in {}",
            line_names(&state.layout, &base),
            sign(digit),
            line_names(&state.layout, &cover)
        );
        Seen::of::<L>(1 << digit, cells, [base, cover].concat(), text)
    }
}
