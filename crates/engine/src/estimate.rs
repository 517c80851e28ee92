//! Estimates of the running time: from a random sample of subtrees, or from the first ones.
//!
//! The first subtrees serve problems that have too many for a random sample, such as the records of a
//! file. The time of the first subtrees grows in proportion to their cost, the number of bytes or
//! puzzles. The scatter around this line gives the error (ratio estimate; Cochran, Sampling
//! Techniques, 1977). It covers later subtrees only if they are like the first ones.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::cancel::lock;
use super::clock::Instant;
use super::collector::{FinishedSubtree, Sink};
use super::emitter::EmitterMode;
use super::outcome::{self, Basis, Forecast};
use super::parallel_search::{SearchOptions, search_subtrees};
use super::problem::{ErasedProblem, SubtreeWorker};
use super::stratified_sample::{LEAST_DRIFT, SampleRounds};
use super::subtree_timer::{
    Alarm, ClockCost, CpuClock, PartDescent, SubtreeTimer, TimedSearch, cpu_time,
};
use super::subtrees::{ErasedRoot, erase};
use super::{Estimate, Problem, Progress, Reason, Run, Sample, Subtree, Subtrees};
use crate::error::Error;
use crate::ledger::Tally;
use countless_table::{Format, RowFormat};

/// CPU time of a usual sample, summed over all threads.
const USUAL_TIME: Duration = Duration::from_millis(800);
/// CPU time of a sample of a count that takes less than this.
const LEAST_TIME: Duration = Duration::from_millis(50);
/// Share of a long count that its sample takes, if the time limit allows it. A short sample would
/// depend on the speed of the machine in that second.
const SAMPLE_SHARE: f64 = 0.02;
/// Part of the time limit that a sample takes for [`SAMPLE_SHARE`].
const LIMIT_PART: u32 = 4;
/// Number of subtrees drawn in a round.
const DRAWS_PER_ROUND: usize = 8;
/// Least number of rounds, unless a sample has taken [`PATIENCE`].
const USUAL_ROUNDS: usize = 12;
/// Least number of rounds in every case.
const LEAST_ROUNDS: usize = 3;
/// CPU time after which a sample may end with [`LEAST_ROUNDS`].
const PATIENCE: Duration = Duration::from_secs(60);
/// Largest number of rounds, for problems with very small subtrees.
const MOST_ROUNDS: usize = 4096;
/// Inverse of the share of rounds, the first ones, that only warm up. In these rounds memory grows
/// to the size of the largest subtrees, caches fill, and the processor adapts its frequency.
const WARM_UP_SHARE: usize = 8;
/// Average time of a subtree above which neither a cold start nor the previous subtree matters.
const NOTICEABLE: Duration = Duration::from_millis(20);

/// The search that represents a subtree in a sample.
struct Probe {
    /// The subtree, or a part of it.
    root: ErasedRoot,
    /// Number of equal parts that it represents: the inverse of its probability.
    weight: f64,
    /// The subtree that a run searches just before it, to fill the caches as in a run.
    before: Option<ErasedRoot>,
}

/// Inverse of the share of timings after which a sample is examined again.
const TIMINGS_PER_CHECK: u32 = 64;
/// Number of listed subtrees between two checks of the time limit.
const SUBTREES_PER_CLOCK_CHECK: usize = 1024;
/// Largest relative error of drawing at which a sample with a time limit may end.
const PRECISE_ERROR: f64 = 0.1;
/// Relative error above which an estimate is not reliable.
const VAGUE_ERROR: f64 = 0.75;
/// Share of the total above which one subtree makes an estimate unreliable.
const LARGEST_TRUSTED_SHARE: f64 = 0.5;

impl Run {
    /// Estimates the time of a count from a random sample. Equal seeds give equal samples. If the
    /// problem [cannot be sampled](Problem::can_be_sampled), its first subtrees are timed, with their
    /// rows. Returns `None` if it was interrupted, or if the subtrees have no known total cost.
    ///
    /// The CPU time of this process before the sample counts as the set-up time of every process.
    /// With a [time limit](Run::within), the sample ends in time, and may give only a bound.
    ///
    /// # Errors
    ///
    /// [`Error::Threads`] if the threads cannot be started.
    pub fn estimate<P: Problem>(&self, problem: &P, seed: u64) -> Result<Option<Forecast>, Error> {
        estimate(self, problem, seed)
    }
}

/// Estimates the time of a count, by [`Run::estimate`].
pub(super) fn estimate(
    run: &Run,
    problem: &dyn ErasedProblem,
    seed: u64,
) -> Result<Option<Forecast>, Error> {
    estimate_for(USUAL_TIME, run, problem, seed)
}

/// Estimates from a sample that usually takes this CPU time.
fn estimate_for(
    usual: Duration,
    run: &Run,
    problem: &dyn ErasedProblem,
    seed: u64,
) -> Result<Option<Forecast>, Error> {
    if !problem.is_sampled() {
        return estimate_by_first(run, problem);
    }
    let limit = run.time_limit.map(|time| Instant::now() + time);
    let subtrees = list_subtrees(problem, run, limit)?;
    let setup = cpu_time(CpuClock::Own);
    let Some(subtrees) = subtrees else {
        return Ok(Some(Forecast::at_least(setup.as_secs_f64())));
    };
    let sample = Sample::new(&subtrees, DRAWS_PER_ROUND, seed);
    let draws = sample.draws_per_round();
    let root = |position: usize| Arc::clone(&subtrees[position].root);
    let round = |round| {
        let draws = sample.round(round).zip(round * DRAWS_PER_ROUND as u64..);
        draws.map(|(draw, number)| {
            let whole = root(draw.position);
            let probe = match problem.erased_probe(&whole, seed ^ number << 20) {
                Some((root, weight)) => Probe {
                    root,
                    weight: draw.weight * weight,
                    before: None,
                },
                None => Probe {
                    root: whole,
                    weight: draw.weight,
                    before: draw.position.checked_sub(1).map(root),
                },
            };
            Ok((0, erase(probe)))
        })
    };
    let roots = (0..MOST_ROUNDS as u64).flat_map(round);
    let clock = ClockCost::measure();
    let (cancel, progress) = (run.child_token(), Progress::new());
    let trials = limit.map(|limit| SubtreeTimer::new(limit, &cancel));
    let trials = trials.transpose()?;
    let timings = Mutex::new(SampleTimings::new(draws, limit.is_some()));
    let search = |worker: &mut dyn SubtreeWorker<'_>, root: ErasedRoot, index: Option<u64>| {
        // Parts that a subtree has deferred are roots of the problem.
        let (Some(probe), Some(index)) = (root.downcast_ref::<Probe>(), index) else {
            return Ok(worker.search(root));
        };
        let descent = trials.as_ref().map(|trials| {
            let descent = PartDescent::new(worker, Arc::clone(&probe.root), seed ^ index << 32);
            (trials, descent)
        });
        // With a limit, only once whole subtrees have proved to be small.
        let is_small = trials.as_ref().is_none_or(SubtreeTimer::are_small);
        if let Some(before) = &probe.before
            && is_small
            && lock(&timings).mean() < NOTICEABLE
        {
            worker.search(Arc::clone(before));
        }
        let mut ended = if let Some((trials, descent)) = descent {
            trials.time(descent, worker, &cancel, clock)
        } else {
            let (time, tally) = clock.time(|| worker.search(Arc::clone(&probe.root)));
            TimedSearch {
                time,
                work: tally.work,
                weight: 1.0,
                is_cut_short: false,
            }
        };
        if !worker.sender().is_cancelled() {
            ended.weight *= probe.weight;
            lock(&timings).add(index as usize, ended);
        }
        // The sink reads the timings only.
        Ok(Tally::default())
    };
    let probes = Subtrees::stream("draws", roots);
    let how: SearchOptions<'_> = run.search_options(EmitterMode::Count, &cancel, &progress);
    let most = run.time_limit.unwrap_or_default() / LIMIT_PART;
    let time = SampleTime {
        usual,
        most: most * run.thread_count() as u32,
    };
    let mut stop_when_sampled = |_: FinishedSubtree| {
        let is_late = limit.is_some_and(|limit| Instant::now() >= limit);
        Ok(if is_late || lock(&timings).are_enough(time) {
            Break(Reason::Limit)
        } else {
            Continue(())
        })
    };
    search_subtrees(problem, &search, probes, &mut stop_when_sampled, how)?;
    let interrupted = cancel
        .reason()
        .is_some_and(|reason| reason != Reason::Limit);
    Ok((!interrupted).then(|| lock(&timings).forecast(setup, subtrees.len())))
}

/// Lists the subtrees. Returns `None` if the limit is reached before the end.
fn list_subtrees(
    problem: &dyn ErasedProblem,
    run: &Run,
    limit: Option<Instant>,
) -> Result<Option<Vec<Subtree<ErasedRoot>>>, Error> {
    let mut listed = Vec::new();
    for subtree in problem.divide(&run.granularity())? {
        listed.push(subtree?);
        let is_time = listed.len() % SUBTREES_PER_CLOCK_CHECK == 0;
        if is_time && limit.is_some_and(|limit| Instant::now() >= limit) {
            return Ok(None);
        }
    }
    Ok(Some(listed))
}

/// CPU time that a sample shall take.
#[derive(Clone, Copy, Debug)]
struct SampleTime {
    usual: Duration,
    /// Largest time for [`SAMPLE_SHARE`].
    most: Duration,
}

impl SampleTime {
    /// Returns the time for a count of `total` seconds.
    fn of(self, total: f64) -> Duration {
        let total = Duration::try_from_secs_f64(total).unwrap_or(Duration::MAX);
        let usual = self.usual.min(total.max(LEAST_TIME));
        let share = total.as_secs_f64() * SAMPLE_SHARE;
        usual.max(
            self.most
                .min(Duration::try_from_secs_f64(share).unwrap_or_default()),
        )
    }
}

/// The timings in the order of the draws.
struct SampleTimings {
    draws: usize,
    is_limited: bool,
    by_draw: Vec<Option<TimedSearch>>,
    /// Weights and seconds of the searches that the limit interrupted.
    cut_short: Vec<(f64, f64)>,
    /// Number of draws from the first on that are all timed.
    timed_prefix: usize,
    timed: u32,
    spent: Duration,
    /// Number of timings after which the next estimate shows whether they are enough.
    next_check: u32,
}

impl SampleTimings {
    fn new(draws: usize, is_limited: bool) -> Self {
        Self {
            draws: draws.max(1),
            is_limited,
            by_draw: Vec::new(),
            cut_short: Vec::new(),
            timed_prefix: 0,
            timed: 0,
            spent: Duration::ZERO,
            next_check: 0,
        }
    }

    fn add(&mut self, index: usize, timing: TimedSearch) {
        if timing.is_cut_short {
            self.cut_short
                .push((timing.weight, timing.time.as_secs_f64()));
            return;
        }
        if self.by_draw.len() <= index {
            self.by_draw.resize(index + 1, None);
        }
        self.timed += 1;
        self.spent += timing.time;
        self.by_draw[index] = Some(timing);
        let rest = self.by_draw[self.timed_prefix..].iter();
        self.timed_prefix += rest.take_while(|timing| timing.is_some()).count();
    }

    fn rounds(&self) -> usize {
        self.timed_prefix / self.draws
    }

    /// Average time of a timed subtree.
    fn mean(&self) -> Duration {
        self.spent / self.timed.max(1)
    }

    /// Returns whether the timings have taken enough time and rounds for an estimate.
    fn are_enough(&mut self, time: SampleTime) -> bool {
        let least = if self.spent < PATIENCE {
            USUAL_ROUNDS
        } else {
            LEAST_ROUNDS
        };
        let is_early = self.timed < self.next_check
            || self.spent < time.of(0.0)
            || self.rounds() < least + self.warm_up_rounds();
        if is_early {
            return false;
        }
        // An estimate visits all timings: with many of them, not every one is followed by an estimate.
        self.next_check = self.timed + self.timed / TIMINGS_PER_CHECK;
        let total = self.sampled().0.total();
        let is_precise = total.error <= PRECISE_ERROR * total.mean;
        self.spent >= time.of(total.mean) && (is_precise || !self.is_limited)
    }

    /// Times and work of the rounds after the warm-up.
    fn sampled(&self) -> (SampleRounds, SampleRounds) {
        let (mut time, mut work) = (SampleRounds::new(self.draws), SampleRounds::new(self.draws));
        for timing in self.by_draw[self.timed_rounds()].iter().flatten() {
            time.push(timing.weight, timing.time.as_secs_f64());
            work.push(timing.weight, timing.work as f64);
        }
        (time, work)
    }

    fn timed_rounds(&self) -> std::ops::Range<usize> {
        self.warm_up_rounds() * self.draws..self.rounds() * self.draws
    }

    /// Number of rounds that only warm up.
    fn warm_up_rounds(&self) -> usize {
        if self.mean() >= NOTICEABLE {
            return 0;
        }
        let rounds = self.rounds();
        rounds.div_ceil(WARM_UP_SHARE).min(rounds.saturating_sub(1))
    }

    /// Forecast from the rounds after the warm-up. `subtrees` is the number of all subtrees.
    fn forecast(&self, setup: Duration, subtrees: usize) -> Forecast {
        let (time, work) = self.sampled();
        let timed = self.timed_rounds();
        let total = time.forecast(setup.as_secs_f64());
        let taken = self.by_draw.iter().flatten();
        let taken = taken.map(|timing| (timing.weight, timing.time.as_secs_f64()));
        let all: Vec<(f64, f64)> = taken.chain(self.cut_short.iter().copied()).collect();
        let longest = all.iter().map(|(_, seconds)| *seconds).fold(0.0, f64::max);
        let mut sums = time.sums();
        if sums.is_empty() {
            // An incomplete round gives at most the total on average.
            sums.push(all.iter().map(|(weight, seconds)| weight * seconds).sum());
        }
        let bound = setup.as_secs_f64() + outcome::bound(&sums).max(longest);
        let is_vague = self.rounds() - self.warm_up_rounds() < LEAST_ROUNDS
            || total.error > VAGUE_ERROR * total.mean
            || time.largest_share() > LARGEST_TRUSTED_SHARE && !time.is_whole();
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

/// CPU time of the subtrees that are timed.
const FIRST_TIME: Duration = Duration::from_millis(200);
/// Time after which the timing ends with any number of subtrees.
const LONGEST_TIME: Duration = Duration::from_secs(1);
/// Part of the time limit of a run after which the timing ends, too.
const FIRST_LIMIT_PART: u32 = 2;
/// Least number of subtrees that give an error, unless these are all.
const LEAST_SUBTREES: usize = 4;

/// Estimates the time of all subtrees, with their rows. Returns `None` if it was interrupted, or if
/// the total cost of the subtrees is not known.
pub(super) fn estimate_by_first(
    run: &Run,
    problem: &dyn ErasedProblem,
) -> Result<Option<Forecast>, Error> {
    let subtrees = problem.divide(&run.granularity())?;
    let (number, Some(all)) = (Subtrees::count(&subtrees), subtrees.cost()) else {
        return Ok(None);
    };
    let setup = cpu_time(CpuClock::Own);
    let costs = Mutex::new(Vec::new());
    let costed = subtrees.map(|subtree| {
        let subtree = subtree?;
        lock(&costs).push(subtree.cost as f64);
        Ok((subtree.cost, subtree.root))
    });
    let (cancel, progress, alarm) = (run.child_token(), Progress::new(), Alarm::new()?);
    let longest = run.time_limit.map(|limit| limit / FIRST_LIMIT_PART);
    let longest = longest.map_or(LONGEST_TIME, |limit| limit.min(LONGEST_TIME));
    alarm.set(&cancel, Instant::now() + longest);
    let format = RowFormat::new(Format::Csv, &problem.erased_columns());
    let how = SearchOptions {
        threads: 1,
        clock: Some(CpuClock::Thread),
        ..run.search_options(EmitterMode::Text(&format), &cancel, &progress)
    };
    let search = |worker: &mut dyn SubtreeWorker<'_>, root, _: Option<u64>| Ok(worker.search(root));
    let mut timed = TimedSubtrees::default();
    search_subtrees(
        problem,
        &search,
        Subtrees::stream("first", costed),
        &mut timed,
        how,
    )?;
    let is_whole = match cancel.reason() {
        None => true,
        Some(Reason::Limit) => false,
        Some(_) => return Ok(None),
    };
    let mut costs = costs.into_inner().unwrap_or_else(PoisonError::into_inner);
    costs.truncate(timed.seconds.len());
    let all = if is_whole {
        costs.iter().sum()
    } else {
        all as f64
    };
    Ok(Some(timed.forecast(&costs, all, number, setup)))
}

/// CPU time and work of the first subtrees.
#[derive(Debug, Default)]
struct TimedSubtrees {
    seconds: Vec<f64>,
    work: Vec<f64>,
}

impl TimedSubtrees {
    /// Forecast for subtrees of the cost `all`. `costs` are those of the timed subtrees, and
    /// `number` is that of all subtrees, if it is known.
    fn forecast(&self, costs: &[f64], all: f64, number: Option<u64>, setup: Duration) -> Forecast {
        let drawn = self.seconds.len();
        let share = if all > 0.0 {
            costs.iter().sum::<f64>() / all
        } else {
            1.0
        };
        let search = projected(&self.seconds, costs, all);
        let mean = setup.as_secs_f64() + search.mean;
        let spent = setup.as_secs_f64() + self.seconds.iter().sum::<f64>();
        let is_sample = share >= 1.0 || drawn >= LEAST_SUBTREES;
        Forecast {
            setup,
            total: Estimate {
                mean,
                error: search.error.hypot(2.0 * LEAST_DRIFT * mean),
            },
            at_least: if is_sample {
                spent
            } else {
                cpu_time(CpuClock::Own).as_secs_f64()
            },
            basis: if is_sample {
                Basis::Sample
            } else {
                Basis::Bound
            },
            work: projected(&self.work, costs, all),
            drawn,
            subtrees: number.map_or_else(
                || (drawn as f64 / share.max(f64::MIN_POSITIVE)).round() as usize,
                |number| number as usize,
            ),
        }
    }
}

/// Estimates the total of an amount from some subtrees, with their amounts and costs. `all` is the
/// cost of all subtrees.
fn projected(amounts: &[f64], costs: &[f64], all: f64) -> Estimate {
    let (sum, cost) = (amounts.iter().sum::<f64>(), costs.iter().sum::<f64>());
    let number = amounts.len() as f64;
    if cost >= all || cost == 0.0 {
        return Estimate {
            mean: sum,
            error: 0.0,
        };
    }
    let squares = amounts.iter().zip(costs);
    let squares = squares.map(|(amount, of)| (amount - sum / cost * of).powi(2));
    let variance = squares.sum::<f64>() / (number - 1.0).max(1.0);
    let scale = all / cost;
    Estimate {
        mean: scale * sum,
        error: 2.0 * scale * (number * variance * (1.0 - cost / all)).sqrt(),
    }
}

impl Sink for TimedSubtrees {
    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error> {
        self.seconds.push(finished.cpu.as_secs_f64());
        self.work.push(finished.tally.work as f64);
        let is_enough = self.seconds.len() >= LEAST_SUBTREES
            && self.seconds.iter().sum::<f64>() >= FIRST_TIME.as_secs_f64();
        Ok(if is_enough {
            Break(Reason::Limit)
        } else {
            Continue(())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use countless_simd::Kernel;
    use countless_table::Columns;

    use super::*;
    use crate::CancelToken;
    use crate::ledger::Spec;
    use crate::{Emitter, SplitMix64};
    use crate::{Granularity, Subtrees};

    /// Subtrees of about ten microseconds each, or a hundred without optimisation; the largest
    /// takes at most three times as long as the smallest.
    struct Unequal;

    impl Problem for Unequal {
        type Root = u64;
        type Scratch = ();
        type Solution = Infallible;

        fn spec(&self) -> Result<Spec, Error> {
            Ok(Spec::new("unequal", "loop"))
        }

        fn columns(&self) -> Columns {
            Columns::new()
        }

        fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, u64>, Error> {
            Ok(Subtrees::list(
                "all",
                (0..4000).map(|root| (1, root)).collect(),
            ))
        }

        fn scratch(&self, _: Kernel) {}

        fn search(&self, (): &mut (), root: u64, _: &mut Emitter<'_, Self>) -> Tally {
            let mut random = SplitMix64(root);
            let steps = 3_000 + random.below(6_000) as u64;
            let even = (0..steps)
                .filter(|_| random.next().is_multiple_of(2))
                .count();
            Tally {
                work: steps,
                ..Tally::of(even as u64)
            }
        }
    }

    #[test]
    fn a_sample_ends_when_it_has_taken_enough() -> Result<(), Error> {
        let problem = Unequal;
        let forecast_for = |milliseconds, run: &Run| {
            estimate_for(Duration::from_millis(milliseconds), run, &problem, 1)
        };
        let run = Run::new().threads(2);
        let short = forecast_for(0, &run)?.expect("nobody cancels it");
        let long = forecast_for(60, &run)?.expect("nobody cancels it");
        assert!(short.drawn >= 2 * DRAWS_PER_ROUND && short.drawn < long.drawn);
        assert!(long.drawn % DRAWS_PER_ROUND == 0 && long.drawn < MOST_ROUNDS * DRAWS_PER_ROUND);
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

#[cfg(test)]
mod first_subtrees_tests {
    use std::convert::Infallible;

    use countless_simd::Kernel;
    use countless_table::Columns;

    use super::*;
    use crate::ledger::Spec;
    use crate::{CancelToken, Emitter, Granularity, Problem, SplitMix64};

    /// Records of a file. The work of each is its cost times a random factor from 1 to 3.
    struct Records {
        number: u64,
        is_long: bool,
    }

    impl Records {
        fn cost(index: u64) -> u64 {
            50 + SplitMix64(index).below(100) as u64
        }

        fn work(index: u64) -> u64 {
            Self::cost(index) * (100 + SplitMix64(!index).below(200) as u64)
        }
    }

    impl Problem for Records {
        type Root = u64;
        type Scratch = ();
        type Solution = Infallible;

        fn spec(&self) -> Result<Spec, Error> {
            Ok(Spec::new("records", "loop"))
        }

        fn columns(&self) -> Columns {
            Columns::new()
        }

        fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, u64>, Error> {
            let all = (0..self.number).map(Self::cost).sum();
            let records = (0..self.number).map(|index| Ok((Self::cost(index), index)));
            Ok(Subtrees::stream("records", records).with_cost(Some(all)))
        }

        fn scratch(&self, _: Kernel) {}

        fn search(&self, (): &mut (), index: u64, emitter: &mut Emitter<'_, Self>) -> Tally {
            let mut random = SplitMix64(index);
            let even = (0..Self::work(index)).filter(|_| random.next().is_multiple_of(2));
            let found = even.count() as u64;
            while self.is_long && !emitter.is_cancelled() {
                std::thread::yield_now();
            }
            Tally {
                work: Self::work(index),
                ..Tally::of(found)
            }
        }

        fn can_be_sampled(&self) -> bool {
            false
        }
    }

    #[test]
    fn the_first_records_stand_for_all() -> Result<(), Error> {
        let problem = Records {
            number: 1_000_000,
            is_long: false,
        };
        let forecast = Run::new().estimate(&problem, 1)?.expect("an estimate");
        let truth = (0..problem.number).map(Records::work).sum::<u64>() as f64;
        assert!(forecast.drawn >= LEAST_SUBTREES && (forecast.drawn as u64) < problem.number);
        let Estimate { mean, error } = forecast.work;
        assert!((mean - truth).abs() < 2.0 * error && error < 0.5 * truth);
        assert_eq!(forecast.basis, Basis::Sample);
        let number = forecast.subtrees as f64 / problem.number as f64;
        assert!((0.5..2.0).contains(&number), "{number}");
        assert!(forecast.total.mean > 1.0 && forecast.total.error >= 0.16 * forecast.total.mean);
        Ok(())
    }

    #[test]
    fn a_short_file_is_timed_whole() -> Result<(), Error> {
        for number in [0, 1, 5] {
            let problem = Records {
                number,
                is_long: false,
            };
            let forecast = Run::new().estimate(&problem, 1)?.expect("an estimate");
            let truth = (0..number).map(Records::work).sum::<u64>() as f64;
            assert_eq!((forecast.work.mean, forecast.work.error), (truth, 0.0));
            assert_eq!(
                (forecast.basis, forecast.drawn),
                (Basis::Sample, number as usize)
            );
        }
        Ok(())
    }

    #[test]
    fn a_long_record_gives_a_bound() -> Result<(), Error> {
        let problem = Records {
            number: 9,
            is_long: true,
        };
        let limit = Duration::from_millis(60);
        let begin = Instant::now();
        let forecast = Run::new().within(limit).estimate(&problem, 1)?;
        assert!(begin.elapsed() >= limit / FIRST_LIMIT_PART);
        let forecast = forecast.expect("a bound");
        assert!(forecast.expected().is_none() && forecast.at_least > 0.0);
        let token = CancelToken::new();
        token.cancel(Reason::Interrupted);
        assert!(Run::new().cancel(&token).estimate(&problem, 1)?.is_none());
        Ok(())
    }

    #[test]
    fn an_error_covers_the_total_in_19_of_20_cases() {
        let mut random = SplitMix64(3);
        let (cases, number, all) = (2000, 40, 400);
        let mut covered = 0;
        for _ in 0..cases {
            let costs: Vec<f64> = (0..all).map(|_| 50.0 + random.fraction()).collect();
            let amounts: Vec<f64> = costs
                .iter()
                .map(|cost| cost * (0.5 + random.fraction()))
                .collect();
            let total = projected(&amounts[..number], &costs[..number], costs.iter().sum());
            let truth: f64 = amounts.iter().sum();
            covered += usize::from((total.mean - truth).abs() <= total.error);
        }
        assert!((1850..=1960).contains(&covered), "{covered} of {cases}");
    }
}
