//! Assumptions that lead to a contradiction, by singles, locked candidates and cages.

use super::field::Field;
use super::state::{Candidate, State, bits};
use super::{cages, locked};

/// Memory for assumptions.
#[derive(Clone, Debug, Default)]
pub struct Forcing {
    state: State,
    gone: Vec<Candidate>,
}

impl Forcing {
    /// The first candidate that leads to a contradiction, of cells with few candidates before
    /// others, and how many cells are settled before it shows; nothing once `stopped` says so.
    pub fn find(
        &mut self,
        field: &Field,
        state: &State,
        stopped: &impl Fn() -> bool,
        gone: &mut Vec<Candidate>,
    ) -> Option<u32> {
        let mut cells: Vec<(u16, u32)> = state.open_cells().collect();
        cells.sort_by_key(|(_, candidates)| candidates.count_ones());
        for (cell, candidates) in cells {
            if stopped() {
                return None;
            }
            for digit in bits(candidates) {
                let digit = digit as u8;
                let candidate = Candidate { cell, digit };
                self.state.clone_from(state);
                self.state.place(field, candidate);
                let settled = self.settle(field);
                if self.state.is_dead() {
                    gone.push(candidate);
                    return Some(settled);
                }
            }
        }
        None
    }

    /// Does all that is plain to see, and says how many cells it settles.
    fn settle(&mut self, field: &Field) -> u32 {
        let mut settled = 1;
        loop {
            settled += self.state.settle_singles(field);
            let (state, gone) = (&mut self.state, &mut self.gone);
            if state.is_dead() || state.is_solved() {
                if cages::is_broken(field, state) {
                    state.kill();
                }
                return settled;
            }
            gone.clear();
            let found = cages::combination(field, state, true, gone)
                || locked::find(field, state, false, gone)
                || locked::find(field, state, true, gone)
                || cages::locked(field, state, true, gone);
            if !found {
                return settled;
            }
            state.remove_all(field, gone);
        }
    }
}
