//! WXYZ-wing: four cells with four digits, three of which they can hold but once.
//!
//! A cell with two candidates and three cells of a unit, or twice two cells of a unit. A
//! digit whose places all see each other is in one of them at most; if three of the digits
//! are, the fourth is in one cell at least, and goes from what sees all its places.

use super::almost::CellGroup;
use super::cells::{CellSet, Marks, UNITS, has_at_most, has_two};
use super::deduction::{Deduction, Pattern};
use super::news::News;
use super::state::State;
use super::technique::Technique;

/// Two almost locked sets of four cells and four digits in all, one of them with news.
pub fn wxyz(state: &State, news: News) -> Option<Deduction> {
    let pairs = state.pairs();
    let mut twos: Vec<CellGroup> = Vec::with_capacity(64);
    for unit in 0..UNITS {
        let small = |&cell: &usize| has_at_most(state.cell(cell), 4);
        let cells = (state.open() & CellSet::unit(unit)).iter().filter(small);
        let cells: Vec<usize> = cells.collect();
        for (at, &first) in cells.iter().enumerate() {
            for (later, &second) in cells.iter().enumerate().skip(at + 1) {
                let two = CellGroup {
                    cells: CellSet::of(first) | CellSet::of(second),
                    digits: state.cell(first) | state.cell(second),
                };
                if has_at_most(two.digits, 3) {
                    twos.push(two);
                } else if !has_at_most(two.digits, 4) {
                    continue;
                }
                for &third in &cells[later + 1..] {
                    let three = CellGroup {
                        cells: two.cells | CellSet::of(third),
                        digits: two.digits | state.cell(third),
                    };
                    if !has_at_most(three.digits, 4) {
                        continue;
                    }
                    let others = pairs & !CellSet::unit(unit) & worth(three, news);
                    let mut within = others
                        .iter()
                        .filter(|&cell| state.cell(cell) & !three.digits == 0);
                    let found = within.find_map(|cell| {
                        let other = CellGroup::of(CellSet::of(cell), state);
                        together(state, three, other)
                    });
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    twos.iter().enumerate().find_map(|(number, &one)| {
        let worth = worth(one, news);
        let later = twos[number + 1..].iter();
        let mut fit = later.filter(|other| {
            has_two(one.digits & other.digits) && !(other.cells & worth).is_empty()
        });
        fit.find_map(|&other| together(state, one, other))
    })
}

/// The cells of which a second set must have one, so that there is news in the two.
fn worth(one: CellGroup, news: News) -> CellSet {
    if (one.cells & news.cells).is_empty() {
        news.cells
    } else {
        CellSet::ALL
    }
}

/// What one of the two digits that two sets share excludes, if they cannot both hold the
/// other one.
fn together(state: &State, one: CellGroup, other: CellGroup) -> Option<Deduction> {
    let group = CellGroup {
        cells: one.cells | other.cells,
        digits: one.digits | other.digits,
    };
    let shared = one.digits & other.digits;
    if !has_two(shared) || !(one.cells & other.cells).is_empty() {
        return None;
    }
    let [first, second] = [true, false].map(|low| {
        let digit = if low {
            shared.trailing_zeros()
        } else {
            shared.ilog2()
        };
        digit as usize
    });
    let seen = |digit: usize| one.places(digit, state).common_peers();
    let is_single = |digit: usize| (other.places(digit, state) & !seen(digit)).is_empty();
    let digit = match [first, second].map(is_single) {
        [true, false] => second,
        [false, true] => first,
        _ => return None,
    };
    let removed = seen(digit) & other.places(digit, state).common_peers();
    let removed = Marks::of(digit, state.marks(digit) & removed);
    let is_four = group.digits.count_ones() == 4;
    let pattern = Pattern::Bent { group, digit };
    is_four
        .then(|| Deduction::removing(Technique::WxyzWing, pattern, removed))
        .flatten()
}
