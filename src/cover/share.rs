//! Sharing work among threads.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// Each worker, on a thread of its own, takes what is left to do, one after the other, until
/// there is nothing left, or one has failed. The first is the calling thread; the work is done
/// even if no other thread can be started.
pub fn share<W: Send, T: Send, E: Send>(
    workers: &mut [W],
    todo: Vec<T>,
    work: impl Fn(&mut W, T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let todo = Mutex::new(todo.into_iter());
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).next();
    let all = |worker: &mut W| {
        while let Some(one) = next() {
            work(worker, one)?;
        }
        Ok(())
    };
    let Some((first, others)) = workers.split_first_mut() else {
        return Ok(());
    };
    scope(|scope| {
        let all = &all;
        let threads = others.iter_mut();
        let threads: Vec<_> = threads
            .map_while(|worker| Builder::new().spawn_scoped(scope, move || all(worker)).ok())
            .collect();
        let mut result = all(first);
        for thread in threads {
            let other = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            result = result.and(other);
        }
        result
    })
}
