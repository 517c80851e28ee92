//! Searches subtrees: one worker per thread of a rayon pool, one sink on the caller's thread.

use std::collections::VecDeque;
use std::mem;
use std::ops::ControlFlow::Continue;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::clock::{CpuClock, cpu_time};
use super::collector::Collector;
use super::emitter::{Emitter, Form};
use super::message::{Last, Message};
use super::pool::Pool;
use super::reorder::{Key, ReorderBuffer};
use super::sink::{Finished, Sink};
use super::source::{Source, Task};
use super::{CancelToken, Problem, Progress, Reason, Subtrees, Tally};
use crate::error::Error;
use countless_simd::Kernel;
use crossbeam::channel::{Sender, bounded};

/// Messages in flight between the workers and the sink, per thread.
const IN_FLIGHT: usize = 4;
/// How long a worker keeps its results to itself where order does not matter.
const TELL: Duration = Duration::from_millis(10);

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Drive<'a> {
    pub threads: usize,
    pub kernel: Kernel,
    /// Whether the sink gets the results in the order of the subtrees.
    pub ascending: bool,
    pub form: Form<'a>,
    /// No more solutions than this are wanted.
    pub limit: u64,
    /// Whether to know the rows of each subtree again.
    pub hash: bool,
    /// The clock of the CPU time of each subtree, if it is wanted, which asks the system twice.
    pub clock: Option<CpuClock>,
    /// Whether other workers may take parts of a subtree.
    pub defers: bool,
    pub cancel: &'a CancelToken,
    pub progress: &'a Progress,
}

/// What searching took.
#[derive(Clone, Debug)]
pub struct Report {
    /// The subtrees that were searched to their end.
    pub subtrees: u64,
    /// For each thread, how long it was searching.
    pub busy: Vec<Duration>,
}

/// How a subtree is searched: by the worker of a thread, with its number, or none if it is a
/// part that a subtree has deferred.
pub(super) type Search<'a, P> = dyn Fn(
        &mut <P as Problem>::Worker,
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
pub(super) fn drive<'s, P: Problem>(
    problem: &P,
    search: &Search<'s, P>,
    subtrees: Subtrees<'s, P::Root>,
    sink: &mut dyn Sink,
    how: Drive<'_>,
) -> Result<Report, Error> {
    let pool = Pool::new(threads_for(Subtrees::count(&subtrees), &how))?;
    let buffer = ReorderBuffer::new(how.ascending);
    let source = Source::new(subtrees);
    let (sender, receiver) = bounded(IN_FLIGHT * pool.current_num_threads());
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
            let worker = Worker {
                problem,
                search,
                source,
                channel: &sender,
                buffer,
                how,
            };
            let searched = worker.work();
            busy.lock().unwrap_or_else(PoisonError::into_inner)[thread.index()] = searched;
        });
        let mut collector = Collector::new(sink, buffer, how.cancel);
        let collected = collector.collect(&receiver);
        collected.map(|()| collector.subtrees)
    });
    let busy = busy.into_inner().unwrap_or_else(PoisonError::into_inner);
    collected.map(|subtrees| Report { subtrees, busy })
}

/// As many threads as wanted, but no more than there is work for.
fn threads_for(subtrees: Option<u64>, how: &Drive<'_>) -> usize {
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
struct Worker<'a, 's, P: Problem> {
    problem: &'a P,
    search: &'a Search<'s, P>,
    source: &'a Source<'s, P::Root>,
    channel: &'a Sender<Message>,
    buffer: &'a ReorderBuffer,
    how: Drive<'a>,
}

/// Tells that a subtree is no longer searched, and wakes whoever waits for this worker,
/// should it leave before all is searched.
struct Searching<'w, 'a, 's, P: Problem> {
    worker: &'w Worker<'a, 's, P>,
    key: Key,
    index: u64,
    parts: VecDeque<P::Root>,
}

impl<P: Problem> Drop for Searching<'_, '_, '_, P> {
    fn drop(&mut self) {
        let Worker {
            source,
            buffer,
            how,
            ..
        } = self.worker;
        if thread::panicking() {
            how.cancel.cancel(Reason::Failed);
        }
        if self.key.part == 0 {
            source.searched(self.key, self.index, mem::take(&mut self.parts));
        }
        if how.cancel.is_cancelled() {
            buffer.close();
        }
    }
}

impl<P: Problem> Worker<'_, '_, P> {
    /// Takes subtrees until there are none, and returns the time it searched.
    fn work(&self) -> Duration {
        let how = self.how;
        let mut worker = self.problem.worker(how.kernel);
        let mut emitter = Emitter::new(how.form, how.limit, self.buffer, self.channel, how.cancel);
        let mut busy = Duration::ZERO;
        let (mut finished, mut told) = (Vec::new(), Instant::now());
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
            let last = self.search(&mut worker, task, &mut emitter);
            let end = Instant::now();
            busy += end - start;
            let Some(mut last) = last else { break };
            last.finished.elapsed = end - start;
            if let Some((clock, before)) = begin {
                last.finished.cpu = cpu_time(clock).saturating_sub(before);
            }
            finished.push(last);
            // Where order matters, others wait for this; else the sink need not wake each time.
            if self.buffer.ascending || end - told >= TELL {
                told = end;
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
        worker: &mut P::Worker,
        task: Task<P::Root>,
        emitter: &mut Emitter<'_, P>,
    ) -> Option<Last> {
        let (how, key) = (self.how, task.key);
        let mut searching = Searching {
            worker: self,
            key,
            index: task.index,
            parts: VecDeque::new(),
        };
        emitter.begin(key, how.hash);
        let index = (key.part == 0).then_some(task.index);
        let mut tally = self.tally(worker, task.root, index, emitter)?;
        let mut parts = emitter.take_deferred();
        if how.defers && key.part == 0 {
            searching.parts = mem::take(&mut parts);
        }
        // What others may not take is searched right here.
        while let Some(root) = parts.pop_front() {
            tally.merge(self.tally(worker, root, None, emitter)?);
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
        Some(Last {
            key,
            parts: searching.parts.len() as u32,
            block,
            finished: Finished {
                index: task.index,
                tally: Box::new(tally),
                elapsed: Duration::ZERO,
                cpu: Duration::ZERO,
                is_recalled: false,
                written: emitter.take_written(),
            },
        })
    }

    /// Searches a root; an error ends the run.
    fn tally(
        &self,
        worker: &mut P::Worker,
        root: P::Root,
        index: Option<u64>,
        emitter: &mut Emitter<'_, P>,
    ) -> Option<P::Tally> {
        match (self.search)(worker, root, index, emitter) {
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
