//! The way from the workers to the sink: bounded in memory, whatever the order.
//!
//! Solutions leave a worker in blocks. In ascending order a block of a later subtree has to
//! wait until all earlier subtrees are taken; the *window* bounds how many bytes may wait like
//! that. A worker that would exceed it sleeps, unless its subtree is the one being taken, the
//! *head*, which is why the run can never lock up.

use std::any::Any;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crossbeam::queue::ArrayQueue;

use super::Diagnostic;

/// Solutions are handed over in blocks of about this many bytes.
pub(super) const BLOCK_BYTES: usize = 128 << 10;
/// At most this many bytes wait for their turn.
const WINDOW_BYTES: usize = 6 << 20;
/// Emptied blocks that are kept for reuse.
const MOST_SPARES: usize = 64;

/// The place of what comes of a subtree in the order of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct OrderKey {
    /// The number of the subtree, as they were handed out.
    pub subtree: u64,
    /// Zero, or the number of a part that it has deferred.
    pub part: u32,
}

/// Some solutions, as text or as they are. It is of one type for all problems, and so is what
/// takes it, which is compiled once.
#[derive(Debug, Default)]
pub struct SolutionBlock {
    pub text: Vec<u8>,
    pub solutions: Option<ErasedSolutions>,
    /// How many.
    pub rows: u64,
    /// What is wrong with the inputs of these solutions, or of others of their subtree.
    pub diagnostics: Vec<Diagnostic>,
}

/// A `Vec` of solutions of some type.
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

    /// The list, if it is one of `S`.
    pub fn downcast_list<S: 'static>(&mut self) -> Option<&mut Vec<S>> {
        self.list.downcast_mut()
    }
}

impl SolutionBlock {
    /// Whether there is nothing to hand over.
    pub fn is_empty(&self) -> bool {
        self.rows == 0 && self.diagnostics.is_empty()
    }

    /// Makes room for the next subtree.
    pub fn clear(&mut self) {
        self.text.clear();
        self.rows = 0;
        self.diagnostics.clear();
    }

    /// The bytes that it counts for.
    pub fn size(&self) -> usize {
        self.text.len()
            + self
                .solutions
                .as_ref()
                .map_or(0, |solutions| solutions.bytes)
    }
}

/// Shared by all workers of a run, and the sink.
#[derive(Debug)]
pub(super) struct ReorderBuffer {
    window: Mutex<ReorderWindow>,
    moved: Condvar,
    spares: ArrayQueue<SolutionBlock>,
    /// Whether later subtrees wait for earlier ones.
    pub ascending: bool,
}

#[derive(Debug, Default)]
struct ReorderWindow {
    head: OrderKey,
    /// Bytes sent and not yet taken.
    waiting: usize,
    /// Nothing more will be taken.
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

    fn window(&self) -> MutexGuard<'_, ReorderWindow> {
        // A worker that panicked while it held the lock left plain numbers behind.
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a block of subtree `key` may be sent.
    pub fn admit(&self, key: OrderKey, block: &SolutionBlock) -> ControlFlow<()> {
        let bytes = block.size();
        let mut window = self.window();
        while self.ascending
            && key > window.head
            && window.waiting + bytes > WINDOW_BYTES
            && !window.closed
        {
            window = self
                .moved
                .wait(window)
                .unwrap_or_else(PoisonError::into_inner);
        }
        window.waiting += bytes;
        if window.closed {
            Break(())
        } else {
            Continue(())
        }
    }

    /// An empty block, perhaps with the memory of an old one.
    pub fn spare(&self) -> SolutionBlock {
        self.spares.pop().unwrap_or_default()
    }

    /// The sink has taken a block of so many bytes; its memory is kept for reuse.
    pub fn release(&self, bytes: usize, mut block: SolutionBlock) {
        self.window().waiting -= bytes;
        self.moved.notify_all();
        block.clear();
        // More spares than fit are simply freed.
        let _ = self.spares.push(block);
    }

    /// The sink goes on to take subtree `head`.
    pub fn advance(&self, head: OrderKey) {
        self.window().head = head;
        self.moved.notify_all();
    }

    /// The sink takes nothing more: nobody waits any longer.
    pub fn close(&self) {
        self.window().closed = true;
        self.moved.notify_all();
    }
}
