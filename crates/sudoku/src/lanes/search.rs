//! The search that every use of the lanes shares.

use super::goal::Goal;
use super::grids::{Copies, lanes_of};
use super::moves::{Moves, Work};
use super::pass::pass;
use super::schedule::Source;
use super::state::{Memory, Search};
use super::transpose::store;
use countless_simd::{Simd, Task};

/// A search for a goal.
pub(super) struct Run<'a, G> {
    pub memory: &'a mut Memory,
    pub goal: &'a mut G,
}

impl<G: Goal> Task for Run<'_, G> {
    /// Whether every root was done before the goal stopped.
    type Output = bool;
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        search(simd, self.memory, self.goal)
    }
}

#[inline(always)]
fn search<S: Simd, G: Goal>(simd: S, memory: &mut Memory, goal: &mut G) -> bool {
    let mut search = Search::new(simd, memory, goal);
    while !search.goal.stopped() {
        let mut moves = Moves::NONE;
        if search.active != 0 {
            let m = &mut *search.memory;
            let verdict = pass(simd, &mut m.cells, &mut m.lines);
            m.effort.passes += 1;
            m.effort.lane_passes += u64::from(search.active.count_ones());
            let solved = verdict.solved & search.active;
            search.active &= !(verdict.dead | verdict.solved);
            if solved != 0 {
                search.conclude(solved);
            }
            if search.goal.narrowed() {
                search.narrow();
            }
            search.memory.habit.forget();
            let stuck = search.active & (!verdict.changed | search.in_a_hurry());
            if stuck != 0 {
                search.branch(stuck, &mut moves);
            }
        }
        let source = search.fill(&mut moves);
        if search.active == 0 {
            search.flush();
            return true;
        }
        let m = &mut *search.memory;
        let work = Work {
            cells: &mut m.cells,
            lines: &mut m.lines,
            branches: &mut m.branches,
            copy: moves.kept_in.map(|block| &mut m.kept[block as usize].cells),
        };
        match source {
            Some(Source::Pool(block)) => {
                moves.make::<S, true, true>(simd, work, &m.pool[block]);
            }
            Some(Source::Roots) if moves.forks => {
                moves.make::<S, true, true>(simd, work, &m.incoming);
            }
            Some(Source::Roots) => {
                moves.make::<S, false, true>(simd, work, &m.incoming);
            }
            None if moves.forks => {
                moves.make::<S, true, false>(simd, work, &m.incoming);
            }
            None => {}
        }
    }
    false
}

impl<S: Simd, G: Goal> Search<'_, S, G> {
    /// Hands solved lanes to the goal.
    #[inline(always)]
    fn conclude(&mut self, solved: u32) {
        let mut copies = Copies::NONE;
        if self.left + solved.count_ones() as usize > Self::LANES {
            self.flush();
        }
        for lane in lanes_of(solved) {
            let root = self.root_of[lane];
            let wanted = self.goal.wants(root as usize);
            if self.goal.found(root as usize) {
                copies.add(lane, self.left);
                self.leaving[self.left] = root;
                self.left += 1;
            }
            let satisfied = wanted && !self.goal.wants(root as usize);
            self.memory.habit.satisfied += u32::from(satisfied);
        }
        if !copies.is_empty() {
            let m = &mut *self.memory;
            copies.merge(self.simd, &m.cells, &mut m.outgoing);
        }
    }

    /// Stops work that no longer matters.
    #[inline(always)]
    fn narrow(&mut self) {
        for lane in lanes_of(self.active) {
            if !self.goal.wants(self.root_of[lane] as usize) {
                self.active &= !(1 << lane);
                self.memory.habit.unwanted += 1;
            }
        }
    }

    /// Delivers the solutions that wait.
    #[inline(always)]
    fn flush(&mut self) {
        let m = &mut *self.memory;
        let grids = &mut m.grids[..self.left];
        store(self.simd, &m.outgoing, grids, &mut m.tile);
        for (grid, &root) in grids.iter().zip(&self.leaving) {
            self.goal.deliver(root as usize, grid);
        }
        self.left = 0;
    }
}
