//! Search loop of the lanes, for every goal, and the assignment of nodes to lanes.
//!
//! A stuck lane goes on with one side of a branch. The other side goes
//!
//! - to an idle lane at once, which takes one copy of a lane instead of two; if no lane is idle, to
//!   the pool of all lanes, which is last in, first out;
//! - to the lane's own stack if most branches need only one side: the puzzle is then searched depth
//!   first in one lane.

use std::sync::atomic::{AtomicBool, Ordering};

use super::choose_branches::{ApplyMoves, Branch, ChooseBranches, LaneMoves};
use super::lane_grids::{BLANK_CELLS, Copies, LoadPuzzles, StoreGrids, lanes_of, take_lane};
use super::lane_search::{
    EarlyBranching, Goal, LaneMemory, LaneSearch, PooledNode, StackBlock, StackedNode,
};
use super::pass::{PassResult, pass};
use countless_simd::{Kernel, MAX_LANES, Simd, Task, dispatch};

/// Source of the next grids of idle lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LaneSource {
    /// A block of the pool.
    Pool(usize),
    /// The puzzles that were loaded.
    Roots,
}

impl<S: Simd, G: Goal> LaneSearch<'_, S, G> {
    /// Branches in every stuck or early lane. The lane goes on with one side; the other goes to an
    /// idle lane, to the pool or to the lane's own stack.
    #[inline(always)]
    pub fn branch(&mut self, stuck: u32, moves: &mut LaneMoves) {
        // These goals need complete lanes: a lane without a branch must have had a pass without
        // changes.
        const {
            assert!(
                !(G::STACKS_ONLY || G::ONE_LANE_EACH)
                    || matches!(G::EARLY_BRANCHING, EarlyBranching::Never)
            );
        };
        let m = &mut *self.memory;
        let chosen = self.simd.run(ChooseBranches {
            lines: &m.lines,
            stacks: G::STACKS_ONLY,
            lanes: stuck,
            branches: &mut m.branches,
        });
        let without = stuck & !chosen;
        if G::STACKS_ONLY {
            for lane in lanes_of(without) {
                let root = self.root_of[lane] as usize;
                self.goal
                    .take_settled(self.simd, root, &self.memory.cells, lane);
                self.any_finished |= !self.goal.wants(root);
            }
            self.active &= !without;
        }
        // A lane that branches early may have no branch; further passes find it solved or dead.
        assert!(G::STACKS_ONLY || without == 0 || G::EARLY_BRANCHING != EarlyBranching::Never);
        self.memory.work.branches += u64::from(chosen.count_ones());
        self.memory.branch_stats.branches += chosen.count_ones();
        if G::ONE_LANE_EACH {
            for lane in lanes_of(chosen) {
                let root = self.root_of[lane] as usize;
                self.goal.record_branch(root);
                self.any_finished |= !self.goal.wants(root);
            }
        }
        moves.touched |= chosen;
        moves.has_branches |= chosen != 0;
        self.accepted |= chosen;
        if self.searches_both() {
            self.share_other_sides(chosen, moves);
        } else if chosen != 0 {
            self.stack_other_sides(chosen, moves);
        }
    }

    /// Gives the other sides of branches to idle lanes, or else to the pool.
    #[inline(always)]
    fn share_other_sides(&mut self, chosen: u32, moves: &mut LaneMoves) {
        let mut idle = self.idle();
        let mut copies = Copies::NONE;
        for lane in lanes_of(chosen) {
            let (root, branch) = (self.root_of[lane], self.memory.branches.get(lane));
            if let Some(to) = take_lane(&mut idle) {
                moves.from.0[to] = lane as u16;
                moves.moved |= 1 << to;
                self.refuse(to, root, branch, moves);
                continue;
            }
            let (block, place) = (
                self.pool_nodes.len() / Self::LANES,
                self.pool_nodes.len() % Self::LANES,
            );
            let m = &mut *self.memory;
            if place == 0 {
                if !copies.is_empty() {
                    copies.merge(self.simd, &m.cells, &mut m.pool_blocks[block - 1]);
                    copies = Copies::NONE;
                }
                if m.pool_blocks.len() == block {
                    m.pool_blocks.push(BLANK_CELLS);
                }
            }
            copies.add(lane, place);
            self.pool_nodes.push(PooledNode { root, branch });
        }
        if !copies.is_empty() {
            let block = (self.pool_nodes.len() - 1) / Self::LANES;
            let m = &mut *self.memory;
            copies.merge(self.simd, &m.cells, &mut m.pool_blocks[block]);
        }
    }

    /// Puts the other sides of branches on the stacks of their lanes. Their cells are copied when
    /// the moves are applied. No lane needs them before, since these lanes are at work.
    #[inline(always)]
    fn stack_other_sides(&mut self, chosen: u32, moves: &mut LaneMoves) {
        let block = self.lane_stacks.spare_block();
        moves.stack_block = Some(block);
        let m = &mut *self.memory;
        if m.stack_blocks.len() == block as usize {
            m.stack_blocks.push(StackBlock::BLANK);
        }
        m.stack_blocks[block as usize].branches = m.branches;
        for lane in lanes_of(chosen) {
            let root = self.root_of[lane];
            self.lane_stacks.push(lane, StackedNode { root, block });
        }
    }

    /// True if idle lanes may take the other side of a branch at once.
    fn searches_both(&self) -> bool {
        !G::ONE_LANE_EACH
            && (G::EARLY_BRANCHING != EarlyBranching::Always
                && self.memory.branch_stats.few_unwanted()
                || self.roots_left() == 0)
    }

    /// Returns the lanes that branch although propagation may not have ended.
    pub fn early_lanes(&self) -> u32 {
        let habit = &self.memory.branch_stats;
        match G::EARLY_BRANCHING {
            EarlyBranching::Always => u32::MAX,
            EarlyBranching::WhereItPays if habit.most_satisfied() => u32::MAX,
            EarlyBranching::WhereItPays if !habit.few_unwanted() => self.accepted,
            EarlyBranching::WhereItPays | EarlyBranching::Never => 0,
        }
    }

    /// Number of puzzles that have not been started.
    fn roots_left(&self) -> usize {
        self.goal.roots().len() - self.loaded + self.ready
    }

    /// Gives idle lanes nodes of their stacks, or else nodes of the pool, or else puzzles. While
    /// lanes search one side at a time, the pool waits until no puzzles are left.
    #[inline(always)]
    pub fn fill(&mut self, moves: &mut LaneMoves) -> Option<LaneSource> {
        if self.lane_stacks.len > 0 {
            self.fill_from_stacks(moves);
        }
        if self.searches_both()
            && let Some(block) = self.fill_from_pool(moves)
        {
            return Some(LaneSource::Pool(block));
        }
        self.fill_with_roots(moves)
    }

    /// Gives idle lanes nodes of the topmost block of the pool, and returns the block.
    #[inline(always)]
    fn fill_from_pool(&mut self, moves: &mut LaneMoves) -> Option<usize> {
        let mut idle = self.idle();
        let mut source = None;
        while idle != 0 {
            let at = self.pool_nodes.len().wrapping_sub(1);
            let block = at / Self::LANES;
            if source.is_some_and(|source| source != block) {
                break;
            }
            let Some(PooledNode { root, branch }) = self.pool_nodes.pop() else {
                break;
            };
            if !self.is_wanted(root) {
                continue;
            }
            if let Some(lane) = take_lane(&mut idle) {
                source = Some(block);
                moves.fresh.add(at % Self::LANES, lane);
                self.refuse(lane, root, branch, moves);
            }
        }
        source
    }

    /// Gives idle lanes the last nodes of their own stacks.
    #[inline(always)]
    fn fill_from_stacks(&mut self, moves: &mut LaneMoves) {
        let mut blocks = [0; MAX_LANES];
        let mut popped = 0_u32;
        for lane in lanes_of(self.idle()) {
            while let Some(StackedNode { root, block }) = self.lane_stacks.pop(lane) {
                if self.is_wanted(root) {
                    let branch = self.memory.stack_blocks[block as usize].branches.get(lane);
                    self.refuse(lane, root, branch, moves);
                    blocks[lane] = block;
                    popped |= 1 << lane;
                    break;
                }
            }
        }
        while popped != 0 {
            let block = blocks[popped.trailing_zeros() as usize];
            let same = lanes_of(popped).filter(|&lane| blocks[lane] == block);
            let same = same.fold(0, |set, lane| set | 1 << lane);
            popped &= !same;
            let m = &mut *self.memory;
            let grids = &m.stack_blocks[block as usize].cells;
            grids.restore(self.simd, same, &mut m.cells);
        }
    }

    fn is_wanted(&mut self, root: u32) -> bool {
        let wanted = self.goal.wants(root as usize);
        self.memory.branch_stats.unwanted += u32::from(!wanted);
        wanted
    }

    /// Gives idle lanes puzzles.
    #[inline(always)]
    fn fill_with_roots(&mut self, moves: &mut LaneMoves) -> Option<LaneSource> {
        let mut idle = self.idle();
        if idle == 0 || self.roots_left() == 0 {
            return None;
        }
        if self.ready == 0 {
            let rest = &self.goal.roots()[self.loaded..];
            self.ready = rest.len().min(Self::LANES);
            self.loaded += self.ready;
            let m = &mut *self.memory;
            self.simd.run(LoadPuzzles {
                puzzles: &rest[..self.ready],
                cells: &mut m.incoming,
                tile: &mut m.tile,
            });
        }
        while self.ready != 0 {
            let Some(lane) = take_lane(&mut idle) else {
                break;
            };
            let root = self.loaded - self.ready;
            self.start(lane, root as u32);
            self.memory.branch_stats.roots += 1;
            // Blocks are loaded whole, so the index of a puzzle determines its place.
            moves.fresh.add(root % Self::LANES, lane);
            moves.touched |= 1 << lane;
            self.ready -= 1;
        }
        Some(LaneSource::Roots)
    }

    /// Starts an idle lane on the other side of a branch.
    fn refuse(&mut self, lane: usize, root: u32, branch: Branch, moves: &mut LaneMoves) {
        self.memory.branches.put(lane, branch);
        moves.refused |= 1 << lane;
        moves.touched |= 1 << lane;
        moves.has_branches = true;
        self.start(lane, root);
    }

    /// Starts an idle lane.
    fn start(&mut self, lane: usize, root: u32) {
        self.root_of[lane] = root;
        self.active |= 1 << lane;
        self.accepted &= !(1 << lane);
    }
}

/// A search for a goal, for one kernel.
struct GoalTask<'a, G> {
    memory: &'a mut LaneMemory,
    goal: &'a mut G,
    stop: &'a AtomicBool,
}

/// Searches for a goal. Returns true if every puzzle was searched before `stop` was set.
pub(super) fn search<G: Goal>(
    memory: &mut LaneMemory,
    kernel: Kernel,
    goal: &mut G,
    stop: &AtomicBool,
) -> bool {
    dispatch(kernel, GoalTask { memory, goal, stop })
}

impl<G: Goal> Task for GoalTask<'_, G> {
    type Output = bool;
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        run_search(simd, self.memory, self.goal, self.stop)
    }
}

#[inline(always)]
fn run_search<S: Simd, G: Goal>(
    simd: S,
    memory: &mut LaneMemory,
    goal: &mut G,
    stop: &AtomicBool,
) -> bool {
    let mut search = LaneSearch::new(simd, memory, goal);
    while !stop.load(Ordering::Relaxed) {
        let mut moves = LaneMoves::NONE;
        if search.active != 0 {
            let verdict = search.propagate();
            let solved = verdict.solved & search.active;
            search.active &= !(verdict.dead | verdict.solved);
            if solved != 0 {
                search.take_solved(solved);
            }
            if std::mem::take(&mut search.any_finished) {
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
            let finished = !self.goal.wants(root as usize);
            self.any_finished |= finished;
            self.memory.branch_stats.satisfied += u32::from(wanted && finished);
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
