//! Locked candidates: a digit's places in one unit that all lie in a second one.

use super::cells::{BOX, CellSet, Marks, UNITS, UNITS_OF, bits};
use super::deduction::{Deduction, Pattern, View};
use super::phrases::{names, unit_name};
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// The places of a digit in one unit that all lie in another.
#[derive(Debug)]
struct Locked {
    digit: usize,
    cells: CellSet,
    within: usize,
    also: usize,
}

/// A digit whose places in a box lie in one line.
pub fn pointing(state: &State, digits: u16) -> Option<Deduction> {
    find(state, digits, Technique::Pointing, BOX..UNITS)
}

/// A digit whose places in a line lie in one box.
pub fn claiming(state: &State, digits: u16) -> Option<Deduction> {
    find(state, digits, Technique::Claiming, 0..BOX)
}

/// The places of a unit that it shares with another: of a box with each of its rows,
/// then its columns, of a line with each of its boxes.
pub fn parts(unit: usize) -> &'static [u16] {
    const ALL: [u16; 6] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444];
    if unit >= BOX { &ALL } else { &ALL[..3] }
}

/// The unit that shares this one of the [`parts`] of `unit`, in which `cell` is.
pub fn shared_unit(cell: usize, unit: usize, part: usize) -> usize {
    let [row, column, square] = UNITS_OF[cell];
    match (unit < BOX, part < 3) {
        (true, _) => square,
        (false, true) => row,
        (false, false) => column,
    }
}

fn find(
    state: &State,
    digits: u16,
    technique: Technique,
    units: std::ops::Range<usize>,
) -> Option<Deduction> {
    for digit in bits(digits) {
        for within in units.clone() {
            let places = state.places(digit, within);
            if places == 0 {
                continue;
            }
            let Some(part) = parts(within).iter().position(|part| places & !part == 0) else {
                continue;
            };
            let cells = state.marks(digit) & CellSet::unit(within);
            let also = shared_unit(cells.first()?, within, part);
            let removed = state.marks(digit) & CellSet::unit(also) & !cells;
            if !removed.is_empty() {
                let pattern = Locked {
                    digit,
                    cells,
                    within,
                    also,
                };
                return Deduction::removing(technique, pattern, Marks::of(digit, removed));
            }
        }
    }
    None
}

impl Pattern for Locked {
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let (digit, cells) = (frame.digit(self.digit), frame.cells(self.cells));
        let [within, also] = [self.within, self.also].map(|unit| frame.unit(unit));
        let text = format!(
            "in {}, {} can only be in {}, all in {}",
            unit_name(within),
            digit + 1,
            names(cells),
            unit_name(also)
        );
        Seen::of(1 << digit, cells, vec![within, also], text)
    }
}
