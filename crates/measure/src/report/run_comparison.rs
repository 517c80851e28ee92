//! Comparison of two runs: their trials differ if the change exceeds the noise.
//!
//! Ratios of CPU time are compared by their logarithms. Two runs of a program are minutes apart,
//! and the machine changes meanwhile. The measurements of one run are therefore not independent.
//! The noise has two estimates: the deviation of the runs of a trial, and the deviation of the
//! ratios of a family about their median. The greater one is used. A rival program is started anew
//! for each measurement, so its runs show all of its noise.

use std::collections::HashMap;

use serde::Serialize;

use super::statistics::{
    holm_rejections, mean, median, pooled_deviation, robust_deviation, student_probability,
    student_quantile,
};
use super::trial_record::{BenchmarkRun, Family, Trial, TrialRecord};

/// Probability that a difference is reported for two runs without one. One half is for the
/// families, one half for the trials.
const SIGNIFICANCE: f64 = 0.05;

/// Standard error of a median divided by that of a mean, for normal measurements.
const MEDIAN_ERROR: f64 = 1.2533;

/// Least standard error of a log ratio. Placement in memory alone causes such a difference
/// (docs/notes/benchmarks.md).
const LEAST_ERROR: f64 = 0.0025;

/// Change of CPU time from the first run to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Less time, by more than noise.
    Faster,
    /// More time, by more than noise.
    Slower,
    /// No difference beyond noise.
    None,
}

/// Comparison of a trial in two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Compared trial.
    pub trial: Trial,
    /// CPU time of the second run divided by that of the first.
    pub cpu: f64,
    /// Wall time of the second run divided by that of the first.
    pub wall: f64,
    /// Distance between the quartiles of CPU time divided by its median; the greater of both runs.
    pub noise: f64,
    /// Least detectable change of CPU time, as a share of the first run.
    pub least: Option<f64>,
    /// Change of CPU time; none if there are too few runs.
    pub change: Option<Change>,
    /// True if the trial failed in either run.
    pub failed: bool,
}

/// Comparison of all trials of a family.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FamilyShift {
    /// Part of the suite.
    pub family: Family,
    /// Median of the ratios of CPU time.
    pub cpu: f64,
    /// Change of the median.
    pub change: Change,
}

/// Comparison of all trials that two runs share.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedRuns {
    /// Trials, in the order of the first run.
    pub trials: Vec<Comparison>,
    /// Families of the trials with enough runs.
    pub families: Vec<FamilyShift>,
}

/// Compares the trials that both runs contain.
pub fn compare(a: &BenchmarkRun, b: &BenchmarkRun) -> ComparedRuns {
    let others: HashMap<&Trial, &TrialRecord> = b
        .records
        .iter()
        .map(|record| (&record.trial, record))
        .collect();
    let both = a.records.iter();
    let both = both.filter_map(|record| Some((record, *others.get(&record.trial)?)));
    let both: Vec<(&TrialRecord, &TrialRecord)> = both.collect();
    let mut trials: Vec<Comparison> = both.iter().map(|(a, b)| trial_ratios(a, b)).collect();
    // On a busy machine, the common part of all trials may be due to the load.
    let quiet = !a.machine.is_busy() && !b.machine.is_busy();
    let (alone, together): (Vec<_>, Vec<_>) = both
        .iter()
        .enumerate()
        .partition(|(_, (a, _))| quiet && a.trial.is_program());
    let pair =
        |&(place, (a, b)): &(usize, &(&TrialRecord, &TrialRecord))| TrialPair::new(place, a, b);
    let groups = [Family::Queens, Family::Sudoku, Family::Stream].map(|family| {
        let pairs = together
            .iter()
            .filter(|(_, (a, _))| a.trial.family == family);
        FamilyTrials::new(family, pairs.filter_map(pair).collect())
    });
    let groups: Vec<FamilyTrials> = groups.into_iter().flatten().collect();
    let alone: Vec<TrialPair> = alone.iter().filter_map(pair).collect();

    let unlikely = groups
        .iter()
        .map(|group| if quiet { group.probability() } else { 1.0 });
    let unlikely: Vec<f64> = unlikely.collect();
    let shifted = holm_rejections(&unlikely, SIGNIFICANCE / 2.0);
    let judged = groups.iter().zip(&shifted).flat_map(|(group, &shifted)| {
        group.pairs.iter().map(move |pair| {
            (
                pair.place,
                group.log_ratio(pair, shifted),
                group.degrees_of_freedom(),
            )
        })
    });
    let programs = alone
        .iter()
        .map(|pair| (pair.place, pair.log_ratio(), pair.runs() - 1));
    let pairs: Vec<(usize, LogRatio, usize)> = judged.chain(programs).collect();
    let unlikely = pairs.iter().map(|(_, distance, degrees)| {
        student_probability(distance.value / distance.error, *degrees)
    });
    let differ = holm_rejections(&unlikely.collect::<Vec<_>>(), SIGNIFICANCE / 2.0);
    for ((place, distance, degrees), &differs) in pairs.iter().zip(&differ) {
        let level = SIGNIFICANCE / 2.0 / pairs.len() as f64;
        let least = student_quantile(level, *degrees) * distance.error;
        trials[*place].least = Some(least.exp() - 1.0);
        trials[*place].change = Some(Change::of(distance.value, differs));
    }
    let families = groups
        .iter()
        .zip(shifted)
        .map(|(group, shifted)| FamilyShift {
            family: group.family,
            cpu: group.shift.value.exp(),
            change: Change::of(group.shift.value, shifted),
        });
    ComparedRuns {
        trials,
        families: families.collect(),
    }
}

impl Change {
    fn of(distance: f64, differs: bool) -> Self {
        match (differs, distance < 0.0) {
            (false, _) => Self::None,
            (true, true) => Self::Faster,
            (true, false) => Self::Slower,
        }
    }
}

fn trial_ratios(a: &TrialRecord, b: &TrialRecord) -> Comparison {
    let (before, after) = (a.cpu(), b.cpu());
    let ratio = |a: f64, b: f64| {
        if a > 0.0 && b > 0.0 { b / a } else { f64::NAN }
    };
    Comparison {
        trial: a.trial.clone(),
        cpu: ratio(before.median, after.median),
        wall: ratio(a.wall().median, b.wall().median),
        noise: [before, after]
            .map(|spread| spread.width() / spread.median)
            .into_iter()
            .fold(0.0, f64::max),
        least: None,
        change: None,
        failed: a.failed.is_some() || b.failed.is_some(),
    }
}

/// Logarithm of a ratio, and its standard error.
#[derive(Clone, Copy, Debug)]
struct LogRatio {
    value: f64,
    error: f64,
}

/// Logarithms of the CPU times of a trial in both runs, at least two in each.
struct TrialPair {
    place: usize,
    before: Vec<f64>,
    after: Vec<f64>,
    log_ratio: f64,
    deviation: f64,
}

impl TrialPair {
    fn new(place: usize, a: &TrialRecord, b: &TrialRecord) -> Option<Self> {
        let logarithms = |record: &TrialRecord| -> Option<Vec<f64>> {
            let times = record.cpu.iter().map(|time| time.ln());
            let times: Vec<f64> = times.filter(|time| time.is_finite()).collect();
            let whole = times.len() == record.cpu.len() && record.failed.is_none();
            (whole && times.len() > 1).then_some(times)
        };
        let (before, after) = (logarithms(a)?, logarithms(b)?);
        Some(Self {
            place,
            log_ratio: median(&after) - median(&before),
            deviation: pooled_deviation(&[&before, &after]),
            before,
            after,
        })
    }

    fn runs(&self) -> usize {
        self.before.len().min(self.after.len())
    }

    /// Standard error of the log ratio, from the runs of the trial.
    fn error(&self) -> f64 {
        MEDIAN_ERROR * (2.0 / self.runs() as f64).sqrt() * self.deviation
    }

    /// Log ratio of a rival program, which is started anew for each run. Its placement in memory
    /// changes from run to run, so its runs show all of its noise. They count as one run, because a
    /// machine may be slower during the whole suite. The deviation is robust against single
    /// disturbed runs.
    fn log_ratio(&self) -> LogRatio {
        let from_median = |times: &[f64]| -> Vec<f64> {
            let middle = median(times);
            times.iter().map(|time| time - middle).collect()
        };
        let residuals = [from_median(&self.before), from_median(&self.after)].concat();
        LogRatio {
            value: self.log_ratio,
            error: (2_f64.sqrt() * robust_deviation(&residuals)).max(LEAST_ERROR),
        }
    }
}

/// Trials of a family.
struct FamilyTrials {
    family: Family,
    pairs: Vec<TrialPair>,
    /// Least number of runs of a trial.
    runs: usize,
    /// Deviation of the runs of a typical trial.
    deviation: f64,
    /// Deviation of the log ratios of the trials.
    spread: f64,
    /// Log ratio of all trials together.
    shift: LogRatio,
}

impl FamilyTrials {
    fn new(family: Family, pairs: Vec<TrialPair>) -> Option<Self> {
        let runs = pairs.iter().map(TrialPair::runs).min()?;
        let by: Vec<f64> = pairs.iter().map(|pair| pair.log_ratio).collect();
        let deviations: Vec<f64> = pairs.iter().map(|pair| pair.deviation).collect();
        let spread = robust_deviation(&by);
        // All trials of a round are fast or slow together. The rounds of a run count as one,
        // because a machine may be slower during the whole run.
        let rounds = |times: fn(&TrialPair) -> &Vec<f64>| -> Vec<f64> {
            let round = |number: usize| {
                let from_mean = pairs
                    .iter()
                    .map(|pair| times(pair)[number] - mean(times(pair)));
                median(&from_mean.collect::<Vec<_>>())
            };
            (0..runs).map(round).collect()
        };
        let rounds = [rounds(|pair| &pair.before), rounds(|pair| &pair.after)];
        let drift = 2_f64.sqrt() * pooled_deviation(&[&rounds[0], &rounds[1]]);
        let error = drift.max(MEDIAN_ERROR * spread / (pairs.len() as f64).sqrt());
        Some(Self {
            family,
            runs,
            deviation: median(&deviations),
            spread,
            shift: LogRatio {
                value: median(&by),
                error: error.max(LEAST_ERROR),
            },
            pairs,
        })
    }

    fn probability(&self) -> f64 {
        student_probability(self.shift.value / self.shift.error, 2 * self.runs - 2)
    }

    /// Degrees of freedom of a log ratio: twice those of one trial, because the noise of the other
    /// trials is used, too.
    fn degrees_of_freedom(&self) -> usize {
        4 * self.runs - 4
    }

    /// Log ratio of a trial, relative to that of its family. If the family is `shifted`, relative
    /// to no change.
    fn log_ratio(&self, pair: &TrialPair, shifted: bool) -> LogRatio {
        let more = (pair.deviation / self.deviation.max(f64::MIN_POSITIVE)).max(1.0);
        let among_trials = self.spread * more;
        let typical = MEDIAN_ERROR * (2.0 / self.runs as f64).sqrt() * self.deviation;
        let error = pair.error().max(among_trials).max(typical).max(LEAST_ERROR);
        if shifted {
            LogRatio {
                value: pair.log_ratio,
                error: error.hypot(self.shift.error),
            }
        } else {
            LogRatio {
                value: pair.log_ratio - self.shift.value,
                error,
            }
        }
    }
}

#[cfg(test)]
mod comparison_tests;
