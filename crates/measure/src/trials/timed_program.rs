//! The rival program that is timed, and the time limit of a contestant. No program outlives this
//! process.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use countless_engine::{CancelToken, Reason};

/// Process id of the program; 0 if none runs.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// True once the user has interrupted the run. Later programs are ended at once.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Runs a command to its end. On Unix it leads a process group, so that its child processes end
/// with it.
pub(super) fn run_program(command: &mut Command) -> io::Result<ExitStatus> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    RUNNING.store(child.id(), Ordering::SeqCst);
    // An interruption may have come before the id was stored.
    if ENDED.load(Ordering::SeqCst) {
        end_timed_program();
    }
    let status = wait(&mut child);
    RUNNING.store(0, Ordering::SeqCst);
    #[cfg(windows)]
    countless_engine::add_child(child.id());
    status
}

/// Ends the timed program and every later one, after an interruption.
pub fn end_timed_programs() {
    ENDED.store(true, Ordering::SeqCst);
    end_timed_program();
}

/// Ends the timed program, if one runs.
pub(super) fn end_timed_program() {
    let id = RUNNING.swap(0, Ordering::SeqCst);
    if id > 0 {
        end(id);
    }
}

#[cfg(unix)]
fn end(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    // The program may have ended already.
    let _ = killpg(nix::unistd::Pid::from_raw(id as i32), Signal::SIGKILL);
}

#[cfg(unix)]
fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    child.wait()
}

/// Interval at which [`wait`] checks a program that another thread cannot end.
#[cfg(not(unix))]
const TICK: std::time::Duration = std::time::Duration::from_millis(1);

/// Waits until [`wait`] has seen that the id is 0.
#[cfg(not(unix))]
fn end(_: u32) {
    std::thread::sleep(20 * TICK);
}

#[cfg(not(unix))]
fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if RUNNING.load(Ordering::SeqCst) == 0 {
            child.kill()?;
            return child.wait();
        }
        std::thread::sleep(TICK);
    }
}

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
