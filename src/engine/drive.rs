//! Runs a problem: one worker per thread of a rayon pool, one sink on the caller's thread.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, bounded};

use super::outlet::{Block, Message, Outlet, Part};
use super::sink::{Finished, Sink};
use super::{Problem, Pulse, Reason, Stop, Subtree, Tally};
use crate::error::Error;

/// Messages in flight between the workers and the sink, per thread.
const IN_FLIGHT: usize = 4;

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
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .thread_name(|index| format!("worker-{index}"))
        .build()
        .map_err(|error| Error::Threads(error.to_string()))?;
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
    while !stop.is_raised() {
        let message = match source.next() {
            None => break,
            Some(Err(error)) => Message::Failed(error),
            Some(Ok((sequence, subtree))) => {
                let start = Instant::now();
                part.begin(sequence);
                let tally = problem.search(&mut worker, subtree.root, &mut part);
                // Whether more rows are wanted no longer matters to this subtree.
                let _ = part.send();
                let elapsed = start.elapsed();
                busy += elapsed;
                if stop.is_raised() {
                    break;
                }
                pulse.advance(subtree.cost);
                pulse.found(tally.solutions());
                Message::Finished {
                    sequence,
                    finished: Finished {
                        index: subtree.index,
                        tally,
                        elapsed,
                    },
                }
            }
        };
        if channel.send(message).is_err() {
            break;
        }
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
        for message in receiver {
            // After the end the channel is only drained, so that no worker hangs.
            if !self.open {
                continue;
            }
            let result = match message {
                Message::Rows { sequence, block } if self.is_early(sequence) => {
                    self.early(sequence).blocks.push(block);
                    Ok(Continue(()))
                }
                Message::Finished { sequence, finished } if self.is_early(sequence) => {
                    self.early(sequence).finished = Some(finished);
                    Ok(Continue(()))
                }
                Message::Rows { block, .. } => self.write(block),
                Message::Finished { finished, .. } => self.finish(finished),
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

#[cfg(test)]
mod tests {
    use super::super::{Count, First, List};
    use super::*;
    use proptest::prelude::*;

    /// Subtree `r` gives `r` rows that name it, slowly enough to overtake each other.
    struct Repeat;

    impl Problem for Repeat {
        type Root = u64;
        type Worker = ();
        type Tally = u128;

        fn worker(&self) {}

        fn search(&self, (): &mut (), root: u64, part: &mut Part<'_, u128>) -> u128 {
            for row in 0..root {
                part.buffer()
                    .extend_from_slice(format!("{root}:{row}{:>2000}\n", "").as_bytes());
                if part.end_row().is_break() {
                    break;
                }
            }
            u128::from(root)
        }
    }

    fn subtrees(roots: &[u64]) -> impl Iterator<Item = Result<Subtree<u64>, Error>> + Send {
        roots.iter().zip(0..).map(|(&root, index)| {
            Ok(Subtree {
                index,
                cost: root,
                root,
            })
        })
    }

    fn rows(roots: &[u64]) -> Vec<String> {
        let row = |root: &u64| {
            let root = *root;
            (0..root).map(move |row| format!("{root}:{row}{:>2000}", ""))
        };
        roots.iter().flat_map(row).collect()
    }

    fn lines(bytes: &[u8]) -> Vec<String> {
        let text = str::from_utf8(bytes).expect("rows are text");
        text.lines().map(str::to_owned).collect()
    }

    fn options(threads: usize, order: Order) -> Options {
        Options { threads, order }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn ascending_output_is_that_of_one_thread(
            roots in prop::collection::vec(0_u64..400, 0..40),
            threads in 1_usize..6,
        ) {
            let (stop, pulse) = (Stop::new(), Pulse::new(None));
            let mut list = List::new(Vec::new(), "memory");
            let report = run(&Repeat, subtrees(&roots), &mut list, options(threads, Order::Ascending), &stop, &pulse)?;
            prop_assert_eq!(report.subtrees, roots.len() as u64);
            prop_assert_eq!(list.total, u128::from(roots.iter().sum::<u64>()));
            prop_assert_eq!(pulse.done(), roots.iter().sum::<u64>());
            prop_assert_eq!(lines(&list.into_inner()), rows(&roots));
        }

        #[test]
        fn any_order_gives_the_same_rows(roots in prop::collection::vec(0_u64..400, 0..20), threads in 1_usize..6) {
            let mut list = List::new(Vec::new(), "memory");
            run(&Repeat, subtrees(&roots), &mut list, options(threads, Order::Any), &Stop::new(), &Pulse::new(None))?;
            let (mut got, mut expected) = (lines(&list.into_inner()), rows(&roots));
            got.sort();
            expected.sort();
            prop_assert_eq!(got, expected);
        }

        #[test]
        fn the_first_rows_are_a_prefix(
            roots in prop::collection::vec(0_u64..400, 0..20),
            threads in 1_usize..6,
            limit in 1_u64..2000,
        ) {
            let stop = Stop::new();
            let mut first = First::new(limit, List::new(Vec::new(), "memory"));
            run(&Repeat, subtrees(&roots), &mut first, options(threads, Order::Ascending), &stop, &Pulse::new(None))?;
            let mut expected = rows(&roots);
            let reached = expected.len() as u64 >= limit;
            expected.truncate(limit as usize);
            prop_assert_eq!(first.sink.rows, expected.len() as u64);
            prop_assert_eq!(lines(&first.sink.into_inner()), expected);
            prop_assert_eq!(stop.reason(), reached.then_some(Reason::Limit));
        }
    }

    #[test]
    fn an_error_of_the_source_comes_after_the_subtrees_before_it() {
        let roots = [100, 3, 200];
        let source = subtrees(&roots).chain([Err(Error::Threads("lost".into()))]);
        let mut list = List::<u128, _>::new(Vec::new(), "memory");
        let result = run(
            &Repeat,
            source,
            &mut list,
            options(2, Order::Ascending),
            &Stop::new(),
            &Pulse::new(None),
        );
        assert!(matches!(result, Err(Error::Threads(text)) if text == "lost"));
        assert_eq!(lines(&list.into_inner()), rows(&roots));
    }

    /// Fails or reports a closed pipe after a few bytes.
    struct Broken(usize, std::io::ErrorKind);

    impl std::io::Write for Broken {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 {
                Err(self.1.into())
            } else {
                Ok(taken)
            }
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_stops_the_run_quietly_and_a_full_disk_with_an_error() {
        let roots = [400; 64];
        let go = |kind, stop: &Stop| {
            let mut list = List::<u128, _>::new(Broken(300_000, kind), "disk");
            run(
                &Repeat,
                subtrees(&roots),
                &mut list,
                options(3, Order::Ascending),
                stop,
                &Pulse::new(None),
            )
        };
        let stop = Stop::new();
        let report = go(std::io::ErrorKind::BrokenPipe, &stop).expect("no error");
        assert_eq!(report.stopped, Some(Reason::Closed));
        let stop = Stop::new();
        let error = go(std::io::ErrorKind::StorageFull, &stop).expect_err("disk is full");
        assert!(error.to_string().contains("disk"), "{error}");
        assert_eq!(stop.reason(), Some(Reason::Failed));
    }

    /// Waits in subtree 0 until it is told to stop, while the others fill the window.
    struct Stuck;

    impl Problem for Stuck {
        type Root = u64;
        type Worker = ();
        type Tally = u128;

        fn worker(&self) {}

        fn search(&self, (): &mut (), root: u64, part: &mut Part<'_, u128>) -> u128 {
            if root == 0 {
                while !part.stop().load(std::sync::atomic::Ordering::Relaxed) {
                    thread::yield_now();
                }
                return 0;
            }
            Repeat.search(&mut (), 100_000, part)
        }
    }

    #[test]
    fn an_interrupt_wakes_workers_that_wait_for_their_turn() {
        let stop = Stop::new();
        let mut count = Count::default();
        let report = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(200));
                stop.raise(Reason::Interrupted);
            });
            run(
                &Stuck,
                subtrees(&[0, 1, 2, 3]),
                &mut count,
                options(3, Order::Ascending),
                &stop,
                &Pulse::new(None),
            )
        });
        let report = report.expect("an interrupt is no error");
        assert_eq!(
            (report.stopped, report.subtrees),
            (Some(Reason::Interrupted), 0)
        );
        assert_eq!(count.total, 0);
    }

    /// Panics in the first subtree.
    struct Panics;

    impl Problem for Panics {
        type Root = u64;
        type Worker = ();
        type Tally = u128;

        fn worker(&self) {}

        fn search(&self, (): &mut (), root: u64, part: &mut Part<'_, u128>) -> u128 {
            assert!(root > 0, "as expected");
            Repeat.search(&mut (), 20_000, part)
        }
    }

    #[test]
    fn a_panic_in_a_worker_is_passed_on_and_hangs_nobody() {
        let result = std::panic::catch_unwind(|| {
            let mut count = Count::default();
            let stop = Stop::new();
            let (options, pulse) = (options(3, Order::Ascending), Pulse::new(None));
            run(
                &Panics,
                subtrees(&[0, 1, 2]),
                &mut count,
                options,
                &stop,
                &pulse,
            )
        });
        assert!(result.is_err());
    }
}
