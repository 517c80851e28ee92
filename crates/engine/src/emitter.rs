//! What a worker gives of a subtree, on its way to the sink.

use std::collections::VecDeque;
use std::fmt;
use std::mem;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;

use crossbeam::channel::Sender;

use super::message::Message;
use super::reorder::{BLOCK_BYTES, ErasedSolutions, OrderKey, ReorderBuffer, SolutionBlock};
use super::{CancelToken, Diagnostic, Problem};
use crate::ledger::RowChecksum;
use countless_table::{Row, RowBatch, RowFormat};

/// How many solutions of a batch are formatted between two looks at the block.
const ROWS_PER_CHECK: usize = 1024;

/// In which form solutions are wanted.
#[derive(Clone, Copy, Debug)]
pub enum EmitterMode<'a> {
    /// Only their number.
    Count,
    /// As rows of a table.
    Text(&'a RowFormat),
    /// As they are.
    Solutions,
}

/// Takes the solutions of one subtree from the worker that searches it.
pub struct Emitter<'a, P: Problem> {
    mode: EmitterMode<'a>,
    key: OrderKey,
    block: SolutionBlock,
    /// Those of the block, as they are.
    solutions: Vec<P::Solution>,
    /// Solutions sent.
    sent: u64,
    limit: u64,
    buffer: &'a ReorderBuffer,
    channel: &'a Sender<Message>,
    cancel: &'a CancelToken,
    /// The rows so far, if a ledger is to know them again.
    hash: Option<(u64, crc32fast::Hasher)>,
    deferred: VecDeque<P::Root>,
}

impl<'a, P: Problem> Emitter<'a, P> {
    pub(super) fn new(
        form: EmitterMode<'a>,
        limit: u64,
        buffer: &'a ReorderBuffer,
        channel: &'a Sender<Message>,
        cancel: &'a CancelToken,
    ) -> Self {
        Self {
            mode: form,
            key: OrderKey::default(),
            block: buffer.spare(),
            solutions: Vec::new(),
            sent: 0,
            limit,
            buffer,
            channel,
            cancel,
            hash: None,
            deferred: VecDeque::new(),
        }
    }

    /// Takes the solutions of a part that another token may end.
    pub(super) fn with_cancel<'b>(&'b self, cancel: &'b CancelToken) -> Emitter<'b, P> {
        let mut emitter = Emitter::new(self.mode, self.limit, self.buffer, self.channel, cancel);
        emitter.begin(self.key, false);
        emitter
    }

    /// Starts the next subtree, whose rows are to be known again if `hash` is set.
    pub(super) fn begin(&mut self, key: OrderKey, hash: bool) {
        self.key = key;
        self.block.clear();
        self.solutions.clear();
        self.sent = 0;
        self.hash = hash.then(Default::default);
        self.deferred.clear();
    }

    /// Whether solutions are wanted, and not just their number.
    #[inline]
    pub fn wants_solutions(&self) -> bool {
        !matches!(self.mode, EmitterMode::Count)
    }

    /// No more solutions than this are wanted of a subtree.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether the search may end at once.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// What tells whether the search may end at once, for those who keep it.
    pub fn cancel_token(&self) -> &'a CancelToken {
        self.cancel
    }

    /// The flag to poll in long searches: once it is set, the search may end at once.
    pub fn cancel_flag(&self) -> &'a AtomicBool {
        self.cancel.flag()
    }

    /// Gives a solution, and tells whether more are wanted.
    #[inline]
    pub fn push(&mut self, solution: P::Solution) -> ControlFlow<()> {
        match self.mode {
            EmitterMode::Count => return Continue(()),
            EmitterMode::Text(format) => format.write(&solution, &mut self.block.text),
            EmitterMode::Solutions => self.solutions.push(solution),
        }
        self.end_rows(1)
    }

    /// Gives a solution by its row, which need not own what it shows; `own` makes the
    /// solution if it is wanted as it is.
    #[inline]
    pub fn push_row(
        &mut self,
        row: &impl Row,
        own: impl FnOnce() -> P::Solution,
    ) -> ControlFlow<()> {
        match self.mode {
            EmitterMode::Count => return Continue(()),
            EmitterMode::Text(format) => format.write(row, &mut self.block.text),
            EmitterMode::Solutions => self.solutions.push(own()),
        }
        self.end_rows(1)
    }

    /// Gives many solutions, and tells whether more are wanted.
    pub fn push_batch(&mut self, batch: &impl RowBatch<Solution = P::Solution>) -> ControlFlow<()> {
        for start in (0..batch.len()).step_by(ROWS_PER_CHECK) {
            let range = start..batch.len().min(start + ROWS_PER_CHECK);
            let rows = range.len() as u64;
            match self.mode {
                EmitterMode::Count => return Continue(()),
                EmitterMode::Text(format) => batch.write(range, format, &mut self.block.text),
                EmitterMode::Solutions => self.solutions.extend(range.map(|i| batch.get(i))),
            }
            self.end_rows(rows)?;
        }
        Continue(())
    }

    /// Says what is wrong with an input.
    pub fn diagnose(&mut self, diagnostic: Diagnostic) {
        self.block.diagnostics.push(diagnostic);
    }

    /// Leaves a part of this subtree to whoever is free. Parts come behind what this subtree
    /// gives itself, in their order, and their tallies are added to its own.
    pub fn defer(&mut self, root: P::Root) {
        self.deferred.push_back(root);
    }

    pub(super) fn take_deferred(&mut self) -> VecDeque<P::Root> {
        mem::take(&mut self.deferred)
    }

    /// What was written of this subtree, once all of it is taken.
    pub(super) fn take_row_checksum(&mut self) -> Option<RowChecksum> {
        let (bytes, hasher) = self.hash.take()?;
        Some(RowChecksum {
            bytes,
            checksum: hasher.finalize(),
        })
    }

    /// Completes some rows, and tells whether more are wanted.
    #[inline]
    fn end_rows(&mut self, rows: u64) -> ControlFlow<()> {
        self.block.rows += rows;
        let bytes = self.block.text.len() + size_of_val(&*self.solutions);
        if bytes >= BLOCK_BYTES || self.sent + self.block.rows >= self.limit {
            self.send()
        } else {
            Continue(())
        }
    }

    /// Sends what is in the block.
    #[cold]
    fn send(&mut self) -> ControlFlow<()> {
        let Some(block) = self.take()? else {
            return Continue(());
        };
        let key = self.key;
        let sent = self.channel.send(Message::Block { key, block });
        if sent.is_err() || self.sent >= self.limit || self.cancel.is_cancelled() {
            Break(())
        } else {
            Continue(())
        }
    }

    /// Takes the block, once there is room for it on the way to the sink.
    pub(super) fn take(&mut self) -> ControlFlow<(), Option<SolutionBlock>> {
        if self.block.is_empty() {
            return Continue(None);
        }
        if let Some((bytes, hasher)) = &mut self.hash {
            *bytes += self.block.text.len() as u64;
            hasher.update(&self.block.text);
        }
        let mut spare = self.buffer.spare();
        if matches!(self.mode, EmitterMode::Solutions) {
            // The memory of a list that has been taken, if there is one, for the next.
            let mut taken = spare.solutions.take();
            let next = taken
                .as_mut()
                .and_then(ErasedSolutions::downcast_list)
                .map(mem::take);
            let list = mem::replace(&mut self.solutions, next.unwrap_or_default());
            self.block.solutions = Some(ErasedSolutions::new(list));
        }
        self.buffer.admit(self.key, &self.block)?;
        if matches!(self.mode, EmitterMode::Text(_)) && spare.text.capacity() == 0 {
            spare.text.reserve(BLOCK_BYTES + BLOCK_BYTES / 8);
        }
        self.sent += self.block.rows;
        Continue(Some(mem::replace(&mut self.block, spare)))
    }
}

impl<P: Problem> fmt::Debug for Emitter<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Emitter")
            .field("form", &self.mode)
            .field("key", &self.key)
            .field("sent", &self.sent)
            .finish_non_exhaustive()
    }
}
