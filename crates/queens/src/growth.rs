//! Estimates for counting large boards by join, without their tables.
//!
//! The tables of 22 rows take seconds to make, those of 26 rows minutes. But the time of a count
//! grows by factors that depend little on the machine. The time of 18 rows, which is estimated in
//! half a second, gives that of larger boards.

use super::{BoardProblem, JoinCounter, QueensMethod};
use countless_engine::{Basis, Error, Estimate, Forecast, Run};

/// Rows of the board that is timed.
const TIMED_ROWS: usize = 18;
/// Least rows of a board that is estimated by growth and not timed itself.
pub const FIRST_UNTIMED: usize = 22;
/// Time of a count of 22, 23, … 32 rows, in units of the time of 18 rows. Estimated up to 28 rows;
/// see docs/notes/estimate.md.
const FACTORS: [f64; 11] = [
    1.2e3, 1.0e4, 1.1e5, 9.0e5, 8.0e6, 6.0e7, 4.0e8, 3.5e9, 2.5e10, 2.5e11, 2.0e12,
];
/// Relative error of the factors.
const ERROR: f64 = 0.5;

/// Estimates the time of a count of `n` rows by join, without its tables. It takes about a second.
/// `None` if another estimate is better, or if this one was interrupted.
///
/// # Errors
///
/// The errors of [`Run::estimate`].
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

/// Estimates quickly the time of a count of `n` rows that may take days. `None` for shorter counts,
/// or if it was interrupted.
///
/// # Errors
///
/// The errors of [`Run::estimate`].
pub fn estimate_long_count(
    n: usize,
    method: QueensMethod,
    run: &Run,
) -> Result<Option<Forecast>, Error> {
    match method.resolve(n)? {
        QueensMethod::Join if n >= LONG_JOIN => estimate_by_growth(n, run, 1),
        QueensMethod::Search if n >= LONG_SEARCH => run.estimate(&BoardProblem::all(n)?, 1),
        _ => Ok(None),
    }
}

/// Least rows of a count by join that may take more than a day on one core.
const LONG_JOIN: usize = 24;
/// Least rows of a count by search that may take more than a day on one core.
const LONG_SEARCH: usize = 22;
