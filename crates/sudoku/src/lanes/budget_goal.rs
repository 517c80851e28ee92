//! Search of each puzzle in one lane, with a limit on its nodes.
//!
//! The nodes of a puzzle are its branches. Without a budget, idle lanes take over nodes of other
//! lanes, so the search depends on the number of lanes and on the other puzzles. With a budget, a
//! puzzle stays in one lane, depth first. Then its number of nodes is equal on every kernel.

use std::sync::atomic::{AtomicBool, Ordering};

use super::goal::Goal;
use super::lane_grids::LaneCells;
use crate::Grid;
use countless_simd::Simd;

/// Limit of nodes for each puzzle, and the nodes of each so far.
#[derive(Debug)]
pub struct Budget<'a> {
    /// Largest number of nodes of a puzzle. A puzzle that needs more is abandoned.
    pub most: u64,
    /// Number of nodes of each puzzle; more than `most` if it was abandoned.
    pub nodes: &'a mut Vec<u64>,
}

/// A goal with a budget for each puzzle.
pub(super) struct BudgetGoal<'a, G> {
    goal: G,
    budget: Budget<'a>,
    /// True if a puzzle was abandoned since the last call of `take_finished`.
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
