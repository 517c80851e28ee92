//! Counting of the solutions of one puzzle by a search without lanes. It shares no code with the
//! lanes, so that it checks their results.

use super::shape::Shape;
use countless_sudoku::{Layout, SolvingState, TableLayout};

/// Largest number of solutions that are visited one by one.
pub(super) const VISITED: u128 = 1 << 20;

/// Depth-first search of puzzles of one shape, with singles and cages.
#[derive(Debug)]
pub struct PlainSearch {
    layout: TableLayout,
    /// Open nodes; the last one is searched next.
    open_nodes: Vec<SolvingState<TableLayout>>,
}

impl PlainSearch {
    /// Creates a search of puzzles of a shape, including its cages.
    pub fn new(shape: &Shape) -> Self {
        Self {
            layout: shape
                .layout(<TableLayout>::new)
                .with_cages(shape.cages.for_techniques()),
            open_nodes: Vec::new(),
        }
    }

    /// Counts the solutions of a puzzle, in which 0 is an empty cell. Stops at `limit` solutions,
    /// or when `stopped` returns true.
    pub fn count(&mut self, puzzle: &[u8], limit: u128, stopped: impl Fn() -> bool) -> u128 {
        self.open_nodes.clear();
        self.open_nodes
            .push(SolvingState::new(self.layout.clone(), puzzle.to_vec()));
        let mut solutions = 0;
        while let Some(mut state) = self.open_nodes.pop() {
            if solutions >= limit || stopped() {
                break;
            }
            if !propagate(&mut state) {
                continue;
            }
            let Some((cell, digit)) = state.branch_candidate() else {
                solutions += 1;
                continue;
            };
            let mut without = state.clone();
            without.remove(digit, cell);
            state.place(cell, digit);
            self.open_nodes.extend([without, state]);
        }
        solutions
    }
}

/// Solves singles and removes candidates that cages exclude. Returns false after a contradiction.
fn propagate(state: &mut SolvingState<TableLayout>) -> bool {
    loop {
        while let Some((cell, digit)) = state.single() {
            state.place(cell, digit);
        }
        if state.is_contradictory() {
            return false;
        }
        let layout = state.layout.clone();
        let mut changed = false;
        for cage in layout.cages() {
            let Some(left) = cage.possible_digits(|cell| state.possible(cell.into())) else {
                return false;
            };
            for (&cell, left) in cage.cells.iter().zip(left) {
                let gone = state.candidates_of(cell.into()) & !left;
                for digit in (0..layout.digits()).filter(|digit| gone >> digit & 1 != 0) {
                    state.remove(digit, cell.into());
                    changed = true;
                }
            }
        }
        if !changed {
            return true;
        }
    }
}
