//! X-wing, swordfish and jellyfish: one digit in two, three or four units of a family.

use super::board::{Board, Factory};
use super::field::Field;
use super::hall;
use super::state::{Candidate, State, bits};

/// So many units of a family whose places of a digit lie in as many units of another one: these
/// have no further places for it.
pub fn find(field: &Field, state: &State, size: usize, gone: &mut Vec<Candidate>) -> bool {
    let board = &field.board;
    let mut words = Vec::new();
    for digit in 0..board.digits() as u8 {
        for base in board.families() {
            for cover in board.families() {
                if base.first == cover.first {
                    continue;
                }
                words.clear();
                let units = base.first..base.first + base.len;
                words.extend(units.map(|unit| covers(board, state, cover, unit, digit)));
                let found = hall::find(&words, size, &mut |lines, crossing| {
                    take(board, state, digit, (base, lines), (cover, crossing), gone);
                    !gone.is_empty()
                });
                if found {
                    return true;
                }
            }
        }
    }
    false
}

/// The units of a family that have all places of a digit in another unit, a bit each; none if
/// there is a place in none of them.
fn covers(board: &Board, state: &State, cover: &Factory, unit: usize, digit: u8) -> u64 {
    let mut all = 0;
    for place in bits(state.places(unit, digit)) {
        match cover.of[usize::from(board.cell(unit, place))] {
            Some(number) => all |= 1 << number,
            None => return 0,
        }
    }
    all
}

/// Takes a digit from the units that cover, but for the places in those of the base.
fn take(
    board: &Board,
    state: &State,
    digit: u8,
    (base, lines): (&Factory, u64),
    (cover, mut crossing): (&Factory, u64),
    gone: &mut Vec<Candidate>,
) {
    while crossing != 0 {
        let unit = cover.first + crossing.trailing_zeros() as usize;
        crossing &= crossing - 1;
        for place in bits(state.places(unit, digit)) {
            let cell = board.cell(unit, place);
            let is_base = base.of[usize::from(cell)].is_some_and(|line| lines >> line & 1 == 1);
            if !is_base {
                gone.push(Candidate { cell, digit });
            }
        }
    }
}
