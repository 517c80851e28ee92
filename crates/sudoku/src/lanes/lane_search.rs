//! State and memory of a search, with a stack of nodes for each lane, and its goals: count, solve,
//! find or list.

use super::choose_branches::{Branch, Branches};
use super::lane_grids::{
    BLANK_CELLS, BLANK_LINES, BLANK_TILE, LaneCells, LaneLines, LaneWords, PackedCells, RootPuzzle,
    Tile,
};
use crate::Grid;
use countless_simd::{MAX_LANES, Simd, Vector};

/// A node that waits in the pool for any lane, which then refuses the branch.
#[derive(Clone, Copy)]
pub(super) struct PooledNode {
    /// Index of the puzzle.
    pub root: u32,
    pub branch: Branch,
}

/// Recent numbers of branches and started puzzles. A node is unwanted, and a puzzle satisfied, if
/// the puzzle has as many solutions as are wanted.
///
/// If puzzles have more solutions than the limit, most branches need only one side. Then it does
/// not pay to search both sides at once, nor to propagate to the end before the next branch.
#[derive(Debug, Default)]
pub(super) struct BranchStats {
    pub branches: u32,
    pub unwanted: u32,
    pub roots: u32,
    pub satisfied: u32,
}

impl BranchStats {
    /// True if both sides of a branch should be searched at once: few nodes were unwanted.
    pub fn few_unwanted(&self) -> bool {
        self.unwanted * 8 <= self.branches
    }

    /// True if nearly all puzzles, about seven in eight, are satisfied. Those still in the lanes
    /// count as satisfied.
    pub fn most_satisfied(&self) -> bool {
        self.roots >= 8 * MAX_LANES as u32
            && 8 * (self.satisfied + MAX_LANES as u32) >= 7 * self.roots
    }

    /// Halves the numbers once they are large, so that recent ones count more.
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

/// Work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LaneWork {
    /// Passes of propagation over all lanes.
    pub passes: u64,
    /// Sum over all passes of the lanes at work.
    pub lane_passes: u64,
    /// Branches.
    pub branches: u64,
}

/// Memory of a search.
#[derive(Debug)]
pub(super) struct LaneMemory {
    /// Grids at work, and the candidates of their lines.
    pub cells: LaneCells,
    pub lines: LaneLines,
    /// Sum of the lines of every lane after its last pass; 0 if the lane was changed since then.
    pub line_sums: LaneWords,
    /// Branches of the lanes, to be applied after the pass.
    pub branches: Branches,
    /// Puzzles that wait for a lane.
    pub incoming: LaneCells,
    /// Solutions that wait for delivery.
    pub outgoing: LaneCells,
    pub tile: Tile,
    pub grids: [Grid; MAX_LANES],
    /// Grids of the nodes in the pool, as many per block as there are lanes.
    pub pool_blocks: Vec<LaneCells>,
    /// Grids of the nodes on the lanes' own stacks.
    pub stack_blocks: Vec<StackBlock>,
    pub branch_stats: BranchStats,
    pub work: LaneWork,
}

impl LaneMemory {
    pub fn new() -> Box<Self> {
        Box::new(Self {
            cells: BLANK_CELLS,
            lines: BLANK_LINES,
            line_sums: LaneWords::ZERO,
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

/// A running search.
pub(super) struct LaneSearch<'a, S: Simd, G: Goal> {
    pub simd: S,
    pub memory: &'a mut LaneMemory,
    pub goal: &'a mut G,
    /// Index of the puzzle in each lane.
    pub root_of: [u32; MAX_LANES],
    /// Nodes in the pool, from the bottom up.
    pub pool_nodes: Vec<PooledNode>,
    pub lane_stacks: LaneStacks,
    /// Lanes at work, one bit each.
    pub active: u32,
    /// Lanes that accepted their last branch, one bit each.
    pub accepted: u32,
    /// Number of puzzles loaded so far, and how many of the last block still wait.
    pub loaded: usize,
    pub ready: usize,
    /// Puzzles of the solutions that wait for delivery, and their number.
    pub outgoing_roots: [u32; MAX_LANES],
    pub outgoing_len: usize,
    /// True if a puzzle at work has become unwanted.
    pub any_finished: bool,
}

impl<'a, S: Simd, G: Goal> LaneSearch<'a, S, G> {
    pub const LANES: usize = S::U16::LANES;

    /// Makes a search that has not begun.
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
            any_finished: false,
        }
    }

    pub fn idle(&self) -> u32 {
        !self.active & (u64::MAX >> (64 - Self::LANES)) as u32
    }
}

/// A node that waits for its own lane, which then refuses the branch.
#[derive(Clone, Copy)]
pub(super) struct StackedNode {
    /// Index of the puzzle.
    pub root: u32,
    /// Index of the block with its grid.
    pub block: u32,
}

/// Stacks of the nodes that wait for their own lane.
///
/// All nodes of one pass share a block, which is a copy of all lanes. Most nodes are dropped, and
/// this should be quick: a dropped node does not release its block. Unused blocks are collected
/// when there are many.
pub(super) struct LaneStacks {
    /// Nodes of each lane.
    nodes: [Vec<StackedNode>; MAX_LANES],
    /// Number of blocks.
    blocks: u32,
    /// Blocks that no node uses.
    spare: Vec<u32>,
    /// Number of blocks at which unused ones are collected before another is added.
    reclaim_at: u32,
    /// Number of nodes on all stacks.
    pub len: usize,
}

impl LaneStacks {
    /// Number of blocks below which unused ones are never collected.
    const FEW: u32 = 16;

    pub const fn new() -> Self {
        Self {
            nodes: [const { Vec::new() }; MAX_LANES],
            blocks: 0,
            spare: Vec::new(),
            reclaim_at: Self::FEW,
            len: 0,
        }
    }

    /// Returns a block that no node uses.
    pub fn spare_block(&mut self) -> u32 {
        if self.spare.is_empty() && self.blocks >= self.reclaim_at {
            self.reclaim();
        }
        self.spare.pop().unwrap_or_else(|| {
            self.blocks += 1;
            self.blocks - 1
        })
    }

    /// Collects the blocks that no node uses.
    #[cold]
    fn reclaim(&mut self) {
        let mut needed = vec![false; self.blocks as usize];
        for node in self.nodes.iter().flatten() {
            needed[node.block as usize] = true;
        }
        let spare = (0..self.blocks).filter(|&block| !needed[block as usize]);
        self.spare.extend(spare);
        self.reclaim_at = Self::FEW.max(2 * (self.blocks - self.spare.len() as u32));
    }

    pub fn push(&mut self, lane: usize, node: StackedNode) {
        self.nodes[lane].push(node);
        self.len += 1;
    }

    pub fn pop(&mut self, lane: usize) -> Option<StackedNode> {
        let node = self.nodes[lane].pop()?;
        self.len -= 1;
        Some(node)
    }
}

/// Grids and branches of the nodes of one pass.
#[derive(Debug)]
pub(super) struct StackBlock {
    pub cells: PackedCells,
    pub branches: Branches,
}

impl StackBlock {
    pub const BLANK: Self = Self {
        cells: PackedCells::BLANK,
        branches: Branches::NONE,
    };
}

/// Condition for branching before propagation has ended.
///
/// This pays if puzzles have more solutions than are wanted. Most branches then lead to a solution,
/// and the rest of the propagation takes more time than it saves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EarlyBranching {
    Never,
    /// Branches early once the puzzles prove to be of this kind. The solutions that are found then
    /// depend on the other puzzles.
    WhereItPays,
    /// Branches after every pass. Searches one side of a branch at a time while puzzles are
    /// waiting.
    Always,
}

/// Goal of a search: its puzzles, the use of their solutions, and when to branch.
pub(super) trait Goal {
    /// Form of the puzzles.
    type Root: RootPuzzle;

    /// True to branch in stacks only. A grid is passed to [`take_settled`](Self::take_settled) once
    /// each minicolumn has three digits.
    const STACKS_ONLY: bool = false;

    /// Condition for branching before propagation has ended.
    const EARLY_BRANCHING: EarlyBranching = EarlyBranching::Never;

    /// True to search each puzzle depth first in one lane and to report its
    /// [branches](Self::record_branch). Their number then depends neither on the kernel nor on the
    /// other puzzles.
    const ONE_LANE_EACH: bool = false;

    /// Returns the puzzles, which are the roots of the search trees.
    fn roots(&self) -> &[Self::Root];

    /// Records a solution of a puzzle. Returns true to have it [delivered](Self::deliver).
    fn record_solution(&mut self, root: usize) -> bool;

    /// Receives a solution of a puzzle.
    fn deliver(&mut self, _root: usize, _solution: &Grid) {}

    /// Records a branch of a puzzle, with [`ONE_LANE_EACH`](Self::ONE_LANE_EACH).
    fn record_branch(&mut self, _root: usize) {}

    /// Receives the grid in a lane once each of its minicolumns has three digits.
    fn take_settled<S: Simd>(&mut self, _simd: S, _root: usize, _cells: &LaneCells, _lane: usize) {}

    /// True if more solutions of a puzzle are wanted.
    fn wants(&self, _root: usize) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_block_is_spare_only_if_no_node_needs_it(
            steps in prop::collection::vec((any::<u32>(), any::<u32>()), 1..300),
        ) {
            let mut stacks = LaneStacks::new();
            let mut plain = vec![Vec::new(); MAX_LANES];
            let (mut blocks, mut most) = (HashSet::new(), 0);
            for (pushes, pops) in steps {
                for lane in (0..MAX_LANES).filter(|lane| pops >> lane & 1 == 1) {
                    let node = stacks.pop(lane).map(|node| (node.root, node.block));
                    prop_assert_eq!(node, plain[lane].pop());
                }
                let needed: HashSet<u32> = plain.iter().flatten().map(|&(_, block)| block).collect();
                most = most.max(needed.len());
                let block = stacks.spare_block();
                prop_assert!(!needed.contains(&block));
                blocks.insert(block);
                for lane in (0..MAX_LANES).filter(|lane| pushes >> lane & 1 == 1) {
                    let root = pushes ^ lane as u32;
                    stacks.push(lane, StackedNode { root, block });
                    plain[lane].push((root, block));
                }
            }
            prop_assert_eq!(stacks.len, plain.iter().flatten().count());
            prop_assert!(blocks.iter().all(|&block| (block as usize) < blocks.len()));
            prop_assert!(blocks.len() <= (2 * most + 1).max(LaneStacks::FEW as usize + 1));
        }
    }
}
