//! Rectangles in words.

use super::super::cell::Cell;
use super::cells::CellSet;
use super::deduction::Reason;
use super::phrases::{digits as listed, digits_or, either, names, unit_name};
use super::seen::Seen;
use super::state::State;

/// The corners, those that may hold nothing but the digits first, and what follows.
pub fn describe(corners: [usize; 4], digits: u16, reason: Reason, state: &State) -> Seen {
    let is_bare = |cell: &usize| state.possible(*cell) & !digits == 0;
    let bare: CellSet = corners.into_iter().filter(is_bare).collect();
    let more: CellSet = corners.into_iter().filter(|cell| !is_bare(cell)).collect();
    let values = listed(digits);
    let other = |digit: usize| (digits & !(1 << digit)).trailing_zeros() + 1;
    let mut seen = Seen {
        digits,
        cells: corners.to_vec(),
        ..Seen::default()
    };
    let deadly = format!("{values} could be exchanged in these four cells, for a second solution");
    let floor = format!("{} can only hold {values}", names(bare));
    seen.text = match reason {
        Reason::Filled => format!(
            "{floor}; if this were true of {}, too, {deadly}",
            names(more)
        ),
        Reason::Extra(extra) => {
            seen.digits |= 1 << extra;
            let floor = if bare.is_empty() {
                String::new()
            } else {
                format!("{floor}, ")
            };
            let all = listed(digits | 1 << extra);
            format!(
                "{floor}{} only {all}; unless {} is {}, {deadly}",
                names(more),
                either(more),
                extra + 1
            )
        }
        Reason::Subset {
            cells,
            digits: taken,
            unit,
        } => {
            seen.digits |= taken;
            seen.units = vec![unit];
            seen.cells.extend(cells.iter());
            let extras = more.iter().fold(0, |all, cell| all | state.possible(cell)) & !digits;
            format!(
                "{floor}; unless {} is {}, {deadly}; one of these two, together with {}, holds {} of {}",
                either(more),
                digits_or(extras),
                names(cells),
                listed(taken),
                unit_name(unit)
            )
        }
        Reason::Link { digit, unit } => {
            seen.units = vec![unit];
            format!(
                "{floor}; in {}, {} can only be in {}; if the other one were {}, {deadly}",
                unit_name(unit),
                digit + 1,
                either(more),
                other(digit)
            )
        }
        Reason::Diagonal { digit, units } => {
            seen.units = units.to_vec();
            format!(
                "{floor}; in {} and {}, {} can only be in opposite corners; if these were {}, {deadly}",
                unit_name(units[0]),
                unit_name(units[1]),
                digit + 1,
                names(more)
            )
        }
        Reason::Hidden { digit, units, cell } => {
            seen.units = units.to_vec();
            let corner = Cell::at(cell);
            let opposite = opposite(corners, cell);
            format!(
                "{} can only hold {values}; if {corner} were {}, {} of {} and of {} would be in the \
                 other corners, and {deadly}",
                Cell::at(opposite),
                other(digit),
                digit + 1,
                unit_name(units[0]),
                unit_name(units[1])
            )
        }
    };
    seen
}

/// The corner that shares no line with another.
fn opposite(corners: [usize; 4], cell: usize) -> usize {
    let apart = |other: &usize| other / 9 != cell / 9 && other % 9 != cell % 9;
    corners.into_iter().find(apart).unwrap_or(cell)
}
