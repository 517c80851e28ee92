//! Times subtrees of any size within a time limit: a random part represents the whole (Knuth,
//! Estimating the efficiency of backtrack programs, 1975).

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::alarm::Alarm;
use super::cpu_clock::{CpuClock, cpu_time};
use super::erased_problem::SubtreeWorker;
use super::erased_root::ErasedRoot;
use super::{CancelToken, Reason};
use crate::error::Error;
use crate::ledger::Tally;
use crate::random::SplitMix64;

/// Time limit of one attempt. The timer then interrupts the subtree and times a random part of it.
const TIME_PER_ATTEMPT: Duration = Duration::from_millis(10);
/// Time between the limit and the cancellation of the whole sample.
const GRACE: Duration = Duration::from_millis(50);

/// Time of one reading of the clock: a system call, 0.2 µs. The smallest orbits of the join take a
/// few.
#[derive(Clone, Copy)]
pub(super) struct ClockCost(Duration);

impl ClockCost {
    pub fn measure() -> Self {
        let readings = (0..100).map(|_| Self(Duration::ZERO).time(|| ()).0);
        Self(readings.min().unwrap_or_default())
    }

    /// Returns the CPU time of some work, and its result.
    pub fn time<T>(self, work: impl FnOnce() -> T) -> (Duration, T) {
        let start = cpu_time(CpuClock::Thread);
        let result = work();
        let time = cpu_time(CpuClock::Thread).saturating_sub(start + self.0);
        (time, result)
    }
}

/// Times subtrees that may take too long.
pub(super) struct SubtreeTimer {
    alarm: Alarm,
    limit: Instant,
    /// Levels of parts that are skipped before the first attempt, because the parts above were too
    /// large.
    skipped_levels: AtomicUsize,
    /// True if at least one whole subtree was timed, and all of them were small.
    is_small: AtomicBool,
}

/// A path from a subtree down to a part that can be timed.
pub(super) struct PartDescent {
    root: ErasedRoot,
    /// The parts of the root, with their costs.
    parts: Vec<(u64, ErasedRoot)>,
    /// Inverse of the probability of choosing this part.
    weight: f64,
    random: SplitMix64,
}

/// A search that has ended or was interrupted by the limit.
pub(super) struct TimedSearch {
    pub time: Duration,
    pub tally: Tally,
    /// Inverse of the probability of choosing this part.
    pub weight: f64,
    pub is_cut_short: bool,
}

impl PartDescent {
    /// Starts at this subtree. The path depends on `seed` and on which parts take too long.
    pub fn new(worker: &mut dyn SubtreeWorker<'_>, root: ErasedRoot, seed: u64) -> Self {
        Self {
            parts: worker.parts(&root),
            root,
            weight: 1.0,
            random: SplitMix64(seed),
        }
    }

    fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Descends to a random part, if the subtree has parts.
    ///
    /// Half of the probability is uniform, half is in proportion to the costs. This limits the
    /// effect of wrong costs.
    fn step(&mut self, worker: &mut dyn SubtreeWorker<'_>) {
        let parts = &mut self.parts;
        let number = parts.len() as f64;
        let all: f64 = parts.iter().map(|(cost, _)| *cost as f64).sum();
        let chance = |cost: u64| {
            if all > 0.0 {
                0.5 / number + 0.5 * cost as f64 / all
            } else {
                1.0 / number
            }
        };
        let mut place = self.random.fraction();
        let drawn = parts.iter().position(|(cost, _)| {
            place -= chance(*cost);
            place < 0.0
        });
        let Some(drawn) = drawn.or(parts.len().checked_sub(1)) else {
            return;
        };
        let (cost, root) = parts.swap_remove(drawn);
        self.weight /= chance(cost);
        self.parts = worker.parts(&root);
        self.root = root;
    }
}

impl SubtreeTimer {
    /// A timer that stops at `limit`. It cancels `cancel` shortly after the limit.
    pub fn new(limit: Instant, cancel: &CancelToken) -> Result<Self, Error> {
        let alarm = Alarm::new()?;
        alarm.set(cancel, limit + GRACE);
        Ok(Self {
            alarm,
            limit,
            skipped_levels: AtomicUsize::new(0),
            is_small: AtomicBool::new(false),
        })
    }

    /// Times a subtree, or a part of it if the subtree takes too long. A subtree without parts is
    /// not interrupted before the limit: the second attempt would start with cold memory.
    ///
    /// The expected product of weight and time is the time of the subtree, whatever was attempted:
    /// a part and a random choice of its children have equal expected values.
    pub fn time(
        &self,
        mut descent: PartDescent,
        worker: &mut dyn SubtreeWorker<'_>,
        cancel: &CancelToken,
        clock: ClockCost,
    ) -> TimedSearch {
        let skip = self.skipped_levels.load(Ordering::Relaxed);
        for _ in 0..skip {
            descent.step(worker);
        }
        let mut failures = 0;
        loop {
            let now = Instant::now();
            let until = if descent.has_parts() {
                now + TIME_PER_ATTEMPT
            } else {
                self.limit
            };
            let token = cancel.child();
            self.alarm.set(&token, until.min(self.limit));
            let root = descent.root.clone();
            let (time, tally) = clock.time(|| worker.search_until(root, &token));
            let is_cut = token.is_cancelled();
            // Removes the token from the alarm.
            token.cancel(Reason::Limit);
            let is_late = Instant::now() >= self.limit;
            if !is_cut || is_late || cancel.is_cancelled() {
                if !is_cut {
                    self.learn(skip, failures, time);
                }
                return TimedSearch {
                    time,
                    tally,
                    weight: descent.weight,
                    is_cut_short: is_cut,
                };
            }
            worker.renew_scratch();
            descent.step(worker);
            failures += 1;
        }
    }

    /// True if at least one whole subtree was timed, and all of them were small.
    pub fn are_small(&self) -> bool {
        self.is_small.load(Ordering::Relaxed) && self.skipped_levels.load(Ordering::Relaxed) == 0
    }

    /// Starts lower next time if this start was too high, and the reverse.
    fn learn(&self, skip: usize, failures: usize, time: Duration) {
        self.is_small
            .store(failures == 0 && skip == 0, Ordering::Relaxed);
        if failures > 0 {
            self.skipped_levels
                .store(skip + failures, Ordering::Relaxed);
        } else if time < TIME_PER_ATTEMPT / 32 {
            self.skipped_levels
                .store(skip.saturating_sub(1), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::thread;

    use countless_simd::Kernel;

    use super::*;
    use crate::ledger::Spec;
    use crate::{Emitter, Granularity, Problem, Run, Subtrees};

    /// Subtrees without parts that take longer than an attempt.
    #[derive(Default)]
    struct Slow {
        /// Number of times that scratch memory was allocated.
        allocated: AtomicUsize,
    }

    impl Problem for Slow {
        type Root = ();
        type Scratch = ();
        type Solution = Infallible;

        fn spec(&self) -> Result<Spec, Error> {
            Ok(Spec::new("slow", "sleep"))
        }

        fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, ()>, Error> {
            Ok(Subtrees::list("all", vec![(1, ()); 1000]))
        }

        fn scratch(&self, _: Kernel) {
            self.allocated.fetch_add(1, Ordering::Relaxed);
        }

        fn search(&self, (): &mut (), (): (), emitter: &mut Emitter<'_, Self>) -> Tally {
            let start = Instant::now();
            while start.elapsed() < 2 * TIME_PER_ATTEMPT && !emitter.is_cancelled() {
                thread::sleep(Duration::from_millis(1));
            }
            Tally::of(1)
        }
    }

    #[test]
    fn a_subtree_without_parts_is_not_interrupted() -> Result<(), Error> {
        let problem = Slow::default();
        let run = Run::new().threads(1).within(Duration::from_millis(500));
        let forecast = run.estimate(&problem, 1)?;
        assert!(forecast.is_some_and(|forecast| forecast.drawn > 0));
        // An interruption would allocate again.
        assert_eq!(problem.allocated.load(Ordering::Relaxed), 1);
        Ok(())
    }
}
