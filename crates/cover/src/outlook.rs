//! How long a count will take, by the method that it would be made by.

use std::time::{Duration, Instant};

use super::cover::Cover;
use super::method::Method;
use super::problem::Problem;
use countless_engine::{Alarm, Basis, CpuClock, Error, Estimate, Forecast, Run, cpu_time};

/// A trial of memo may have this part of the time if there is another method to look at, and else
/// nearly all of it.
const TRIAL: f64 = 0.4;
const ALONE: f64 = 0.9;
/// A run without a time limit.
const FOREVER: Duration = Duration::from_secs(1 << 32);
/// The speed of a machine changes by this part, as twice a standard deviation.
const DRIFT: f64 = 0.1;

/// What is found out about a count in a limited time.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The count, if its method is known.
    pub cover: Option<Cover>,
    /// What it takes; nothing if the run was interrupted.
    pub forecast: Option<Forecast>,
    /// What a search takes, where a count would try memo first and the time did not suffice to find
    /// out whether that is faster.
    pub search: Option<Forecast>,
}

impl Outlook {
    /// Finds out how long a count takes that [`Cover::counting`] would make of the same arguments, in
    /// the [time](Run::within) of the run. A count by memo that is shorter than that is made, since
    /// there is no other way to know; what is longer is cut short, and gives a bound.
    ///
    /// # Errors
    ///
    /// As of [`Cover::counting`].
    pub fn new(
        problem: &Problem,
        method: Method,
        memory: usize,
        run: &Run,
        seed: u64,
    ) -> Result<Self, Error> {
        let begin = Instant::now();
        let time = run.time_limit().unwrap_or(FOREVER);
        let token = run.token();
        let part = if method == Method::Memo { ALONE } else { TRIAL };
        let alarm = Alarm::new()?;
        alarm.set(&token, begin + time.mul_f64(part));
        let left = || time.saturating_sub(begin.elapsed());
        let trial = run.clone().cancel(&token);
        match Cover::counting(problem.clone(), method, memory, &trial) {
            Ok(cover) if cover.method() == Method::Memo => Ok(Self {
                cover: Some(cover),
                forecast: Some(spent()),
                search: None,
            }),
            Ok(cover) => Ok(Self {
                forecast: run.clone().within(left()).estimate(&cover, seed)?,
                cover: Some(cover),
                search: None,
            }),
            Err(Error::Interrupted) if !run.token().is_cancelled() => {
                let at_least = cpu_time(CpuClock::Own).as_secs_f64();
                let search = if method == Method::Memo {
                    None
                } else {
                    let search = Cover::counting(problem.clone(), Method::Search, memory, run)?;
                    run.clone().within(left()).estimate(&search, seed)?
                };
                Ok(Self {
                    cover: None,
                    forecast: Some(Forecast::at_least(at_least)),
                    search,
                })
            }
            Err(error) => Err(error),
        }
    }
}

/// What a count took that has been made.
fn spent() -> Forecast {
    let mean = cpu_time(CpuClock::Own).as_secs_f64();
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
