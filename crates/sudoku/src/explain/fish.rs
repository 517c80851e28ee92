//! X-wing, swordfish and jellyfish: one digit in two, three or four lines.

use super::cells::{COLUMN, CellSet, Marks, bits};
use super::deduction::{Deduction, Pattern, View};
use super::hall;
use super::lines::Lines;
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// The lines in which a digit's places are, and the crossing lines they lie in.
#[derive(Debug)]
struct Fish {
    digit: usize,
    cells: CellSet,
    base: Lines,
    cover: Lines,
}

/// `SIZE` rows whose places of a digit lie in `SIZE` columns, or the other way round:
/// these columns have no further places for it.
pub fn find<const SIZE: u32>(
    state: &State,
    digits: u16,
    technique: Technique,
) -> Option<Deduction> {
    bits(digits).find_map(|digit| {
        [(0, COLUMN), (COLUMN, 0)]
            .into_iter()
            .find_map(|(base, cover)| {
                let words = std::array::from_fn(|line| state.places(digit, base + line));
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
                    let inside = state.marks(digit) & base.cells();
                    let removed = state.marks(digit) & cover.cells() & !inside;
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

impl Pattern for Fish {
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let (digit, cells) = (frame.digit(self.digit), frame.cells(self.cells));
        let [base, cover] = [self.base, self.cover].map(|lines| lines.moved(frame));
        let text = format!(
            "in {}, {} can only be in {}",
            base.names(),
            digit + 1,
            cover.names()
        );
        let units = base.units().chain(cover.units());
        Seen::of(1 << digit, cells, units.collect(), text)
    }
}
