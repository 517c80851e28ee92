//! Locked candidates: a digit's places in one unit that all lie in a second one.

use super::cells::{BOX, CellSet, Marks, UNITS_OF};
use super::deduction::{Deduction, Pattern};
use super::state::State;
use super::technique::Technique;

/// The places of a box that lie in each of its rows, then in each of its columns.
const LINES_OF_BOX: [u16; 6] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444];
/// The places of a line that lie in each of its three boxes.
const BOXES_OF_LINE: [u16; 3] = [0o007, 0o070, 0o700];

/// A digit whose places in a box lie in one line.
pub fn pointing(state: &State) -> Option<Deduction> {
    let boxes = BOX..BOX + 9;
    find(
        state,
        Technique::Pointing,
        boxes,
        &LINES_OF_BOX,
        |cell, part| UNITS_OF[cell][usize::from(part >= 3)],
    )
}

/// A digit whose places in a line lie in one box.
pub fn claiming(state: &State) -> Option<Deduction> {
    find(
        state,
        Technique::Claiming,
        0..BOX,
        &BOXES_OF_LINE,
        |cell, _| UNITS_OF[cell][2],
    )
}

/// The first of `units` whose places of a digit all lie in one of `parts`, such that
/// the `other` unit, which shares that part, has places elsewhere.
fn find(
    state: &State,
    technique: Technique,
    units: std::ops::Range<usize>,
    parts: &[u16],
    other: impl Fn(usize, usize) -> usize,
) -> Option<Deduction> {
    for digit in 0..9 {
        for within in units.clone() {
            let places = state.places(digit, within);
            let Some(part) = parts.iter().position(|part| places & !part == 0) else {
                continue;
            };
            if places == 0 {
                continue;
            }
            let cells = state.marks(digit) & CellSet::unit(within);
            let also = other(cells.first()?, part);
            let removed = state.marks(digit) & CellSet::unit(also) & !cells;
            if !removed.is_empty() {
                let pattern = Pattern::Locked {
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
