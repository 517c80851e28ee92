//! Unique rectangles, types 1 and 2.
//!
//! Four open cells in two rows, two columns and two boxes cannot hold just two digits:
//! exchanging these would give a second solution. For puzzles with one solution only.

use super::cells::{CellSet, Marks, bits};
use super::deduction::{Deduction, Pattern};
use super::state::State;
use super::technique::Technique;

/// Three corners have two candidates, the same: the fourth has neither.
pub fn type_1(state: &State) -> Option<Deduction> {
    find(state, |corners, digits| {
        let [_, _, a, b] = corners;
        let (pair, last) = if state.cell(a) == digits {
            (a, b)
        } else if state.cell(b) == digits {
            (b, a)
        } else {
            return None;
        };
        let mut removed = Marks::NONE;
        for digit in bits(digits & state.cell(last)) {
            removed[digit] = CellSet::of(last);
        }
        let pattern = Pattern::Rectangle {
            corners: [corners[0], corners[1], pair, last],
            digits,
            extra: None,
        };
        Deduction::removing(Technique::UniqueRectangle1, pattern, removed)
    })
}

/// Two corners have two candidates, the others these and one and the same third: one
/// of the others holds it.
pub fn type_2(state: &State) -> Option<Deduction> {
    find(state, |corners, digits| {
        let [_, _, a, b] = corners;
        let all = state.cell(a);
        let is_extended = all.count_ones() == 3 && all & digits == digits;
        if state.cell(b) != all || !is_extended {
            return None;
        }
        let extra = (all & !digits).trailing_zeros() as usize;
        let seen = CellSet::peers(a) & CellSet::peers(b);
        let pattern = Pattern::Rectangle {
            corners,
            digits,
            extra: Some(extra),
        };
        let removed = Marks::of(extra, state.marks(extra) & seen);
        Deduction::removing(Technique::UniqueRectangle2, pattern, removed)
    })
}

/// The first answer to the rectangles of open cells of which two corners in a line have
/// two candidates, the same. It is given the corners, these two first, and the digits.
fn find(
    state: &State,
    mut try_corners: impl FnMut([usize; 4], u16) -> Option<Deduction>,
) -> Option<Deduction> {
    let pairs = state.pairs();
    for first in pairs.iter() {
        let digits = state.cell(first);
        let same = bits(digits).fold(pairs & CellSet::peers(first), |same, digit| {
            same & state.marks(digit)
        });
        for second in same.iter().filter(|&second| second > first) {
            let in_row = first / 9 == second / 9;
            if !in_row && first % 9 != second % 9 {
                continue;
            }
            let in_box = box_of(first) == box_of(second);
            for line in 0..9 {
                let across = |cell: usize| {
                    if in_row {
                        9 * line + cell % 9
                    } else {
                        cell / 9 * 9 + line
                    }
                };
                let (third, fourth) = (across(first), across(second));
                // Two boxes: the other side lies in others if this one lies in one.
                let apart = box_of(third) != box_of(first);
                if third == first || apart != in_box {
                    continue;
                }
                if !state.open().contains(third) || !state.open().contains(fourth) {
                    continue;
                }
                let found = try_corners([first, second, third, fourth], digits);
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

fn box_of(cell: usize) -> usize {
    super::cells::UNITS_OF[cell][2]
}
