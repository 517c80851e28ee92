//! Stratified random samples of subtrees, and estimates from them.
//!
//! The subtrees are laid end to end by their estimated costs and divided into strata of equal cost.
//! One subtree is drawn from each stratum with a probability in proportion to its cost (Cochran,
//! Sampling Techniques, 1977). These draws are one round. Rounds follow each other in time, so that
//! changes from round to round measure the speed of the machine:
//!
//! ```text
//! costs     |■■■■■■■■■■■■■■|■■■■■■■■■■■|■■■■■■■■|■■■■■■|■■■■|■■■|■■|■■|■|■|■|■|
//! strata    |       :       :       :       :       :       :       :       :  |
//! round 1      ↑       ↑         ↑    ↑          ↑     ↑        ↑       ↑
//! round 2         ↑     ↑      ↑         ↑    ↑          ↑     ↑         ↑
//! ```

use std::time::Duration;

use super::Subtree;
use crate::random::SplitMix64;

/// Largest number of spans of rounds between which changes of speed are measured.
const MOST_SPANS: usize = 16;
/// Least standard deviation of the speed, relative to the mean. A sample takes a few seconds and
/// cannot measure slower changes.
pub(super) const LEAST_DRIFT: f64 = 0.08;

/// A stratified random sample with any number of rounds.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Index of each subtree, and the sum of the costs up to its end.
    ends: Vec<(u64, u128)>,
    draws: usize,
    seed: u64,
}

/// A drawn subtree.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DrawnSubtree {
    /// Position in the list of subtrees.
    pub position: usize,
    /// Number of equal subtrees that it represents: the inverse of the average number of times that
    /// it is drawn in a round.
    pub weight: f64,
}

impl Sample {
    /// Samples of `draws` subtrees in each round. Equal seeds give equal samples. If the costs are
    /// zero or there are at most `draws` subtrees, a round contains all of them.
    pub fn new<R>(subtrees: &[Subtree<R>], draws: usize, seed: u64) -> Self {
        let mut end = 0;
        let ends = subtrees.iter().map(|subtree| {
            end += u128::from(subtree.cost);
            (subtree.index, end)
        });
        let ends: Vec<_> = ends.collect();
        let draws = if end == 0 {
            ends.len()
        } else {
            draws.min(ends.len())
        };
        Self { ends, draws, seed }
    }

    /// Number of subtrees drawn in a round.
    pub fn draws_per_round(&self) -> usize {
        self.draws
    }

    /// Draws round number `round`.
    pub fn round(&self, round: u64) -> impl Iterator<Item = DrawnSubtree> + Send + use<> {
        let all = self.ends.last().map_or(0, |last| last.1) as f64;
        let stratum = all / self.draws as f64;
        let mut random = SplitMix64(SplitMix64(self.seed).next() ^ round);
        let mut draw = |number| {
            if self.draws == self.ends.len() {
                return DrawnSubtree {
                    position: number,
                    weight: 1.0,
                };
            }
            let place = (number as f64 + random.fraction()) * stratum;
            let position = self.ends.partition_point(|end| end.1 as f64 <= place);
            let position = position.min(self.ends.len() - 1);
            let start = position.checked_sub(1).map_or(0, |last| self.ends[last].1);
            let cost = self.ends[position].1 - start;
            DrawnSubtree {
                position,
                weight: stratum / cost.max(1) as f64,
            }
        };
        let draws: Vec<DrawnSubtree> = (0..self.draws).map(&mut draw).collect();
        draws.into_iter()
    }
}

/// Estimate of an amount, such as time or work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The expected amount.
    pub mean: f64,
    /// Twice the standard error: the mean is off by at most this in 19 of 20 cases.
    pub error: f64,
}

impl Estimate {
    /// The expected time of an estimate in seconds.
    pub fn time(self) -> Duration {
        Duration::try_from_secs_f64(self.mean).unwrap_or_default()
    }
}

/// The amounts that the subtrees of some rounds took.
///
/// ```
/// use countless_engine::Subtree;
/// use countless_engine::{Sample, SampleRounds};
///
/// let subtree = |index| Subtree { index, cost: 100 - index, root: () };
/// let subtrees: Vec<_> = (0..100).map(subtree).collect();
/// // Each takes half a second per unit of cost, more or less.
/// let took = |position: usize| (100 - position) as f64 * (0.5 + 0.01 * (position % 3) as f64);
/// let sample = Sample::new(&subtrees, 10, 1);
/// let mut rounds = SampleRounds::new(sample.draws_per_round());
/// for draw in (0..5).flat_map(|round| sample.round(round)) {
///     rounds.push(draw.weight, took(draw.position));
/// }
/// let truth: f64 = (0..100).map(took).sum();
/// assert!((rounds.total().mean - truth).abs() < 20.0);
/// assert!(rounds.total().error < 20.0);
/// ```
#[derive(Clone, Debug)]
pub struct SampleRounds {
    draws: usize,
    /// Weighted amounts, round after round.
    amounts: Vec<f64>,
    /// True if a round contains all subtrees.
    whole: bool,
}

impl SampleRounds {
    /// Rounds of this number of draws.
    pub fn new(draws: usize) -> Self {
        Self {
            draws: draws.max(1),
            amounts: Vec::new(),
            whole: true,
        }
    }

    /// Adds the weight and the amount of the next draw.
    pub fn push(&mut self, weight: f64, amount: f64) {
        self.amounts.push(weight * amount);
        self.whole &= (weight - 1.0).abs() < f64::EPSILON;
    }

    /// Estimates the total of an amount that is constant for each subtree, such as its work.
    pub fn total(&self) -> Estimate {
        Estimate {
            mean: self.mean(),
            error: 2.0 * (self.sampling_variance() / self.len() as f64).sqrt(),
        }
    }

    /// Estimates the total of an amount that depends on the state of the machine, such as time,
    /// plus a `fixed` amount. Includes the changes between rounds, at least 8 %.
    pub fn forecast(&self, fixed: f64) -> Estimate {
        let search = self.total();
        let mean = search.mean + fixed;
        let drift = 2.0 * self.drift().max(LEAST_DRIFT) * mean;
        Estimate {
            mean,
            error: search.error.hypot(drift),
        }
    }

    /// Number of complete rounds, at least 1.
    fn len(&self) -> usize {
        (self.amounts.len() / self.draws).max(1)
    }

    /// Estimate of the total by each round.
    pub(super) fn sums(&self) -> Vec<f64> {
        let rounds = self.amounts.chunks_exact(self.draws);
        rounds.map(|round| round.iter().sum()).collect()
    }

    /// True if a round contains all subtrees.
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Largest amount relative to the sum of all amounts.
    pub(super) fn largest_share(&self) -> f64 {
        let largest = self.amounts.iter().copied().fold(0.0, f64::max);
        largest / self.amounts.iter().sum::<f64>().max(f64::MIN_POSITIVE)
    }

    fn mean(&self) -> f64 {
        self.sums().iter().sum::<f64>() / self.len() as f64
    }

    /// Variance of the sum of a round that drawing causes. Neighbouring strata are similar, so that
    /// the differences between them measure this part.
    fn sampling_variance(&self) -> f64 {
        if self.whole {
            return 0.0;
        }
        if self.draws < 2 {
            return self.variance();
        }
        let differences = self.amounts.chunks_exact(self.draws).map(|round| {
            let pairs = round.windows(2);
            pairs.map(|pair| (pair[1] - pair[0]).powi(2)).sum::<f64>()
        });
        let mean = differences.sum::<f64>() / (self.len() * (self.draws - 1)) as f64;
        self.draws as f64 * mean / 2.0
    }

    /// Variance of the sum of a round.
    fn variance(&self) -> f64 {
        let (sums, mean) = (self.sums(), self.mean());
        let squares = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>();
        squares / sums.len().saturating_sub(1).max(1) as f64
    }

    /// Standard deviation of the speed between spans of rounds, relative to the mean, without the
    /// part that drawing explains.
    fn drift(&self) -> f64 {
        let sums = self.sums();
        let span = sums.len().div_ceil(MOST_SPANS).max(1);
        let spans: Vec<f64> = sums
            .chunks_exact(span)
            .map(|span| span.iter().sum::<f64>() / span.len() as f64)
            .collect();
        if spans.len() < 2 {
            return 0.0;
        }
        let mean = spans.iter().sum::<f64>() / spans.len() as f64;
        let squares = spans.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>();
        let variance = squares / (spans.len() - 1) as f64 - self.sampling_variance() / span as f64;
        variance.max(0.0).sqrt() / mean.max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Subtrees with these costs.
    fn costing(costs: impl IntoIterator<Item = u64>) -> Vec<Subtree<()>> {
        let subtrees = costs.into_iter().zip(0..);
        subtrees
            .map(|(cost, index)| Subtree {
                index,
                cost,
                root: (),
            })
            .collect()
    }

    /// Skewed costs, and amounts that follow them within a factor of about two.
    fn subtrees() -> Vec<(u64, f64)> {
        let mut random = SplitMix64(7);
        let subtree = |number: u64| {
            let cost = 1 + 1_000_000 / (number * number + 100);
            (cost, cost as f64 * (0.5 + random.fraction()))
        };
        (0..2000).map(subtree).collect()
    }

    /// Amounts of some rounds on a machine whose speed depends on the round.
    fn rounds(
        subtrees: &[(u64, f64)],
        seed: u64,
        count: u64,
        speed: impl Fn(u64) -> f64,
    ) -> SampleRounds {
        let costs = costing(subtrees.iter().map(|subtree| subtree.0));
        let sample = Sample::new(&costs, 64, seed);
        let mut rounds = SampleRounds::new(sample.draws_per_round());
        for round in 0..count {
            for draw in sample.round(round) {
                rounds.push(draw.weight, subtrees[draw.position].1 * speed(round));
            }
        }
        rounds
    }

    #[test]
    fn the_weights_of_a_subtree_add_up_to_one() {
        let sample = Sample::new(&costing([5, 3, 0, 90, 2]), 3, 1);
        let mut weights = [0.0; 5];
        let rounds = 20_000;
        for draw in (0..rounds).flat_map(|round| sample.round(round)) {
            weights[draw.position] += draw.weight / rounds as f64;
        }
        for (position, expected) in [1.0, 1.0, 0.0, 1.0, 1.0].into_iter().enumerate() {
            assert!((weights[position] - expected).abs() < 0.1, "{weights:?}");
        }
    }

    #[test]
    fn totals_are_unbiased_and_their_errors_cover_them() {
        let subtrees = subtrees();
        let truth: f64 = subtrees.iter().map(|subtree| subtree.1).sum();
        let seeds = 1000;
        let totals = (0..seeds).map(|seed| rounds(&subtrees, seed, 5, |_| 1.0).total());
        let totals: Vec<Estimate> = totals.collect();
        let mean = totals.iter().map(|total| total.mean).sum::<f64>() / seeds as f64;
        let error = totals[0].error / (seeds as f64).sqrt();
        assert!((mean - truth).abs() < 2.0 * error, "{mean} for {truth}");
        let covers = |total: &&Estimate| (total.mean - truth).abs() <= total.error;
        let covered = totals.iter().filter(covers).count();
        assert!((930..=999).contains(&covered), "{covered} of {seeds}");
    }

    #[test]
    fn a_forecast_covers_a_machine_that_changes_its_speed() {
        let subtrees = subtrees();
        let truth: f64 = subtrees.iter().map(|subtree| subtree.1).sum();
        // Fast and slow periods; the real run falls into one of them.
        let speed = |round: u64| 1.0 + 0.3 * (round / 5 % 2) as f64;
        let rounds = rounds(&subtrees, 1, 40, speed);
        let forecast = rounds.forecast(0.0);
        for real in [truth, 1.3 * truth] {
            assert!((forecast.mean - real).abs() < forecast.error);
        }
        assert!(rounds.total().error < 0.05 * truth);
        assert!(forecast.error < 0.5 * truth);
        // The fixed amount is as uncertain as the rest.
        let doubled = rounds.forecast(rounds.total().mean);
        assert!((doubled.mean - 2.0 * forecast.mean).abs() < 1e-6 * truth);
        assert!(doubled.error > 1.9 * forecast.error);
    }

    #[test]
    fn a_round_of_all_is_exact() {
        let sample = Sample::new(&costing([3, 2, 1]), 64, 1);
        let mut rounds = SampleRounds::new(sample.draws_per_round());
        for draw in sample.round(0) {
            rounds.push(draw.weight, draw.position as f64);
        }
        let exactly = Estimate {
            mean: 3.0,
            error: 0.0,
        };
        assert_eq!(rounds.total(), exactly);
        assert_eq!(Sample::new(&costing([0, 0]), 1, 1).round(0).count(), 2);
        assert_eq!(Sample::new(&costing([]), 64, 1).round(0).count(), 0);
    }
}
