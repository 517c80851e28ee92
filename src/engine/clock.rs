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

/// Windows does not add up the times of programs that have ended: wall time stands in for them.
#[cfg(not(unix))]
pub fn cpu_time(clock: CpuClock) -> Duration {
    use cpu_time::{ProcessTime, ThreadTime};
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    match clock {
        CpuClock::Thread => ThreadTime::try_now().map_or(Duration::ZERO, |time| time.as_duration()),
        CpuClock::Own => ProcessTime::try_now().map_or(Duration::ZERO, |time| time.as_duration()),
        CpuClock::Children => START.elapsed(),
    }
}
