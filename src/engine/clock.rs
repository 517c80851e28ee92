//! CPU time, which unlike wall time does not pass while others use the processor.

use std::time::Duration;

/// Whose CPU time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuClock {
    /// That of this thread.
    Thread,
    /// That of all threads of this process.
    Own,
    /// That of the programs that it started and that have ended.
    Children,
}

/// User and system time so far.
///
/// ```
/// use countless::unstable::engine::{CpuClock, cpu_time};
///
/// let before = cpu_time(CpuClock::Thread);
/// std::thread::sleep(std::time::Duration::from_millis(20));
/// # #[cfg(unix)]
/// assert!(cpu_time(CpuClock::Thread) - before < std::time::Duration::from_millis(20));
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

/// Other systems tell it in other ways. There, wall time stands in for that of a thread,
/// and the others are zero.
#[cfg(not(unix))]
pub fn cpu_time(clock: CpuClock) -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    match clock {
        CpuClock::Thread => START.elapsed(),
        CpuClock::Own | CpuClock::Children => Duration::ZERO,
    }
}
