//! Queue of the subtrees, and of the parts that they defer.
//!
//! Deferred parts precede new subtrees, and parts of the earliest subtree come first. The worker
//! that finishes the head therefore takes the next task in order, and the sink never waits for a
//! part that no worker searches. Workers wait while a searched subtree may still defer parts.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::reorder::OrderKey;
use super::{CancelToken, Subtrees};
use crate::error::Error;

/// A subtree or a deferred part, for one worker.
pub(super) struct SearchTask<R> {
    pub key: OrderKey,
    pub index: u64,
    pub cost: u64,
    pub root: R,
}

/// A deferred part in the order of the heap: the earliest part is the greatest. A heap compiles to
/// a fraction of the code of an ordered map, and each problem has one.
struct DeferredPart<R>(SearchTask<R>);

impl<R> DeferredPart<R> {
    fn rank(&self) -> Reverse<OrderKey> {
        Reverse(self.0.key)
    }
}

impl<R> PartialEq for DeferredPart<R> {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl<R> Eq for DeferredPart<R> {}

impl<R> PartialOrd for DeferredPart<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R> Ord for DeferredPart<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

pub(super) struct SubtreeQueue<'a, R> {
    state: Mutex<QueueState<'a, R>>,
    changed: Condvar,
}

struct QueueState<'a, R> {
    next_key: u64,
    subtrees: Option<Subtrees<'a, R>>,
    /// The earliest part is at the top.
    parts: BinaryHeap<DeferredPart<R>>,
    /// Number of subtrees in search, which may defer parts.
    searching: usize,
}

impl<'a, R> SubtreeQueue<'a, R> {
    pub fn new(subtrees: Subtrees<'a, R>) -> Self {
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

    fn state(&self) -> MutexGuard<'_, QueueState<'a, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next subtree or part. Returns `None` at the end, after an error, or once the run
    /// is cancelled.
    pub fn next(&self, cancel: &CancelToken) -> Option<Result<SearchTask<R>, Error>> {
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
    pub fn finish_subtree(&self, key: OrderKey, index: u64, parts: VecDeque<R>) {
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
