//! Thread pools of runs. Later runs of the process use a pool again, since its start takes ten times as
//! long as the search of a small problem.

use std::ops::Deref;
use std::sync::{LazyLock, Mutex, MutexGuard};
use std::{process, thread};

use super::cancel::lock;
use crate::error::Error;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Stack of a thread, in bytes, for deep recursions. The system allocates only the pages that are
/// used.
const STACK_BYTES: usize = 64 << 20;
/// Largest number of idle pools. Concurrent runs of a process usually need few sizes.
const MOST_IDLE: usize = 4;

/// Pools that are not in use.
static IDLE: Mutex<Vec<IdlePool>> = Mutex::new(Vec::new());

struct IdlePool {
    threads: ThreadPool,
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

/// A thread pool for one run or its preparation.
pub(super) struct RunPool {
    /// `None` only during the drop.
    threads: Option<ThreadPool>,
}

impl RunPool {
    /// Returns a pool of `threads` threads, at least one.
    pub fn new(threads: usize) -> Result<Self, Error> {
        let threads = threads.max(1);
        let threads = match take_idle(threads) {
            Some(threads) => threads,
            None => ThreadPoolBuilder::new()
                .num_threads(threads)
                .stack_size(STACK_BYTES)
                .thread_name(|index| format!("worker-{index}"))
                .build()
                .map_err(|error| Error::Threads(error.to_string()))?,
        };
        let threads = Some(threads);
        Ok(Self { threads })
    }
}

impl Deref for RunPool {
    type Target = ThreadPool;

    fn deref(&self) -> &ThreadPool {
        self.threads.as_ref().expect("it is not being dropped")
    }
}

impl Drop for RunPool {
    fn drop(&mut self) {
        // After a panic a thread may still be running.
        if let Some(threads) = self.threads.take()
            && !thread::panicking()
        {
            give_back(threads);
        }
    }
}

fn idle() -> MutexGuard<'static, Vec<IdlePool>> {
    lock(&IDLE)
}

fn take_idle(threads: usize) -> Option<ThreadPool> {
    let mut idle = idle();
    let process = process::id();
    let place = idle
        .iter()
        .rposition(|pool| pool.process == process && pool.threads.current_num_threads() == threads);
    place.map(|place| idle.remove(place).threads)
}

fn give_back(threads: ThreadPool) {
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
    use std::thread;

    use super::RunPool;

    /// Ids of the threads of a pool.
    fn identities(pool: &RunPool) -> Vec<thread::ThreadId> {
        pool.broadcast(|_| thread::current().id())
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
            pool.install(|| panic!("on purpose"));
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
