//! Searching a puzzle depth first.

use super::exact::Table;
use super::propagate::Propagation;
use super::{Board, Killer};
use crate::cages::Sums;
use countless_simd::{Simd, Task};

/// What becomes of a puzzle.
pub trait Quarry {
    /// Takes note of a guess.
    fn guessed(&mut self);
    /// Takes a grid that houses and rules allow: the candidates of each cell, which are one.
    fn found(&mut self, grid: &[u16]);
    /// Whether more solutions are wanted.
    fn wants(&self) -> bool;
    /// Whether to give up.
    fn stopped(&self) -> bool;
}

/// The search of a board of the puzzle that was begun.
pub struct Hunt<'a, Q> {
    pub killer: &'a mut Killer,
    pub board: Board,
    pub quarry: &'a mut Q,
}

impl<Q: Quarry> Task for Hunt<'_, Q> {
    /// Whether the search was not stopped.
    type Output = bool;
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> bool {
        let mut is_open = self.propagation(simd).begin().is_ok();
        self.killer.waiting.clear();
        loop {
            if is_open && self.board.open == 0 {
                let cells = self.killer.houses.cells;
                self.quarry.found(self.board.first(cells));
                is_open = false;
            }
            if self.quarry.stopped() {
                return false;
            }
            if !self.quarry.wants() {
                return true;
            }
            let (cell, digits) = if is_open {
                let (cell, digit) = self.killer.weights.choose(&self.board);
                self.quarry.guessed();
                let rest = self.board.get(cell) & !digit;
                self.killer.waiting.push((self.board, cell, rest));
                (cell, digit)
            } else if let Some((board, cell, rest)) = self.killer.waiting.pop() {
                self.board = board;
                (cell, rest)
            } else {
                return true;
            };
            is_open = self.propagation(simd).change(cell, digits).is_ok();
            if !is_open {
                let blame = self.killer.pending.blame;
                self.killer.weights.failed(cell, blame);
            }
        }
    }
}

impl<Q: Quarry> Hunt<'_, Q> {
    #[inline(always)]
    fn propagation<S: Simd>(&mut self, simd: S) -> Propagation<'_, S> {
        let killer = &mut *self.killer;
        Propagation {
            simd,
            houses: &killer.houses,
            rules: &killer.rules,
            sums: Sums::new(),
            totals: &killer.totals,
            exact: Table::get(),
            pending: &mut killer.pending,
            board: &mut self.board,
        }
    }
}
