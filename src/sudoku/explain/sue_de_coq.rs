//! Sue de Coq: cells of a line and of a box with as many digits as they are.
//!
//! Some cells that a line and a box share, others of the line, and others of the box,
//! where the last two have no digit in common: so each digit is confined to the line or to the
//! box, and is in these cells at most once. As there are as many digits as cells, each
//! is there, and goes from what sees all its places.
//! (First described by a member of a sudoku forum of that name, 2005.)

use super::almost::CellGroup;
use super::cells::{CellSet, Marks, SEGMENTS, UNITS_OF, bits, segment};
use super::deduction::{Deduction, Pattern};
use super::state::State;
use super::technique::Technique;

/// The first such cells that remove a candidate.
pub fn find(state: &State) -> Option<Deduction> {
    (0..SEGMENTS).find_map(|number| {
        let shared = state.open() & segment(number);
        let [row, column, square] = UNITS_OF[shared.first()?];
        let line = if number < SEGMENTS / 2 { row } else { column };
        let rest = |unit: usize| {
            let cells = state.open() & CellSet::unit(unit) & !shared;
            subsets(cells, state)
        };
        let middles = subsets(shared, state).into_iter().filter(|middle| {
            let size = middle.cells.len();
            size > 1 && middle.digits.count_ones() >= size + 2
        });
        middles.into_iter().find_map(|middle| {
            // A group is of use if it has fewer digits of its own than cells.
            let own = |group: &CellGroup| group.digits & !middle.digits;
            let helps = |group: &CellGroup| own(group).count_ones() < group.cells.len();
            let mut squares = rest(square);
            squares.retain(helps);
            rest(line).into_iter().filter(helps).find_map(|along| {
                let apart = |group: &&CellGroup| group.digits & along.digits == 0;
                let mut across = squares.iter().filter(apart);
                across.find_map(|&across| together(state, [middle, along, across], [line, square]))
            })
        })
    })
}

/// All groups of some cells, by their numbers of cells.
fn subsets(cells: CellSet, state: &State) -> Vec<CellGroup> {
    let mut all = vec![CellGroup::NONE];
    for cell in cells.iter() {
        let one = CellGroup::of(CellSet::of(cell), state);
        for number in 0..all.len() {
            all.push(CellGroup {
                cells: all[number].cells | one.cells,
                digits: all[number].digits | one.digits,
            });
        }
    }
    all.swap_remove(0);
    all.sort_by_key(|group| group.cells.len());
    all
}

/// What three groups exclude that have as many digits as cells.
fn together(
    state: &State,
    [middle, along, across]: [CellGroup; 3],
    [line, square]: [usize; 2],
) -> Option<Deduction> {
    let cells = middle.cells | along.cells | across.cells;
    let digits = middle.digits | along.digits | across.digits;
    if cells.len() != digits.count_ones() {
        return None;
    }
    let mut removed = Marks::NONE;
    for digit in bits(digits) {
        let seen = (cells & state.marks(digit)).common_peers();
        removed[digit] = state.marks(digit) & seen;
    }
    let pattern = Pattern::SueDeCoq {
        groups: [middle, along, across],
        units: [line, square],
    };
    Deduction::removing(Technique::SueDeCoq, pattern, removed)
}
