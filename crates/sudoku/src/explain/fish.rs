//! X-wing, swordfish and jellyfish: one digit in two, three or four lines.

use super::cells::{COLUMN, Marks, bits};
use super::deduction::{Deduction, Lines, Pattern};
use super::hall;
use super::state::State;
use super::technique::Technique;

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
                    let pattern = Pattern::Fish {
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
