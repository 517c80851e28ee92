//! Thread pools that are reused by later runs, and that start all but one of their threads late.
//! Starting a pool takes ten times as long as the search of a small problem.

use std::cell::Cell;
use std::io;
use std::ops::Deref;
use std::process;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam::channel::bounded;
use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};

use crate::error::Error;

/// Time that the first thread of a pool works alone. Work that ends earlier would not end sooner
/// with more threads, and starting them takes CPU time.
pub(super) const ALONE: Duration = Duration::from_millis(2);

/// Stack of a thread, in bytes, for deep recursions. The system allocates only the pages that are
/// used.
const STACK_BYTES: usize = 64 << 20;
/// Largest number of idle pools. Concurrent runs of a process usually need few sizes.
const MOST_IDLE: usize = 4;

/// Pools that are not in use.
static IDLE: Mutex<Vec<IdlePool>> = Mutex::new(Vec::new());

struct IdlePool {
    threads: LazyThreads,
    /// Id of the process that started the threads. A forked process has the pools of its parent but
    /// not their threads.
    process: u32,
}

/// Number of processors that this process may use. It is read once: the limits of control groups are
/// in files.
pub(super) fn processors() -> usize {
    static PROCESSORS: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));
    *PROCESSORS
}

/// A pool whose first thread is running.
struct LazyThreads {
    pool: ThreadPool,
    /// The threads that are not started yet.
    waiting: Cell<Vec<ThreadBuilder>>,
    /// True if the system refused to start a thread.
    is_short: Cell<bool>,
}

impl LazyThreads {
    fn new(threads: usize) -> Result<Self, Error> {
        let mut waiting = Vec::new();
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_BYTES)
            .thread_name(|index| format!("worker-{index}"))
            .spawn_handler(|thread| {
                if thread.index() == 0 {
                    return start(thread);
                }
                waiting.push(thread);
                Ok(())
            })
            .build()
            .map_err(|error| Error::Threads(error.to_string()))?;
        Ok(Self {
            pool,
            waiting: Cell::new(waiting),
            is_short: Cell::new(false),
        })
    }
}

/// Starts a thread of a pool.
fn start(builder: ThreadBuilder) -> io::Result<()> {
    let mut thread = thread::Builder::new().stack_size(STACK_BYTES);
    if let Some(name) = builder.name() {
        thread = thread.name(name.to_owned());
    }
    thread.spawn(|| builder.run()).map(drop)
}

/// A thread pool for one run or its preparation.
pub(super) struct RunPool {
    /// `None` only during the drop.
    threads: Option<LazyThreads>,
}

impl RunPool {
    /// Returns a pool of `threads` threads, at least one. One of them is running.
    pub fn new(threads: usize) -> Result<Self, Error> {
        let threads = threads.max(1);
        let threads = match take_idle(threads) {
            Some(threads) => threads,
            None => LazyThreads::new(threads)?,
        };
        let threads = Some(threads);
        Ok(Self { threads })
    }

    /// Starts the threads that are not running yet.
    pub fn start_all(&self) -> Result<(), Error> {
        let threads = self.lazy();
        for thread in threads.waiting.take() {
            if let Err(error) = start(thread) {
                threads.is_short.set(true);
                return Err(Error::Threads(error.to_string()));
            }
        }
        Ok(())
    }

    /// Runs a closure on the pool. The other threads start if it lasts longer than `alone`.
    pub fn run<T: Send>(
        &self,
        alone: Duration,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, Error> {
        let (sender, receiver) = bounded(1);
        let result = self.in_place_scope(|scope| {
            scope.spawn(move |_| {
                // The receiver lives as long as the scope.
                let _ = sender.send(work());
            });
            if let Ok(result) = receiver.recv_timeout(alone) {
                return Ok(Some(result));
            }
            self.start_all()?;
            Ok(receiver.recv().ok())
        });
        result.map(|result| result.expect("the scope passes on a panic"))
    }

    fn lazy(&self) -> &LazyThreads {
        self.threads.as_ref().expect("it is not being dropped")
    }
}

impl Deref for RunPool {
    type Target = ThreadPool;

    fn deref(&self) -> &ThreadPool {
        &self.lazy().pool
    }
}

impl Drop for RunPool {
    fn drop(&mut self) {
        // After a panic a thread may still be running.
        if let Some(threads) = self.threads.take()
            && !thread::panicking()
            && !threads.is_short.get()
        {
            give_back(threads);
        }
    }
}

fn idle() -> MutexGuard<'static, Vec<IdlePool>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take_idle(threads: usize) -> Option<LazyThreads> {
    let mut idle = idle();
    let process = process::id();
    let place = idle.iter().rposition(|pool| {
        pool.process == process && pool.threads.pool.current_num_threads() == threads
    });
    place.map(|place| idle.remove(place).threads)
}

fn give_back(threads: LazyThreads) {
    let process = process::id();
    let mut idle = idle();
    idle.push(IdlePool { threads, process });
    if idle.len() > MOST_IDLE {
        let oldest = idle.remove(0);
        drop(idle);
        // The threads of another process never end, so that a drop would wait for ever.
        if oldest.process != process {
            std::mem::forget(oldest.threads);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;
    use std::time::Duration;

    use super::RunPool;

    /// Ids of the threads of a pool.
    fn identities(pool: &RunPool) -> Vec<thread::ThreadId> {
        pool.start_all().expect("there are threads");
        pool.broadcast(|_| thread::current().id())
    }

    /// Number of threads of a pool that are not started.
    fn waiting(pool: &RunPool) -> usize {
        let waiting = pool.lazy().waiting.take();
        let count = waiting.len();
        pool.lazy().waiting.set(waiting);
        count
    }

    #[test]
    fn short_work_starts_one_thread_and_long_work_all() {
        // A number of threads that no other test uses.
        let pool = RunPool::new(19).expect("there are threads");
        let name = || thread::current().name().map(str::to_owned);
        let first = pool.run(Duration::MAX, name);
        assert_eq!(
            first.expect("there are threads"),
            Some("worker-0".to_owned())
        );
        assert_eq!(waiting(&pool), 18);
        // All threads must meet before any of them goes on.
        let barrier = Barrier::new(19);
        let meet = || rayon::broadcast(|_| barrier.wait().is_leader());
        let met = pool.run(Duration::ZERO, meet).expect("there are threads");
        assert_eq!(met.iter().filter(|&&leads| leads).count(), 1);
        assert_eq!(waiting(&pool), 0);
        drop(pool);
        let again = RunPool::new(19).expect("there are threads");
        assert_eq!(waiting(&again), 0);
    }

    #[test]
    fn a_pool_is_used_again_but_never_by_two_at_once() {
        // A number of threads that no other test uses.
        let first = RunPool::new(13).expect("there are threads");
        let second = RunPool::new(13).expect("there are threads");
        let (threads, others) = (identities(&first), identities(&second));
        assert_eq!(threads.len(), 13);
        assert!(threads.iter().all(|thread| !others.contains(thread)));
        drop(first);
        let again = RunPool::new(13).expect("there are threads");
        assert_eq!(identities(&again), threads);
        let fewer = RunPool::new(11).expect("there are threads");
        assert_eq!(identities(&fewer).len(), 11);
    }

    #[test]
    fn a_pool_in_which_something_panicked_is_not_used_again() {
        let pool = RunPool::new(17).expect("there are threads");
        let threads = identities(&pool);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
            let _ = pool.run(Duration::MAX, || panic!("on purpose"));
        }));
        assert!(panicked.is_err());
        let pool = RunPool::new(17).expect("there are threads");
        assert!(
            identities(&pool)
                .iter()
                .all(|thread| !threads.contains(thread))
        );
    }
}
