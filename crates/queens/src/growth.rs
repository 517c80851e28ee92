//! How long counts of large boards by join take, without the tables that they need.
//!
//! The tables of 22 rows take seconds to make, those of 26 minutes. But the time of a count grows by
//! factors that depend little on the machine: the time of 18 rows, which is estimated in half a
//! second, gives that of larger boards.

use super::{JoinCounter, QueensMethod, SearchCounter};
use countless_engine::{Basis, Error, Estimate, Forecast, Run};

/// The board that is timed.
const TIMED_ROWS: usize = 18;
/// Boards from here on are not timed themselves.
pub const FIRST_UNTIMED: usize = 22;
/// How much longer than those of 18 rows counts of 22, 23, … 27 rows take, as estimated on two
/// machines with AVX-512; see docs/notes/estimate.md.
const FACTORS: [f64; 6] = [1.2e3, 1.0e4, 1.5e5, 1.1e6, 1.8e7, 1.3e8];
/// Factors are wrong by no more than this part, as far as they have been measured.
const ERROR: f64 = 0.4;

/// Estimates how long a count of `n` rows by join takes, without its tables; `None` if there is a
/// better way, or if it was interrupted. It takes about a second.
///
/// # Errors
///
/// As of [`Run::estimate`].
pub fn estimate_by_growth(n: usize, run: &Run, seed: u64) -> Result<Option<Forecast>, Error> {
    let factor = n
        .checked_sub(FIRST_UNTIMED)
        .and_then(|more| FACTORS.get(more));
    let Some(factor) = factor else {
        return Ok(None);
    };
    let Some(small) = JoinCounter::new(TIMED_ROWS, run.thread_count())? else {
        return Ok(None);
    };
    let Some(forecast) = run.estimate(&small, seed)? else {
        return Ok(None);
    };
    let each = forecast.seconds() - forecast.setup.as_secs_f64();
    let mean = factor * each.max(0.0);
    Ok(Some(Forecast {
        total: Estimate {
            mean,
            error: mean * ERROR.hypot(forecast.total.error / forecast.total.mean.max(1e-9)),
        },
        basis: Basis::Growth,
        ..Forecast::at_least(mean * (1.0 - ERROR) / 2.0)
    }))
}

/// Estimates quickly how long a count of `n` rows takes, if that may be days; `None` if it takes less,
/// or if it was interrupted.
///
/// # Errors
///
/// As of [`Run::estimate`].
pub fn estimate_long_count(
    n: usize,
    method: QueensMethod,
    run: &Run,
) -> Result<Option<Forecast>, Error> {
    match method.resolve(n)? {
        QueensMethod::Join if n >= LONG_JOIN => estimate_by_growth(n, run, 1),
        QueensMethod::Search if n >= LONG_SEARCH => run.estimate(&SearchCounter::all(n)?, 1),
        _ => Ok(None),
    }
}

/// Counts of fewer rows take less than a day on one core.
const LONG_JOIN: usize = 24;
const LONG_SEARCH: usize = 22;
