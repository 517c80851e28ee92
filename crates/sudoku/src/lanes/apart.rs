//! Searching each puzzle in a lane of its own, in no more than a given number of nodes.
//!
//! A node is a branch of the search. Elsewhere idle lanes take over parts of a search, and the order
//! of a search depends on the number of lanes and on the other puzzles. Here a puzzle stays in its
//! lane, depth first, so that the number of nodes depends on the puzzle alone: every kernel finds
//! the same one.

use std::sync::atomic::{AtomicBool, Ordering};

use super::goal::Goal;
use super::grids::Cells;
use crate::Grid;
use countless_simd::Simd;

/// The limit of nodes for each puzzle, and the nodes of each so far.
#[derive(Debug)]
pub struct Budget<'a> {
    /// A puzzle that needs more nodes is given up.
    pub most: u64,
    /// The nodes of each puzzle; more than `most` if it was given up.
    pub nodes: &'a mut Vec<u64>,
}

/// A goal whose puzzles have a budget.
pub(super) struct Apart<'a, G> {
    goal: G,
    budget: Budget<'a>,
    /// Whether a puzzle was given up since the last call.
    narrowed: bool,
    stop: &'a AtomicBool,
}

impl<'a, G: Goal> Apart<'a, G> {
    /// Gives each puzzle of a goal a budget.
    pub fn new(goal: G, budget: Budget<'a>, stop: &'a AtomicBool) -> Self {
        budget.nodes.clear();
        budget.nodes.resize(goal.roots().len(), 0);
        Self {
            goal,
            budget,
            narrowed: false,
            stop,
        }
    }

    fn is_given_up(&self, root: usize) -> bool {
        self.budget.nodes[root] > self.budget.most
    }
}

impl<G: Goal> Goal for Apart<'_, G> {
    type Root = G::Root;
    const STACKS: bool = G::STACKS;
    const APART: bool = true;

    fn roots(&self) -> &[G::Root] {
        self.goal.roots()
    }

    fn found(&mut self, root: usize) -> bool {
        self.goal.found(root)
    }

    fn deliver(&mut self, root: usize, solution: &Grid) {
        self.goal.deliver(root, solution);
    }

    fn branched(&mut self, root: usize) {
        self.budget.nodes[root] = self.budget.nodes[root].saturating_add(1);
        self.narrowed |= self.is_given_up(root);
    }

    #[inline(always)]
    fn settled<S: Simd>(&mut self, simd: S, root: usize, cells: &Cells, lane: usize) {
        self.goal.settled(simd, root, cells, lane);
    }

    fn wants(&self, root: usize) -> bool {
        !self.is_given_up(root) && self.goal.wants(root)
    }

    fn narrowed(&mut self) -> bool {
        self.goal.narrowed() | std::mem::take(&mut self.narrowed)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
