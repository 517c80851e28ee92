//! How one candidate follows from another: what it excludes, and what it forces if it is false.

use super::field::Field;
use super::state::{Candidate, State, bits};

/// Which links a chain may have.
#[derive(Clone, Copy, Debug)]
pub struct Links {
    /// The two candidates of a cell.
    pub cells: bool,
    /// The two places of a digit in a unit.
    pub units: bool,
    /// The most of both kinds together.
    pub most: u32,
}

/// Whether two candidates cannot both be true.
pub fn exclude(field: &Field, one: Candidate, other: Candidate) -> bool {
    if one.cell == other.cell {
        one.digit != other.digit
    } else {
        one.digit == other.digit && field.sight().has(one.cell, other.cell)
    }
}

/// Visits the candidates that one excludes: those of its units, and where links are mixed, those
/// of its cell.
#[inline]
pub fn weak(
    field: &Field,
    state: &State,
    links: Links,
    Candidate { cell, digit }: Candidate,
    mut visit: impl FnMut(Candidate),
) {
    for seat in field.board.seats(cell) {
        let unit = usize::from(seat.unit);
        for place in bits(state.places(unit, digit) & !(1 << seat.place)) {
            let cell = field.board.cell(unit, place);
            visit(Candidate { cell, digit });
        }
    }
    if links.cells && links.units {
        for other in bits(state.candidates(cell) & !(1 << digit)) {
            let digit = other as u8;
            visit(Candidate { cell, digit });
        }
    }
}

/// Visits the candidates that are true if one is false.
#[inline]
pub fn strong(
    field: &Field,
    state: &State,
    links: Links,
    Candidate { cell, digit }: Candidate,
    mut visit: impl FnMut(Candidate),
) {
    if links.cells {
        let other = state.candidates(cell) & !(1 << digit);
        if other.is_power_of_two() {
            let digit = other.trailing_zeros() as u8;
            visit(Candidate { cell, digit });
        }
    }
    if links.units {
        for seat in field.board.seats(cell) {
            let unit = usize::from(seat.unit);
            let other = state.places(unit, digit) & !(1 << seat.place);
            if other.is_power_of_two() {
                let cell = field.board.cell(unit, other.trailing_zeros());
                visit(Candidate { cell, digit });
            }
        }
    }
}
