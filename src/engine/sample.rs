//! Estimating a whole run from a random sample of its subtrees.

use std::collections::BTreeSet;
use std::time::Duration;

use super::Subtree;
use crate::random::SplitMix64;

/// A stratified random sample.
///
/// The subtrees, laid end to end by their estimated costs, are cut into strata of equal
/// cost, and one subtree is drawn from each with a probability in proportion to its cost
/// (Cochran, Sampling Techniques, 1977: with probability proportional to size). So the
/// time that each takes per unit of cost estimates the same for its stratum.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The numbers of the subtrees drawn and their costs; one may be drawn repeatedly.
    drawn: Vec<(u64, u64)>,
    /// The cost of all subtrees.
    cost: u64,
}

/// How long something will take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The expected amount.
    pub mean: f64,
    /// Twice the standard error: in 19 of 20 cases the mean is off by no more.
    pub error: f64,
}

impl Sample {
    /// Draws `count` of the subtrees, the same for the same `seed`.
    pub fn new<R>(subtrees: &[Subtree<R>], count: usize, seed: u64) -> Self {
        let cost = subtrees.iter().map(|subtree| subtree.cost).sum::<u64>();
        let mut drawn = Vec::with_capacity(count);
        let mut rest = subtrees.iter();
        let mut next = rest.next();
        let mut before = 0;
        let mut random = SplitMix64(seed);
        for stratum in 0..count as u64 {
            let place = (stratum as f64 + random.fraction()) / count as f64 * cost as f64;
            while let Some(subtree) = next
                && (before + subtree.cost) as f64 <= place
                && rest.len() > 0
            {
                before += subtree.cost;
                next = rest.next();
            }
            drawn.extend(next.map(|subtree| (subtree.index, subtree.cost)));
        }
        Self { drawn, cost }
    }

    /// The numbers of the subtrees that were drawn.
    pub fn subtrees(&self) -> BTreeSet<u64> {
        self.drawn.iter().map(|&(index, _)| index).collect()
    }

    /// Estimates what all subtrees take from what each of the sample took.
    ///
    /// ```
    /// use countless::engine::{Sample, Subtree};
    ///
    /// let subtree = |index| Subtree { index, cost: 100 - index, root: () };
    /// let subtrees: Vec<_> = (0..100).map(subtree).collect();
    /// let sample = Sample::new(&subtrees, 10, 1);
    /// // Each takes half a second per unit of cost, more or less.
    /// let took = |index| (100 - index) as f64 * (0.5 + 0.01 * (index % 3) as f64);
    /// let estimate = sample.estimate(took);
    /// assert!((estimate.mean - 2525.0).abs() < 100.0);
    /// assert!(estimate.error < 100.0);
    /// ```
    pub fn estimate(&self, took: impl Fn(u64) -> f64) -> Estimate {
        let rates = self.drawn.iter().filter(|(_, cost)| *cost > 0);
        let rates: Vec<f64> = rates
            .map(|&(index, cost)| took(index) / cost as f64)
            .collect();
        let count = rates.len().max(1) as f64;
        let mean = rates.iter().sum::<f64>() / count;
        // Neighbouring strata are alike, so that only their differences tell of chance.
        let differences = rates.windows(2).map(|pair| (pair[1] - pair[0]).powi(2));
        let variance = differences.sum::<f64>() / (2.0 * (count - 1.0).max(1.0));
        Estimate {
            mean: mean * self.cost as f64,
            error: 2.0 * (variance / count).sqrt() * self.cost as f64,
        }
    }
}

impl Estimate {
    /// The expected time.
    pub fn time(self) -> Duration {
        Duration::try_from_secs_f64(self.mean).unwrap_or_default()
    }
}
