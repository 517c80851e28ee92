//! Counting the solutions of one puzzle by a plain search, which shares nothing with the lanes: it
//! is what their results are checked with.

use super::rate::{Field, State, combination, is_broken};
use super::shape::Shape;

/// More solutions than this are not visited one by one.
pub(super) const VISITED: u128 = 1 << 20;

/// Searches puzzles of one shape, depth first, by singles and cages.
#[derive(Debug)]
pub(super) struct PlainSearch {
    field: Field,
    /// What is still to be searched, the next one last.
    waiting: Vec<State>,
}

impl PlainSearch {
    /// For puzzles of a shape, its cages included.
    pub fn new(shape: &Shape) -> Self {
        let mut field = Field::new(shape);
        field.set_cages(shape.cages().map(|(cells, sum)| (cells, sum, true)));
        Self {
            field,
            waiting: Vec::new(),
        }
    }

    /// Counts the solutions of a puzzle, 0 for a blank, but no further than `limit`, or until
    /// `stopped` says so.
    pub fn count(&mut self, puzzle: &[u8], limit: u128, stopped: impl Fn() -> bool) -> u128 {
        let mut first = State::default();
        first.begin(&self.field, puzzle);
        self.waiting.clear();
        self.waiting.push(first);
        let mut solutions = 0;
        while let Some(mut state) = self.waiting.pop() {
            if solutions >= limit || stopped() {
                break;
            }
            if !settle(&self.field, &mut state) {
                continue;
            }
            let Some(guess) = state.guess() else {
                solutions += 1;
                continue;
            };
            let mut without = state.clone();
            without.remove(&self.field, guess);
            state.place(&self.field, guess);
            self.waiting.extend([without, state]);
        }
        solutions
    }
}

/// Settles singles, and takes what cages do not leave; whether there may be a solution.
fn settle(field: &Field, state: &mut State) -> bool {
    let mut gone = Vec::new();
    loop {
        state.settle_singles(field);
        if state.is_dead() || is_broken(field, state) {
            return false;
        }
        gone.clear();
        if !combination(field, state, true, &mut gone) {
            return true;
        }
        state.remove_all(field, &gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Plain, blanks, puzzle, shapes};
    use countless_engine::SplitMix64;

    #[test]
    fn as_many_solutions_are_found_as_there_are() {
        let mut random = SplitMix64(3);
        for shape in shapes() {
            let mut search = PlainSearch::new(&shape);
            for number in 0..10 {
                let most = blanks(&shape) * (1 + number) / 10;
                let puzzle = puzzle(&shape, &mut random, most, number % 3 == 2);
                let expected = Plain::solutions(&shape, &puzzle, 50).len();
                let found = search.count(&puzzle, 50, || false);
                assert_eq!(found, expected as u128, "{shape}");
            }
            assert_eq!(search.count(&vec![0; shape.cells()], 5, || true), 0);
        }
    }
}
