//! The program that is being timed, which must not outlive this one.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The number of its process; 0 if none runs.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// Whether the user has ended the run: no program starts any more.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Runs a command to its end. On Unix it leads a process group, so that the programs it starts end
/// with it.
pub(super) fn run_program(command: &mut Command) -> io::Result<ExitStatus> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    RUNNING.store(child.id(), Ordering::SeqCst);
    // A signal may have come before the number was stored.
    if ENDED.load(Ordering::SeqCst) {
        end_timed_program();
    }
    let status = wait(&mut child);
    RUNNING.store(0, Ordering::SeqCst);
    #[cfg(windows)]
    countless_engine::add_child(child.id());
    status
}

/// Ends the program that is being timed, and every later one: the user has interrupted the run.
pub fn end_timed_programs() {
    ENDED.store(true, Ordering::SeqCst);
    end_timed_program();
}

/// Ends the program that is being timed, if one is.
pub(super) fn end_timed_program() {
    let id = RUNNING.swap(0, Ordering::SeqCst);
    if id > 0 {
        end(id);
    }
}

#[cfg(unix)]
fn end(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    // It may just have ended.
    let _ = killpg(nix::unistd::Pid::from_raw(id as i32), Signal::SIGKILL);
}

#[cfg(unix)]
fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    child.wait()
}

/// How often a program is looked at where another thread cannot end it.
#[cfg(not(unix))]
const TICK: std::time::Duration = std::time::Duration::from_millis(1);

/// Gives [`wait`] the time to see that the number is gone.
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
