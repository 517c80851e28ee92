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
    let result = Mutex::new(Ok(()));
    let (next, work, failed) = (&next, &work, &result);
    let shares = workers.iter_mut().map(|worker| {
        let share = move || {
            while let Some(one) = next() {
                if let Err(error) = work(worker, one) {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
                    break;
                }
            }
        };
        Box::new(share) as Box<dyn FnMut() + Send>
    });
    side_by_side(shares.collect());
    result.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Does all of these, the first on the calling thread. It is compiled once for all kinds of work.
fn side_by_side(mut shares: Vec<Box<dyn FnMut() + Send + '_>>) {
    let Some((first, others)) = shares.split_first_mut() else {
        return;
    };
    scope(|scope| {
        let threads = others.iter_mut();
        let threads: Vec<_> = threads
            .map_while(|share| Builder::new().spawn_scoped(scope, share).ok())
            .collect();
        first();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
