//! The rival program that is timed. It must not outlive this process.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

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
