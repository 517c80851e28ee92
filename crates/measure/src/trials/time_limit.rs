//! Time limit of one run of a contestant.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use countless_engine::{CancelToken, Reason};

use super::timed_program::end_timed_program;

/// Stops a run that lasts too long: cancels its token with [`Reason::Failed`] and ends the timed
/// program. Dropping it cancels the limit.
#[derive(Debug)]
pub(super) struct TimeLimit(Option<(Sender<()>, JoinHandle<()>)>);

impl TimeLimit {
    /// Starts the limit. Without a `timeout`, nothing is limited.
    pub(super) fn start(timeout: Option<Duration>, token: &CancelToken) -> Self {
        Self(timeout.map(|timeout| {
            let (sender, receiver) = channel::<()>();
            let token = token.clone();
            let watch = move || {
                if receiver.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                    token.cancel(Reason::Failed);
                    end_timed_program();
                }
            };
            (sender, thread::spawn(watch))
        }))
    }
}

impl Drop for TimeLimit {
    fn drop(&mut self) {
        if let Some((sender, watch)) = self.0.take() {
            drop(sender);
            // A panic of the thread is ignored.
            let _ = watch.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_run_that_lasts_too_long_is_stopped() {
        let token = CancelToken::new();
        drop(TimeLimit::start(None, &token));
        drop(TimeLimit::start(Some(Duration::from_secs(3600)), &token));
        assert!(!token.is_cancelled());
        let limit = TimeLimit::start(Some(Duration::from_millis(1)), &token);
        while !token.is_cancelled() {
            thread::yield_now();
        }
        drop(limit);
        assert_eq!(token.reason(), Some(Reason::Failed));
    }
}
