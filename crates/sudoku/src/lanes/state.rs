//! What a search knows and remembers.

use super::goal::Goal;
use super::grids::{BLANK_CELLS, BLANK_LINES, LaneCells, LaneLines};
use super::guess::{Branch, Branches};
use super::kept::{LaneStacks, StackBlock};
use super::transpose::{BLANK_TILE, Tile};
use crate::Grid;
use countless_simd::{MAX_LANES, Simd, Vector};

/// A node of the search tree of a puzzle that waits in the pool; its branch is still to be refused.
#[derive(Clone, Copy)]
pub(super) struct PooledNode {
    /// The number of the puzzle.
    pub root: u32,
    pub branch: Branch,
}

/// How many nodes turned out to be unwanted lately, and how many puzzles to have as many
/// solutions as are wanted.
///
/// Where puzzles have more solutions than the limit, most branches need only one side, and it does
/// not pay to search both at once, nor to deduce all that can be deduced before the next branch.
#[derive(Debug, Default)]
pub(super) struct BranchStats {
    pub branches: u32,
    pub unwanted: u32,
    pub roots: u32,
    pub satisfied: u32,
}

impl BranchStats {
    /// Whether to search both sides of a branch at once.
    pub fn few_unwanted(&self) -> bool {
        self.unwanted * 8 <= self.branches
    }

    /// Whether nearly all puzzles, about seven in eight, have as many solutions as are wanted,
    /// allowing for those that are still in the lanes.
    pub fn most_satisfied(&self) -> bool {
        self.roots >= 8 * MAX_LANES as u32
            && 8 * (self.satisfied + MAX_LANES as u32) >= 7 * self.roots
    }

    /// Lets the past count less and less.
    pub fn decay(&mut self) {
        if self.branches > 1 << 12 {
            self.branches /= 2;
            self.unwanted /= 2;
        }
        if self.roots > 1 << 12 {
            self.roots /= 2;
            self.satisfied /= 2;
        }
    }
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaneWork {
    /// Passes of propagation over all lanes.
    pub passes: u64,
    /// The sum over all passes of the lanes at work.
    pub lane_passes: u64,
    /// Branches.
    pub branches: u64,
}

/// The memory of a search.
#[derive(Debug)]
pub(super) struct LaneMemory {
    /// The grids at work, and the candidates of their lines.
    pub cells: LaneCells,
    pub lines: LaneLines,
    /// What lanes branch on.
    pub branches: Branches,
    /// Puzzles that wait for a lane.
    pub incoming: LaneCells,
    /// Solutions that wait to be delivered.
    pub outgoing: LaneCells,
    pub tile: Tile,
    pub grids: [Grid; MAX_LANES],
    /// Nodes that wait for a lane, as many per block as there are lanes.
    pub pool_blocks: Vec<LaneCells>,
    /// Nodes that wait for the lane that they come from.
    pub stack_blocks: Vec<StackBlock>,
    pub branch_stats: BranchStats,
    pub work: LaneWork,
}

impl LaneMemory {
    pub fn new() -> Box<Self> {
        Box::new(Self {
            cells: BLANK_CELLS,
            lines: BLANK_LINES,
            branches: Branches::NONE,
            incoming: BLANK_CELLS,
            outgoing: BLANK_CELLS,
            tile: BLANK_TILE,
            grids: [Grid::BLANK; MAX_LANES],
            pool_blocks: Vec::new(),
            stack_blocks: Vec::new(),
            branch_stats: BranchStats::default(),
            work: LaneWork::default(),
        })
    }
}

/// A search at work.
pub(super) struct LaneSearch<'a, S: Simd, G: Goal> {
    pub simd: S,
    pub memory: &'a mut LaneMemory,
    pub goal: &'a mut G,
    /// The root of the node in each lane.
    pub root_of: [u32; MAX_LANES],
    /// The nodes in the pool, from the bottom up.
    pub pool_nodes: Vec<PooledNode>,
    pub lane_stacks: LaneStacks,
    /// The lanes at work.
    pub active: u32,
    /// The lanes whose last branch was accepted.
    pub accepted: u32,
    /// The number of roots loaded so far, and how many of the last still wait.
    pub loaded: usize,
    pub ready: usize,
    /// The roots of the solutions that wait to be delivered, and their number.
    pub outgoing_roots: [u32; MAX_LANES],
    pub outgoing_len: usize,
}

impl<'a, S: Simd, G: Goal> LaneSearch<'a, S, G> {
    pub const LANES: usize = S::U16::LANES;

    /// A search that has not begun.
    pub fn new(simd: S, memory: &'a mut LaneMemory, goal: &'a mut G) -> Self {
        Self {
            simd,
            memory,
            goal,
            root_of: [0; MAX_LANES],
            pool_nodes: Vec::new(),
            lane_stacks: LaneStacks::new(),
            active: 0,
            accepted: 0,
            loaded: 0,
            ready: 0,
            outgoing_roots: [0; MAX_LANES],
            outgoing_len: 0,
        }
    }

    pub fn idle(&self) -> u32 {
        !self.active & (u64::MAX >> (64 - Self::LANES)) as u32
    }
}
