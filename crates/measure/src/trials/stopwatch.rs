//! Wall time and CPU time.

use std::time::{Duration, Instant};

pub use countless_engine::CpuClock;
use countless_engine::cpu_time;

/// Elapsed time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeTaken {
    /// Wall time.
    pub wall: Duration,
    /// CPU time, the sum of all threads.
    pub cpu: Duration,
}

/// Running stopwatch.
#[derive(Debug)]
pub struct Stopwatch {
    cpu_clock: CpuClock,
    start: Instant,
    cpu_start: Duration,
}

impl Stopwatch {
    /// Starts a stopwatch.
    pub fn start(clock: CpuClock) -> Self {
        Self {
            cpu_clock: clock,
            cpu_start: cpu_time(clock),
            start: Instant::now(),
        }
    }

    /// Time since the start.
    pub fn taken(&self) -> TimeTaken {
        let wall = self.start.elapsed();
        TimeTaken {
            wall,
            cpu: cpu_time(self.cpu_clock).saturating_sub(self.cpu_start),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_cpu_time_and_sleep_does_not() {
        let clock = Stopwatch::start(CpuClock::Own);
        let mut sum = 0_u64;
        while clock.start.elapsed() < Duration::from_millis(50) || sum == 0 {
            sum = sum.wrapping_add(std::hint::black_box(1));
        }
        let taken = clock.taken();
        assert!(taken.wall >= Duration::from_millis(50));
        assert!(taken.cpu > Duration::ZERO, "{taken:?}");
        let clock = Stopwatch::start(CpuClock::Children);
        std::thread::sleep(Duration::from_millis(20));
        assert!(clock.taken().wall >= Duration::from_millis(20));
    }
}
