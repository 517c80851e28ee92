//! Times subtrees of any size within a time limit: by the CPU time of threads, an alarm that
//! cancels tokens, and a random part that represents the whole (Knuth, Estimating the efficiency of
//! backtrack programs, 1975).

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::cancel::lock;
use super::clock::Instant;
use super::problem::SubtreeWorker;
use super::subtrees::ErasedRoot;
use super::{CancelToken, Reason};
use crate::error::Error;
use crate::random::SplitMix64;
#[cfg(windows)]
use std::sync::atomic::AtomicU64;
#[cfg(windows)]
use winsafe::FILETIME;

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
#[derive(Clone, Copy)]
pub(super) struct TimedSearch {
    pub time: Duration,
    pub work: u64,
    /// Inverse of the probability of this search.
    pub weight: f64,
    /// True if the limit interrupted it.
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
                    work: tally.work,
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
    use winsafe::HPROCESS;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    match clock {
        CpuClock::Thread => START.elapsed(),
        CpuClock::Own => sum(HPROCESS::GetCurrentProcess().GetProcessTimes()),
        CpuClock::Children => Duration::from_nanos(CHILDREN.load(Ordering::Relaxed)),
    }
}

/// Returns the time so far. WebAssembly has one thread and no clock of processes.
#[cfg(not(any(unix, windows)))]
pub fn cpu_time(clock: CpuClock) -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    match clock {
        CpuClock::Thread | CpuClock::Own => START.elapsed(),
        CpuClock::Children => Duration::ZERO,
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

    let child = HPROCESS::OpenProcess(co::PROCESS::QUERY_LIMITED_INFORMATION, false, id);
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

/// Precision of the times.
const TICK: Duration = Duration::from_millis(1);

/// Cancels tokens at their times from a separate thread, until it is dropped.
#[derive(Debug)]
pub struct Alarm {
    shared: Arc<AlarmState>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct AlarmState {
    ended: AtomicBool,
    tokens: Mutex<Vec<(Instant, CancelToken)>>,
}

impl Alarm {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the system cannot start it.
    pub fn new() -> Result<Self, Error> {
        if cfg!(target_family = "wasm") {
            return Err(Error::Threads("there are none here".to_owned()));
        }
        let shared = Arc::<AlarmState>::default();
        let its = Arc::clone(&shared);
        let thread = thread::Builder::new().name("alarm".to_owned());
        let thread = thread.spawn(move || {
            while !its.ended.load(Ordering::Relaxed) {
                its.cancel_due(Instant::now());
                thread::sleep(TICK);
            }
        });
        Ok(Self {
            shared,
            thread: Some(thread.map_err(|error| Error::Threads(error.to_string()))?),
        })
    }

    /// Cancels a token at a time, unless it is cancelled earlier.
    pub fn set(&self, token: &CancelToken, time: Instant) {
        lock(&self.shared.tokens).push((time, token.clone()));
    }
}

impl AlarmState {
    fn cancel_due(&self, now: Instant) {
        lock(&self.tokens).retain(|(time, token)| {
            if *time <= now {
                token.cancel(Reason::Limit);
            }
            !token.is_cancelled()
        });
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // The thread has no result.
            let _ = thread.join();
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
    use crate::{Emitter, Granularity, Problem, Run, Subtrees, Tally};

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

#[cfg(test)]
mod alarm_tests {
    use super::*;

    #[test]
    fn tokens_are_cancelled_at_their_times_and_forgotten() {
        let (shared, now) = (AlarmState::default(), Instant::now());
        let tokens: Vec<CancelToken> = (0..4).map(|_| CancelToken::new()).collect();
        for (token, seconds) in tokens.iter().zip([0, 1, 2, 9]) {
            let time = now + Duration::from_secs(seconds);
            lock(&shared.tokens).push((time, token.clone()));
        }
        tokens[3].cancel(Reason::Interrupted);
        shared.cancel_due(now + Duration::from_secs(1));
        let cancelled: Vec<bool> = tokens.iter().map(CancelToken::is_cancelled).collect();
        assert_eq!(cancelled, [true, true, false, true]);
        assert_eq!(tokens[3].reason(), Some(Reason::Interrupted));
        assert_eq!(lock(&shared.tokens).len(), 1);
    }

    #[test]
    fn a_thread_cancels_them() -> Result<(), Error> {
        let (alarm, token) = (Alarm::new()?, CancelToken::new());
        alarm.set(&token, Instant::now());
        while !token.is_cancelled() {
            thread::yield_now();
        }
        assert_eq!(token.reason(), Some(Reason::Limit));
        Ok(())
    }
}
