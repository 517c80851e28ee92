//! Estimates of the time of a count, by the method that it would use.

use std::time::Duration;

use super::components::{ComponentCounts, components};
use super::cover_method::CoverMethod;
use super::cover_problem::{self, CoverProblem};
use super::cover_strategy::Strategy;
use super::exact_cover::ExactCover;
use countless_engine::{Alarm, Basis, CpuClock, Error, Estimate, Forecast, Instant, Run, cpu_time};

/// Share of the time that a trial of memo may take: if another method remains, and if none does.
const TRIAL: f64 = 0.4;
const ALONE: f64 = 0.9;
/// Time of a run without a limit.
const FOREVER: Duration = Duration::from_secs(1 << 32);
/// Relative change of a machine's speed: twice the standard deviation.
const DRIFT: f64 = 0.1;

/// Estimate of a count, found in a limited time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CountEstimate {
    /// The count, if its method is known.
    pub count: Option<CoverProblem>,
    /// Estimated time; `None` if the run was interrupted.
    pub forecast: Option<Forecast>,
    /// Estimated time of a search, if the time did not suffice to see whether memo is faster.
    pub search: Option<Forecast>,
}

impl CountEstimate {
    /// Estimates the time of a count that [`CoverProblem::counting`] would make of these arguments,
    /// within the [time](Run::within) of the run. A count by memo that ends within this time is
    /// made: nothing else shows its time. A longer one is stopped, and gives a lower bound.
    ///
    /// # Errors
    ///
    /// The errors of [`CoverProblem::counting`].
    pub fn new(
        problem: &ExactCover,
        method: CoverMethod,
        run: &Run,
        seed: u64,
    ) -> Result<Self, Error> {
        let Some(components) = components(problem) else {
            return Self::undivided(problem, method, run, seed, Duration::ZERO);
        };
        let begin = Instant::now();
        let time = run.time_limit().unwrap_or(FOREVER);
        let counts = ComponentCounts::new(components, method, run)?;
        let (mut known, open) = (counts.known, counts.uncounted);
        let mut forecasts = vec![measured(cpu_time(CpuClock::Own))];
        let (mut searches, mut is_trial) = (Vec::new(), false);
        // The count is known if at most one component is left to search, and no other is equal to it.
        let (mut left, mut is_known) = (None, true);
        for (at, one) in open.iter().enumerate() {
            let share = time.saturating_sub(begin.elapsed()) / (open.len() - at) as u32;
            let (run, since) = (run.clone().within(share), cpu_time(CpuClock::Own));
            let outlook = Self::undivided(&one.exact_cover, method, &run, seed, since)?;
            let Some(forecast) = outlook.forecast else {
                return Ok(outlook);
            };
            is_trial |= outlook.search.is_some();
            let known_method = outlook.count.is_some();
            searches.push(outlook.search.or(known_method.then_some(forecast)));
            forecasts.push(forecast);
            let copies = one.copies.len();
            match outlook.count {
                Some(CoverProblem {
                    strategy: Strategy::Known(_, one),
                    ..
                }) => known.multiply(&one.total, copies, one.method),
                cover @ Some(_) if copies == 1 && left.is_none() => left = cover,
                _ => is_known = false,
            }
        }
        let cover = is_known.then(|| {
            CoverProblem::divided(problem.clone(), method, counts.components, known, left)
        });
        let searches: Option<Vec<Forecast>> = searches.into_iter().collect();
        Ok(Self {
            count: cover,
            forecast: Some(sum_of_forecasts(&forecasts)),
            search: searches
                .filter(|_| is_trial)
                .map(|all| sum_of_forecasts(&all)),
        })
    }

    /// Estimates a count without a division into components. A count that is made here, or begun,
    /// takes the time of the processor beyond `since`.
    fn undivided(
        problem: &ExactCover,
        method: CoverMethod,
        run: &Run,
        seed: u64,
        since: Duration,
    ) -> Result<Self, Error> {
        let begin = Instant::now();
        let time = run.time_limit().unwrap_or(FOREVER);
        let spent = || cpu_time(CpuClock::Own).saturating_sub(since);
        let token = run.child_token();
        let part = if method == CoverMethod::Memo {
            ALONE
        } else {
            TRIAL
        };
        let alarm = Alarm::new()?;
        alarm.set(&token, begin + time.mul_f64(part));
        let left = || time.saturating_sub(begin.elapsed());
        let trial = run.clone().cancel(&token);
        match cover_problem::undivided(problem.clone(), method, &trial) {
            Ok(cover) => {
                let forecast = match cover.method() {
                    CoverMethod::Memo => Some(measured(spent())),
                    _ => run.clone().within(left()).estimate(&cover, seed)?,
                };
                Ok(Self {
                    count: Some(cover),
                    forecast,
                    search: None,
                })
            }
            Err(Error::Interrupted) if !run.child_token().is_cancelled() => {
                let at_least = spent().as_secs_f64();
                let search = if method == CoverMethod::Memo {
                    None
                } else {
                    let method = CoverMethod::Search;
                    let search = cover_problem::undivided(problem.clone(), method, run)?;
                    run.clone().within(left()).estimate(&search, seed)?
                };
                Ok(Self {
                    count: None,
                    forecast: Some(Forecast::at_least(at_least)),
                    search,
                })
            }
            Err(error) => Err(error),
        }
    }
}

/// Forecast of a count that was already made.
fn measured(time: Duration) -> Forecast {
    let mean = time.as_secs_f64();
    Forecast {
        total: Estimate {
            mean,
            error: DRIFT * mean,
        },
        basis: Basis::Sample,
        drawn: 1,
        subtrees: 1,
        ..Forecast::at_least(mean)
    }
}

/// Forecast of several counts together.
fn sum_of_forecasts(forecasts: &[Forecast]) -> Forecast {
    let both = |one: Estimate, other: Estimate| Estimate {
        mean: one.mean + other.mean,
        error: one.error.hypot(other.error),
    };
    let nothing = Forecast {
        basis: Basis::Sample,
        ..Forecast::at_least(0.0)
    };
    forecasts.iter().fold(nothing, |sum, one| Forecast {
        setup: sum.setup + one.setup,
        total: both(sum.total, one.total),
        at_least: sum.at_least + one.at_least,
        basis: if one.basis == Basis::Bound {
            one.basis
        } else {
            sum.basis
        },
        work: both(sum.work, one.work),
        drawn: sum.drawn + one.drawn,
        subtrees: sum.subtrees + one.subtrees,
    })
}
