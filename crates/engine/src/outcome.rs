//! The result of a run, and the forecast of its time: an estimate, or at least a lower bound.

use std::path::PathBuf;
use std::time::Duration;

use super::{Estimate, Reason};
use crate::ledger::{LedgerLocation, Plan, Shard, Tally, time_left};

/// The result of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome<T = Tally> {
    /// Sum of the tallies of all subtrees, or of the subtrees of the shard.
    pub total: T,
    /// The part of the total from records of a ledger.
    pub recalled: T,
    /// Number of rows written or solutions passed to a callback.
    pub rows: u64,
    /// Number of diagnostics about inputs.
    pub diagnostics: u64,
    /// The reason of an early end, or `None` if the run is complete.
    pub stopped: Option<Reason>,
    /// Number of subtrees searched completely or recalled.
    pub subtrees: u64,
    /// Search time of each thread.
    pub busy: Vec<Duration>,
    /// Wall time of the run.
    pub elapsed: Duration,
    /// The shard that was searched.
    pub(crate) shard: Shard,
    /// State of its ledger, if it has one.
    pub ledger: Option<LedgerState>,
}

/// The finished subtrees of a shard in a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LedgerState {
    /// Path of the complete ledger.
    pub path: PathBuf,
    /// The shard.
    pub shard: Shard,
    /// Number of subtrees recorded before the run.
    pub known: u64,
    /// CPU time of these subtrees.
    pub spent: Duration,
    /// Number of recorded subtrees without rows, which are searched again.
    pub rows_missing: u64,
    /// Number of subtrees of the shard.
    pub all: u64,
    /// True if the file was removed or replaced during the run, so that the new records are lost.
    pub is_lost: bool,
}

impl LedgerState {
    /// State of a ledger with `known` subtrees of a shard, which took the time `spent`.
    pub(super) fn of(
        place: &LedgerLocation,
        shard: Shard,
        plan: &Plan,
        (known, spent): (u64, Duration),
    ) -> Self {
        Self {
            path: place.file().to_owned(),
            shard,
            known,
            spent,
            rows_missing: 0,
            all: shard.len(plan.subtrees),
            is_lost: false,
        }
    }

    /// CPU time of the missing subtrees, at the pace of those recorded. `None` if none is recorded.
    pub fn remaining(&self) -> Option<Duration> {
        time_left(self.spent, self.known, self.all)
    }
}

impl<T> Outcome<T> {
    /// True if every subtree was searched.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// Part of a number that this run has found itself, without the recalled subtrees.
    pub fn without_recalled(&self, number: impl Fn(&T) -> u128) -> u128 {
        number(&self.total).saturating_sub(number(&self.recalled))
    }

    /// True if the user interrupted the run.
    pub fn is_interrupted(&self) -> bool {
        self.stopped == Some(Reason::Interrupted)
    }

    /// The shard, or `None` for the whole problem.
    pub fn shard(&self) -> Option<Shard> {
        Some(self.shard).filter(|&shard| shard != Shard::WHOLE)
    }

    /// Converts the totals.
    pub fn map<U>(self, with: impl Fn(T) -> U) -> Outcome<U> {
        Outcome {
            total: with(self.total),
            recalled: with(self.recalled),
            rows: self.rows,
            diagnostics: self.diagnostics,
            stopped: self.stopped,
            subtrees: self.subtrees,
            busy: self.busy,
            elapsed: self.elapsed,
            shard: self.shard,
            ledger: self.ledger,
        }
    }
}

impl Outcome {
    /// Number of rows of the table, if each row is a solution. With a ledger, earlier runs wrote
    /// some of them.
    pub fn table_rows(&self) -> u128 {
        match self.ledger {
            Some(_) => self.total.count,
            None => self.rows.into(),
        }
    }
}

/// Number of cases in which at most one bound is wrong.
const CASES_PER_WRONG_BOUND: f64 = 20.0;
/// Largest number of groups of consecutive rounds in a bound.
const MOST_PARTS: usize = 16;

/// The source of the numbers of a forecast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// A sample that is large enough: the expected total and its error.
    Sample,
    /// A sample that was cut short or varies too much: only the bound is reliable.
    Bound,
    /// A smaller problem, scaled by the growth of the running time.
    Growth,
}

/// Forecast of the running time of a count.
#[derive(Clone, Copy, Debug)]
pub struct Forecast {
    /// CPU time of the set-up work of every process.
    pub setup: Duration,
    /// CPU time of the set-up and all subtrees, in seconds.
    pub total: Estimate,
    /// Lower bound of the CPU time of the set-up and all subtrees, in seconds. It holds in at least
    /// 19 of 20 cases.
    pub at_least: f64,
    /// Source of the numbers. The total of a [bound](Basis::Bound) is not reliable.
    pub basis: Basis,
    /// Work of all subtrees.
    pub work: Estimate,
    /// Number of subtrees timed.
    pub drawn: usize,
    /// Number of all subtrees.
    pub subtrees: usize,
}

impl Forecast {
    /// A forecast with only a bound, in seconds.
    pub fn at_least(seconds: f64) -> Self {
        Self {
            setup: Duration::ZERO,
            total: Estimate::default(),
            at_least: seconds,
            basis: Basis::Bound,
            work: Estimate::default(),
            drawn: 0,
            subtrees: 0,
        }
    }

    /// The total, or `None` if only the bound is reliable.
    pub fn expected(&self) -> Option<Estimate> {
        (self.basis != Basis::Bound).then_some(self.total)
    }

    /// The expected time in seconds, or the bound.
    pub fn seconds(&self) -> f64 {
        self.expected().map_or(self.at_least, |total| total.mean)
    }
}

/// Lower bound of a total that holds in 19 of 20 cases. `rounds` contains the estimate of the total
/// by each round.
pub(super) fn bound(rounds: &[f64]) -> f64 {
    let part = rounds.len().div_ceil(MOST_PARTS).max(1);
    let means = rounds.chunks_exact(part);
    let logs = means.map(|part| (part.iter().sum::<f64>() / part.len() as f64).ln());
    let (sum, number) = logs.fold((0.0, 0.0), |(sum, number), log| (sum + log, number + 1.0));
    if number == 0.0 {
        return 0.0;
    }
    ((sum - CASES_PER_WRONG_BOUND.ln()) / number).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn bounds_hold_in_19_of_20_cases_whatever_the_rounds_are() {
        // Amounts with mean 1: uniform, skewed, very skewed, and mostly zero.
        let amounts: [fn(&mut SplitMix64) -> f64; 4] = [
            |random| 2.0 * random.fraction(),
            |random| -random.fraction().max(1e-12).ln(),
            |random| (3.0 * (random.fraction() - 0.5)).exp() / 1.419,
            |random| if random.fraction() < 0.02 { 50.0 } else { 0.0 },
        ];
        for (number, amount) in amounts.into_iter().enumerate() {
            let mut random = SplitMix64(number as u64);
            for rounds in [1, 3, 12, 100] {
                let trials = 2000;
                let mut bounds = || {
                    let rounds: Vec<f64> = (0..rounds).map(|_| amount(&mut random)).collect();
                    bound(&rounds)
                };
                let wrong = (0..trials).filter(|_| bounds() > 1.0).count();
                assert!(wrong <= trials / 20, "{wrong} of {rounds} rounds, {number}");
            }
        }
        // The bounds are not trivial.
        assert!(bound(&[1.0; 16]) > 0.8 && bound(&[1.0]) > 0.04);
        assert!(bound(&[]) == 0.0 && bound(&[0.0, 5.0]) == 0.0);
    }
}
