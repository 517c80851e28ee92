//! Search of subtrees: one worker per thread of a rayon pool, one sink on the calling thread. An
//! inline search has one worker, on the calling thread, whose messages go to the sink at once.
//!
//! Workers take subtrees from a queue, and may defer parts of them to it. Deferred parts precede new
//! subtrees, and parts of the earliest subtree come first. The worker that finishes the head
//! therefore takes the next task in order, and the sink never waits for a part that no worker
//! searches. Workers wait while a searched subtree may still defer parts.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow::Continue;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;
use std::{mem, thread};

use super::cancel::lock;
use super::clock::Instant;
use super::collector::{Collector, FinishedSubtree, Message, SendMessage, Sink, SubtreeEnd};
use super::emitter::{BlockSender, EmitterMode};
use super::problem::{ErasedProblem, SubtreeWorker};
use super::reorder::{OrderKey, ReorderBuffer};
use super::subtree_timer::{CpuClock, cpu_time};
use super::subtrees::ErasedRoot;
use super::thread_pool::{processors, with_pool};
use super::{CancelToken, Progress, Reason, Subtree, Subtrees};
use crate::error::Error;
use crate::ledger::Tally;
use countless_simd::Kernel;
use crossbeam::channel::bounded;

/// Capacity of the channel from the workers to the sink, in messages per thread.
const MESSAGES_PER_THREAD: usize = 4;
/// Least time between two messages of a worker with finished subtrees, if the order is free.
const SEND_INTERVAL: Duration = Duration::from_millis(10);

/// Options of a search.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
pub struct SearchOptions<'a> {
    pub threads: usize,
    /// True if the calling thread searches.
    pub inline: bool,
    pub kernel: Kernel,
    /// True if the sink receives the results in the order of the subtrees.
    pub ascending: bool,
    pub mode: EmitterMode<'a>,
    /// The largest number of solutions that the run needs.
    pub limit: u64,
    /// True if the rows of each subtree are hashed for the ledger.
    pub hashes_rows: bool,
    /// The clock for the CPU time of each subtree, or `None`. Each measurement takes two system
    /// calls.
    pub clock: Option<CpuClock>,
    /// True if other workers may take deferred parts of a subtree.
    pub defers: bool,
    pub cancel: &'a CancelToken,
    pub progress: &'a Progress,
}

/// Statistics of a search.
#[derive(Clone, Debug)]
pub struct SearchStatistics {
    /// Number of subtrees that were searched completely.
    pub subtrees: u64,
    /// Search time of each thread.
    pub busy: Vec<Duration>,
}

/// A function that searches a subtree with the worker of a thread. The number is the index of the
/// subtree, or `None` for a deferred part.
pub(super) type SubtreeSearch<'a> =
    dyn Fn(&mut dyn SubtreeWorker<'_>, ErasedRoot, Option<u64>) -> Result<Tally, Error> + Sync + 'a;

/// Searches subtrees and sends the results to `sink`. Returns the first error.
///
/// All of this is compiled once. Only what a [`SubtreeWorker`] does is compiled for each problem,
/// which costs a call through a pointer for each subtree.
///
/// # Panics
///
/// If `search` or the sink panics.
pub(super) fn search_subtrees(
    problem: &dyn ErasedProblem,
    search: &SubtreeSearch<'_>,
    subtrees: Subtrees<'_, ErasedRoot>,
    sink: &mut dyn Sink,
    how: SearchOptions<'_>,
) -> Result<SearchStatistics, Error> {
    let threads = threads_for(Subtrees::count(&subtrees), &how);
    let buffer = ReorderBuffer::new(how.ascending);
    let shared = SharedSearch {
        problem,
        search,
        source: SubtreeQueue::new(subtrees),
        buffer: &buffer,
        how,
    };
    if how.inline || cfg!(target_family = "wasm") {
        let collector = RefCell::new(Collector::new(sink, &buffer, how.cancel));
        let busy = shared.search_all(&|message| {
            let mut collector = collector.borrow_mut();
            collector.receive(message);
            collector.pause();
            true
        });
        let (subtrees, busy) = (collector.into_inner().end()?, vec![busy]);
        return Ok(SearchStatistics { subtrees, busy });
    }
    let busy = Mutex::new(Vec::new());
    let collected = with_pool(threads, |pool| {
        let (sender, receiver) = bounded(MESSAGES_PER_THREAD * pool.current_num_threads());
        pool.in_place_scope(|scope| {
            // Dropped before the scope waits for the workers, even if the sink panics.
            let receiver = receiver;
            let _guard = CloseOnPanic {
                buffer: &buffer,
                cancel: how.cancel,
            };
            let (shared, busy) = (&shared, &busy);
            // The channel closes when all workers have finished, which ends the collector.
            scope.spawn_broadcast(move |_, _| {
                let searched = shared.search_all(&|message| sender.send(message).is_ok());
                lock(busy).push(searched);
            });
            let mut collector = Collector::new(sink, &buffer, how.cancel);
            collector.collect(&receiver);
            collector.end()
        })
    })?;
    let busy = busy.into_inner().unwrap_or_else(PoisonError::into_inner);
    collected.map(|subtrees| SearchStatistics { subtrees, busy })
}

/// Number of threads: at most `how.threads`, and at most as many as there is work for.
fn threads_for(subtrees: Option<u64>, how: &SearchOptions<'_>) -> usize {
    let subtrees = subtrees.map_or(usize::MAX, |count| count.try_into().unwrap_or(usize::MAX));
    if subtrees >= how.threads || !how.defers {
        return how.threads.min(subtrees);
    }
    // Deferred parts of one subtree can keep all processors busy.
    how.threads.min(subtrees.max(processors()))
}

/// Cancels the run if the sink panics. Otherwise the workers that wait for the sink would never
/// end.
struct CloseOnPanic<'a> {
    buffer: &'a ReorderBuffer,
    cancel: &'a CancelToken,
}

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.cancel.cancel(Reason::Failed);
            self.buffer.close();
        }
    }
}

/// State that the workers of all threads share.
struct SharedSearch<'a> {
    problem: &'a dyn ErasedProblem,
    search: &'a SubtreeSearch<'a>,
    source: SubtreeQueue<'a>,
    buffer: &'a ReorderBuffer,
    how: SearchOptions<'a>,
}

/// Marks a subtree as searched on drop. Wakes all threads that wait for this subtree if its search
/// panics or the run is cancelled.
struct SearchGuard<'w, 'a> {
    shared: &'w SharedSearch<'a>,
    key: OrderKey,
    index: u64,
    parts: VecDeque<ErasedRoot>,
}

impl Drop for SearchGuard<'_, '_> {
    fn drop(&mut self) {
        let shared = self.shared;
        if thread::panicking() {
            shared.how.cancel.cancel(Reason::Failed);
        }
        if self.key.part == 0 {
            let parts = mem::take(&mut self.parts);
            shared.source.finish_subtree(self.key, self.index, parts);
        }
        if shared.how.cancel.is_cancelled() {
            shared.buffer.close();
        }
    }
}

impl SharedSearch<'_> {
    /// Takes and searches tasks on one thread until the queue is empty. Returns the search time.
    fn search_all(&self, send: &SendMessage<'_>) -> Duration {
        let how = self.how;
        let sender = BlockSender::new(how.mode, how.limit, self.buffer, send, how.cancel);
        let mut worker = self.problem.worker(how.kernel, sender);
        let mut busy = Duration::ZERO;
        let (mut finished, mut last_sent) = (Vec::new(), Instant::now());
        while let Some(task) = self.source.next(how.cancel) {
            let task = match task {
                Ok(task) => task,
                Err(error) => {
                    send(Message::Failed(error));
                    break;
                }
            };
            let start = Instant::now();
            let begin = how.clock.map(|clock| (clock, cpu_time(clock)));
            let last = self.search(&mut *worker, task);
            let end = Instant::now();
            busy += end - start;
            let Some(mut last) = last else { break };
            last.finished.elapsed = end - start;
            if let Some((clock, before)) = begin {
                last.finished.cpu = cpu_time(clock).saturating_sub(before);
            }
            finished.push(last);
            // In ascending order other results wait for this one. Otherwise fewer messages wake the
            // sink less often.
            if self.buffer.ascending || end - last_sent >= SEND_INTERVAL {
                last_sent = end;
                let message = Message::Finished(mem::take(&mut finished));
                if !send(message) {
                    break;
                }
            }
        }
        if !finished.is_empty() {
            // Finished subtrees count even if the run is interrupted.
            send(Message::Finished(finished));
        }
        busy
    }

    /// Searches a subtree or a deferred part. Returns `None` if the search was interrupted.
    fn search(
        &self,
        worker: &mut dyn SubtreeWorker<'_>,
        (key, subtree): SearchTask,
    ) -> Option<SubtreeEnd> {
        let Subtree { index, cost, root } = subtree;
        let how = self.how;
        let mut searching = SearchGuard {
            shared: self,
            key,
            index,
            parts: VecDeque::new(),
        };
        worker.sender().begin(key, how.hashes_rows);
        let mut tally = self.tally(worker, root, (key.part == 0).then_some(index))?;
        let mut parts = worker.sender().take_deferred();
        if how.defers && key.part == 0 {
            searching.parts = mem::take(&mut parts);
        }
        // Parts that other workers may not take are searched here.
        while let Some(root) = parts.pop_front() {
            tally.merge(self.tally(worker, root, None)?);
            for root in worker.sender().take_deferred().into_iter().rev() {
                parts.push_front(root);
            }
            if how.cancel.is_cancelled() {
                return None;
            }
        }
        let Continue(block) = worker.sender().take() else {
            return None;
        };
        if how.cancel.is_cancelled() {
            return None;
        }
        how.progress.advance(cost);
        how.progress.found(tally.count);
        Some(SubtreeEnd {
            key,
            parts: searching.parts.len() as u32,
            block,
            finished: FinishedSubtree {
                index,
                tally,
                elapsed: Duration::ZERO,
                cpu: Duration::ZERO,
                is_recalled: worker.sender().is_recalled,
                row_checksum: worker.sender().take_row_checksum(),
            },
        })
    }

    /// Searches a root. An error ends the run.
    fn tally(
        &self,
        worker: &mut dyn SubtreeWorker<'_>,
        root: ErasedRoot,
        index: Option<u64>,
    ) -> Option<Tally> {
        let tally = (self.search)(worker, root, index);
        tally.map_err(|error| worker.sender().fail(error)).ok()
    }
}

/// A subtree, or a deferred part of one, for one worker.
type SearchTask = (OrderKey, Subtree<ErasedRoot>);

pub(super) struct SubtreeQueue<'a> {
    state: Mutex<QueueState<'a>>,
    changed: Condvar,
}

struct QueueState<'a> {
    next_key: u64,
    subtrees: Option<Subtrees<'a, ErasedRoot>>,
    /// Deferred parts, in their order.
    parts: BTreeMap<OrderKey, Subtree<ErasedRoot>>,
    /// Number of subtrees in search, which may defer parts.
    searching: usize,
}

impl<'a> SubtreeQueue<'a> {
    pub fn new(subtrees: Subtrees<'a, ErasedRoot>) -> Self {
        Self {
            state: Mutex::new(QueueState {
                next_key: 0,
                subtrees: Some(subtrees),
                parts: BTreeMap::new(),
                searching: 0,
            }),
            changed: Condvar::new(),
        }
    }

    /// Returns the next subtree or part. Returns `None` at the end, after an error, or once the run
    /// is cancelled.
    pub fn next(&self, cancel: &CancelToken) -> Option<Result<SearchTask, Error>> {
        let mut state = lock(&self.state);
        while !cancel.is_cancelled() {
            if let Some(part) = state.parts.pop_first() {
                return Some(Ok(part));
            }
            match state.subtrees.as_mut().and_then(Iterator::next) {
                Some(Ok(subtree)) => {
                    let key = OrderKey {
                        subtree: state.next_key,
                        part: 0,
                    };
                    state.next_key += 1;
                    state.searching += 1;
                    return Some(Ok((key, subtree)));
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
        let mut state = lock(&self.state);
        state.searching -= 1;
        for (root, part) in parts.into_iter().zip(1..) {
            let key = OrderKey { part, ..key };
            let cost = 0; // that of the subtree includes it
            state.parts.insert(key, Subtree { index, cost, root });
        }
        let wake = state.searching == 0 || !state.parts.is_empty();
        drop(state);
        if wake {
            self.changed.notify_all();
        }
    }
}
