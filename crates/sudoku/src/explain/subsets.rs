//! Naked and hidden pairs, triples and quads.
//!
//! Among n open cells of a unit, a naked set of k leaves a hidden one of n - k and the
//! other way round, and singles come first, then naked pairs, hidden pairs, naked triples
//! and so on. So a naked set is news only if n - k >= k, a hidden one if n - k > k.

use super::cells::{CellSet, Marks, bits};
use super::deduction::{Deduction, Pattern, View};
use super::hall;
use super::news::News;
use super::phrases::{digits as listed, names, unit_name};
use super::seen::Seen;
use super::state::{NINE, State};
use super::technique::Technique;

/// Cells and as many digits of a unit: the cells can hold nothing else, or the digits are nowhere
/// else.
#[derive(Debug)]
struct Subset {
    cells: CellSet,
    digits: u16,
    unit: usize,
    is_hidden: bool,
}

/// `SIZE` cells of a unit with `SIZE` candidates: no other cell of the unit has them,
/// nor of a second unit in which all of them are.
pub fn naked<const SIZE: u32>(
    state: &State,
    news: News,
    technique: Technique,
) -> Option<Deduction> {
    news.units().find_map(|unit| {
        hall::find::<SIZE, _>(&state.cells_of(unit), 2 * SIZE, |places, digits| {
            let cells = CellSet::at(unit, places);
            let others = cells.common_peers();
            let mut removed = Marks::NONE;
            for digit in bits(digits) {
                removed[digit] = state.marks(digit) & others;
            }
            let pattern = Subset {
                cells,
                digits,
                unit,
                is_hidden: false,
            };
            Deduction::removing(technique, pattern, removed)
        })
    })
}

/// `SIZE` digits with `SIZE` places in a unit: no other digit is in these cells.
pub fn hidden<const SIZE: u32>(
    state: &State,
    news: News,
    technique: Technique,
) -> Option<Deduction> {
    news.units().find_map(|unit| {
        hall::find::<SIZE, _>(
            &state.places_of_all(unit),
            2 * SIZE + 1,
            |digits, places| {
                let cells = CellSet::at(unit, places);
                let mut removed = Marks::NONE;
                for digit in bits(NINE & !digits) {
                    removed[digit] = state.marks(digit) & cells;
                }
                let pattern = Subset {
                    cells,
                    digits,
                    unit,
                    is_hidden: true,
                };
                Deduction::removing(technique, pattern, removed)
            },
        )
    })
}

impl Pattern for Subset {
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let (cells, digits) = (frame.cells(self.cells), frame.digits(self.digits));
        let unit = frame.unit(self.unit);
        let (place, cells_named, values) = (unit_name(unit), names(cells), listed(digits));
        let text = if self.is_hidden {
            format!("in {place}, {values} can only be in {cells_named}")
        } else {
            format!("in {place}, {cells_named} can only hold {values}")
        };
        Seen::of(digits, cells, vec![unit], text)
    }
}
