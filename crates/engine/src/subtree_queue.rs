//! Queue of the subtrees, and of the parts that they defer.
//!
//! Deferred parts precede new subtrees, and parts of the earliest subtree come first. The worker
//! that finishes the head therefore takes the next task in order, and the sink never waits for a
//! part that no worker searches. Workers wait while a searched subtree may still defer parts.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::reorder::OrderKey;
use super::subtrees::ErasedRoot;
use super::{CancelToken, Subtrees};
use crate::error::Error;

/// A subtree or a deferred part, for one worker.
pub(super) struct SearchTask {
    pub key: OrderKey,
    pub index: u64,
    pub cost: u64,
    pub root: ErasedRoot,
}

/// A deferred part in the order of the heap: the earliest part is the greatest.
struct DeferredPart(SearchTask);

impl DeferredPart {
    fn rank(&self) -> Reverse<OrderKey> {
        Reverse(self.0.key)
    }
}

impl PartialEq for DeferredPart {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for DeferredPart {}

impl PartialOrd for DeferredPart {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DeferredPart {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

pub(super) struct SubtreeQueue<'a> {
    state: Mutex<QueueState<'a>>,
    changed: Condvar,
}

struct QueueState<'a> {
    next_key: u64,
    subtrees: Option<Subtrees<'a, ErasedRoot>>,
    /// The earliest part is at the top.
    parts: BinaryHeap<DeferredPart>,
    /// Number of subtrees in search, which may defer parts.
    searching: usize,
}

impl<'a> SubtreeQueue<'a> {
    pub fn new(subtrees: Subtrees<'a, ErasedRoot>) -> Self {
        Self {
            state: Mutex::new(QueueState {
                next_key: 0,
                subtrees: Some(subtrees),
                parts: BinaryHeap::new(),
                searching: 0,
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next subtree or part. Returns `None` at the end, after an error, or once the run
    /// is cancelled.
    pub fn next(&self, cancel: &CancelToken) -> Option<Result<SearchTask, Error>> {
        let mut state = self.state();
        while !cancel.is_cancelled() {
            if let Some(DeferredPart(task)) = state.parts.pop() {
                return Some(Ok(task));
            }
            match state.subtrees.as_mut().and_then(Iterator::next) {
                Some(Ok(subtree)) => {
                    let key = OrderKey {
                        subtree: state.next_key,
                        part: 0,
                    };
                    state.next_key += 1;
                    state.searching += 1;
                    return Some(Ok(SearchTask {
                        key,
                        index: subtree.index,
                        cost: subtree.cost,
                        root: subtree.root,
                    }));
                }
                Some(Err(error)) => {
                    state.subtrees = None;
                    return Some(Err(error));
                }
                None => state.subtrees = None,
            }
            if state.searching == 0 {
                break;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Marks a subtree as searched and queues its deferred parts.
    pub fn finish_subtree(&self, key: OrderKey, index: u64, parts: VecDeque<ErasedRoot>) {
        let mut state = self.state();
        state.searching -= 1;
        for (root, part) in parts.into_iter().zip(1..) {
            let key = OrderKey { part, ..key };
            state.parts.push(DeferredPart(SearchTask {
                key,
                index,
                cost: 0,
                root,
            }));
        }
        let wake = state.searching == 0 || !state.parts.is_empty();
        drop(state);
        if wake {
            self.changed.notify_all();
        }
    }
}
