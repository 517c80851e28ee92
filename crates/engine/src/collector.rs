//! Messages from the workers, received on the calling thread: searched subtrees are recorded in a
//! ledger, and results go to the sink in order. Sinks sum the tallies, write the rows, or call a
//! function.

use std::collections::HashMap;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use super::reorder::{OrderKey, ReorderBuffer, SolutionBlock};
use super::{CancelToken, Diagnostic, ErasedProblem, HAS_FILES, Reason};
use crate::error::Error;
use crate::ledger::{Ledger, RowChecksum, Tally};
use countless_table::OpenTable;
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

    pub fn receive(&mut self, message: Message) {
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
    pub fn pause(&mut self) {
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

/// Sends a message of a worker. Returns false if nobody receives it.
pub(super) type SendMessage<'a> = dyn Fn(Message) -> bool + 'a;

/// The last message about a subtree or a deferred part.
pub(super) struct SubtreeEnd {
    pub key: OrderKey,
    /// Number of deferred parts that follow it.
    pub parts: u32,
    /// The solutions that were not sent before.
    pub block: Option<SolutionBlock>,
    pub finished: FinishedSubtree,
}

/// A subtree that was searched completely, or a deferred part of one.
#[derive(Debug)]
pub struct FinishedSubtree {
    /// Index among all subtrees of the problem.
    pub index: u64,
    /// The result of the search.
    pub tally: Tally,
    /// Wall time of the search.
    pub elapsed: Duration,
    /// CPU time of the search, or zero if no ledger needs it.
    pub cpu: Duration,
    /// True if a ledger contained it before the run.
    pub is_recalled: bool,
    /// Checksum of its rows, if they are stored beside a ledger.
    pub row_checksum: Option<RowChecksum>,
}

impl FinishedSubtree {
    /// The tally that a ledger stores.
    pub(super) fn recorded(&self, problem: &dyn ErasedProblem) -> Tally {
        let mut recorded = problem.erased_recorded(&self.tally);
        if let Some(written) = self.row_checksum {
            written.add_to(&mut recorded);
        }
        recorded
    }
}

/// Receives the results of a run, on one thread, in the order that the run requires.
pub trait Sink {
    /// Receives solutions of the current subtree. They are dropped by default.
    fn take_block(&mut self, _block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        Ok(Continue(()))
    }

    /// Receives the tally of a subtree, after all its solutions.
    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error>;

    /// Called when no more messages are waiting.
    fn on_idle(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// A function that takes the tallies of subtrees.
impl<F: FnMut(FinishedSubtree) -> Result<ControlFlow<Reason>, Error>> Sink for F {
    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error> {
        self(finished)
    }
}

/// A function that receives blocks of solutions.
pub(super) type TakeBlock<'a> =
    dyn FnMut(&mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> + 'a;

/// A function that is called with events of a run.
type Callback<T> = Arc<dyn Fn(&T) + Send + Sync>;

/// Callbacks for the events of a run.
#[derive(Clone, Default)]
pub(super) struct Observer {
    pub on_diagnostic: Option<Callback<Diagnostic>>,
    pub on_subtree: Option<Callback<Duration>>,
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer").finish_non_exhaustive()
    }
}

/// Sums the tallies, records searched subtrees in the ledger of the run, if it has one, and
/// forwards the solutions, up to a limit.
pub(super) struct TotalSink<'a> {
    problem: &'a dyn ErasedProblem,
    /// Never a ledger without files, which the compiler cannot derive.
    ledger: Option<&'a mut Ledger>,
    pub tally: Tally,
    /// The recalled part of `tally`.
    pub recalled: Tally,
    /// Number of solutions forwarded.
    pub rows: u64,
    /// Number of diagnostics about inputs.
    pub diagnostics: u64,
    limit: u64,
    take: &'a mut TakeBlock<'a>,
    observer: Observer,
}

impl<'a> TotalSink<'a> {
    pub fn new(
        problem: &'a dyn ErasedProblem,
        ledger: Option<&'a mut Ledger>,
        limit: Option<u64>,
        take: &'a mut TakeBlock<'a>,
        observer: Observer,
    ) -> Self {
        Self {
            problem,
            ledger,
            tally: Tally::default(),
            recalled: Tally::default(),
            rows: 0,
            diagnostics: 0,
            limit: limit.unwrap_or(u64::MAX),
            take,
            observer,
        }
    }
}

impl Sink for TotalSink<'_> {
    fn take_block(&mut self, block: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        self.diagnostics += block.diagnostics.len() as u64;
        if let Some(tell) = &self.observer.on_diagnostic {
            block
                .diagnostics
                .iter()
                .for_each(|diagnostic| tell(diagnostic));
        }
        let left = self.limit - self.rows;
        if block.rows > left {
            block.text.truncate(end_of_rows(&block.text, left));
            block.rows = left;
        }
        self.rows += block.rows;
        let flow = (self.take)(block)?;
        Ok(if flow.is_continue() && self.rows == self.limit {
            Break(Reason::Limit)
        } else {
            flow
        })
    }

    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error> {
        if !finished.is_recalled
            && let Some(ledger) = self.ledger.as_mut().filter(|_| HAS_FILES)
        {
            let recorded = finished.recorded(self.problem);
            ledger.record(finished.index, &recorded, finished.cpu)?;
        }
        if let Some(tell) = &self.observer.on_subtree {
            tell(&finished.elapsed);
        }
        if finished.is_recalled {
            self.recalled.merge(finished.tally.clone());
        }
        self.tally.merge(finished.tally);
        // The largest `u64` means that there is not a limit: counts may be larger.
        let is_limited = self.limit < u64::MAX;
        let reached = self.tally.count >= self.limit.into();
        Ok(if is_limited && reached && self.rows == 0 {
            // The run only counts.
            Break(Reason::Limit)
        } else {
            Continue(())
        })
    }

    fn on_idle(&mut self) -> Result<(), Error> {
        let ledger = self.ledger.as_mut().filter(|_| HAS_FILES);
        ledger.map_or(Ok(()), |ledger| ledger.flush())
    }
}

/// Calls a function with each solution of a block, until it breaks.
pub(super) fn visit_solutions<S: 'static>(
    block: &mut SolutionBlock,
    visit: &mut impl FnMut(S) -> ControlFlow<()>,
) -> ControlFlow<Reason> {
    let Some(solutions) = &mut block.solutions else {
        return Continue(());
    };
    let list = solutions
        .downcast_list()
        .expect("a problem has solutions of one type");
    let mut wanted = list.drain(..).take(block.rows as usize);
    match wanted.try_for_each(visit) {
        Continue(()) => Continue(()),
        Break(()) => Break(Reason::Limit),
    }
}

/// Writes rows to a table. Breaks at a closed pipe.
pub(super) fn write_rows(
    table: &mut OpenTable<'_>,
    rows: &[u8],
) -> Result<ControlFlow<Reason>, Error> {
    let Some(writer) = table.writer() else {
        return Ok(Continue(()));
    };
    match writer.write_all(rows) {
        Ok(()) => Ok(Continue(())),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Break(Reason::Closed)),
        Err(error) => Err(Error::write(table.path(), error)),
    }
}

/// Length of the text of the first `rows` rows. A row ends at a line feed outside quotation marks.
fn end_of_rows(text: &[u8], rows: u64) -> usize {
    let (mut left, mut quoted) = (rows, false);
    for at in memchr::memchr2_iter(b'\n', b'"', text) {
        if left == 0 {
            return 0;
        }
        if text[at] == b'"' {
            quoted = !quoted;
        } else if !quoted {
            left -= 1;
            if left == 0 {
                return at + 1;
            }
        }
    }
    if rows == 0 { 0 } else { text.len() }
}
