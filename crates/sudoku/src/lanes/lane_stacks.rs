//! Stacks of nodes, one for each lane.

use super::choose_branches::Branches;
use super::lane_grids::PackedCells;
use countless_simd::MAX_LANES;

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
