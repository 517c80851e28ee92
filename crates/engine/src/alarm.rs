//! Cancels tokens at a given time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{CancelToken, Reason};
use crate::error::Error;

/// Precision of the times.
const TICK: Duration = Duration::from_millis(1);

/// Cancels tokens at their times from a separate thread, until it is dropped.
#[derive(Debug)]
pub struct Alarm {
    shared: Arc<AlarmState>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct AlarmState {
    ended: AtomicBool,
    tokens: Mutex<Vec<(Instant, CancelToken)>>,
}

impl Alarm {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the system cannot start it.
    pub fn new() -> Result<Self, Error> {
        let shared = Arc::<AlarmState>::default();
        let its = Arc::clone(&shared);
        let thread = thread::Builder::new().name("alarm".to_owned());
        let thread = thread.spawn(move || {
            while !its.ended.load(Ordering::Relaxed) {
                its.cancel_due(Instant::now());
                thread::sleep(TICK);
            }
        });
        Ok(Self {
            shared,
            thread: Some(thread.map_err(|error| Error::Threads(error.to_string()))?),
        })
    }

    /// Cancels a token at a time, unless it is cancelled earlier.
    pub fn set(&self, token: &CancelToken, time: Instant) {
        self.shared.tokens().push((time, token.clone()));
    }
}

impl AlarmState {
    fn tokens(&self) -> std::sync::MutexGuard<'_, Vec<(Instant, CancelToken)>> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cancel_due(&self, now: Instant) {
        self.tokens().retain(|(time, token)| {
            if *time <= now {
                token.cancel(Reason::Limit);
            }
            !token.is_cancelled()
        });
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // The thread has no result.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_cancelled_at_their_times_and_forgotten() {
        let (shared, now) = (AlarmState::default(), Instant::now());
        let tokens: Vec<CancelToken> = (0..4).map(|_| CancelToken::new()).collect();
        for (token, seconds) in tokens.iter().zip([0, 1, 2, 9]) {
            let time = now + Duration::from_secs(seconds);
            shared.tokens().push((time, token.clone()));
        }
        tokens[3].cancel(Reason::Interrupted);
        shared.cancel_due(now + Duration::from_secs(1));
        let cancelled: Vec<bool> = tokens.iter().map(CancelToken::is_cancelled).collect();
        assert_eq!(cancelled, [true, true, false, true]);
        assert_eq!(tokens[3].reason(), Some(Reason::Interrupted));
        assert_eq!(shared.tokens().len(), 1);
    }

    #[test]
    fn a_thread_cancels_them() -> Result<(), Error> {
        let (alarm, token) = (Alarm::new()?, CancelToken::new());
        alarm.set(&token, Instant::now());
        while !token.is_cancelled() {
            thread::yield_now();
        }
        assert_eq!(token.reason(), Some(Reason::Limit));
        Ok(())
    }
}
