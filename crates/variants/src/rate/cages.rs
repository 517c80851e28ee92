//! What cages leave: sums of different digits, and the rule of 45.

use super::field::{Cage, Field};
use super::state::{Candidate, State, bits};
use crate::cages::Sums;

/// What is left of a cage whose settled digits are taken from its sum.
struct Rest {
    cells: u32,
    sum: u32,
    /// The candidates of any of the cells, and those of at least two.
    once: u32,
    twice: u32,
}

impl Rest {
    /// None if the digits that are settled have too large a sum.
    fn new(state: &State, cage: &Cage) -> Option<Self> {
        let mut rest = Self {
            cells: 0,
            sum: cage.sum,
            once: 0,
            twice: 0,
        };
        for &cell in &cage.cells {
            match state.digit(cell) {
                0 => {
                    let candidates = state.candidates(cell);
                    rest.cells += 1;
                    rest.twice |= rest.once & candidates;
                    rest.once |= candidates;
                }
                digit => rest.sum = rest.sum.checked_sub(digit.into())?,
            }
        }
        Some(rest)
    }

    /// Whether the other cells can have what is left if one that has these candidates holds a digit.
    fn allows(&self, sums: Sums, candidates: u32, digit: u32) -> bool {
        let Some(sum) = self.sum.checked_sub(digit + 1) else {
            return false;
        };
        if self.cells == 1 {
            return sum == 0;
        }
        let others = (self.twice | self.once & !candidates) & !(1 << digit);
        sums.of(self.cells as usize - 1, sum, others).is_some()
    }
}

/// A candidate of a cage with which the others cannot make up the sum.
pub fn combination(
    field: &Field,
    state: &State,
    is_drawn: bool,
    gone: &mut Vec<Candidate>,
) -> bool {
    let sums = Sums::new();
    for cage in field.cages(is_drawn) {
        let rest = Rest::new(state, cage);
        for &cell in &cage.cells {
            let candidates = state.candidates(cell);
            let is_lost = |&digit: &u32| match &rest {
                Some(rest) => !rest.allows(sums, candidates, digit),
                None => true,
            };
            gone.extend(bits(candidates).filter(is_lost).map(|digit| Candidate {
                cell,
                digit: digit as u8,
            }));
        }
        if !gone.is_empty() {
            return true;
        }
    }
    false
}

/// A digit that is in every set with the sum of a cage: cells that see all of its places there
/// do not hold it.
pub fn locked(field: &Field, state: &State, is_drawn: bool, gone: &mut Vec<Candidate>) -> bool {
    let sums = Sums::new();
    let mut places = Vec::new();
    for cage in field.cages(is_drawn) {
        let Some(rest) = Rest::new(state, cage) else {
            continue;
        };
        if rest.cells < 2 {
            continue;
        }
        let Some(combined) = sums.of(rest.cells as usize, rest.sum, rest.once) else {
            continue;
        };
        for digit in bits(combined.required & rest.once) {
            let digit = digit as u8;
            places.clear();
            let cells = cage.cells.iter().copied();
            places.extend(cells.filter(|&cell| state.has(cell, digit)));
            field.sight().common(&places, |cell| {
                if state.has(cell, digit) {
                    gone.push(Candidate { cell, digit });
                }
            });
            if !gone.is_empty() {
                return true;
            }
        }
    }
    false
}

/// Whether a cage that is drawn has all of its digits, and another sum, or cannot have its sum.
pub fn is_broken(field: &Field, state: &State) -> bool {
    field.cages(true).any(|cage| {
        let rest = Rest::new(state, cage);
        rest.is_none_or(|rest| rest.cells == 0 && rest.sum != 0)
    })
}
