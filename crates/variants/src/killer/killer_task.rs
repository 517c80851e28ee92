//! Depth-first search of one puzzle.

use super::exact_candidates::DigitSetTable;
use super::propagate::Propagation;
use super::{KillerBoard, KillerSearch};
use crate::cages::SumTable;
use countless_simd::{Simd, Task};

/// Goal of a killer search.
pub trait KillerGoal {
    /// Counts a branch.
    fn branched(&mut self);
    /// Receives a grid that houses and rules allow: the only candidate of each cell.
    fn found(&mut self, grid: &[u16]);
    /// Returns whether more solutions are wanted.
    fn wants(&self) -> bool;
    /// Returns whether the search shall stop.
    fn stopped(&self) -> bool;
}

/// Task that searches a board of the current puzzle.
pub struct KillerTask<'a, Q> {
    pub killer: &'a mut KillerSearch,
    pub board: KillerBoard,
    pub goal: &'a mut Q,
}

impl<Q: KillerGoal> Task for KillerTask<'_, Q> {
    /// True unless the search was stopped.
    type Output = bool;
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> bool {
        let mut is_open = self.propagation(simd).propagate_all().is_ok();
        self.killer.open_nodes.clear();
        loop {
            if is_open && self.board.open == 0 {
                let cells = self.killer.houses.cells;
                self.goal.found(self.board.first(cells));
                is_open = false;
            }
            if self.goal.stopped() {
                return false;
            }
            if !self.goal.wants() {
                return true;
            }
            let (cell, digits) = if is_open {
                let (cell, digit) = self.killer.weights.choose_branch(&self.board);
                self.goal.branched();
                let rest = self.board.get(cell) & !digit;
                self.killer.open_nodes.push((self.board, cell, rest));
                (cell, digit)
            } else if let Some((board, cell, rest)) = self.killer.open_nodes.pop() {
                self.board = board;
                (cell, rest)
            } else {
                return true;
            };
            is_open = self
                .propagation(simd)
                .propagate_branch(cell, digits)
                .is_ok();
            if !is_open {
                let blame = self.killer.pending.blame;
                self.killer.weights.record_failure(cell, blame);
            }
        }
    }
}

impl<Q: KillerGoal> KillerTask<'_, Q> {
    #[inline(always)]
    fn propagation<S: Simd>(&mut self, simd: S) -> Propagation<'_, S> {
        let killer = &mut *self.killer;
        Propagation {
            simd,
            houses: &killer.houses,
            rules: &killer.rules,
            sums: SumTable::new(),
            totals: &killer.totals,
            exact: DigitSetTable::get(),
            pending: &mut killer.pending,
            board: &mut self.board,
        }
    }
}
