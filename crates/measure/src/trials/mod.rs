//! The benchmark suite: fixed cases, each run by several contestants in turns.
//!
//! ```text
//! Suite ──▶ Contestant, Contestant, … ──▶ TrialRounds ──▶ TrialRecord …
//!           12 rows, join, scalar         A B C A B C …   median, spread
//! ```
//!
//! A machine changes its speed. Turns let temporary load affect all contestants, and spread the
//! runs of a trial over the whole time. A first round warms up. It also determines how often a
//! short trial is repeated to last long enough for the clock.

mod benchmark_set;
mod contestant;
mod rival_program;
mod suite;

pub use benchmark_set::BenchmarkSet;
pub use contestant::{Contestant, subtree_times};
pub use rival_program::{RivalProgram, RivalProgramError, end_timed_programs};
pub use suite::{Suite, thread_counts};

use std::time::Duration;

use crate::report::TrialRecord;
use contestant::TimingResult;
use countless_engine::CancelToken;
use rival_program::TimeTaken;

/// Least duration of a measurement. Shorter trials are repeated, and their mean counts as one run.
/// On Windows CPU time comes in ticks of 16 ms.
const LEAST_TIME: Duration = Duration::from_millis(if cfg!(windows) { 200 } else { 20 });

/// Maximum number of repetitions.
const MOST_REPETITIONS: u32 = 100;

/// Contestants that take turns. The first round warms up; later rounds are measured.
#[derive(Debug)]
pub struct TrialRounds<'a> {
    contestants: Vec<MeasuredContestant>,
    timeout: Option<Duration>,
    token: &'a CancelToken,
}

/// Contestant with its measurements.
#[derive(Debug)]
struct MeasuredContestant {
    contestant: Contestant,
    /// Number of repetitions per measurement; none before the first round.
    repeats: Option<u32>,
    record: TrialRecord,
}

impl<'a> TrialRounds<'a> {
    /// Creates the rounds of `contenders`. Each run is limited to `timeout`.
    pub fn new(
        contenders: Vec<Contestant>,
        timeout: Option<Duration>,
        token: &'a CancelToken,
    ) -> Self {
        let entries = contenders.into_iter().map(|contender| MeasuredContestant {
            record: TrialRecord::new(contender.trial.clone(), contender.items),
            repeats: None,
            contestant: contender,
        });
        Self {
            contestants: entries.collect(),
            timeout,
            token,
        }
    }

    /// Runs each contestant that has not failed, and passes its record to `show`. Returns false if
    /// the token was cancelled; the measurements remain.
    ///
    /// # Errors
    ///
    /// If `show` fails.
    pub fn round(
        &mut self,
        mut show: impl FnMut(&TrialRecord) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        for entry in &mut self.contestants {
            if entry.record.failed.is_none() {
                entry.take_turn(self.timeout, self.token);
            }
            if self.token.is_cancelled() {
                return Ok(false);
            }
            show(&entry.record)?;
        }
        Ok(true)
    }

    /// Records of all contestants that were measured or have failed.
    pub fn records(&self) -> Vec<TrialRecord> {
        let records = self.contestants.iter().map(|entry| &entry.record);
        let records = records.filter(|record| !record.is_empty() || record.failed.is_some());
        records.cloned().collect()
    }
}

impl MeasuredContestant {
    fn take_turn(&mut self, timeout: Option<Duration>, token: &CancelToken) {
        let mut sum = TimeTaken::default();
        let (warm, repeats) = (self.repeats.is_some(), self.repeats.unwrap_or(1));
        for _ in 0..repeats {
            match self.contestant.time_once(timeout, token) {
                TimingResult::Done(taken, answer) => {
                    sum.wall += taken.wall;
                    sum.cpu += taken.cpu;
                    self.record.answer = if warm {
                        self.record.answer.and(answer)
                    } else {
                        answer
                    };
                }
                TimingResult::Failed(reason) => {
                    self.record.failed = Some(reason);
                    return;
                }
                TimingResult::Interrupted => return,
            }
        }
        if !warm {
            self.repeats = Some(repetitions(sum.wall));
            return;
        }
        let mean = |sum: Duration| sum.as_secs_f64() * 1e3 / f64::from(repeats);
        self.record.wall.push(mean(sum.wall));
        self.record.cpu.push(mean(sum.cpu));
    }
}

/// Number of repetitions for a trial of this duration.
fn repetitions(wall: Duration) -> u32 {
    let repeats = LEAST_TIME.as_secs_f64() / wall.as_secs_f64().max(1e-9);
    (repeats.ceil() as u32).clamp(1, MOST_REPETITIONS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Verdict;
    use contestant::{BoardMethod, Solver, TimedWork};
    use countless_engine::Reason;
    use countless_simd::Kernel;

    fn contender(solutions: u128, method: BoardMethod, solver: Solver) -> Contestant {
        let n = 8;
        let board = TimedWork::Board {
            n,
            solutions,
            method,
        };
        Contestant::new(board, solver)
    }

    fn contenders(solutions: u128) -> Vec<Contestant> {
        let methods = [BoardMethod::JOIN, BoardMethod::SEARCH, BoardMethod::List];
        let own = || Solver::Own(Kernel::SCALAR, 2);
        methods
            .map(|method| contender(solutions, method, own()))
            .into()
    }

    fn measure(solutions: u128, runs: usize) -> Vec<TrialRecord> {
        let token = CancelToken::new();
        let mut rounds = TrialRounds::new(contenders(solutions), None, &token);
        for _ in 0..=runs {
            assert!(rounds.round(|_| Ok(())).expect("nothing fails"));
        }
        rounds.records()
    }

    #[test]
    fn every_contender_has_all_its_runs_and_the_right_answer() {
        let records = measure(92, 3);
        assert_eq!(records.len(), 3);
        for record in records {
            assert_eq!((record.wall.len(), record.cpu.len()), (3, 3));
            assert!(record.wall.iter().all(|&ms| ms > 0.0));
            assert_eq!((record.items, record.answer), (92, Verdict::Right));
        }
    }

    #[test]
    fn a_wrong_answer_is_recorded() {
        let records = measure(93, 1);
        assert!(records.iter().all(|record| record.answer == Verdict::Wrong));
    }

    #[test]
    fn an_interrupted_round_keeps_what_was_measured_before() -> anyhow::Result<()> {
        let token = CancelToken::new();
        let mut rounds = TrialRounds::new(contenders(92), None, &token);
        assert!(rounds.round(|_| Ok(()))? && rounds.round(|_| Ok(()))?);
        let mut turns = 0;
        let whole = rounds.round(|_| {
            turns += 1;
            token.cancel(Reason::Interrupted);
            Ok(())
        })?;
        let lengths: Vec<usize> = rounds.records().iter().map(|it| it.wall.len()).collect();
        assert_eq!((whole, turns, lengths), (false, 1, vec![2, 1, 1]));
        Ok(())
    }

    #[test]
    fn trials_without_a_measurement_have_no_record() -> anyhow::Result<()> {
        let token = CancelToken::new();
        token.cancel(Reason::Interrupted);
        let mut rounds = TrialRounds::new(contenders(92), None, &token);
        assert!(!rounds.round(|_| Ok(()))?);
        assert_eq!(rounds.records(), []);
        Ok(())
    }

    #[test]
    #[cfg_attr(windows, ignore = "needs false and sleep")]
    fn a_contender_that_fails_or_lasts_too_long_does_not_end_the_round() -> anyhow::Result<()> {
        let token = CancelToken::new();
        let mut all = contenders(92);
        for command in ["bad=false {n}", "slow=sleep 60{n}"] {
            let rival = Solver::Rival(command.parse()?);
            all.insert(1, contender(92, BoardMethod::SEARCH, rival));
        }
        // Longer than any contestant of 8 rows needs, but short enough for the tests.
        let mut rounds = TrialRounds::new(all, Some(Duration::from_secs(2)), &token);
        assert!(rounds.round(|_| Ok(()))? && rounds.round(|_| Ok(()))?);
        let failed: Vec<Option<String>> =
            rounds.records().into_iter().map(|it| it.failed).collect();
        let reasons = [
            None,
            Some("no result within 2s".to_owned()),
            Some("ended with exit status: 1".to_owned()),
            None,
            None,
        ];
        assert_eq!(failed, reasons);
        Ok(())
    }

    #[test]
    fn short_trials_are_repeated() {
        assert_eq!(repetitions(Duration::from_secs(1)), 1);
        assert_eq!(repetitions(LEAST_TIME * 9 / 20), 3);
        assert_eq!(repetitions(Duration::ZERO), MOST_REPETITIONS);
    }
}
