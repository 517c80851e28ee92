//! Estimate of the running time from the first subtrees, for problems that have too many subtrees
//! for a random sample, such as the records of a file.
//!
//! The time of the first subtrees grows in proportion to their cost, the number of bytes or puzzles.
//! The scatter around this line gives the error (ratio estimate; Cochran, Sampling Techniques,
//! 1977). It covers later subtrees only if they are like the first ones.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::emitter::EmitterMode;
use super::erased_problem::{ErasedProblem, SubtreeWorker};
use super::parallel_search::{SearchOptions, search_in_parallel};
use super::reorder::SolutionBlock;
use super::sink::{FinishedSubtree, Sink};
use super::stratified_sample::LEAST_DRIFT;
use super::subtree_timer::{Alarm, CpuClock, cpu_time};
use super::{Basis, Estimate, Forecast, Progress, Reason, Run, Subtrees};
use crate::error::Error;
use countless_table::{Format, RowFormat};

/// CPU time of the subtrees that are timed.
const USUAL_TIME: Duration = Duration::from_millis(200);
/// Time after which the timing ends with any number of subtrees.
const LONGEST_TIME: Duration = Duration::from_secs(1);
/// Part of the time limit of a run after which the timing ends, too.
const LIMIT_PART: u32 = 2;
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
        costs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(subtree.cost as f64);
        Ok((subtree.cost, subtree.root))
    });
    let (cancel, progress, alarm) = (run.child_token(), Progress::new(), Alarm::new()?);
    let longest = run.time_limit.map(|limit| limit / LIMIT_PART);
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
    search_in_parallel(
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
    fn take_block(&mut self, _: &mut SolutionBlock) -> Result<ControlFlow<Reason>, Error> {
        Ok(Continue(()))
    }

    fn take_finished(&mut self, finished: FinishedSubtree) -> Result<ControlFlow<Reason>, Error> {
        self.seconds.push(finished.cpu.as_secs_f64());
        self.work.push(finished.tally.work as f64);
        let is_enough = self.seconds.len() >= LEAST_SUBTREES
            && self.seconds.iter().sum::<f64>() >= USUAL_TIME.as_secs_f64();
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
    use crate::ledger::Spec;
    use crate::{CancelToken, Emitter, Granularity, Problem, SplitMix64, Tally};

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
        assert!(begin.elapsed() >= limit / LIMIT_PART);
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
