//! How long a problem will take: times a random sample of its subtrees.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::alarm::Alarm;
use super::clock::{CpuClock, cpu_time};
use super::drive::{Drive, drive};
use super::emitter::Form;
use super::forecast::{self, Basis, Forecast};
use super::reorder::Block;
use super::sample::Rounds;
use super::sink::{Finished, Sink};
use super::{
    CancelToken, Emitter, Problem, Progress, Reason, Run, Sample, Subtree, Subtrees, Tally,
};
use crate::error::Error;
use crate::random::SplitMix64;
use crate::simd::Kernel;

/// A sample has taken this long on one core.
const ENOUGH: Duration = Duration::from_millis(800);
/// How many subtrees are drawn in a round.
const DRAWS: usize = 8;
/// So many rounds count at least, unless a sample has taken [`PATIENCE`].
const USUAL: usize = 12;
/// So many count whatever they take.
const LEAST: usize = 3;
/// When a sample may end that is smaller than usual, on one core.
const PATIENCE: Duration = Duration::from_secs(60);
/// So many are timed at most, of problems that take next to nothing.
const MOST: usize = 4096;
/// One of so many rounds, the first ones, only warms up: memory grows to what the largest
/// subtrees need, caches fill, and the processor adapts its frequency.
const WARM: usize = 8;
/// What takes longer than this on average is not changed by what came before it, nor by a cold
/// start.
const NOTICEABLE: Duration = Duration::from_millis(20);

/// What to time for a subtree.
#[derive(Clone, Debug)]
pub struct Probe<R> {
    /// What to search: the subtree, or a part of it.
    pub root: R,
    /// For how many parts like it the subtree stands.
    pub weight: f64,
    /// What a run searches just before it, so that caches hold what they hold then.
    pub before: Option<R>,
}

/// With a time limit, a subtree that takes longer than this is cut, and a random part of it timed.
const TRIAL: Duration = Duration::from_millis(10);
/// How long after the limit everything ends.
const GRACE: Duration = Duration::from_millis(50);
/// With a time limit, a sample goes on until the error of drawing is no more than this part of the
/// whole.
const PRECISE: f64 = 0.1;
/// An error that is a larger part of the whole is not to be trusted, nor is a sample of which one
/// subtree is more than half.
const VAGUE: f64 = 0.75;
const ALONE: f64 = 0.5;

impl Run {
    /// Estimates how long counting takes, from a random sample that is the same for the same
    /// `seed`; `None` if it was interrupted, or if the problem cannot be sampled.
    ///
    /// What this process has done until now is taken for what every one has to prepare. With a
    /// [time limit](Run::within), the sample ends in time, and may give no more than a bound.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn estimate<P: Problem>(&self, problem: &P, seed: u64) -> Result<Option<Forecast>, Error> {
        estimate_for(ENOUGH, self, problem, seed)
    }
}

/// Estimates from a sample that has taken `enough` on one core.
fn estimate_for<P: Problem>(
    enough: Duration,
    run: &Run,
    problem: &P,
    seed: u64,
) -> Result<Option<Forecast>, Error> {
    if !problem.can_be_sampled() {
        return Ok(None);
    }
    let limit = run.time.map(|time| Instant::now() + time);
    let is_late = || limit.is_some_and(|limit| Instant::now() >= limit);
    let subtrees = problem.subtrees(&run.cut())?;
    let mut listed: Vec<Subtree<P::Root>> = Vec::new();
    for subtree in subtrees {
        listed.push(subtree?);
        if listed.len() % 1024 == 0 && is_late() {
            return Ok(Some(Forecast::at_least(
                cpu_time(CpuClock::Own).as_secs_f64(),
            )));
        }
    }
    let subtrees = listed;
    let setup = cpu_time(CpuClock::Own);
    let sample = Sample::new(&subtrees, DRAWS, seed);
    let draws = sample.draws();
    let round = |round| {
        let (sample, subtrees) = (&sample, &subtrees);
        let draws = sample.round(round).zip(round * DRAWS as u64..);
        draws.map(move |(draw, number)| {
            let probe = problem.probe(subtrees, draw.position, seed ^ number << 20);
            let weight = draw.weight * probe.weight;
            Probe { weight, ..probe }
        })
    };
    // What is to be timed, from when it is handed out until it is searched.
    let drawn = Mutex::new(Vec::new());
    let roots = (0..MOST as u64).flat_map(round).map(|probe| {
        let root = probe.root.clone();
        lock(&drawn).push(Some(probe));
        Ok((0, root))
    });
    let clock = cost_of_clock();
    let (cancel, progress) = (run.token(), Progress::new());
    let trials = match limit {
        Some(limit) => Some(Trials {
            alarm: Alarm::new()?,
            limit,
            skip: AtomicUsize::new(0),
            is_small: AtomicBool::new(false),
            kernel: run.kernel,
        }),
        None => None,
    };
    if let Some(trials) = &trials {
        // What is not timed ends, too: probes at the limit, the others a little later.
        trials.alarm.set(&cancel, trials.limit + GRACE);
    }
    let timings = Mutex::new(Timings {
        draws: draws.max(1),
        is_limited: limit.is_some(),
        taken: Vec::new(),
        cut: Vec::new(),
        whole: 0,
        timed: 0,
        spent: Duration::ZERO,
    });
    let search =
        |worker: &mut P::Worker, root, index: Option<u64>, emitter: &mut Emitter<'_, P>| {
            let index = index.map(|index| index as usize);
            let probe = index.and_then(|index| Some((index, lock(&drawn).get_mut(index)?.take()?)));
            let Some((index, probe)) = probe else {
                return Ok(problem.search(worker, root, emitter));
            };
            // With a limit, only once it is known that whole subtrees are small.
            let is_small = trials.as_ref().is_none_or(Trials::are_small);
            if let Some(before) = probe.before
                && is_small
                && lock(&timings).mean() < NOTICEABLE
            {
                problem.search(worker, before, emitter);
            }
            let mut timed = |worker: &mut P::Worker, root, emitter: &mut Emitter<'_, P>| {
                let start = cpu_time(CpuClock::Thread);
                let tally = problem.search(worker, root, emitter);
                let time = cpu_time(CpuClock::Thread).saturating_sub(start + clock);
                (time, tally)
            };
            let (mut weight, mut is_cut) = (probe.weight, false);
            let (time, tally) = if let Some(trials) = &trials {
                let mut random = SplitMix64(seed ^ (index as u64) << 32);
                let mut descent = Descent {
                    problem,
                    root,
                    weight: 1.0,
                    random: &mut random,
                };
                let ended = trials.time(&mut descent, worker, emitter, &cancel, &mut timed);
                weight *= descent.weight;
                is_cut = ended.is_cut;
                (ended.time, ended.tally)
            } else {
                timed(worker, root, emitter)
            };
            if !emitter.is_cancelled() {
                let timing = Timing {
                    weight,
                    time,
                    work: tally.summary().work,
                    is_cut,
                };
                lock(&timings).add(index, timing);
            }
            Ok(tally)
        };
    let probes = Subtrees::stream("draws", roots);
    let how: Drive<'_> = run.drive(Form::Count, &cancel, &progress);
    let mut sink = Enough {
        timings: &timings,
        enough,
        limit,
    };
    drive(problem, &search, probes, &mut sink, how)?;
    let interrupted = cancel
        .reason()
        .is_some_and(|reason| reason != Reason::Limit);
    Ok((!interrupted).then(|| lock(&timings).forecast(setup, subtrees.len())))
}

/// How subtrees are timed of which any may take too long.
struct Trials {
    alarm: Alarm,
    limit: Instant,
    /// So many levels of parts are chosen before the first is tried: those before were too large.
    skip: AtomicUsize,
    /// Whether all whole subtrees so far, and one at least, were small.
    is_small: AtomicBool,
    kernel: Kernel,
}

/// A way down from a subtree, to a part of it that can be timed.
struct Descent<'a, P: Problem> {
    problem: &'a P,
    root: P::Root,
    /// For how many such parts it stands.
    weight: f64,
    random: &'a mut SplitMix64,
}

/// A search that has ended, or was cut short by the limit.
struct Ended<T> {
    time: Duration,
    tally: T,
    is_cut: bool,
}

impl<P: Problem> Descent<'_, P> {
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

impl Trials {
    /// Times a subtree, or a part of it if that takes too long.
    ///
    /// The expected product of weight and time is that of the subtree, whatever was tried: if a
    /// part stands for itself or for its parts, either is right on average.
    fn time<P: Problem>(
        &self,
        descent: &mut Descent<'_, P>,
        worker: &mut P::Worker,
        emitter: &mut Emitter<'_, P>,
        cancel: &CancelToken,
        timed: &mut impl FnMut(&mut P::Worker, P::Root, &mut Emitter<'_, P>) -> (Duration, P::Tally),
    ) -> Ended<P::Tally> {
        let skip = self.skip.load(Ordering::Relaxed);
        let mut has_parts = true;
        for _ in 0..skip {
            has_parts = has_parts && descent.step();
        }
        let mut failures = 0;
        loop {
            let now = Instant::now();
            let until = if has_parts { now + TRIAL } else { self.limit };
            let token = cancel.child();
            self.alarm.set(&token, until.min(self.limit));
            let root = descent.root.clone();
            let (time, tally) = timed(worker, root, &mut emitter.ended_by(&token));
            let is_cut = token.is_cancelled();
            // So that the alarm forgets it.
            token.cancel(Reason::Limit);
            let is_late = Instant::now() >= self.limit;
            if !is_cut || is_late || cancel.is_cancelled() {
                if !is_cut {
                    self.learn(skip, failures, time);
                }
                return Ended {
                    time,
                    tally,
                    is_cut,
                };
            }
            // What was cut short is in no order that another search could rely on.
            *worker = descent.problem.worker(self.kernel);
            has_parts = has_parts && descent.step();
            failures += 1;
        }
    }

    fn are_small(&self) -> bool {
        self.is_small.load(Ordering::Relaxed) && self.skip.load(Ordering::Relaxed) == 0
    }

    /// Begins lower next time if this time began too high, and the other way round.
    fn learn(&self, skip: usize, failures: usize, time: Duration) {
        self.is_small
            .store(failures == 0 && skip == 0, Ordering::Relaxed);
        if failures > 0 {
            self.skip.store(skip + failures, Ordering::Relaxed);
        } else if time < TRIAL / 32 {
            self.skip.store(skip.saturating_sub(1), Ordering::Relaxed);
        }
    }
}

/// A call of the system, 0.2 µs; the least orbits of the join take a few.
fn cost_of_clock() -> Duration {
    let reading = |_| {
        let start = cpu_time(CpuClock::Thread);
        cpu_time(CpuClock::Thread).saturating_sub(start)
    };
    (0..100).map(reading).min().unwrap_or_default()
}

/// What one subtree took.
#[derive(Clone, Copy, Debug)]
struct Timing {
    weight: f64,
    time: Duration,
    work: u64,
    /// Whether it was cut short.
    is_cut: bool,
}

/// Keeps the timings in the order of the draws.
struct Timings {
    draws: usize,
    is_limited: bool,
    taken: Vec<Option<Timing>>,
    /// What was cut short by the limit: the weights, and the seconds that it had.
    cut: Vec<(f64, f64)>,
    /// So many draws from the first on are all timed.
    whole: usize,
    timed: u32,
    spent: Duration,
}

impl Timings {
    fn add(&mut self, index: usize, timing: Timing) {
        if timing.is_cut {
            self.cut.push((timing.weight, timing.time.as_secs_f64()));
            return;
        }
        if self.taken.len() <= index {
            self.taken.resize(index + 1, None);
        }
        self.timed += 1;
        self.spent += timing.time;
        self.taken[index] = Some(timing);
        let rest = self.taken[self.whole..].iter();
        self.whole += rest.take_while(|timing| timing.is_some()).count();
    }

    fn rounds(&self) -> usize {
        self.whole / self.draws
    }

    /// What one took, as far as is known.
    fn mean(&self) -> Duration {
        self.spent / self.timed.max(1)
    }

    /// Whether they have taken so long, and are so many, that an estimate can be made.
    fn are_enough(&self, enough: Duration) -> bool {
        let least = if self.spent < PATIENCE { USUAL } else { LEAST };
        let is_enough = self.spent >= enough && self.rounds() >= least + self.warm();
        is_enough && (!self.is_limited || self.is_precise())
    }

    fn is_precise(&self) -> bool {
        let total = self.sampled().0.total();
        total.error <= PRECISE * total.mean
    }

    /// The times and the work of the rounds after the warm-up.
    fn sampled(&self) -> (Rounds, Rounds) {
        let (mut time, mut work) = (Rounds::new(self.draws), Rounds::new(self.draws));
        for timing in self.taken[self.timed_rounds()].iter().flatten() {
            time.push(timing.weight, timing.time.as_secs_f64());
            work.push(timing.weight, timing.work as f64);
        }
        (time, work)
    }

    fn timed_rounds(&self) -> std::ops::Range<usize> {
        self.warm() * self.draws..self.rounds() * self.draws
    }

    /// How many of the rounds only warmed up.
    fn warm(&self) -> usize {
        if self.mean() >= NOTICEABLE {
            return 0;
        }
        let rounds = self.rounds();
        rounds.div_ceil(WARM).min(rounds.saturating_sub(1))
    }

    /// What the rounds after the warm-up took, of `subtrees` in all, after `setup`.
    fn forecast(&self, setup: Duration, subtrees: usize) -> Forecast {
        let (time, work) = self.sampled();
        let timed = self.timed_rounds();
        let total = time.forecast(setup.as_secs_f64());
        let taken = self.taken.iter().flatten();
        let taken = taken.map(|timing| (timing.weight, timing.time.as_secs_f64()));
        let all: Vec<(f64, f64)> = taken.chain(self.cut.iter().copied()).collect();
        let longest = all.iter().map(|(_, seconds)| *seconds).fold(0.0, f64::max);
        let mut sums = time.sums();
        if sums.is_empty() {
            // A round that was begun gives no more than the whole on average.
            sums.push(all.iter().map(|(weight, seconds)| weight * seconds).sum());
        }
        let bound = setup.as_secs_f64() + forecast::bound(&sums).max(longest);
        let is_vague = self.rounds() - self.warm() < LEAST
            || total.error > VAGUE * total.mean
            || time.largest_share() > ALONE && !time.is_whole();
        let is_bound = self.is_limited && is_vague;
        Forecast {
            setup,
            total,
            at_least: bound.min(if is_bound { f64::MAX } else { total.mean }),
            basis: if is_bound {
                Basis::Bound
            } else {
                Basis::Sample
            },
            work: work.total(),
            drawn: timed.len(),
            subtrees,
        }
    }
}

/// What is shared is whole even if another thread has panicked.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the run when enough is known.
struct Enough<'a> {
    timings: &'a Mutex<Timings>,
    /// What they are to have taken on one core.
    enough: Duration,
    limit: Option<Instant>,
}

impl Sink for Enough<'_> {
    fn block(&mut self, _: &mut Block) -> Result<ControlFlow<Reason>, Error> {
        Ok(Continue(()))
    }

    fn finished(&mut self, _: Finished) -> Result<ControlFlow<Reason>, Error> {
        let is_late = self.limit.is_some_and(|limit| Instant::now() >= limit);
        Ok(if is_late || lock(self.timings).are_enough(self.enough) {
            Break(Reason::Limit)
        } else {
            Continue(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::CancelToken;
    use crate::queens::JoinCounter;

    #[test]
    fn a_sample_ends_when_it_has_taken_enough() -> Result<(), Error> {
        let problem = JoinCounter::new(14, 2)?.expect("the join takes it");
        let forecast_for = |milliseconds, run: &Run| {
            estimate_for(Duration::from_millis(milliseconds), run, &problem, 1)
        };
        let run = Run::new().threads(2);
        let short = forecast_for(0, &run)?.expect("nobody cancels it");
        let long = forecast_for(60, &run)?.expect("nobody cancels it");
        assert!(short.drawn >= 2 * DRAWS && short.drawn < long.drawn);
        assert!(long.drawn % DRAWS == 0 && long.drawn < MOST * DRAWS);
        let truth = run.count(&problem)?.total.work as f64;
        let work = long.work;
        assert!(
            (work.mean - truth).abs() < 2.0 * work.error,
            "{work:?} for {truth}"
        );
        assert!(long.total.mean > 0.0 && long.total.error >= 0.1 * long.total.mean);
        let token = CancelToken::new();
        token.cancel(Reason::Interrupted);
        assert!(forecast_for(20, &run.cancel(&token))?.is_none());
        Ok(())
    }
}
