//! Trials of memo during a search whose estimate was wrong.
//!
//! Random descents may miss repeated states, behind dead ends for instance. If a search visits far
//! more nodes than estimated, memo is tried with a budget that is a small part of these nodes. The
//! trial is repeated each time the nodes have doubled. Budgets are steps, not time, so a search is
//! reproducible.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::exact_cover::ExactCover;
use super::memo::{MemoCount, count_by_memo};
use super::memo_limits::MemoLimits;

/// Nodes before the first trial, as a multiple of the estimate.
const FAR: u64 = 8;
/// Least number of nodes before the first trial. A smaller search takes about as long as finding an
/// order of items.
const LEAST: u64 = 400_000;
/// Nodes of a search for each step of a trial. A step takes a third to a half of the time of a
/// node, so all trials together take a thirtieth of the search at most.
const NODES_PER_STEP: u64 = 40;

/// Trials of memo during searches. One search at a time uses the memory.
#[derive(Clone, Debug)]
pub struct MemoTrials {
    memory: Arc<Mutex<usize>>,
    /// Nodes before the first trial: a multiple of the estimate, but not fewer than `least_nodes`.
    estimate_factor: u64,
    least_nodes: u64,
}

impl MemoTrials {
    /// Creates trials with a memory limit in bytes.
    pub fn new(memory: usize) -> Self {
        Self {
            memory: Arc::new(Mutex::new(memory)),
            estimate_factor: FAR,
            least_nodes: LEAST,
        }
    }

    /// Creates trials that begin at the first node, whatever the estimate.
    pub fn at_once(memory: usize) -> Self {
        Self {
            estimate_factor: 0,
            least_nodes: 1,
            ..Self::new(memory)
        }
    }

    /// Number of nodes before the first trial.
    pub fn first_trial(&self, estimate: u64) -> u64 {
        estimate
            .saturating_mul(self.estimate_factor)
            .max(self.least_nodes)
    }

    /// Tries memo after a search has visited `nodes` nodes. If it fails, the next trial is due at
    /// [`next_trial`](Self::next_trial) nodes.
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
        let (_, counted) = count_by_memo(problem, limits).ok()?;
        Some(counted)
    }

    /// Number of nodes before the next trial.
    pub fn next_trial(nodes: u64) -> u64 {
        nodes.saturating_mul(2)
    }
}
