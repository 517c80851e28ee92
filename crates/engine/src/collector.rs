//! Messages from the workers, received on the calling thread: searched subtrees are recorded in a
//! ledger, and results go to the sink in order.

use std::collections::HashMap;
use std::ops::ControlFlow::{self, Break, Continue};

use super::reorder::{OrderKey, ReorderBuffer, SolutionBlock};
use super::sink::{FinishedSubtree, Sink};
use super::{CancelToken, ErasedProblem, Reason};
use crate::error::Error;
use crate::ledger::Ledger;
use crossbeam::channel::Receiver;

/// Sends the results to the sink in order.
pub(super) struct Collector<'a> {
    sink: &'a mut dyn Sink,
    buffer: &'a ReorderBuffer,
    cancel: &'a CancelToken,
    /// The subtree or part that the sink receives now.
    current: OrderKey,
    /// Number of deferred parts of its subtree.
    parts: u32,
    /// Results of later subtrees and parts.
    early: HashMap<OrderKey, EarlyResults>,
    /// Number of subtrees searched completely.
    subtrees: u64,
    failure: Result<(), Error>,
    /// True until the sink stops.
    is_open: bool,
}

/// Results of a subtree before its turn.
#[derive(Default)]
struct EarlyResults {
    blocks: Vec<SolutionBlock>,
    last: Option<SubtreeEnd>,
}

impl<'a> Collector<'a> {
    pub fn new(sink: &'a mut dyn Sink, buffer: &'a ReorderBuffer, cancel: &'a CancelToken) -> Self {
        Self {
            sink,
            buffer,
            cancel,
            current: OrderKey::default(),
            parts: 0,
            early: HashMap::new(),
            subtrees: 0,
            failure: Ok(()),
            is_open: true,
        }
    }

    /// Receives messages until all workers have finished.
    pub fn collect(&mut self, receiver: &Receiver<Message>) {
        loop {
            let message = receiver.try_recv().or_else(|_| {
                self.pause();
                receiver.recv()
            });
            let Ok(message) = message else { return };
            self.receive(message);
        }
    }

    /// The number of subtrees searched completely, or the first error.
    pub fn end(self) -> Result<u64, Error> {
        self.failure.map(|()| self.subtrees)
    }

    fn receive(&mut self, message: Message) {
        // After the end the channel is only drained, so that no worker blocks.
        if !self.is_open {
            return;
        }
        let result = match message {
            Message::Block { key, block } if self.is_early(key) => {
                self.early(key).blocks.push(block);
                Ok(Continue(()))
            }
            Message::Block { block, .. } => self.take(block),
            Message::Finished(subtrees) => self.finish_all(subtrees),
            Message::Failed(error) => {
                // Subtrees before the failure are still searched and received.
                if self.failure.is_ok() {
                    self.failure = Err(error);
                }
                Ok(Continue(()))
            }
        };
        match result {
            Ok(Continue(())) => {}
            Ok(Break(reason)) => self.close(reason),
            Err(error) => self.fail(error),
        }
    }

    /// Called when no message is waiting: the sink may write what it has buffered.
    fn pause(&mut self) {
        if self.is_open
            && let Err(error) = self.sink.on_idle()
        {
            self.fail(error);
        }
    }

    fn fail(&mut self, error: Error) {
        self.close(Reason::Failed);
        self.failure = Err(error);
    }

    fn is_early(&self, key: OrderKey) -> bool {
        self.buffer.ascending && key > self.current
    }

    fn early(&mut self, key: OrderKey) -> &mut EarlyResults {
        self.early.entry(key).or_default()
    }

    fn take(&mut self, mut block: SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        let bytes = block.size();
        let flow = self.sink.take_block(&mut block);
        self.buffer.release(bytes, block);
        flow
    }

    /// Receives the last messages of some subtrees.
    fn finish_all(&mut self, subtrees: Vec<SubtreeEnd>) -> Result<ControlFlow<Reason>, Error> {
        for last in subtrees {
            let key = last.key;
            if self.is_early(key) {
                self.early(key).last = Some(last);
            } else if let Break(reason) = self.finish(last)? {
                return Ok(Break(reason));
            }
        }
        Ok(Continue(()))
    }

    /// Finishes the current subtree, and sends the waiting results of the next ones.
    fn finish(&mut self, last: SubtreeEnd) -> Result<ControlFlow<Reason>, Error> {
        let mut ended = Some(last);
        while let Some(last) = ended.take() {
            if let Some(block) = last.block
                && let Break(reason) = self.take(block)?
            {
                return Ok(Break(reason));
            }
            self.subtrees += u64::from(last.key.part == 0);
            if let Break(reason) = self.sink.take_finished(last.finished)? {
                return Ok(Break(reason));
            }
            if !self.buffer.ascending {
                break;
            }
            if self.current.part == 0 {
                self.parts = last.parts;
            }
            self.current = if self.current.part < self.parts {
                OrderKey {
                    part: self.current.part + 1,
                    ..self.current
                }
            } else {
                OrderKey {
                    subtree: self.current.subtree + 1,
                    part: 0,
                }
            };
            self.buffer.advance(self.current);
            if let Some(early) = self.early.remove(&self.current) {
                for block in early.blocks {
                    if let Break(reason) = self.take(block)? {
                        return Ok(Break(reason));
                    }
                }
                ended = early.last;
            }
        }
        Ok(Continue(()))
    }

    fn close(&mut self, reason: Reason) {
        self.is_open = false;
        self.cancel.cancel(reason);
        self.buffer.close();
    }
}

/// A message from a worker to the sink.
pub(super) enum Message {
    Block {
        key: OrderKey,
        block: SolutionBlock,
    },
    /// Subtrees that were searched completely.
    Finished(Vec<SubtreeEnd>),
    /// The iterator of subtrees failed. The subtrees before the failure are still searched.
    Failed(Error),
}

/// The last message about a subtree or a deferred part.
pub(super) struct SubtreeEnd {
    pub key: OrderKey,
    /// Number of deferred parts that follow it.
    pub parts: u32,
    /// The solutions that were not sent before.
    pub block: Option<SolutionBlock>,
    pub finished: FinishedSubtree,
}

/// A sink that records searched subtrees in a ledger and forwards everything to another sink.
pub(super) struct Recorder<'a> {
    problem: &'a dyn ErasedProblem,
    ledger: &'a mut Ledger,
    sink: &'a mut dyn Sink,
}

impl<'a> Recorder<'a> {
    /// Records the subtrees that are missing from the ledger.
    pub fn new(
        problem: &'a dyn ErasedProblem,
        ledger: &'a mut Ledger,
        sink: &'a mut dyn Sink,
    ) -> Self {
        Self {
            problem,
            ledger,
            sink,
        }
    }
}

impl Sink for Recorder<'_> {
    fn take_block(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        self.sink.take_block(block)
    }

    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error> {
        if !finished.is_recalled {
            let recorded = finished.recorded(self.problem);
            self.ledger
                .record(finished.index, &recorded, finished.cpu)?;
        }
        self.sink.take_finished(finished)
    }

    fn on_idle(&mut self) -> Result<(), Error> {
        self.sink.on_idle()?;
        self.ledger.flush()
    }
}
