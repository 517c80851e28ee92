//! Sends the solutions of a subtree from a worker to the sink.

use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;
use std::{fmt, mem};

use super::collector::{Message, SendMessage};
use super::reorder::{BLOCK_BYTES, ErasedSolutions, OrderKey, ReorderBuffer, SolutionBlock};
use super::subtrees::{ErasedRoot, erase};
use super::{CancelToken, Diagnostic, Error, HAS_FILES, Problem, Reason};
use crate::ledger::RowChecksum;
use countless_table::{Row, RowBatch, RowFormat};

/// Number of rows of a batch that are formatted between two checks of the block size.
const ROWS_PER_CHECK: usize = 1024;

/// The form of the solutions that a run needs.
#[derive(Clone, Copy, Debug)]
pub enum EmitterMode<'a> {
    /// Only their number.
    Count,
    /// Rows of a table.
    Text(&'a RowFormat),
    /// The values themselves.
    Solutions,
}

/// Receives the solutions of one subtree from the worker that searches it.
pub struct Emitter<'a, P: Problem> {
    pub(super) sender: BlockSender<'a>,
    /// The solutions of the block during a search, if the mode is [`EmitterMode::Solutions`].
    solutions: Vec<P::Solution>,
}

/// The part of an emitter that needs no type of its problem, so that it is compiled once.
pub struct BlockSender<'a> {
    mode: EmitterMode<'a>,
    key: OrderKey,
    block: SolutionBlock,
    /// Number of solutions sent.
    sent: u64,
    limit: u64,
    buffer: &'a ReorderBuffer,
    send_message: &'a SendMessage<'a>,
    cancel: &'a CancelToken,
    /// Number of bytes and hasher of the rows so far, if a ledger stores their checksum.
    hash: Option<(u64, crc32fast::Hasher)>,
    deferred: VecDeque<ErasedRoot>,
    /// True if the subtree was recalled from a ledger.
    pub(super) is_recalled: bool,
}

impl<'a> BlockSender<'a> {
    pub(super) fn new(
        mode: EmitterMode<'a>,
        limit: u64,
        buffer: &'a ReorderBuffer,
        send_message: &'a SendMessage<'a>,
        cancel: &'a CancelToken,
    ) -> Self {
        Self {
            mode,
            key: OrderKey::default(),
            block: buffer.spare(),
            sent: 0,
            limit,
            buffer,
            send_message,
            cancel,
            hash: None,
            deferred: VecDeque::new(),
            is_recalled: false,
        }
    }

    /// Begins the next subtree. Its rows are hashed if `hash` is true.
    pub(super) fn begin(&mut self, key: OrderKey, hash: bool) {
        if self.block.rows > 0 {
            // Of a search that was cancelled.
            self.block.solutions = None;
        }
        self.key = key;
        self.block.clear();
        self.sent = 0;
        self.hash = (hash && HAS_FILES).then(Default::default);
        self.deferred.clear();
        self.is_recalled = false;
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    pub(super) fn take_deferred(&mut self) -> VecDeque<ErasedRoot> {
        mem::take(&mut self.deferred)
    }

    /// Returns the checksum of the rows of this subtree, after the last block was taken.
    pub(super) fn take_row_checksum(&mut self) -> Option<RowChecksum> {
        let (bytes, hasher) = self.hash.take().filter(|_| HAS_FILES)?;
        Some(RowChecksum {
            bytes,
            checksum: hasher.finalize(),
        })
    }

    /// Ends the run with an error.
    pub(super) fn fail(&self, error: Error) {
        self.cancel.cancel(Reason::Failed);
        (self.send_message)(Message::Failed(error));
    }

    /// Sends the block. Breaks if no more solutions are needed.
    fn send(&mut self) -> ControlFlow<()> {
        let Some(block) = self.take()? else {
            return Continue(());
        };
        let key = self.key;
        let sent = (self.send_message)(Message::Block { key, block });
        if !sent || self.sent >= self.limit || self.cancel.is_cancelled() {
            Break(())
        } else {
            Continue(())
        }
    }

    /// Takes the block, as soon as the window to the sink has room for it.
    pub(super) fn take(&mut self) -> ControlFlow<(), Option<SolutionBlock>> {
        if self.block.is_empty() {
            return Continue(None);
        }
        if let Some((bytes, hasher)) = &mut self.hash
            && HAS_FILES
        {
            *bytes += self.block.text.len() as u64;
            hasher.update(&self.block.text);
        }
        let mut spare = self.buffer.spare();
        self.buffer.admit(self.key, &self.block)?;
        if matches!(self.mode, EmitterMode::Text(_)) && spare.text.capacity() == 0 {
            spare.text.reserve(BLOCK_BYTES + BLOCK_BYTES / 8);
        }
        self.sent += self.block.rows;
        Continue(Some(mem::replace(&mut self.block, spare)))
    }
}

impl<'a, P: Problem> Emitter<'a, P> {
    pub(super) fn new(sender: BlockSender<'a>) -> Self {
        Self {
            sender,
            solutions: Vec::new(),
        }
    }

    /// Returns an emitter for a part of the search that another token may cancel.
    pub(super) fn with_cancel<'b>(&'b self, cancel: &'b CancelToken) -> Emitter<'b, P> {
        let own = &self.sender;
        let mut sender =
            BlockSender::new(own.mode, own.limit, own.buffer, own.send_message, cancel);
        sender.begin(own.key, false);
        Emitter::new(sender)
    }

    /// True if the run needs the solutions and not only their number.
    #[inline]
    pub fn wants_solutions(&self) -> bool {
        !matches!(self.sender.mode, EmitterMode::Count)
    }

    /// The largest number of solutions that the run needs from a subtree.
    pub fn limit(&self) -> u64 {
        self.sender.limit
    }

    /// True if the search may end at once.
    pub fn is_cancelled(&self) -> bool {
        self.sender.cancel.is_cancelled()
    }

    /// The token that cancels the search.
    pub fn cancel_token(&self) -> &'a CancelToken {
        self.sender.cancel
    }

    /// The flag for long searches to poll. Once it is true, the search may end at once.
    pub fn cancel_flag(&self) -> &'a AtomicBool {
        self.sender.cancel.flag()
    }

    /// Sends a solution. Breaks if no more solutions are needed.
    #[inline]
    pub fn push(&mut self, solution: P::Solution) -> ControlFlow<()> {
        match self.sender.mode {
            EmitterMode::Count => return Continue(()),
            EmitterMode::Text(_) if !HAS_FILES => {}
            EmitterMode::Text(format) => format.write(&solution, &mut self.sender.block.text),
            EmitterMode::Solutions => self.solutions.push(solution),
        }
        self.end_rows(1)
    }

    /// Sends a solution by its row, which may borrow its values. `own` makes the solution if the
    /// run needs the value itself.
    #[inline]
    pub fn push_row(
        &mut self,
        row: &impl Row,
        own: impl FnOnce() -> P::Solution,
    ) -> ControlFlow<()> {
        match self.sender.mode {
            EmitterMode::Count => return Continue(()),
            EmitterMode::Text(_) if !HAS_FILES => {}
            EmitterMode::Text(format) => format.write(row, &mut self.sender.block.text),
            EmitterMode::Solutions => self.solutions.push(own()),
        }
        self.end_rows(1)
    }

    /// Sends many solutions. Breaks if no more solutions are needed.
    pub fn push_batch(&mut self, batch: &impl RowBatch<Solution = P::Solution>) -> ControlFlow<()> {
        for start in (0..batch.len()).step_by(ROWS_PER_CHECK) {
            let range = start..batch.len().min(start + ROWS_PER_CHECK);
            let rows = range.len() as u64;
            match self.sender.mode {
                EmitterMode::Count => return Continue(()),
                EmitterMode::Text(_) if !HAS_FILES => {}
                EmitterMode::Text(format) => {
                    batch.write(range, format, &mut self.sender.block.text);
                }
                EmitterMode::Solutions => self.solutions.extend(range.map(|i| batch.get(i))),
            }
            self.end_rows(rows)?;
        }
        Continue(())
    }

    /// Reports an error or warning about an input.
    pub fn diagnose(&mut self, diagnostic: Diagnostic) {
        self.sender.block.diagnostics.push(diagnostic);
    }

    /// Leaves a part of this subtree to the next free worker. Solutions of deferred parts follow
    /// those of this subtree, in the order of the calls. Their tallies are added to that of this
    /// subtree.
    pub fn defer(&mut self, root: P::Root) {
        self.sender.deferred.push_back(erase(root));
    }

    /// Counts the rows and sends the block if it is full. Breaks if no more solutions are needed.
    #[inline]
    fn end_rows(&mut self, rows: u64) -> ControlFlow<()> {
        let sender = &mut self.sender;
        sender.block.rows += rows;
        let bytes = sender.block.text.len() + size_of_val(&*self.solutions);
        if bytes >= BLOCK_BYTES || sender.sent + sender.block.rows >= sender.limit {
            self.send()
        } else {
            Continue(())
        }
    }

    /// Sends the block.
    #[cold]
    fn send(&mut self) -> ControlFlow<()> {
        self.hand_over();
        let flow = self.sender.send();
        self.take_back();
        flow
    }

    /// Gives the solutions to the block.
    pub(super) fn hand_over(&mut self) {
        if matches!(self.sender.mode, EmitterMode::Solutions) {
            let list = mem::take(&mut self.solutions);
            self.sender.block.solutions = Some(ErasedSolutions::new(list));
        }
    }

    /// Takes the solutions of the block, or reuses the memory of a list that the sink has consumed.
    pub(super) fn take_back(&mut self) {
        if let Some(mut list) = self.sender.block.solutions.take() {
            self.solutions = list.downcast_list().map(mem::take).unwrap_or_default();
        }
    }
}

impl<P: Problem> fmt::Debug for Emitter<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Emitter").field(&self.sender).finish()
    }
}

impl fmt::Debug for BlockSender<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BlockSender").field(&self.block).finish()
    }
}
