//! Timing subtrees of which any may take for ever: within a time limit, a random part stands for the
//! whole (Knuth, Estimating the efficiency of backtrack programs, 1975).

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::alarm::Alarm;
use super::{CancelToken, Emitter, Problem, Reason};
use crate::error::Error;
use crate::random::SplitMix64;
use countless_simd::Kernel;

/// A subtree that takes longer than this is cut, and a random part of it timed.
const TIME_PER_ATTEMPT: Duration = Duration::from_millis(10);
/// How long after the limit everything ends.
const GRACE: Duration = Duration::from_millis(50);

/// How subtrees are timed of which any may take too long.
pub(super) struct SubtreeTimer {
    alarm: Alarm,
    limit: Instant,
    /// So many levels of parts are chosen before the first is tried: those before were too large.
    skipped_levels: AtomicUsize,
    /// Whether all whole subtrees so far, and one at least, were small.
    is_small: AtomicBool,
    kernel: Kernel,
}

/// A way down from a subtree, to a part of it that can be timed.
pub(super) struct PartDescent<'a, P: Problem> {
    problem: &'a P,
    root: P::Root,
    /// For how many such parts it stands.
    weight: f64,
    random: SplitMix64,
}

/// A search that has ended, or was cut short by the limit.
pub(super) struct TimedSearch<T> {
    pub time: Duration,
    pub tally: T,
    /// For how many parts like it the subtree stands.
    pub weight: f64,
    pub is_cut_short: bool,
}

impl<'a, P: Problem> PartDescent<'a, P> {
    /// From this subtree, the same for the same `seed`, if the same parts take too long.
    pub fn new(problem: &'a P, root: P::Root, seed: u64) -> Self {
        Self {
            problem,
            root,
            weight: 1.0,
            random: SplitMix64(seed),
        }
    }

    /// Chooses a part of the subtree, if it has any: half at random, half by their costs, so that
    /// costs that are wrong do not do much harm.
    fn step(&mut self) -> bool {
        let mut parts = self.problem.parts(&self.root);
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
            return false;
        };
        let (cost, root) = parts.swap_remove(drawn);
        self.weight /= chance(cost);
        self.root = root;
        true
    }
}

impl SubtreeTimer {
    /// Ends what it times at the limit, and all that is ended by `cancel` a little later.
    pub fn new(limit: Instant, kernel: Kernel, cancel: &CancelToken) -> Result<Self, Error> {
        let alarm = Alarm::new()?;
        alarm.set(cancel, limit + GRACE);
        Ok(Self {
            alarm,
            limit,
            skipped_levels: AtomicUsize::new(0),
            is_small: AtomicBool::new(false),
            kernel,
        })
    }

    /// Times a subtree, or a part of it if that takes too long.
    ///
    /// The expected product of weight and time is that of the subtree, whatever was tried: if a
    /// part stands for itself or for its parts, either is right on average.
    pub fn time<P: Problem>(
        &self,
        mut descent: PartDescent<'_, P>,
        scratch: &mut P::Scratch,
        emitter: &mut Emitter<'_, P>,
        cancel: &CancelToken,
        timed: &mut impl FnMut(&mut P::Scratch, P::Root, &mut Emitter<'_, P>) -> (Duration, P::Tally),
    ) -> TimedSearch<P::Tally> {
        let skip = self.skipped_levels.load(Ordering::Relaxed);
        let mut has_parts = true;
        for _ in 0..skip {
            has_parts = has_parts && descent.step();
        }
        let mut failures = 0;
        loop {
            let now = Instant::now();
            let until = if has_parts {
                now + TIME_PER_ATTEMPT
            } else {
                self.limit
            };
            let token = cancel.child();
            self.alarm.set(&token, until.min(self.limit));
            let root = descent.root.clone();
            let (time, tally) = timed(scratch, root, &mut emitter.with_cancel(&token));
            let is_cut = token.is_cancelled();
            // So that the alarm forgets it.
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
            // What was cut short is in no order that another search could rely on.
            *scratch = descent.problem.scratch(self.kernel);
            has_parts = has_parts && descent.step();
            failures += 1;
        }
    }

    /// Whether all whole subtrees so far, and one at least, were small.
    pub fn are_small(&self) -> bool {
        self.is_small.load(Ordering::Relaxed) && self.skipped_levels.load(Ordering::Relaxed) == 0
    }

    /// Begins lower next time if this time began too high, and the other way round.
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
