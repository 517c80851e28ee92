//! Forecasts of running time: an estimate, or at least a lower bound.
//!
//! A sample gives an expected value and an error. A sample that was cut short by its time limit, or
//! that is too small for a reliable error, still gives a bound.
//!
//! Let R₁, R₂, … be the estimates of the total T by the rounds of a sample. None is negative, and
//! each is at most T on average, given the earlier rounds: interrupted searches count with their
//! time so far. The products of R₁/T, R₂/T, … are then a supermartingale. By Ville's inequality one
//! of them reaches 20 in at most one of 20 cases, whenever the sample ends. Gomes and others (From
//! sampling to model counting, IJCAI 2007) describe the case of Markov's inequality. So in 19 of 20
//! cases
//!
//! ```text
//! T  ≥  (R₁ · R₂ · … · Rₖ / 20)^(1/k)
//! ```

use std::time::Duration;

use super::Estimate;

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
