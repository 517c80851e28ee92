//! Search loop of the lanes, for every goal.

use super::goal::Goal;
use super::lane_grids::{Copies, lanes_of};
use super::lane_search::{LaneMemory, LaneSearch};
use super::moves::{ApplyMoves, LaneMoves};
use super::pass::{PassResult, pass};
use super::schedule::LaneSource;
use super::transpose::StoreGrids;
use countless_simd::{Simd, Task};

/// A search for a goal, for one kernel.
pub(super) struct GoalTask<'a, G> {
    pub memory: &'a mut LaneMemory,
    pub goal: &'a mut G,
}

impl<G: Goal> Task for GoalTask<'_, G> {
    /// True if every puzzle was searched before the goal stopped.
    type Output = bool;
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        run_search(simd, self.memory, self.goal)
    }
}

#[inline(always)]
fn run_search<S: Simd, G: Goal>(simd: S, memory: &mut LaneMemory, goal: &mut G) -> bool {
    let mut search = LaneSearch::new(simd, memory, goal);
    while !search.goal.stopped() {
        let mut moves = LaneMoves::NONE;
        if search.active != 0 {
            let verdict = search.propagate();
            let solved = verdict.solved & search.active;
            search.active &= !(verdict.dead | verdict.solved);
            if solved != 0 {
                search.take_solved(solved);
            }
            if search.goal.take_finished() {
                search.drop_unwanted();
            }
            search.memory.branch_stats.decay();
            let stuck = search.active & (!verdict.changed | search.early_lanes());
            if stuck != 0 {
                search.branch(stuck, &mut moves);
            }
        }
        let source = search.fill(&mut moves);
        if search.active == 0 {
            search.flush();
            return true;
        }
        if source.is_none() && !moves.has_branches {
            continue;
        }
        let m = &mut *search.memory;
        let stack_block = moves.stack_block.map(|block| block as usize);
        simd.run(ApplyMoves {
            moves: &moves,
            source: match source {
                Some(LaneSource::Pool(block)) => &m.pool_blocks[block],
                _ => &m.incoming,
            },
            cells: &mut m.cells,
            lines: &mut m.lines,
            line_sums: &mut m.line_sums,
            branches: &mut m.branches,
            copy: stack_block.map(|block| &mut m.stack_blocks[block].cells),
        });
    }
    false
}

/// Makes passes until half of the active lanes are dead, solved, stuck or early.
///
/// Branches and moves take two thirds of the time of a pass, whether all lanes need them or one.
/// Without permutations, they take less time for fewer lanes, and no lane waits for others.
///
/// Like all work on whole vectors here, it is a task of its own: it is compiled once for each
/// instruction set, not for each goal.
struct Propagation<'a> {
    memory: &'a mut LaneMemory,
    active: u32,
    early: u32,
}

impl Task for Propagation<'_> {
    type Output = PassResult;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> PassResult {
        let (m, active) = (self.memory, self.active);
        let mut dead = 0;
        loop {
            let last = pass(simd, &mut m.cells, &mut m.lines, &mut m.line_sums);
            m.work.passes += 1;
            m.work.lane_passes += u64::from(active.count_ones());
            // The cells of a dead lane are arbitrary in later passes.
            dead |= last.dead;
            let ready = active & (dead | last.solved | !last.changed | self.early);
            if !S::PERMUTES || 2 * ready.count_ones() >= active.count_ones() {
                let solved = last.solved & !dead;
                return PassResult {
                    dead,
                    solved,
                    ..last
                };
            }
        }
    }
}

impl<S: Simd, G: Goal> LaneSearch<'_, S, G> {
    #[inline(always)]
    fn propagate(&mut self) -> PassResult {
        let early = self.early_lanes();
        self.simd.run(Propagation {
            memory: self.memory,
            active: self.active,
            early,
        })
    }

    /// Reports solved lanes to the goal, and copies the solutions that it wants.
    #[inline(always)]
    fn take_solved(&mut self, solved: u32) {
        let mut copies = Copies::NONE;
        if self.outgoing_len + solved.count_ones() as usize > Self::LANES {
            self.flush();
        }
        for lane in lanes_of(solved) {
            let root = self.root_of[lane];
            let wanted = self.goal.wants(root as usize);
            if self.goal.record_solution(root as usize) {
                copies.add(lane, self.outgoing_len);
                self.outgoing_roots[self.outgoing_len] = root;
                self.outgoing_len += 1;
            }
            let satisfied = wanted && !self.goal.wants(root as usize);
            self.memory.branch_stats.satisfied += u32::from(satisfied);
        }
        if !copies.is_empty() {
            let m = &mut *self.memory;
            copies.merge(self.simd, &m.cells, &mut m.outgoing);
        }
    }

    /// Stops the lanes with unwanted puzzles.
    #[inline(always)]
    fn drop_unwanted(&mut self) {
        for lane in lanes_of(self.active) {
            if !self.goal.wants(self.root_of[lane] as usize) {
                self.active &= !(1 << lane);
                self.memory.branch_stats.unwanted += 1;
            }
        }
    }

    /// Delivers the solutions that wait.
    #[inline(always)]
    fn flush(&mut self) {
        let m = &mut *self.memory;
        let grids = &mut m.grids[..self.outgoing_len];
        self.simd.run(StoreGrids {
            cells: &m.outgoing,
            grids: &mut *grids,
            tile: &mut m.tile,
        });
        for (grid, &root) in grids.iter().zip(&self.outgoing_roots) {
            self.goal.deliver(root as usize, grid);
        }
        self.outgoing_len = 0;
    }
}
