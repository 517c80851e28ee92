//! Thread pools of runs. Later runs of the process use a pool again, since its start takes ten times
//! as long as the search of a small problem.

use std::sync::{LazyLock, Mutex};
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

/// Does work with a pool of `threads` threads, at least one. After a panic, in which a thread may
/// still be running, the pool is not used again.
pub(super) fn with_pool<T>(
    threads: usize,
    work: impl FnOnce(&ThreadPool) -> T,
) -> Result<T, Error> {
    let threads = threads.max(1);
    let pool = match take_idle(threads) {
        Some(pool) => pool,
        None => ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_BYTES)
            .thread_name(|index| format!("worker-{index}"))
            .build()
            .map_err(|error| Error::Threads(error.to_string()))?,
    };
    let result = work(&pool);
    give_back(pool);
    Ok(result)
}

fn take_idle(threads: usize) -> Option<ThreadPool> {
    let mut idle = lock(&IDLE);
    let process = process::id();
    let place = idle
        .iter()
        .rposition(|pool| pool.process == process && pool.threads.current_num_threads() == threads);
    place.map(|place| idle.remove(place).threads)
}

fn give_back(threads: ThreadPool) {
    let process = process::id();
    let mut idle = lock(&IDLE);
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

    use super::with_pool;

    /// Ids of the threads of a pool.
    fn identities(pool: &rayon::ThreadPool) -> Vec<thread::ThreadId> {
        pool.broadcast(|_| thread::current().id())
    }

    #[test]
    fn a_pool_is_used_again_but_never_by_two_at_once() {
        // A number of threads that no other test uses.
        let (threads, others) = with_pool(13, |first| {
            let others = with_pool(13, identities).expect("there are threads");
            (identities(first), others)
        })
        .expect("there are threads");
        assert_eq!(threads.len(), 13);
        assert!(threads.iter().all(|thread| !others.contains(thread)));
        let again = with_pool(13, identities).expect("there are threads");
        assert_eq!(again, threads);
        let fewer = with_pool(11, identities).expect("there are threads");
        assert_eq!(fewer.len(), 11);
    }

    #[test]
    fn a_pool_in_which_something_panicked_is_not_used_again() {
        let mut threads = Vec::new();
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            with_pool(17, |pool| {
                threads = identities(pool);
                pool.install(|| panic!("on purpose"));
            })
        }));
        assert!(panicked.is_err());
        let again = with_pool(17, identities).expect("there are threads");
        assert!(again.iter().all(|thread| !threads.contains(thread)));
    }
}
