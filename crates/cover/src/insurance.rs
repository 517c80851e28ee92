//! Insurance against estimates that were wrong.
//!
//! Random descents may miss what a search repeats: behind dead ends, for instance. Where a search
//! visits far more nodes than estimated, memo gets its turn, with a small part of the steps that
//! the search took so far, and again whenever these have doubled. Budgets are steps, not time, so
//! that a search is the same each time.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::memo::{MemoCount, MemoLimits};
use super::method::in_best_order;
use super::problem::ExactCover;

/// So many times the estimate is far more.
const FAR: u64 = 8;
/// Searches of fewer nodes take as long as it takes to find an order of items.
const LEAST: u64 = 400_000;
/// A step for so many nodes. A step takes a third to a half of the time of a node: all budgets
/// together are a thirtieth of the search at most.
const NODES_PER_STEP: u64 = 40;

/// What insures searches: one of them at a time has all of the memory.
#[derive(Clone, Debug)]
pub struct MemoTrials {
    memory: Arc<Mutex<usize>>,
    /// So many times the estimate, and so many nodes, come before the first trial.
    estimate_factor: u64,
    least_nodes: u64,
}

impl MemoTrials {
    /// With so many bytes for memo.
    pub fn new(memory: usize) -> Self {
        Self {
            memory: Arc::new(Mutex::new(memory)),
            estimate_factor: FAR,
            least_nodes: LEAST,
        }
    }

    /// The same for estimates that are not to be relied on.
    #[cfg(test)]
    pub fn at_once(memory: usize) -> Self {
        Self {
            estimate_factor: 0,
            least_nodes: 1,
            ..Self::new(memory)
        }
    }

    /// The nodes at which memo is tried first.
    pub fn first_trial(&self, estimate: u64) -> u64 {
        estimate
            .saturating_mul(self.estimate_factor)
            .max(self.least_nodes)
    }

    /// Tries memo after a search has visited so many nodes. If it fails, it is to be tried again
    /// after [`again`](Self::again).
    pub fn try_memo(
        &self,
        problem: &ExactCover,
        nodes: u64,
        cancel: &AtomicBool,
    ) -> Option<MemoCount> {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let limits = MemoLimits {
            steps: nodes / NODES_PER_STEP,
            memory: *memory,
            threads: 1,
            cancel,
            progress: None,
        };
        let (_, counted) = in_best_order(problem, |ordered| ordered.count(limits)).ok()?;
        Some(counted)
    }

    /// The nodes at which memo is tried again.
    pub fn next_trial(nodes: u64) -> u64 {
        nodes.saturating_mul(2)
    }
}
