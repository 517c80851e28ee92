//! Searching each puzzle in a lane of its own, in no more than a given number of nodes.
//!
//! A node is a branch of the search. Elsewhere idle lanes take over parts of a search, and the order
//! of a search depends on the number of lanes and on the other puzzles. Here a puzzle stays in its
//! lane, depth first, so that the number of nodes depends on the puzzle alone: every kernel finds
//! the same one.

use std::sync::atomic::{AtomicBool, Ordering};

use super::goal::Goal;
use super::grids::LaneCells;
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
pub(super) struct BudgetGoal<'a, G> {
    goal: G,
    budget: Budget<'a>,
    /// Whether a puzzle was given up since the last call.
    any_finished: bool,
    stop: &'a AtomicBool,
}

impl<'a, G: Goal> BudgetGoal<'a, G> {
    /// Gives each puzzle of a goal a budget.
    pub fn new(goal: G, budget: Budget<'a>, stop: &'a AtomicBool) -> Self {
        budget.nodes.clear();
        budget.nodes.resize(goal.roots().len(), 0);
        Self {
            goal,
            budget,
            any_finished: false,
            stop,
        }
    }

    fn is_given_up(&self, root: usize) -> bool {
        self.budget.nodes[root] > self.budget.most
    }
}

impl<G: Goal> Goal for BudgetGoal<'_, G> {
    type Root = G::Root;
    const STACKS_ONLY: bool = G::STACKS_ONLY;
    const ONE_LANE_EACH: bool = true;

    fn roots(&self) -> &[G::Root] {
        self.goal.roots()
    }

    fn record_solution(&mut self, root: usize) -> bool {
        self.goal.record_solution(root)
    }

    fn deliver(&mut self, root: usize, solution: &Grid) {
        self.goal.deliver(root, solution);
    }

    fn record_branch(&mut self, root: usize) {
        self.budget.nodes[root] = self.budget.nodes[root].saturating_add(1);
        self.any_finished |= self.is_given_up(root);
    }

    #[inline(always)]
    fn take_settled<S: Simd>(&mut self, simd: S, root: usize, cells: &LaneCells, lane: usize) {
        self.goal.take_settled(simd, root, cells, lane);
    }

    fn wants(&self, root: usize) -> bool {
        !self.is_given_up(root) && self.goal.wants(root)
    }

    fn take_finished(&mut self) -> bool {
        self.goal.take_finished() | std::mem::take(&mut self.any_finished)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
