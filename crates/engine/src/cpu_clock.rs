//! CPU time: the time that threads actually run on a processor.

#[cfg(windows)]
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[cfg(windows)]
use winsafe::FILETIME;

/// The threads or processes that CPU time is measured for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CpuClock {
    /// The calling thread.
    Thread,
    /// All threads of this process.
    Own,
    /// The child processes that have ended.
    Children,
}

/// Returns the user and system time so far.
///
/// ```
/// use countless_engine::{CpuClock, cpu_time};
///
/// let before = cpu_time(CpuClock::Own);
/// std::thread::sleep(std::time::Duration::from_millis(20));
/// assert!(cpu_time(CpuClock::Own) - before < std::time::Duration::from_millis(20));
/// ```
#[cfg(unix)]
pub fn cpu_time(clock: CpuClock) -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::time::{ClockId, clock_gettime};
    let id = match clock {
        CpuClock::Thread => ClockId::CLOCK_THREAD_CPUTIME_ID,
        CpuClock::Own => ClockId::CLOCK_PROCESS_CPUTIME_ID,
        CpuClock::Children => {
            return getrusage(UsageWho::RUSAGE_CHILDREN).map_or(Duration::ZERO, |usage| {
                [usage.user_time(), usage.system_time()]
                    .map(|time| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000))
                    .iter()
                    .sum()
            });
        }
    };
    clock_gettime(id).map_or(Duration::ZERO, Duration::from)
}

/// Returns the user and system time so far.
///
/// Counts only child processes that were passed to [`add_child`]. Windows counts CPU time in ticks
/// of 16 ms, longer than most subtrees take: for a thread, wall time is returned.
#[cfg(windows)]
pub fn cpu_time(clock: CpuClock) -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    use winsafe::HPROCESS;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    match clock {
        CpuClock::Thread => START.elapsed(),
        CpuClock::Own => sum(HPROCESS::GetCurrentProcess().GetProcessTimes()),
        CpuClock::Children => Duration::from_nanos(CHILDREN.load(Ordering::Relaxed)),
    }
}

/// CPU time of child processes that have ended, in nanoseconds.
#[cfg(windows)]
static CHILDREN: AtomicU64 = AtomicU64::new(0);

/// Adds the CPU time of a child process that has ended to [`CpuClock::Children`], because Windows
/// does not add it up.
///
/// The [`Child`](std::process::Child) must still exist, so that its `id` is not in use by another
/// process.
#[cfg(windows)]
pub fn add_child(id: u32) {
    use winsafe::{HPROCESS, co};

    let rights = co::PROCESS::QUERY_LIMITED_INFORMATION;
    let child = HPROCESS::OpenProcess(rights, false, id);
    let time = sum(child.and_then(|child| child.GetProcessTimes()));
    CHILDREN.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
}

/// Sum of the user and system time. Windows returns four times in units of 100 nanoseconds; the
/// first two are the start and the end.
#[cfg(windows)]
fn sum(times: winsafe::SysResult<(FILETIME, FILETIME, FILETIME, FILETIME)>) -> Duration {
    times.map_or(Duration::ZERO, |(_, _, system, user)| {
        Duration::from_nanos(100 * (u64::from(system) + u64::from(user)))
    })
}
