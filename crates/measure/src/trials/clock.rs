//! Wall time and CPU time.

use std::time::{Duration, Instant};

pub use countless_engine::CpuClock;
use countless_engine::cpu_time;

/// Time that has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// On the wall.
    pub wall: Duration,
    /// On all processors together.
    pub cpu: Duration,
}

/// A running clock.
#[derive(Debug)]
pub struct Clock {
    of: CpuClock,
    start: Instant,
    cpu: Duration,
}

impl Clock {
    /// Starts a clock.
    pub fn start(clock: CpuClock) -> Self {
        Self {
            of: clock,
            cpu: cpu_time(clock),
            start: Instant::now(),
        }
    }

    /// The time since the start.
    pub fn taken(&self) -> Taken {
        let wall = self.start.elapsed();
        Taken {
            wall,
            cpu: cpu_time(self.of).saturating_sub(self.cpu),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_cpu_time_and_sleep_does_not() {
        let clock = Clock::start(CpuClock::Own);
        let mut sum = 0_u64;
        while clock.start.elapsed() < Duration::from_millis(50) || sum == 0 {
            sum = sum.wrapping_add(std::hint::black_box(1));
        }
        let taken = clock.taken();
        assert!(taken.wall >= Duration::from_millis(50));
        assert!(taken.cpu > Duration::ZERO, "{taken:?}");
        let clock = Clock::start(CpuClock::Children);
        std::thread::sleep(Duration::from_millis(20));
        assert!(clock.taken().wall >= Duration::from_millis(20));
    }
}
