//! What is known of how long something takes: an estimate, or at least a bound.
//!
//! A sample gives an expected value and an error. If it was cut short by its time limit, or if it is
//! too small to trust its error, there still is a bound. Let R₁, R₂, … be the amounts that the rounds
//! of a sample give for the whole, none of them negative, and each no more than the total T on
//! average, whatever came before: searches that were cut short count with the time they had. The
//! products of R₁/T, R₂/T, … are a supermartingale, so that by Ville's inequality one of them is 20 or
//! more in one of 20 cases at most, whenever the sample ends (Gomes and others, From sampling to model
//! counting, IJCAI 2007, have the case of Markov's inequality). So in 19 of 20 cases
//!
//! ```text
//! T  ≥  (R₁ · R₂ · … · Rₖ / 20)^(1/k)
//! ```

use std::time::Duration;

use super::Estimate;

/// A bound is wrong in one of so many cases at most.
const CASES_PER_WRONG_BOUND: f64 = 20.0;
/// The rounds are put together into so many parts.
const MOST_PARTS: usize = 16;

/// What the numbers of a forecast are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// A sample that is large enough: the total is expected, with its error.
    Sample,
    /// A sample that was cut short or varies too much: only the bound is known.
    Bound,
    /// A smaller problem, and how much longer larger ones take.
    Growth,
}

/// How long something will take.
#[derive(Clone, Copy, Debug)]
pub struct Forecast {
    /// The CPU time of what every process has to prepare.
    pub setup: Duration,
    /// The CPU time of everything, in seconds.
    pub total: Estimate,
    /// The CPU time of everything is at least this, in seconds: in 19 of 20 cases at least.
    pub at_least: f64,
    /// What it is made from. The total of a [bound](Basis::Bound) is not to be relied on.
    pub basis: Basis,
    /// The work of all subtrees.
    pub work: Estimate,
    /// How many subtrees were timed.
    pub drawn: usize,
    /// How many there are.
    pub subtrees: usize,
}

impl Forecast {
    /// Nothing is known but that it takes at least so many seconds.
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

    /// The total, unless there is only a bound.
    pub fn expected(&self) -> Option<Estimate> {
        (self.basis != Basis::Bound).then_some(self.total)
    }

    /// The expected seconds, or the bound.
    pub fn seconds(&self) -> f64 {
        self.expected().map_or(self.at_least, |total| total.mean)
    }
}

/// What a total is at least, in 19 of 20 cases, given what rounds say of it.
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
        // Amounts of mean 1: even, skewed, very skewed, and mostly nothing.
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
        // They are worth something.
        assert!(bound(&[1.0; 16]) > 0.8 && bound(&[1.0]) > 0.04);
        assert!(bound(&[]) == 0.0 && bound(&[0.0, 5.0]) == 0.0);
    }
}
