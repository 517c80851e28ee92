//! Naked and hidden pairs, triples and quads.

use super::field::Field;
use super::hall;
use super::state::{Candidate, State, bits};

/// So many cells of a unit or a cage with so many candidates: no other cell there has them.
pub fn naked(field: &Field, state: &State, size: usize, gone: &mut Vec<Candidate>) -> bool {
    let units = field.board.units().iter().map(|unit| &unit.cells);
    let cages = field.cages(true).map(|cage| &cage.cells);
    let mut words = Vec::new();
    for cells in units.chain(cages) {
        words.clear();
        words.extend(cells.iter().map(|&cell| u64::from(state.candidates(cell))));
        if words.iter().filter(|word| **word != 0).count() <= size {
            continue;
        }
        let found = hall::find(&words, size, &mut |members, digits| {
            let others = cells.iter().zip(&words).enumerate();
            for (_, (&cell, word)) in others.filter(|(i, _)| members >> i & 1 == 0) {
                for digit in bits((word & digits) as u32) {
                    let digit = digit as u8;
                    gone.push(Candidate { cell, digit });
                }
            }
            !gone.is_empty()
        });
        if found {
            return true;
        }
    }
    false
}

/// So many digits with so many places in a unit: no other digit is in these cells.
pub fn hidden(field: &Field, state: &State, size: usize, gone: &mut Vec<Candidate>) -> bool {
    let mut words = Vec::new();
    for unit in 0..field.board.units().len() {
        words.clear();
        words.extend(state.places_of_all(unit).iter().copied().map(u64::from));
        let found = hall::find(&words, size, &mut |digits, places| {
            for place in bits(places as u32) {
                let cell = field.board.cell(unit, place);
                for digit in bits(state.candidates(cell) & !(digits as u32)) {
                    let digit = digit as u8;
                    gone.push(Candidate { cell, digit });
                }
            }
            !gone.is_empty()
        });
        if found {
            return true;
        }
    }
    false
}
