//! Pools of threads, kept for the next run: to start them takes ten times as long as to search
//! a small problem.

use std::ops::Deref;
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Error;

/// The stack of a thread, in bytes: some searches go deep. What is not used costs nothing.
const STACK_BYTES: usize = 64 << 20;
/// So many pools are kept; those of a process that runs several problems at once differ little.
const MOST_IDLE: usize = 4;

/// Pools that no run has at the moment.
static IDLE: Mutex<Vec<IdlePool>> = Mutex::new(Vec::new());

struct IdlePool {
    threads: ThreadPool,
    /// A process that was forked has the pools of its parent, but not their threads.
    process: u32,
}

/// Some threads, for one run or to prepare for one.
pub(super) struct RunPool {
    /// Always there, but while this is dropped.
    threads: Option<ThreadPool>,
}

impl RunPool {
    /// A pool of so many threads, or one if there are to be none.
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
        // After a panic a thread may still be at work.
        if let Some(threads) = self.threads.take()
            && !thread::panicking()
        {
            give_back(threads);
        }
    }
}

fn idle() -> MutexGuard<'static, Vec<IdlePool>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
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
        // To end the threads of another process would wait for them for ever.
        if oldest.process != process {
            std::mem::forget(oldest.threads);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::RunPool;

    /// The threads of a pool, by their identity.
    fn identities(pool: &RunPool) -> Vec<thread::ThreadId> {
        pool.broadcast(|_| thread::current().id())
    }

    #[test]
    fn a_pool_is_used_again_but_never_by_two_at_once() {
        // As many as no other test asks for.
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
