//! Buffer between the workers and the sink, bounded in memory for every order.
//!
//! Solutions leave a worker in blocks. In ascending order a block of a later subtree waits until
//! all earlier subtrees are received. The *window* bounds the number of waiting bytes. A worker
//! that would exceed it blocks, unless its subtree is the *head*, the one that the sink receives
//! now. The run can therefore never deadlock.

use std::any::Any;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Condvar, Mutex, PoisonError};

use crossbeam::queue::ArrayQueue;

use super::Diagnostic;
use super::cancel::lock;

/// Approximate size of a block of solutions, in bytes. The rows of 1024 solved sudokus fit.
pub(super) const BLOCK_BYTES: usize = 192 << 10;
/// Largest number of bytes that wait for earlier subtrees.
const WINDOW_BYTES: usize = 6 << 20;
/// Largest number of empty blocks that are kept for reuse.
const MOST_SPARES: usize = 64;

/// Position of a result in the order of all results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct OrderKey {
    /// Number of the subtree, in the order of the queue.
    pub subtree: u64,
    /// Zero for the subtree itself, or the number of its deferred part.
    pub part: u32,
}

/// Solutions as text or as values. One type serves all problems, so that the sinks are compiled
/// once.
#[derive(Debug, Default)]
pub struct SolutionBlock {
    pub text: Vec<u8>,
    pub solutions: Option<ErasedSolutions>,
    /// Number of solutions.
    pub rows: u64,
    /// Diagnostics about the inputs of this subtree.
    pub diagnostics: Vec<Diagnostic>,
}

/// A `Vec` of solutions of unknown type.
#[derive(Debug)]
pub struct ErasedSolutions {
    list: Box<dyn Any + Send>,
    bytes: usize,
}

impl ErasedSolutions {
    pub fn new<S: Send + 'static>(list: Vec<S>) -> Self {
        Self {
            bytes: size_of_val(&*list),
            list: Box::new(list),
        }
    }

    /// Returns the list if its elements have type `S`.
    pub fn downcast_list<S: 'static>(&mut self) -> Option<&mut Vec<S>> {
        self.list.downcast_mut()
    }
}

impl SolutionBlock {
    /// True if the block contains neither rows nor diagnostics.
    pub fn is_empty(&self) -> bool {
        self.rows == 0 && self.diagnostics.is_empty()
    }

    /// Empties the block for the next subtree.
    pub fn clear(&mut self) {
        self.text.clear();
        self.rows = 0;
        self.diagnostics.clear();
    }

    /// Number of bytes that count towards the window.
    pub fn size(&self) -> usize {
        self.text.len()
            + self
                .solutions
                .as_ref()
                .map_or(0, |solutions| solutions.bytes)
    }
}

/// Shared by all workers of a run and the sink.
#[derive(Debug)]
pub(super) struct ReorderBuffer {
    window: Mutex<ReorderWindow>,
    moved: Condvar,
    spares: ArrayQueue<SolutionBlock>,
    /// True if later subtrees wait for earlier ones.
    pub ascending: bool,
}

#[derive(Debug, Default)]
struct ReorderWindow {
    head: OrderKey,
    /// Number of bytes sent and not yet received.
    waiting: usize,
    /// Number of workers that wait for room. To wake them is a call of the system, also if there are
    /// none.
    blocked: usize,
    /// True if the sink receives nothing more.
    closed: bool,
}

impl ReorderBuffer {
    pub fn new(ascending: bool) -> Self {
        Self {
            window: Mutex::default(),
            moved: Condvar::new(),
            spares: ArrayQueue::new(MOST_SPARES),
            ascending,
        }
    }

    /// Waits until a block with this key may be sent. Breaks if the buffer is closed.
    pub fn admit(&self, key: OrderKey, block: &SolutionBlock) -> ControlFlow<()> {
        let bytes = block.size();
        let mut window = lock(&self.window);
        while self.ascending
            && key > window.head
            && window.waiting + bytes > WINDOW_BYTES
            && !window.closed
        {
            window.blocked += 1;
            window = self
                .moved
                .wait(window)
                .unwrap_or_else(PoisonError::into_inner);
            window.blocked -= 1;
        }
        window.waiting += bytes;
        if window.closed {
            Break(())
        } else {
            Continue(())
        }
    }

    /// Returns an empty block, with the memory of an old one if available.
    pub fn spare(&self) -> SolutionBlock {
        self.spares.pop().unwrap_or_default()
    }

    /// Frees `bytes` of the window after the sink has received a block. Keeps the memory of the
    /// block for reuse.
    pub fn release(&self, bytes: usize, mut block: SolutionBlock) {
        self.change(|window| window.waiting -= bytes);
        block.clear();
        // Blocks that exceed the capacity are freed.
        let _ = self.spares.push(block);
    }

    /// Sets the head, the subtree that the sink receives next.
    pub fn advance(&self, head: OrderKey) {
        self.change(|window| window.head = head);
    }

    /// Closes the buffer. All waiting workers continue and end.
    pub fn close(&self) {
        self.change(|window| window.closed = true);
    }

    /// Changes the window, and wakes the workers that wait for room.
    fn change(&self, change: impl FnOnce(&mut ReorderWindow)) {
        let mut window = lock(&self.window);
        change(&mut window);
        let any_blocked = window.blocked > 0;
        drop(window);
        if any_blocked {
            self.moved.notify_all();
        }
    }
}
