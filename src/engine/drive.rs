//! Runs a problem: one worker per thread of a rayon pool, one sink on the caller's thread.

use std::collections::BTreeMap;
use std::mem;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, bounded};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::outlet::{Block, Last, Message, Outlet, Part};
use super::sink::{Finished, Sink};
use super::{Problem, Pulse, Reason, Stop, Subtree, Tally};
use crate::error::Error;

/// Messages in flight between the workers and the sink, per thread.
const IN_FLIGHT: usize = 4;
/// How long a worker keeps its results to itself where order does not matter.
const TELL: Duration = Duration::from_millis(10);

/// In which order the sink gets the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Subtree by subtree, as they were handed out.
    #[default]
    Ascending,
    /// As they come; rows of different subtrees may be mixed.
    Any,
}

/// How to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of worker threads, at least 1.
    pub threads: usize,
    /// In which order the sink gets the results.
    pub order: Order,
}

impl Default for Options {
    /// One thread per processor that this process may use, in ascending order.
    fn default() -> Self {
        Self {
            threads: thread::available_parallelism().map_or(1, usize::from),
            order: Order::default(),
        }
    }
}

/// What a run took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Why it ended early, if it did.
    pub stopped: Option<Reason>,
    /// The subtrees that were searched to their end.
    pub subtrees: u64,
    /// For each thread, how long it was searching.
    pub busy: Vec<Duration>,
    /// The whole time, from start to end.
    pub elapsed: Duration,
}

/// Searches `subtrees` of `problem` with `options.threads` threads, and gives their
/// results to `sink`.
///
/// # Errors
///
/// The first error of `subtrees` or `sink`, or [`Error::Threads`] if the threads
/// cannot be started.
///
/// # Panics
///
/// If the search of a subtree panics.
pub fn run<P, I, S>(
    problem: &P,
    subtrees: I,
    sink: &mut S,
    options: Options,
    stop: &Stop,
    pulse: &Pulse,
) -> Result<Report, Error>
where
    P: Problem,
    I: IntoIterator<Item = Result<Subtree<P::Root>, Error>>,
    I::IntoIter: Send,
    S: Sink<P::Tally>,
{
    let start = Instant::now();
    let pool = pool(options.threads)?;
    let outlet = Outlet::new(options.order == Order::Ascending, sink.limit());
    let source = Source::new(subtrees.into_iter());
    let (sender, receiver) = bounded(IN_FLIGHT * pool.current_num_threads());
    let mut collector = Collector {
        sink,
        outlet: &outlet,
        stop,
        head: 0,
        early: BTreeMap::new(),
        subtrees: 0,
        open: true,
    };
    let (busy, collected) = thread::scope(|scope| {
        let workers = scope.spawn(|| {
            let sender = sender; // Dropped when all workers are done, which ends the collector.
            pool.broadcast(|_| work(problem, &source, &sender, &outlet, stop, pulse))
        });
        let collected = collector.collect(&receiver);
        drop(receiver);
        match workers.join() {
            Ok(busy) => (busy, collected),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    });
    let subtrees = collector.subtrees;
    collected?;
    Ok(Report {
        stopped: stop.reason(),
        subtrees,
        busy,
        elapsed: start.elapsed(),
    })
}

/// Starts a pool of `threads` threads, for a run or to prepare for one.
///
/// # Errors
///
/// [`Error::Threads`] if the system does not give them.
pub fn pool(threads: usize) -> Result<ThreadPool, Error> {
    ThreadPoolBuilder::new()
        .num_threads(threads.max(1))
        .thread_name(|index| format!("worker-{index}"))
        .build()
        .map_err(|error| Error::Threads(error.to_string()))
}

/// Hands out the subtrees, one at a time, numbered.
struct Source<I> {
    subtrees: Mutex<(u64, Option<I>)>,
}

impl<I: Iterator<Item = Result<T, Error>>, T> Source<I> {
    fn new(subtrees: I) -> Self {
        Self {
            subtrees: Mutex::new((0, Some(subtrees))),
        }
    }

    /// The next subtree; none after an error.
    fn next(&self) -> Option<Result<(u64, T), Error>> {
        let mut guard = self.subtrees.lock().unwrap_or_else(PoisonError::into_inner);
        let (sequence, subtrees) = &mut *guard;
        match subtrees.as_mut()?.next()? {
            Ok(subtree) => {
                *sequence += 1;
                Some(Ok((*sequence - 1, subtree)))
            }
            Err(error) => {
                *subtrees = None;
                Some(Err(error))
            }
        }
    }
}

/// Wakes whoever waits for this worker, should it leave before all is searched.
struct Leave<'a> {
    outlet: &'a Outlet,
    stop: &'a Stop,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.stop.raise(Reason::Failed);
        }
        if self.stop.is_raised() {
            self.outlet.close();
        }
    }
}

/// One worker: takes subtrees until there are none, and returns the time it searched.
fn work<P: Problem, I>(
    problem: &P,
    source: &Source<I>,
    channel: &Sender<Message<P::Tally>>,
    outlet: &Outlet,
    stop: &Stop,
    pulse: &Pulse,
) -> Duration
where
    I: Iterator<Item = Result<Subtree<P::Root>, Error>>,
{
    let _leave = Leave { outlet, stop };
    let mut worker = problem.worker();
    let mut part = Part::new(outlet, channel, stop);
    let mut busy = Duration::ZERO;
    let (mut finished, mut told) = (Vec::new(), Instant::now());
    while !stop.is_raised() {
        let (sequence, subtree) = match source.next() {
            None => break,
            Some(Ok(next)) => next,
            Some(Err(error)) => {
                // A sink that has gone away needs no error.
                let _ = channel.send(Message::Failed(error));
                break;
            }
        };
        let start = Instant::now();
        part.begin(sequence);
        let tally = problem.search(&mut worker, subtree.root, &mut part);
        let block = part.take();
        let end = Instant::now();
        let elapsed = end - start;
        busy += elapsed;
        let Continue(block) = block else { break };
        if stop.is_raised() {
            break;
        }
        pulse.advance(subtree.cost);
        pulse.found(tally.solutions());
        finished.push(Last {
            sequence,
            block,
            finished: Finished {
                index: subtree.index,
                tally,
                elapsed,
            },
        });
        // Where order matters, others wait for this; else the sink need not wake each time.
        if outlet.ascending || end - told >= TELL {
            told = end;
            if channel
                .send(Message::Finished(mem::take(&mut finished)))
                .is_err()
            {
                break;
            }
        }
    }
    if !finished.is_empty() {
        // What is finished counts, even if the run is interrupted.
        let _ = channel.send(Message::Finished(finished));
    }
    busy
}

/// Gives the results to the sink, in order.
struct Collector<'a, S, T> {
    sink: &'a mut S,
    outlet: &'a Outlet,
    stop: &'a Stop,
    /// The subtree being written.
    head: u64,
    /// Results of later subtrees.
    early: BTreeMap<u64, Early<T>>,
    subtrees: u64,
    /// Whether the sink takes more.
    open: bool,
}

/// What has come of a subtree before its turn.
struct Early<T> {
    blocks: Vec<Block>,
    finished: Option<Finished<T>>,
}

impl<S: Sink<T>, T> Collector<'_, S, T> {
    /// Takes messages until all workers are done; the first error is returned.
    fn collect(&mut self, receiver: &Receiver<Message<T>>) -> Result<(), Error> {
        let mut failure = Ok(());
        loop {
            let message = if let Ok(message) = receiver.try_recv() {
                message
            } else {
                self.pause(&mut failure);
                let Ok(message) = receiver.recv() else { break };
                message
            };
            // After the end the channel is only drained, so that no worker hangs.
            if !self.open {
                continue;
            }
            let result = match message {
                Message::Rows { sequence, block } if self.is_early(sequence) => {
                    self.early(sequence).blocks.push(block);
                    Ok(Continue(()))
                }
                Message::Rows { block, .. } => self.write(block),
                Message::Finished(subtrees) => self.finish_all(subtrees),
                Message::Failed(error) => {
                    // What comes before it is still searched and written.
                    failure = failure.and(Err(error));
                    Ok(Continue(()))
                }
            };
            match result {
                Ok(Continue(())) => {}
                Ok(Break(reason)) => self.close(reason),
                Err(error) => {
                    self.close(Reason::Failed);
                    failure = Err(error);
                }
            }
        }
        failure
    }

    /// Nothing waits: the sink may write what it has put off.
    fn pause(&mut self, failure: &mut Result<(), Error>) {
        if self.open
            && let Err(error) = self.sink.pause()
        {
            self.close(Reason::Failed);
            *failure = Err(error);
        }
    }

    fn is_early(&self, sequence: u64) -> bool {
        self.outlet.ascending && sequence > self.head
    }

    fn early(&mut self, sequence: u64) -> &mut Early<T> {
        self.early.entry(sequence).or_insert_with(|| Early {
            blocks: Vec::new(),
            finished: None,
        })
    }

    fn write(&mut self, block: Block) -> Result<ControlFlow<Reason>, Error> {
        let flow = self.sink.rows(&block.bytes, block.rows);
        self.outlet.written(block.bytes);
        flow
    }

    /// Takes the last that comes of some subtrees.
    fn finish_all(&mut self, subtrees: Vec<Last<T>>) -> Result<ControlFlow<Reason>, Error> {
        for Last {
            sequence,
            block,
            finished,
        } in subtrees
        {
            if self.is_early(sequence) {
                let early = self.early(sequence);
                early.blocks.extend(block);
                early.finished = Some(finished);
                continue;
            }
            if let Some(block) = block
                && let Break(reason) = self.write(block)?
            {
                return Ok(Break(reason));
            }
            if let Break(reason) = self.finish(finished)? {
                return Ok(Break(reason));
            }
        }
        Ok(Continue(()))
    }

    /// Ends the subtree being written, and writes what has come of the next ones.
    fn finish(&mut self, finished: Finished<T>) -> Result<ControlFlow<Reason>, Error> {
        let mut ended = Some(finished);
        while let Some(finished) = ended.take() {
            self.subtrees += 1;
            if let Break(reason) = self.sink.finished(finished)? {
                return Ok(Break(reason));
            }
            if !self.outlet.ascending {
                break;
            }
            self.head += 1;
            self.outlet.advance(self.head);
            if let Some(early) = self.early.remove(&self.head) {
                for block in early.blocks {
                    if let Break(reason) = self.write(block)? {
                        return Ok(Break(reason));
                    }
                }
                ended = early.finished;
            }
        }
        Ok(Continue(()))
    }

    fn close(&mut self, reason: Reason) {
        self.open = false;
        self.stop.raise(reason);
        self.outlet.close();
    }
}
