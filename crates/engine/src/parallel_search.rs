//! Searches subtrees: one worker per thread of a rayon pool, one sink on the caller's thread.

use std::collections::VecDeque;
use std::mem;
use std::ops::ControlFlow::Continue;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::collector::Collector;
use super::cpu_clock::{CpuClock, cpu_time};
use super::emitter::{Emitter, EmitterMode};
use super::message::{Message, SubtreeEnd};
use super::reorder::{OrderKey, ReorderBuffer};
use super::sink::{FinishedSubtree, Sink};
use super::subtree_queue::{SearchTask, SubtreeQueue};
use super::thread_pool::RunPool;
use super::{CancelToken, Problem, Progress, Reason, Subtrees, Tally};
use crate::error::Error;
use countless_simd::Kernel;
use crossbeam::channel::{Sender, bounded};

/// Messages in flight between the workers and the sink, per thread.
const MESSAGES_PER_THREAD: usize = 4;
/// How long a worker keeps its results to itself where order does not matter.
const SEND_INTERVAL: Duration = Duration::from_millis(10);

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions<'a> {
    pub threads: usize,
    pub kernel: Kernel,
    /// Whether the sink gets the results in the order of the subtrees.
    pub ascending: bool,
    pub mode: EmitterMode<'a>,
    /// No more solutions than this are wanted.
    pub limit: u64,
    /// Whether to know the rows of each subtree again.
    pub hashes_rows: bool,
    /// The clock of the CPU time of each subtree, if it is wanted, which asks the system twice.
    pub clock: Option<CpuClock>,
    /// Whether other workers may take parts of a subtree.
    pub defers: bool,
    pub cancel: &'a CancelToken,
    pub progress: &'a Progress,
}

/// What searching took.
#[derive(Clone, Debug)]
pub struct SearchStatistics {
    /// The subtrees that were searched to their end.
    pub subtrees: u64,
    /// For each thread, how long it was searching.
    pub busy: Vec<Duration>,
}

/// How a subtree is searched: by the worker of a thread, with its number, or none if it is a
/// part that a subtree has deferred.
pub(super) type SubtreeSearch<'a, P> = dyn Fn(
        &mut <P as Problem>::Scratch,
        <P as Problem>::Root,
        Option<u64>,
        &mut Emitter<'_, P>,
    ) -> Result<<P as Problem>::Tally, Error>
    + Sync
    + 'a;

/// Searches subtrees, and gives what comes out to `sink`: the first error of any of them is
/// returned.
///
/// Workers are compiled once for each problem, what takes their results once for all: how to
/// search and where results go are told at run time, which costs a call for each subtree and
/// block.
///
/// # Panics
///
/// If `search` or the sink panics.
pub(super) fn search_in_parallel<'s, P: Problem>(
    problem: &P,
    search: &SubtreeSearch<'s, P>,
    subtrees: Subtrees<'s, P::Root>,
    sink: &mut dyn Sink,
    how: SearchOptions<'_>,
) -> Result<SearchStatistics, Error> {
    let pool = RunPool::new(threads_for(Subtrees::count(&subtrees), &how))?;
    let buffer = ReorderBuffer::new(how.ascending);
    let source = SubtreeQueue::new(subtrees);
    let (sender, receiver) = bounded(MESSAGES_PER_THREAD * pool.current_num_threads());
    let busy = Mutex::new(vec![Duration::ZERO; pool.current_num_threads()]);
    let collected = pool.in_place_scope(|scope| {
        // Dropped before the workers are waited for, even if the sink panics.
        let receiver = receiver;
        let _guard = CloseOnPanic {
            buffer: &buffer,
            cancel: how.cancel,
        };
        let (source, buffer, busy) = (&source, &buffer, &busy);
        // The channel is dropped when all workers are done, which ends the collector.
        scope.spawn_broadcast(move |_, thread| {
            let worker = RunWorker {
                problem,
                search,
                source,
                channel: &sender,
                buffer,
                how,
            };
            let searched = worker.search_all();
            busy.lock().unwrap_or_else(PoisonError::into_inner)[thread.index()] = searched;
        });
        let mut collector = Collector::new(sink, buffer, how.cancel);
        let collected = collector.collect(&receiver);
        collected.map(|()| collector.subtrees)
    });
    let busy = busy.into_inner().unwrap_or_else(PoisonError::into_inner);
    collected.map(|subtrees| SearchStatistics { subtrees, busy })
}

/// As many threads as wanted, but no more than there is work for.
fn threads_for(subtrees: Option<u64>, how: &SearchOptions<'_>) -> usize {
    let subtrees = subtrees.map_or(usize::MAX, |count| count.try_into().unwrap_or(usize::MAX));
    if subtrees >= how.threads || !how.defers {
        return how.threads.min(subtrees);
    }
    // The parts that a single subtree defers can keep all processors busy.
    let processors = thread::available_parallelism().map_or(1, usize::from);
    how.threads.min(subtrees.max(processors))
}

/// Ends the run, should the sink panic: workers that wait for it would wait for ever.
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

/// One thread's share of a run.
struct RunWorker<'a, 's, P: Problem> {
    problem: &'a P,
    search: &'a SubtreeSearch<'s, P>,
    source: &'a SubtreeQueue<'s, P::Root>,
    channel: &'a Sender<Message>,
    buffer: &'a ReorderBuffer,
    how: SearchOptions<'a>,
}

/// Tells that a subtree is no longer searched, and wakes whoever waits for this worker,
/// should it leave before all is searched.
struct SearchGuard<'w, 'a, 's, P: Problem> {
    worker: &'w RunWorker<'a, 's, P>,
    key: OrderKey,
    index: u64,
    parts: VecDeque<P::Root>,
}

impl<P: Problem> Drop for SearchGuard<'_, '_, '_, P> {
    fn drop(&mut self) {
        let RunWorker {
            source,
            buffer,
            how,
            ..
        } = self.worker;
        if thread::panicking() {
            how.cancel.cancel(Reason::Failed);
        }
        if self.key.part == 0 {
            source.finish_subtree(self.key, self.index, mem::take(&mut self.parts));
        }
        if how.cancel.is_cancelled() {
            buffer.close();
        }
    }
}

impl<P: Problem> RunWorker<'_, '_, P> {
    /// Takes subtrees until there are none, and returns the time it searched.
    fn search_all(&self) -> Duration {
        let how = self.how;
        let mut scratch = self.problem.scratch(how.kernel);
        let mut emitter = Emitter::new(how.mode, how.limit, self.buffer, self.channel, how.cancel);
        let mut busy = Duration::ZERO;
        let (mut finished, mut last_sent) = (Vec::new(), Instant::now());
        while let Some(task) = self.source.next(how.cancel) {
            let task = match task {
                Ok(task) => task,
                Err(error) => {
                    // A sink that has gone away needs no error.
                    let _ = self.channel.send(Message::Failed(error));
                    break;
                }
            };
            let start = Instant::now();
            let begin = how.clock.map(|clock| (clock, cpu_time(clock)));
            let last = self.search(&mut scratch, task, &mut emitter);
            let end = Instant::now();
            busy += end - start;
            let Some(mut last) = last else { break };
            last.finished.elapsed = end - start;
            if let Some((clock, before)) = begin {
                last.finished.cpu = cpu_time(clock).saturating_sub(before);
            }
            finished.push(last);
            // Where order matters, others wait for this; else the sink need not wake each time.
            if self.buffer.ascending || end - last_sent >= SEND_INTERVAL {
                last_sent = end;
                let message = Message::Finished(mem::take(&mut finished));
                if self.channel.send(message).is_err() {
                    break;
                }
            }
        }
        if !finished.is_empty() {
            // What is finished counts, even if the run is interrupted.
            let _ = self.channel.send(Message::Finished(finished));
        }
        busy
    }

    /// Searches a subtree, or a part of one; `None` if it was cut short.
    fn search(
        &self,
        scratch: &mut P::Scratch,
        task: SearchTask<P::Root>,
        emitter: &mut Emitter<'_, P>,
    ) -> Option<SubtreeEnd> {
        let (how, key) = (self.how, task.key);
        let mut searching = SearchGuard {
            worker: self,
            key,
            index: task.index,
            parts: VecDeque::new(),
        };
        emitter.begin(key, how.hashes_rows);
        let index = (key.part == 0).then_some(task.index);
        let mut tally = self.tally(scratch, task.root, index, emitter)?;
        let mut parts = emitter.take_deferred();
        if how.defers && key.part == 0 {
            searching.parts = mem::take(&mut parts);
        }
        // What others may not take is searched right here.
        while let Some(root) = parts.pop_front() {
            tally.merge(self.tally(scratch, root, None, emitter)?);
            for root in emitter.take_deferred().into_iter().rev() {
                parts.push_front(root);
            }
            if emitter.is_cancelled() {
                return None;
            }
        }
        let Continue(block) = emitter.take() else {
            return None;
        };
        if emitter.is_cancelled() {
            return None;
        }
        how.progress.advance(task.cost);
        how.progress.found(tally.solutions());
        Some(SubtreeEnd {
            key,
            parts: searching.parts.len() as u32,
            block,
            finished: FinishedSubtree {
                index: task.index,
                tally: Box::new(tally),
                elapsed: Duration::ZERO,
                cpu: Duration::ZERO,
                is_recalled: false,
                row_checksum: emitter.take_row_checksum(),
            },
        })
    }

    /// Searches a root; an error ends the run.
    fn tally(
        &self,
        scratch: &mut P::Scratch,
        root: P::Root,
        index: Option<u64>,
        emitter: &mut Emitter<'_, P>,
    ) -> Option<P::Tally> {
        match (self.search)(scratch, root, index, emitter) {
            Ok(tally) => Some(tally),
            Err(error) => {
                self.how.cancel.cancel(Reason::Failed);
                // A sink that has gone away needs no error.
                let _ = self.channel.send(Message::Failed(error));
                None
            }
        }
    }
}
