//! Hands out the subtrees, one at a time, and the parts that they defer.
//!
//! Parts go first, those of the earliest subtree before others. So whoever ends what is first
//! in the order takes what comes next in it, and the sink never waits for a part that nobody
//! searches. While a subtree is searched that may still defer parts, nobody leaves.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::reorder::Key;
use super::{CancelToken, Subtrees};
use crate::error::Error;

/// What a worker gets.
pub(super) struct Task<R> {
    pub key: Key,
    pub index: u64,
    pub cost: u64,
    pub root: R,
}

/// A part of a subtree: the greatest is the earliest. In a heap, which is a fraction of the code
/// of an ordered map, and there is one for each problem.
struct Part<R>(Task<R>);

impl<R> Part<R> {
    fn rank(&self) -> Reverse<Key> {
        Reverse(self.0.key)
    }
}

impl<R> PartialEq for Part<R> {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl<R> Eq for Part<R> {}

impl<R> PartialOrd for Part<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R> Ord for Part<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

pub(super) struct Source<'a, R> {
    state: Mutex<State<'a, R>>,
    changed: Condvar,
}

struct State<'a, R> {
    next: u64,
    subtrees: Option<Subtrees<'a, R>>,
    /// The earliest comes first.
    parts: BinaryHeap<Part<R>>,
    /// How many subtrees are being searched that may defer parts.
    searching: usize,
}

impl<'a, R> Source<'a, R> {
    pub fn new(subtrees: Subtrees<'a, R>) -> Self {
        Self {
            state: Mutex::new(State {
                next: 0,
                subtrees: Some(subtrees),
                parts: BinaryHeap::new(),
                searching: 0,
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<'a, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next subtree or part; none after an error, or once the run is cancelled.
    pub fn next(&self, cancel: &CancelToken) -> Option<Result<Task<R>, Error>> {
        let mut state = self.state();
        while !cancel.is_cancelled() {
            if let Some(Part(task)) = state.parts.pop() {
                return Some(Ok(task));
            }
            match state.subtrees.as_mut().and_then(Iterator::next) {
                Some(Ok(subtree)) => {
                    let key = Key {
                        subtree: state.next,
                        part: 0,
                    };
                    state.next += 1;
                    state.searching += 1;
                    return Some(Ok(Task {
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

    /// A subtree has been searched, and has deferred these parts.
    pub fn searched(&self, key: Key, index: u64, parts: VecDeque<R>) {
        let mut state = self.state();
        state.searching -= 1;
        for (root, part) in parts.into_iter().zip(1..) {
            let key = Key { part, ..key };
            state.parts.push(Part(Task {
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
