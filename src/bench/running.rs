//! The program that is being timed, which must not go on without us.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of its process; 0 if there is none.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// Runs a command to its end.
pub(super) fn run(command: &mut Command) -> io::Result<ExitStatus> {
    let mut child = command.spawn()?;
    RUNNING.store(child.id(), Ordering::SeqCst);
    let status = child.wait();
    RUNNING.store(0, Ordering::SeqCst);
    status
}

/// Ends the program that is being timed, if one is: before we leave at once.
pub fn end_running() {
    let id = RUNNING.swap(0, Ordering::SeqCst);
    if id > 0 {
        end(id);
    }
}

#[cfg(unix)]
fn end(id: u32) {
    use nix::sys::signal::{Signal, kill};
    // It may just have ended.
    let _ = kill(nix::unistd::Pid::from_raw(id as i32), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn end(_: u32) {}
