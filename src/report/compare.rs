//! Two runs side by side, and whether they differ by more than noise.

use serde::Serialize;

use std::collections::HashMap;

use super::record::{Record, Run, Trial};
use super::statistics::rank_test;

/// How unlikely ranks must be if there is no difference. Five runs on each side that do not
/// overlap are just unlikely enough.
const SIGNIFICANT: f64 = 0.01;

/// Whether the second run took more or less CPU time than the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Less, by more than noise.
    Faster,
    /// More, by more than noise.
    Slower,
    /// No difference beyond noise.
    None,
}

/// A trial of two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What was timed.
    pub trial: Trial,
    /// CPU time of the second run, of that of the first.
    pub cpu: f64,
    /// Wall time of the second run, of that of the first.
    pub wall: f64,
    /// The distance between the quartiles of CPU time, of its median; the greater of both runs.
    pub noise: f64,
    /// Whether CPU time differs.
    pub change: Change,
}

/// Compares the trials that both runs have, in the order of the first.
///
/// CPU time differs if the ranks of the measurements are less likely than 1 %, and the medians
/// differ by more than the quartiles of either run.
pub fn compare(a: &Run, b: &Run) -> Vec<Comparison> {
    let others: HashMap<&Trial, &Record> = b
        .records
        .iter()
        .map(|record| (&record.trial, record))
        .collect();
    let both = a
        .records
        .iter()
        .filter_map(|record| Some((record, *others.get(&record.trial)?)));
    both.map(|(a, b)| pair(a, b)).collect()
}

fn pair(a: &Record, b: &Record) -> Comparison {
    let (before, after) = (a.cpu(), b.cpu());
    let apart = (after.median - before.median).abs() > before.width().max(after.width());
    let change = if !apart || rank_test(&a.cpu, &b.cpu) >= SIGNIFICANT {
        Change::None
    } else if after.median < before.median {
        Change::Faster
    } else {
        Change::Slower
    };
    Comparison {
        trial: a.trial.clone(),
        cpu: after.median / before.median,
        wall: b.wall().median / a.wall().median,
        noise: [before, after]
            .map(|spread| spread.width() / spread.median)
            .into_iter()
            .fold(0.0, f64::max),
        change,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Family, Verdict};

    fn record(cpu: [f64; 5]) -> Record {
        Record {
            trial: Trial {
                family: Family::Queens,
                case: "12".to_owned(),
                solver: "join".to_owned(),
                kernel: "scalar".to_owned(),
                threads: Some(1),
            },
            items: 14_200,
            wall: cpu.to_vec(),
            cpu: cpu.to_vec(),
            answer: Verdict::Right,
        }
    }

    #[test]
    fn a_difference_must_exceed_the_noise() {
        let base = record([10.0, 10.1, 10.2, 10.3, 10.4]);
        let change = |cpu| pair(&base, &record(cpu)).change;
        assert_eq!(change([10.0, 10.1, 10.2, 10.3, 10.4]), Change::None);
        assert_eq!(change([12.0, 12.1, 12.2, 12.3, 12.4]), Change::Slower);
        assert_eq!(change([8.0, 8.1, 8.2, 8.3, 8.4]), Change::Faster);
        // One run of five lies among the others.
        assert_eq!(change([10.35, 12.1, 12.2, 12.3, 12.4]), Change::None);
        // All lie above, but by less than the quartiles are apart.
        assert_eq!(change([10.41, 10.42, 10.43, 10.44, 18.0]), Change::Slower);
        assert_eq!(change([10.41, 10.42, 10.43, 15.0, 18.0]), Change::None);
    }
}
