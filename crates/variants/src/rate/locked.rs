//! Locked candidates: a digit's places in one unit that all lie in a second one.

use super::field::Field;
use super::state::{Candidate, State, bits};

/// A digit whose places in a unit, which is a line or is not, all lie in a second one: it is
/// nowhere else there.
pub fn find(field: &Field, state: &State, in_line: bool, gone: &mut Vec<Candidate>) -> bool {
    let board = &field.board;
    for crossing in board.crossings() {
        for side in [0, 1] {
            let [within, also] = [side, 1 - side].map(|side| usize::from(crossing.units[side]));
            if board.units()[within].is_line != in_line {
                continue;
            }
            let (inside, outside) = (crossing.places[side], !crossing.places[1 - side]);
            let (here, there) = (state.places_of_all(within), state.places_of_all(also));
            for (digit, (here, there)) in here.iter().zip(there).enumerate() {
                if *here != 0 && here & !inside == 0 && there & outside != 0 {
                    let digit = digit as u8;
                    let places = bits(there & outside);
                    gone.extend(places.map(|place| Candidate {
                        cell: board.cell(also, place),
                        digit,
                    }));
                    return true;
                }
            }
        }
    }
    false
}
