//! The way from the workers to the sink: bounded in memory, whatever the order.
//!
//! Rows leave a worker in blocks. In ascending order a block of a later subtree
//! has to wait until all earlier subtrees are written; the *window* bounds how
//! many bytes may wait like that. A worker that would exceed it sleeps, unless
//! its subtree is the one being written, which is why the run can never lock up.

use std::mem;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crossbeam::channel::Sender;
use crossbeam::queue::ArrayQueue;

use super::Stop;
use super::sink::Finished;
use crate::error::Error;

/// Rows are handed over in blocks of about this many bytes.
pub(super) const BLOCK: usize = 128 << 10;
/// At most this many bytes of rows wait for their turn.
pub(super) const WINDOW: usize = 6 << 20;
/// Emptied blocks that are kept for reuse.
const SPARES: usize = 64;

/// What workers tell the sink. `sequence` numbers the subtrees as they were handed out.
#[derive(Debug)]
pub(super) enum Message<T> {
    Rows {
        sequence: u64,
        block: Block,
    },
    /// Subtrees that are searched to their end.
    Finished(Vec<Last<T>>),
    /// The source of subtrees failed; those before it are still searched.
    Failed(Error),
}

/// The last that comes of a subtree.
#[derive(Debug)]
pub(super) struct Last<T> {
    pub sequence: u64,
    /// The rows that have not been sent before.
    pub block: Option<Block>,
    pub finished: Finished<T>,
}

/// Some whole rows.
#[derive(Debug)]
pub(super) struct Block {
    pub bytes: Vec<u8>,
    pub rows: u64,
}

/// Shared by all workers of a run.
#[derive(Debug)]
pub(super) struct Outlet {
    window: Mutex<Window>,
    moved: Condvar,
    spares: ArrayQueue<Vec<u8>>,
    /// Whether later subtrees wait for earlier ones.
    pub ascending: bool,
    /// No subtree need give more rows than this.
    pub limit: u64,
}

#[derive(Debug, Default)]
struct Window {
    /// The sequence number of the subtree being written.
    head: u64,
    /// Bytes sent and not yet written.
    waiting: usize,
    /// Nothing more will be written.
    closed: bool,
}

impl Outlet {
    pub fn new(ascending: bool, limit: u64) -> Self {
        Self {
            window: Mutex::default(),
            moved: Condvar::new(),
            spares: ArrayQueue::new(SPARES),
            ascending,
            limit,
        }
    }

    fn window(&self) -> MutexGuard<'_, Window> {
        // A worker that panicked while it held the lock left plain numbers behind.
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `bytes` more of subtree `sequence` may be sent.
    fn admit(&self, sequence: u64, bytes: usize) -> ControlFlow<()> {
        let mut window = self.window();
        while self.ascending
            && sequence > window.head
            && window.waiting + bytes > WINDOW
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

    /// The sink has written a block; it is kept for reuse.
    pub fn written(&self, mut block: Vec<u8>) {
        let mut window = self.window();
        window.waiting -= block.len();
        drop(window);
        self.moved.notify_all();
        block.clear();
        // More spares than fit are simply freed.
        let _ = self.spares.push(block);
    }

    /// The sink goes on to write subtree `head`.
    pub fn advance(&self, head: u64) {
        self.window().head = head;
        self.moved.notify_all();
    }

    /// The sink writes nothing more: nobody waits any longer.
    pub fn close(&self) {
        self.window().closed = true;
        self.moved.notify_all();
    }
}

/// The rows of one subtree, on their way from the worker that searches it.
#[derive(Debug)]
pub struct Part<'a, T> {
    sequence: u64,
    buffer: Vec<u8>,
    /// Rows in the buffer.
    buffered: u64,
    /// Rows sent.
    sent: u64,
    outlet: &'a Outlet,
    channel: &'a Sender<Message<T>>,
    stop: &'a Stop,
}

impl<'a, T> Part<'a, T> {
    pub(super) fn new(outlet: &'a Outlet, channel: &'a Sender<Message<T>>, stop: &'a Stop) -> Self {
        Self {
            sequence: 0,
            buffer: Vec::new(),
            buffered: 0,
            sent: 0,
            outlet,
            channel,
            stop,
        }
    }

    /// Starts the next subtree.
    pub(super) fn begin(&mut self, sequence: u64) {
        self.sequence = sequence;
        self.buffer.clear();
        self.buffered = 0;
        self.sent = 0;
    }

    /// The buffer to which a row is formatted; [`end_row`](Self::end_row) completes it.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Completes a row, and tells whether more are wanted.
    #[inline]
    pub fn end_row(&mut self) -> ControlFlow<()> {
        self.end_rows(1)
    }

    /// Completes several rows, and tells whether more are wanted.
    #[inline]
    pub fn end_rows(&mut self, rows: u64) -> ControlFlow<()> {
        self.buffered += rows;
        if self.buffer.len() >= BLOCK || self.sent + self.buffered >= self.outlet.limit {
            self.send()
        } else {
            Continue(())
        }
    }

    /// Sends what is buffered.
    #[cold]
    fn send(&mut self) -> ControlFlow<()> {
        let Some(block) = self.take()? else {
            return Continue(());
        };
        let sequence = self.sequence;
        let sent = self.channel.send(Message::Rows { sequence, block });
        if sent.is_err() || self.sent >= self.outlet.limit || self.stop.is_raised() {
            Break(())
        } else {
            Continue(())
        }
    }

    /// Takes what is buffered, once there is room for it on the way to the sink.
    pub(super) fn take(&mut self) -> ControlFlow<(), Option<Block>> {
        if self.buffered == 0 {
            return Continue(None);
        }
        self.outlet.admit(self.sequence, self.buffer.len())?;
        let spare = self.outlet.spares.pop();
        let bytes = mem::replace(
            &mut self.buffer,
            spare.unwrap_or_else(|| Vec::with_capacity(BLOCK + BLOCK / 8)),
        );
        let rows = mem::take(&mut self.buffered);
        self.sent += rows;
        Continue(Some(Block { bytes, rows }))
    }

    /// The flag to poll in long searches: once it is raised, the search may end at once.
    pub fn stop(&self) -> &'a AtomicBool {
        self.stop.flag()
    }
}
